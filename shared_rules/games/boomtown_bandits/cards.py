"""Loot cards: playing one, showing one, noting what is printed on one.

Owns who may play which card when, and the four cards that the rulebook names. Nobody's secret decides any of
it: a player may hold any card of a pile of which they have cards. What other cards do is `effects.py`'s
business.
"""

from collections.abc import Sequence

from shared_rules.engine import Choose, Number, Rule, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import effects, money, town, words
from .table import Played, Tabletop


def may_hold(s: Tabletop, seat: str) -> bool:
    """Say whether a player could hold any card they may play now, for all that everybody knows (BB-28)."""
    return bool(s.usable(seat))


class PlayCard(Rule):
    """A loot card is played, in the window that is printed on it (BB-48)."""

    id = "bb.play"
    section = words.PLAYING
    words = "cards"
    asks = (
        "bb.card.timing",
        "bb.card.from",
        "bb.card.value",
        "bb.effect",
        *effects.ASKS,
        "bb.inspector.other",
        *(f"box.{fact}" for fact in money.CARD.values()),
    )

    def refusal(self, t: Table, seat: str) -> str | None:
        """One card after the other (BB-30), and only what can be played now."""
        s: Tabletop = t.state
        if s.playing:
            return "bb.card.one_first"
        if _legal(t, s, seat):
            return None
        if s.window and _has_secret(s, seat):
            return "bb.card.not_now" if may_hold(s, seat) else "bb.card.this_round"
        return "bb.card.not_now" if _has_secret(s, seat) else "bb.card.none"

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Which one?"""
        s: Tabletop = t.state
        return Choose(
            self.id,
            seat,
            lambda: _legal(t, s, seat),
            lambda: {card: code for card in town.CARDS if (code := _why_not(t, s, seat, card))},
        )

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Play it."""
        yield from play(t, t.state, seat, answer)


def _legal(t: Table, s: Tabletop, seat: str) -> list[str]:
    return [card for card in town.CARDS if _why_not(t, s, seat, card) is None]


def _why_not(t: Table, s: Tabletop, seat: str, card: str) -> str | None:
    """Return why a card cannot be played now, None if it can."""
    if card == town.OTHER:
        return None if _timings(s, seat) else "bb.card.not_now"
    if town.TIMING_OF[card] not in s.window:
        return "bb.card.not_now"
    if not _piles(s, seat, card, None):
        return "bb.card.none_of_it"
    if t.options["entry"] != "tokens":
        return None
    if card == town.BROTHEL_INSPECTOR:
        return "bb.card.not_looting"  # the winner is asked
    if card in money.CARD and (s.duel is None or s.duel.shot is None):
        return "bb.card.no_shot"
    if card == town.LIQUID_COURAGE and not _coward_stands(s, seat):
        return "bb.card.no_coward"
    return None


def _has_secret(s: Tabletop, seat: str) -> bool:
    return any(s.hands[seat].secret.values())


def _timings(s: Tabletop, seat: str) -> list[str]:
    """Return the timings at which a player could play a card now."""
    found = list(s.window) if may_hold(s, seat) else []
    return found + ([town.AT_ONCE] if _fresh(s, seat) else [])


def _fresh(s: Tabletop, seat: str) -> list[str]:
    """Return the locations of loot that was gained just now: a red card is played at once."""
    secret = s.hands[seat].secret
    return [location for location, count in s.fresh.get(seat, {}).items() if count and secret[location]]


def _piles(s: Tabletop, seat: str, card: str, timing: str | None) -> list[str]:
    """Return the locations that the card can be of."""
    found = _fresh(s, seat) if timing == town.AT_ONCE else s.usable(seat)
    return [location for location in found if town.PILE_OF.get(card, location) == location]


def _coward_stands(s: Tabletop, seat: str) -> bool:
    """Say whether a player's coward was placed and revealed, and may still have to run."""
    return seat not in s.brave and any(
        s.tokens_at(location, seat)[town.COWARD] for location in s.row if location not in s.resolved
    )


# -- playing one


def play(t: Table, s: Tabletop, seat: str, card: str) -> Play:
    """Which pile is it of, what is printed on it, and what does it do?"""
    s.playing = True
    timing = None
    if card == town.OTHER:
        timing = yield from t.ask(lambda: _which_timing(s, seat))
    location = yield from t.ask(lambda: _which_pile(s, seat, card, timing))
    if location is not None:
        value = yield from _value(t, seat, card, location)
        if location in _piles(s, seat, card, timing):  # it may have been corrected away meanwhile
            yield from _resolve(t, s, seat, card, location, value, timing)
    s.playing = False


def _resolve(
    t: Table, s: Tabletop, seat: str, card: str, location: str, value: int, timing: str | None
) -> Play:
    """It lies in front of its player from now on, and counts (BB-32)."""
    round_ = s.round
    if timing == town.AT_ONCE:
        s.fresh[seat][location] -= 1
        round_ = s.hands[seat].secret[location][-1]  # before the marshal it is still that round's
    s.lay_open(seat, location, value, newest=timing == town.AT_ONCE)
    t.say("bb.card.played", seat=seat, card=card, location=location, value=value)
    money.learn(t, s, location, value)
    played = Played(seat, card, round_)
    s.played.append(played)
    if card in money.CARD:
        effects.change_hits(s, played, card)
    elif card == town.LIQUID_COURAGE:
        effects.encourage(s, played, seat)
    elif card == town.BROTHEL_INSPECTOR:
        yield from inspect(t, s, played)
    else:
        before = s.available()
        yield from effects.effects(t, s, played)
        if timing == town.BEFORE_PLACEMENT:
            s.respot(before)


def _which_timing(s: Tabletop, seat: str) -> Prompt | None:
    open_now = _timings(s, seat)
    if not open_now:
        return None
    greyed = {timing: "bb.card.not_now" for timing in town.TIMINGS if timing not in open_now}
    return quiet(Choose("bb.card.timing", seat, open_now, greyed))


def _which_pile(s: Tabletop, seat: str, card: str, timing: str | None) -> Prompt | None:
    piles = _piles(s, seat, card, timing)
    return quiet(Choose("bb.card.from", seat, piles)) if piles else None


def _value(t: Table, seat: str, card: str, location: str) -> Play:
    """What is printed in the corner: known, told by the box, or asked."""
    if card in town.WORTH:
        return town.WORTH[card]
    if card in money.CARD:
        return (yield from t.fact(money.CARD[card]))
    return (yield from t.ask(lambda: which_value("bb.card.value", seat, location)))


def which_value(prompt_id: str, seat: str, location: str) -> Number:
    """Return the question what is printed on a card."""
    return Number(prompt_id, seat, 0, town.MOST_DOLLARS, place=location)


def body_double(t: Table, s: Tabletop, seat: str) -> Play:
    """Somebody who was hit responds: only one of the hits counts (BB-30)."""
    yield from play(t, s, seat, town.BODY_DOUBLE)


# -- Brothel Inspector


def may_inspect(s: Tabletop, seat: str) -> bool:
    """Say whether a winner could hold the Brothel Inspector, for all that everybody knows."""
    return bool(_piles(s, seat, town.BROTHEL_INSPECTOR, None))


def inspect(t: Table, s: Tabletop, played: Played) -> Play:
    """Draw two and keep one, instead of the ordinary draw (BB-33)."""
    location, seat = s.here, played.seat
    if location is None or not s.piles[location]:
        return
    s.inspector = seat
    fate = None
    if s.piles[location] > 1:
        fate = t.options["inspector"]
        if fate == "ask":
            fate = yield from t.ask(
                lambda: Choose("bb.inspector.other", seat, ("bottom", "top", "out"), place=location)
            )
        t.say("bb.inspector", seat=seat, location=location, other=fate)
    if fate == "out" and s.piles[location] > 1:
        effects.set_pile(s, location, s.piles[location] - 1, played.round)


# -- without playing it


class ShowCard(Rule):
    """A card with no action may be made public at any time; it is not played (BB-49)."""

    id = "bb.show"
    section = words.PLAYING
    words = "locations"
    asks = ("bb.card.value",)

    def refusal(self, t: Table, seat: str) -> str | None:
        """Whoever has a card nobody has seen."""
        s: Tabletop = t.state
        if s.playing:
            return "bb.card.one_first"
        return None if _has_secret(s, seat) else "bb.card.none"

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Of which pile?"""
        return Choose(self.id, seat, _with_secret(t.state, seat))

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Its worth is known from now on."""
        s: Tabletop = t.state
        s.playing = True
        value = yield from t.ask(lambda: which_value("bb.card.value", seat, answer))
        s.playing = False
        if s.hands[seat].secret[answer]:
            s.lay_open(seat, answer, value, newest=True)
            t.say("bb.card.shown", seat=seat, location=answer, value=value)
            money.learn(t, s, answer, value)


class NoteCard(Rule):
    """Nobody has to tell what is printed on their cards; who does, tells it in private (BB-46)."""

    id = "bb.note"
    section = words.PLAYING
    words = "locations"
    asks = ("bb.note.value",)
    secret = True

    def refusal(self, t: Table, seat: str) -> str | None:
        """Whoever has a card nobody has seen."""
        return None if _has_secret(t.state, seat) else "bb.card.none"

    def prompt(self, t: Table, seat: str) -> Prompt:
        """Of which pile?"""
        return Choose(self.id, seat, _with_secret(t.state, seat))

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Keep it for their own eyes."""
        s: Tabletop = t.state
        value = yield from t.ask(
            lambda: Number("bb.note.value", seat, 0, town.MOST_DOLLARS, place=answer, secret_to=(seat,))
        )
        s.hands[seat].note(answer, value)
        t.say("bb.noted", {"value": value}, (seat,), seat=seat, location=answer)


def _with_secret(s: Tabletop, seat: str) -> Sequence[str]:
    return [location for location in s.row if s.hands[seat].secret[location]]
