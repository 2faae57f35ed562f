"""What a card does whose text nobody has told us: the generic effects, each with its target (S-35).

Owns these effects. The same ones put right by hand what lies otherwise on the table. Who may play what, and
when, is `cards.py`'s business.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from shared_rules.engine import TABLE, Choose, Number, Order, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import printed as p
from .asking import Printed, UpTo
from .bank import watch
from .laying import lay, warn, where, which_quality
from .line import fill_place
from .ranch import Card
from .table import ACT, Tabletop

HAND, DISCARDS, NOWHERE = "hand", "discards", "nowhere"
SOURCES = (HAND, DISCARDS, NOWHERE)  # of a card that is laid without being played for points
FATES = ("all", "herds", "nothing")  # of what lay on a land that is lost
COWBOY_OR_NOT = ("cowboy", "other")
ASKS = (
    *("sf.effect.card", "sf.effect.to", "sf.effect.kind", "sf.effect.from", "sf.effect.age"),
    *("sf.effect.pays", "sf.effect.gets", "sf.effect.gold", "sf.effect.cards", "sf.effect.taker"),
    *("sf.effect.order", "sf.effect.place", "sf.effect.points", "sf.effect.stays_as"),
    *("sf.land.lost", "sf.card.quality", "sf.card.number", "sf.card.where", "sf.line.card"),
)


class Doing(NamedTuple):
    """Who is asked, a player or "table", and whose ranch it is about."""

    seat: str
    of: str


def effects(t: Table, s: Tabletop, doing: Doing) -> Play:
    """One effect after the other, until there are no more."""
    while True:
        what = yield from t.ask(lambda: _which(t, s, doing))
        if what is None:
            return
        yield from EFFECTS[what](t, s, doing)


def _which(t: Table, s: Tabletop, doing: Doing) -> Prompt:
    return Choose(
        "sf.effect",
        doing.seat,
        lambda: [what for what in EFFECTS if why_not(t, s, doing, what) is None],
        lambda: {what: code for what in EFFECTS if (code := why_not(t, s, doing, what))},
        optional=True,
        params={"of": doing.of},
    )


def why_not(t: Table, s: Tabletop, doing: Doing, what: str) -> str | None:
    """Return why an effect has nothing to work on now, None if it has."""
    ranch = s.ranches[doing.of]
    needs: dict[str, tuple[tuple[object, str], ...]] = {
        REMOVE: ((ranch.cards, "sf.effect.nothing_there"),),
        MOVE: ((ranch.cards, "sf.effect.nothing_there"),),
        AGE: ((ranch.count(p.HERD), "sf.effect.nothing_there"),),
        GOLD: ((s.gold_in_all, "sf.gold.short"),),
        CARDS: ((s.hands[doing.of], "sf.hand.empty"),),
        DRAW: ((s.pile, "sf.pile.empty"),),
        POINTS: ((s.step == ACT, "sf.points.not_now"),),
        ORDER: ((t.options["line"] == "cards", "sf.line.not_entered"), (len(s.places) > 1, "sf.line.empty")),
        TO_LINE: ((p.first_free(s.line) is not None, "sf.line.full"), (s.pile, "sf.pile.empty")),
        OFF_LINE: ((s.places, "sf.line.empty"),),
        STAY: ((s.in_play, "sf.effect.no_card"),),
    }
    return next((code for is_there, code in needs.get(what, ()) if not is_there), None)


def _ask(prompt_id: str, doing: Doing, options: Sequence[str], **about: object) -> Prompt | None:
    """Return the question which one it is; None if there is nothing."""
    return quiet(Choose(prompt_id, doing.seat, tuple(options), params=about)) if options else None


def _which_card(s: Tabletop, doing: Doing, *kinds: str) -> Prompt:
    ranch = s.ranches[doing.of]
    ids = ranch.ids(*(kinds or p.KINDS))
    return quiet(
        Choose(
            "sf.effect.card",
            doing.seat,
            ids,
            params=lambda: {"of": doing.of, "cards": ranch.told(ids), "lands": ranch.rooms()},
        )
    )


# -- cards in ranches


def _remove(t: Table, s: Tabletop, doing: Doing) -> Play:
    """A card leaves a ranch; what is on a land that is lost: the table says (S-37)."""
    which = yield from t.ask(lambda: _which_card(s, doing))
    ranch = s.ranches[doing.of]
    card = ranch.cards[which]
    gone = [card]
    if card.kind == p.LAND:
        gone += yield from _lost_with(t, s, doing, card)
    s.discard(doing.of, [each.id for each in gone])
    for each in gone:
        s.happened("removed", doing.of, each.kind)
    t.say("sf.effect.removed", seat=doing.seat, of=doing.of, cards=[each.told() for each in gone])


def _lost_with(t: Table, s: Tabletop, doing: Doing, land: Card) -> Play:
    """Return what goes with a land; the rest stays in the ranch, on no land. Mines go in any case."""
    ranch = s.ranches[doing.of]
    there = ranch.on(land.id, p.HERD, *p.GUARDS)
    fate = t.options["lost_land"]
    if there and fate == "ask":
        about = {"of": doing.of, "cards": ranch.told([card.id for card in there])}
        fate = yield from t.ask(lambda: Choose("sf.land.lost", doing.seat, FATES, params=about))
    gone = {"all": there, "herds": [card for card in there if card.kind == p.HERD]}.get(fate, [])
    for card in there:
        card.on = None
    return [*ranch.on(land.id, p.MINE), *gone]


def _move(t: Table, s: Tabletop, doing: Doing) -> Play:
    """A card lies elsewhere: on another land, in another ranch. A land moves with all that is on it."""
    which = yield from t.ask(lambda: _which_card(s, doing))
    card = s.ranches[doing.of].cards[which]
    takers = [seat for seat in s.players if _can_take(s, doing.of, seat, card)]
    taker = yield from t.ask(lambda: _ask("sf.effect.to", doing, takers, of=doing.of, card=card.told()))
    if taker is None:
        return
    on = yield from where(t, s, doing.seat, taker, card.kind)
    for each in (card, *s.ranches[doing.of].on(card.id)):
        s.ranches[taker].cards[each.id] = s.ranches[doing.of].cards.pop(each.id)
        if taker != doing.of:
            s.happened("moved", doing.of, each.kind, taker)
    card.on = on
    t.say("sf.effect.moved", seat=doing.seat, of=doing.of, taker=taker, card=card.told())
    warn(t, s, taker, card)


def _can_take(s: Tabletop, giver: str, taker: str, card: Card) -> bool:
    if card.kind in p.ON_LANDS:
        return bool(s.ranches[taker].count(p.LAND))
    return card.kind in p.GUARDS or taker != giver


def _add(t: Table, s: Tabletop, doing: Doing) -> Play:
    """A card lies in a ranch without having been played for points."""
    kinds = [kind for kind in p.KINDS if kind not in p.ON_LANDS or s.ranches[doing.of].count(p.LAND)]
    kind = yield from t.ask(lambda: _ask("sf.effect.kind", doing, kinds, of=doing.of))
    source = yield from t.ask(lambda: _where_from(s, doing))
    number = 0
    if kind == p.LAND:
        number = yield from which_quality(t, doing.seat)
    elif kind in (p.HERD, *p.GUARDS):
        least, most = (1, p.MOST_WORTH) if kind == p.HERD else (0, p.MOST_BONUS)
        number = yield from t.ask(lambda: Printed("sf.card.number", doing.seat, least, most, place=kind))
    on = yield from where(t, s, doing.seat, doing.of, kind)
    if source == HAND:
        s.leave_hand(doing.of, kind)
    elif source == DISCARDS:
        s.discards -= 1
    else:
        s.out -= 1
    lay(t, s, doing.of, kind, number, on)
    s.happened("laid", doing.of, kind)


def _where_from(s: Tabletop, doing: Doing) -> Prompt:
    codes = {}
    if not s.hands[doing.of]:
        codes[HAND] = "sf.hand.empty"
    if s.discards < 1:
        codes[DISCARDS] = "sf.discards.empty"
    legal = [source for source in SOURCES if source not in codes]
    return quiet(Choose("sf.effect.from", doing.seat, legal, codes, params={"of": doing.of}))


def _age(t: Table, s: Tabletop, doing: Doing) -> Play:
    """A herd has been there for so many turns (S-19)."""
    which = yield from t.ask(lambda: _which_card(s, doing, p.HERD))
    herd = s.ranches[doing.of].cards[which]
    about = {"of": doing.of, "card": herd.told()}
    herd.age = yield from t.ask(lambda: Number("sf.effect.age", doing.seat, 0, p.MOST_AGE, params=about))
    t.say("sf.effect.aged", seat=doing.seat, of=doing.of, card=herd.told())


def _stay(t: Table, s: Tabletop, doing: Doing) -> Play:
    """The card itself stays in a ranch: a person, a bonus. Whether it is a cowboy, the table says (S-42)."""
    about = {"of": doing.of}
    as_what = yield from t.ask(lambda: Choose("sf.effect.stays_as", doing.seat, COWBOY_OR_NOT, params=about))
    number, on = 0, None
    if as_what == p.COWBOY:
        number = yield from t.ask(
            lambda: Printed("sf.card.number", doing.seat, 0, p.MOST_BONUS, place=p.COWBOY)
        )
        on = yield from where(t, s, doing.seat, doing.of, p.COWBOY)
    s.in_play = 0
    lay(t, s, doing.of, as_what, number, on)
    s.happened("laid", doing.of, as_what)


# -- gold, hands and points


def _gold(t: Table, s: Tabletop, doing: Doing) -> Play:
    """Gold changes hands; nobody pays what they do not have, nor does the bank (S-33)."""
    holders = [who for who in (*s.players, TABLE) if s.held(who)]
    giver = yield from t.ask(lambda: _ask("sf.effect.pays", doing, holders))
    takers = [who for who in (*s.players, TABLE) if who != giver]
    taker = yield from t.ask(lambda: _ask("sf.effect.gets", doing, takers, giver=giver))
    short = "sf.bank.empty" if giver == TABLE else "sf.gold.short"
    about = {"giver": giver, "taker": taker}
    gold = yield from t.ask(
        lambda: quiet(UpTo("sf.effect.gold", doing.seat, 1, s.held(giver), short, params=about))
    )
    s.pay("effect", doing.of, gold, giver, taker)
    t.say("sf.effect.gold", seat=doing.seat, giver=giver, taker=taker, gold=gold)
    watch(t, s)


def _cards(t: Table, s: Tabletop, doing: Doing) -> Play:
    """Cards leave a hand, for another one or for the discards; which, nobody has to say."""
    most = s.hands[doing.of]
    count = yield from t.ask(lambda: _how_many_cards(doing, most, "sf.hand.empty", "hand"))
    others = [seat for seat in s.players if seat != doing.of]
    about = {"of": doing.of, "count": count}
    taker = yield from t.ask(
        lambda: Choose("sf.effect.taker", doing.seat, others, optional=True, params=about)
    )
    s.lose_cards(doing.of, count)
    if taker is None:
        s.discards += count
    else:
        s.hands[taker] += count
    t.say("sf.effect.cards", seat=doing.seat, of=doing.of, taker=taker, cards=count)


def _draw(t: Table, s: Tabletop, doing: Doing) -> Play:
    """Cards come from the pile to a hand."""
    count = yield from t.ask(lambda: _how_many_cards(doing, s.pile, "sf.pile.empty", "pile"))
    s.pile -= count
    s.hands[doing.of] += count
    t.say("sf.effect.drew", seat=doing.seat, of=doing.of, cards=count)
    watch(t, s)


def _how_many_cards(doing: Doing, most: int, short: str, source: str) -> UpTo:
    about = {"of": doing.of, "from": source}
    return quiet(UpTo("sf.effect.cards", doing.seat, 1, most, short, place=source, params=about))


def _points(t: Table, s: Tabletop, doing: Doing) -> Play:
    """Whoever's turn it is has so many action points now."""
    about = {"of": s.active, "points": s.points}
    s.points = yield from t.ask(
        lambda: Number("sf.effect.points", doing.seat, 0, p.MOST_POINTS, params=about)
    )
    t.say("sf.effect.points", seat=doing.seat, of=s.active, points=s.points)


# -- the Line


def _order(t: Table, s: Tabletop, doing: Doing) -> Play:
    """The cards of the Line change places, such as by the Mayor: what they cost follows (S-36)."""
    before = s.places
    about = {"line": before}
    order = yield from t.ask(lambda: Order("sf.effect.order", doing.seat, tuple(before), params=about))
    for place, was in zip(before, order, strict=True):
        s.line[p.LINE.index(place)] = before[was]
    t.say("sf.effect.ordered", seat=doing.seat, line=s.places)


def _to_line(t: Table, s: Tabletop, doing: Doing) -> Play:
    """The first card of the pile comes to the first open place."""
    yield from fill_place(t, s)
    t.say("sf.effect.to_line", seat=doing.seat)
    watch(t, s)


def _off_line(t: Table, s: Tabletop, doing: Doing) -> Play:
    """A card of the Line is discarded."""
    place = yield from t.ask(lambda: _ask("sf.effect.place", doing, tuple(s.places), line=s.places))
    kind = s.take_from_line(place)
    s.discards += 1
    t.say("sf.effect.off_line", seat=doing.seat, place=place, card=kind)


Effect = Callable[[Table, Tabletop, Doing], Play]
REMOVE, MOVE, ADD, AGE, GOLD, CARDS, DRAW = "remove", "move", "add", "age", "gold", "cards", "draw"
POINTS, ORDER, TO_LINE, OFF_LINE, STAY = "points", "order", "to_line", "off_line", "stay"
EFFECTS: dict[str, Effect] = {
    REMOVE: _remove,
    MOVE: _move,
    ADD: _add,
    AGE: _age,
    GOLD: _gold,
    CARDS: _cards,
    DRAW: _draw,
    POINTS: _points,
    ORDER: _order,
    TO_LINE: _to_line,
    OFF_LINE: _off_line,
    STAY: _stay,
}
