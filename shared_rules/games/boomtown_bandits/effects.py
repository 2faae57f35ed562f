"""What a loot card does: the generic effects for cards whose text the rulebook does not have (BB-35).

Owns these effects, and how one is taken back when another card cancels it. Who may play what, and when, is
`cards.py`'s business.
"""

from collections.abc import Callable, Sequence
from typing import Any

from shared_rules.engine import Choose, Number, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import town
from .table import SHOWDOWN, Played, Tabletop

ADD_TOKEN, REMOVE_TOKEN, MOVE_CARD = "add_token", "remove_token", "move_card"
CHANGE_PILE, PEEK, EXTRA_HIT = "change_pile", "peek", "extra_hit"
CANCEL_HITS, CANCEL_CARD = "cancel_hits", "cancel_card"
ASKS = (
    *("bb.effect.player", "bb.effect.token", "bb.effect.place"),
    *("bb.effect.loot", "bb.effect.to", "bb.effect.pile", "bb.effect.size"),
)
Change = tuple[Any, ...]  # a function that puts something right again, and with what; it returns the way back
Where = dict[str, dict[str, list[str | None]]]  # player -> kind of token -> locations; None: still in hand


def effects(t: Table, s: Tabletop, played: Played) -> Play:
    """One effect after the other, until the card has no more."""
    while True:
        what = yield from t.ask(lambda: _which(t, s, played))
        if what is None:
            return
        yield from EFFECTS[what](t, s, played)


def _which(t: Table, s: Tabletop, played: Played) -> Prompt:
    return Choose(
        "bb.effect",
        played.seat,
        lambda: [what for what in EFFECTS if _why_not(t, s, played, what) is None],
        lambda: {what: code for what in EFFECTS if (code := _why_not(t, s, played, what))},
        optional=True,
    )


def _why_not(t: Table, s: Tabletop, played: Played, what: str) -> str | None:
    """Return why an effect has nothing to work on now, None if it has."""
    if what in (ADD_TOKEN, REMOVE_TOKEN):
        return None if _tokens(t, s, what == ADD_TOKEN) else "bb.effect.no_token"
    if what == MOVE_CARD:
        return None if _givers(s) else "bb.effect.no_card"
    if what in (EXTRA_HIT, CANCEL_HITS):
        return None if s.duel is not None and s.duel.shot is not None else "bb.card.no_shot"
    if what == CANCEL_CARD and _last_card(s, played) is None:
        return "bb.effect.nothing_to_cancel"
    return None


# -- tokens


def _tokens(t: Table, s: Tabletop, adding: bool) -> Where:
    """Return whose tokens can be added or taken away, and where."""
    if t.options["entry"] != "tokens" or (s.duel is not None and s.duel.at == SHOWDOWN):
        return {}
    found: Where = {}
    for seat in s.players:
        for kind in town.CAMP:
            places = _places(s, seat, kind, adding)
            if places:
                found.setdefault(seat, {})[kind] = places
    return found


def _places(s: Tabletop, seat: str, kind: str, adding: bool) -> list[str | None]:
    return (_face_up if s.revealed else _face_down)(s, seat, kind, adding)


def _face_down(s: Tabletop, seat: str, kind: str, adding: bool) -> list[str | None]:
    if s.camp[seat][kind] == (town.CAMP[kind] if adding else 0):
        return []
    if not s.placed and s.counted is None:
        return [None]  # nobody has said yet where tokens lie
    return [location for location in s.spots if adding or s.lying(location, seat)]


def _face_up(s: Tabletop, seat: str, kind: str, adding: bool) -> list[str | None]:
    there = {location: s.tokens_at(location, seat)[kind] for location in s.row}
    unresolved = [location for location in s.row if location not in s.resolved]
    if not adding:
        return [location for location in unresolved if there[location]]
    if sum(there.values()) >= town.CAMP[kind]:
        return []
    return [location for location in unresolved if location != s.closed and s.piles[location]]


def _add_token(t: Table, s: Tabletop, played: Played) -> Play:
    yield from _change_token(t, s, played, 1)


def _remove_token(t: Table, s: Tabletop, played: Played) -> Play:
    yield from _change_token(t, s, played, -1)


def _change_token(t: Table, s: Tabletop, played: Played, by: int) -> Play:
    """Whose, which, and where; what is certain is not asked."""
    who = played.seat
    seat = yield from t.ask(lambda: _one_of("bb.effect.player", who, list(_tokens(t, s, by > 0))))
    kind = yield from t.ask(
        lambda: _one_of("bb.effect.token", who, list(_tokens(t, s, by > 0).get(seat, {})), of=seat)
    )
    places = _tokens(t, s, by > 0).get(seat, {}).get(kind, [])
    place = None
    if places and places[0] is not None:
        place = yield from t.ask(lambda: _where(t, s, who, seat, kind, by))
    if place in _tokens(t, s, by > 0).get(seat, {}).get(kind, []):
        token(s, seat, kind, place, by)
        played.effects.append((_token_back, seat, kind, place, -by))
        line = "bb.effect.added" if by > 0 else "bb.effect.removed"
        t.say(line, seat=who, of=seat, token=kind, location=place)


def _where(t: Table, s: Tabletop, who: str, seat: str, kind: str, by: int) -> Prompt | None:
    places = _tokens(t, s, by > 0).get(seat, {}).get(kind, [])
    return _one_of("bb.effect.place", who, [place for place in places if place is not None])


def token(s: Tabletop, seat: str, kind: str, place: str | None, by: int) -> None:
    """Add a token, or take one away; where tokens are still face down, a player has more or fewer to show."""
    if s.revealed:
        assert place is not None
        there = s.tokens_at(place, seat)
        there[kind] += by
        s.lay(place, seat, there[town.SHOOTER], there[town.COWARD])
        _aim_again(s)
        return
    s.camp[seat][kind] += by
    if place is not None:
        s.lay_down(place, seat, by)


def _token_back(s: Tabletop, seat: str, kind: str, place: str | None, by: int) -> Change | None:
    places = _places(s, seat, kind, by > 0)
    if place not in places and (not places or place is not None or s.revealed):
        return None
    token(s, seat, kind, place, by)
    return _token_back, seat, kind, place, -by


def _aim_again(s: Tabletop) -> None:
    if s.duel is not None and s.duel.shot is not None:
        s.duel.shot.again()


# -- cards and piles


def _givers(s: Tabletop) -> list[str]:
    return [seat for seat in s.players if any(s.hands[seat].secret.values())]


def _move_card(t: Table, s: Tabletop, played: Played) -> Play:
    """A card goes from one player to another, unseen; it was gained now (BB-28)."""
    who = played.seat
    giver = yield from t.ask(lambda: _one_of("bb.effect.player", who, _givers(s)))
    location = yield from t.ask(lambda: _one_of("bb.effect.loot", who, _secret(s, giver), of=giver))
    taker = yield from t.ask(lambda: _one_of("bb.effect.to", who, town.others(s.players).get(giver, ())))
    if location not in _secret(s, giver):
        return
    gained = s.hands[giver].secret[location].pop()
    s.hands[giver].notes[location].clear()  # nobody can tell which of the cards it was
    _hand_over(s, taker, location, played.round)
    s.ledger.append(("moved", played.round, location, giver, taker))
    played.effects.append((_card_back, giver, taker, location, gained, played.round))
    t.say("bb.effect.moved", seat=who, of=giver, taker=taker, location=location)


def _secret(s: Tabletop, seat: str | None) -> list[str]:
    if seat is None:
        return []
    return [location for location in s.row if s.hands[seat].secret[location]]


def _hand_over(s: Tabletop, taker: str, location: str, gained: int) -> None:
    cards = s.hands[taker].secret[location]
    cards.append(gained)
    cards.sort()


def _card_back(s: Tabletop, giver: str, taker: str, location: str, gained: int, round_: int) -> Change | None:
    taken = s.hands[taker]
    if not taken.secret[location]:
        return None
    taken.secret[location].pop()
    taken.notes[location].clear()
    _hand_over(s, giver, location, gained)
    s.ledger.append(("moved", round_, location, taker, giver))
    return _card_back, taker, giver, location, round_, gained


def _change_pile(t: Table, s: Tabletop, played: Played) -> Play:
    """A pile has so many cards now; what is nowhere else is out of the game."""
    who = played.seat
    location = yield from t.ask(lambda: _one_of("bb.effect.pile", who, s.row))
    most = max(0, town.LOOT - s.owned(location))
    size = yield from t.ask(lambda: Number("bb.effect.size", who, 0, most, place=location))
    before, last = s.piles[location], s.last
    set_pile(s, location, size, played.round)
    played.effects.append((_pile_back, location, before, last, played.round))
    t.say("bb.effect.pile", seat=who, location=location, cards=size)
    if s.last != last:
        t.say("bb.last_round", location=location)


def set_pile(s: Tabletop, location: str, size: int, round_: int) -> None:
    """Leave so many cards in a pile; the others are out of the game."""
    by = size - s.piles[location]
    s.out[location] -= by
    s.set_pile(location, size, round_)
    s.ledger.append(("pile", round_, location, by))


def _pile_back(s: Tabletop, location: str, before: int, last: int | None, round_: int) -> Change:
    now, last_now = s.piles[location], s.last
    set_pile(s, location, before, round_)
    if all(s.piles.values()) or last is not None:
        s.last = last  # else another card has emptied a pile since
    return _pile_back, location, now, last_now, round_


def _peek(t: Table, s: Tabletop, played: Played) -> Play:
    """Somebody looks at something; the app has no part in it."""
    t.say("bb.effect.peeked", seat=played.seat)
    return
    yield


# -- hits, and other cards


def change_hits(s: Tabletop, played: Played, what: str) -> None:
    """Put a change into the queue of the shot that is on; the targets are chosen again (BB-30)."""
    if s.duel is not None and s.duel.shot is not None:
        s.duel.shot.queue.append((played, what))
        s.duel.shot.again()


def encourage(s: Tabletop, played: Played, seat: str) -> None:
    """Liquid Courage: a coward acts like a shooter this round (BB-34)."""
    _make_brave(s, seat)
    played.effects.append((_make_sober, seat))


def _make_brave(s: Tabletop, seat: str) -> Change:
    s.brave[seat] = None
    return _make_sober, seat


def _make_sober(s: Tabletop, seat: str) -> Change:
    s.brave.pop(seat, None)
    return _make_brave, seat


def _extra_hit(t: Table, s: Tabletop, played: Played) -> Play:
    change_hits(s, played, EXTRA_HIT)
    t.say("bb.effect.extra_hit", seat=played.seat)
    return
    yield


def _cancel_hits(t: Table, s: Tabletop, played: Played) -> Play:
    change_hits(s, played, CANCEL_HITS)
    t.say("bb.effect.cancelled_hits", seat=played.seat)
    return
    yield


def _last_card(s: Tabletop, played: Played) -> Played | None:
    """Return the card that was played last before this one, if it still has its effect."""
    before = [card for card in s.played if card is not played]
    return before[-1] if before and not before[-1].cancelled else None


def _cancel_card(t: Table, s: Tabletop, played: Played) -> Play:
    """The card that was played before has no effect; it still counts (BB-32)."""
    card = _last_card(s, played)
    assert card is not None
    played.effects.append(_cancel(s, card))
    _aim_again(s)
    t.say("bb.effect.cancelled_card", seat=played.seat, of=card.seat, card=card.card)
    return
    yield


def _cancel(s: Tabletop, card: Played) -> Change:
    """Take back what a card did; once more, when what cancelled it is cancelled, and it is done again."""
    card.cancelled = not card.cancelled
    changed = [back(s, *about) for back, *about in reversed(card.effects)]
    card.effects = [change for change in changed if change]
    return _cancel, card


def _one_of(prompt_id: str, who: str, options: Sequence[str], of: str | None = None) -> Prompt | None:
    """Return the question which one it is; None if there is nothing any more."""
    return quiet(Choose(prompt_id, who, tuple(options), params={"of": of})) if options else None


Effect = Callable[[Table, Tabletop, Played], Play]
EFFECTS: dict[str, Effect] = {
    ADD_TOKEN: _add_token,
    REMOVE_TOKEN: _remove_token,
    MOVE_CARD: _move_card,
    CHANGE_PILE: _change_pile,
    PEEK: _peek,
    EXTRA_HIT: _extra_hit,
    CANCEL_HITS: _cancel_hits,
    CANCEL_CARD: _cancel_card,
}
