"""Robbing a building: when it may be, card by card, and what comes of it; and how a turn ends.

Owns what each revealed card does and whether a robbery succeeds. What cards add up to is `tally.py`'s
business, the short form without cards `outcomes.py`'s.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from shared_rules.engine import Choose, Rule, Table
from shared_rules.engine.prompts import Below
from shared_rules.engine.table import Play

from . import asking, outcomes, simulated, words
from . import cards as c
from .buildings import turn_up, worth
from .drawing import refill
from .outcomes import Outcome, penalty
from .table import Card, Robbery, Row, Tabletop, Won


class Rob(Rule):
    """Dollars wanted! One building, after both cards, before the next player lays one (DW-11, DW-13)."""

    id = "dw.rob"
    section = words.ROB
    words = "rows"

    def refusal(self, t: Table, seat: str) -> str | None:
        """Whoever has laid their cards, as long as their turn has not ended (DW-3)."""
        s: Tabletop = t.state
        if s.robbery is not None:
            return "dw.rob.not_now"
        if seat != s.unfinished:
            return "dw.rob.lay_first" if seat == s.laying else "dw.rob.not_yours"
        if s.laying is None:
            return "dw.rob.not_now"  # it is being asked
        return None if _robbable(s) else "dw.rob.nothing_down"

    def prompt(self, t: Table, seat: str) -> Choose:
        """Which row?"""
        s: Tabletop = t.state
        return Choose(self.id, seat, _robbable(s), _not_robbable(s), params=asking.rows(s))

    def run(self, t: Table, seat: str, answer: str) -> Play:
        """Rob it, and end the turn."""
        s: Tabletop = t.state
        yield from rob(t, s, seat, s.rows[answer])
        yield from end_turn(t, s)


def _robbable(s: Tabletop) -> list[str]:
    return [row.id for row in s.rows.values() if row.robbable]


def _not_robbable(s: Tabletop) -> dict[str, str]:
    codes = {row.id: "dw.rob.no_building" for row in s.rows.values() if row.building is None}
    return codes | {row.id: "dw.rob.nothing_down" for row in s.rows.values() if row.building and not row.down}


# -- the end of a turn


def before_the_next(t: Table, s: Tabletop) -> Play:
    """Ask about the robbery, for more than drawing cards comes next; and end the turn."""
    seat = s.unfinished
    assert seat is not None
    row = yield from t.ask(lambda: _which_row(s, seat))
    if row is not None:
        yield from rob(t, s, seat, s.rows[row])
    yield from end_turn(t, s)


def _which_row(s: Tabletop, seat: str) -> Choose | None:
    robbable = _robbable(s)
    params = {"seven": [row.id for row in s.due()], **asking.rows(s)}
    greyed = _not_robbable(s)
    return Choose("dw.robbery", seat, robbable, greyed, optional=True, params=params) if robbable else None


def end_turn(t: Table, s: Tabletop) -> Play:
    """Draw; then rob each row of seven face-down cards, once, for the same player (DW-36 to DW-39)."""
    seat = s.unfinished
    assert seat is not None
    refill(t, s, seat)
    s.unfinished = None
    for row in s.rows.values():  # DW-38: from top to bottom
        if row.due:
            yield from rob(t, s, seat, row, seven=True)
    s.phase = "lay"
    s.over = any(row.building is None for row in s.rows.values())  # DW-42
    if not s.over and s.nothing_left:
        s.over = True
        t.say("dw.nothing_left")


# -- a robbery


def rob(t: Table, s: Tabletop, seat: str, row: Row, seven: bool = False) -> Play:
    """Reveal a row's cards, and take the building if they are enough (DW-33, DW-34)."""
    robbery = s.robbery = Robbery(row, seat, seven)
    building = row.building
    assert building is not None
    s.phase = "robbery"
    t.say("dw.seven" if seven else "dw.called", seat=seat, row=row.id, kind=building.kind, down=len(row.down))
    if row.up and not row.judged and not t.mute:  # DW-15
        t.say("dw.counted_again", row=row.id, cards=len(row.up), **row.tally().arithmetic(building.need))
    if row.judged or t.options["entry"] == "outcomes":
        ended = yield from outcomes.ask(t, s, robbery)
    else:
        with t.anytime(Outcome):
            ended = yield from reveal(t, s, robbery)
    if ended == words.SUCCESS:
        yield from take(t, s, robbery)
    elif not t.mute:
        stopped, sums = ended == words.STOPPED, {} if row.judged else row.tally().arithmetic(building.need)
        up, down = len(row.up), len(row.down)
        t.say("dw.failed", seat=seat, row=row.id, stopped=stopped, up=up, down=down, **sums)
    s.robbery = None


def reveal(t: Table, s: Tabletop, robbery: Robbery) -> Play:
    """Card by card from the building on; return how it ends.

    DW-17: as soon as it is enough, or all of them until a vulture comes; who wins is the same.
    """
    row, stops = robbery.row, stops_when_enough(t.options)
    while True:
        enough = row.enough
        if enough and (stops or not row.down):
            return words.SUCCESS
        if not row.down:
            return words.FAILED
        face = yield from t.ask(lambda: _what_is_it(t, s, robbery))
        if robbery.ended is not None:
            return robbery.ended
        turn_over(t, s, robbery, face)
        if face == c.VULTURE:  # DW-28, DW-29: what lies behind it is not looked at
            return words.SUCCESS if enough else words.STOPPED


def stops_when_enough(options: Mapping[str, Any]) -> bool:
    """Say whether nothing is revealed any more once it is enough (DW-17)."""
    if options["reveal"] == "usual":
        return not options["colours"]
    return bool(options["reveal"] == "enough")


def _what_is_it(t: Table, s: Tabletop, robbery: Robbery) -> Choose | None:
    row = robbery.row
    if robbery.ended is not None:
        return None
    return _Revealed(robbery, partial(_cannot_be, t, s, row))


def _cannot_be(t: Table, s: Tabletop, row: Row) -> dict[str, str]:
    """Return what the next card surely is not: a special card of which all that the box holds lie face up."""
    codes = {}
    for special in c.SPECIALS:
        if special in t.box and s.surely(special) >= t.box[special]:
            codes[special] = "dw.reveal.no_more"
    if row.building is not None and all(row.building.counts):
        codes[c.WRONG] = "dw.reveal.all_fit"
    return codes


class _Revealed(Choose):
    """What the next card of a row is; random play turns over what people lay there."""

    def __init__(self, robbery: Robbery, cannot_be: Callable[[], dict[str, str]]) -> None:
        row = self.row = robbery.row
        params = {"row": row.id, "card": robbery.card, "down": len(row.down)}
        place = f"{row.id}:{robbery.card}"
        super().__init__("dw.reveal", robbery.seat, self._legal, cannot_be, place=place, params=params)

    def _legal(self) -> list[str]:
        cannot_be = self.greyed()
        return [face for face in c.FACES if face not in cannot_be]

    def pick(self, below: Below) -> str:
        """Return a likely card."""
        legal = self.options()
        return simulated.card(legal, [face for face in legal if self.row.fits(face)], below)


# -- what a card does


def turn_over(t: Table, s: Tabletop, robbery: Robbery, face: str) -> None:
    """The next card of the row is that one."""
    row, seat = robbery.row, robbery.seat
    by = row.down.pop(0)
    robbery.card += 1
    if face == c.COYOTE:
        snatch(t, s, robbery, by)
    elif face not in c.SPECIALS and not row.fits(face):
        t.say("dw.card.wrong", seat=seat, row=row.id, face=face, by=by if s.has_colours else None)
        s.throw((Card(face, by),))
        if s.has_colours:
            assert by is not None
            penalty(t, s, by, row)
    else:
        tally = row.tally()
        doubled, counts = tally.elixir, tally.take(face)
        row.up.append(Card(face, by))
        tell(t, robbery, face, counts, doubled)


def tell(t: Table, robbery: Robbery, face: str, counts: int, doubled: bool) -> None:
    """Say what a card that stays in the row is good for."""
    row, seat = robbery.row, robbery.seat
    if face == c.ELIXIR:
        t.say("dw.card.elixir", seat=seat, row=row.id, again=doubled)
    elif face == c.VULTURE:
        t.say("dw.card.vulture", seat=seat, row=row.id, enough=row.enough)
    elif face == c.JOKER:
        t.say("dw.card.joker", seat=seat, row=row.id, counts=counts, doubled=doubled)
    else:
        icon, _ = c.BANDITS[face]
        t.say("dw.card.bandit", seat=seat, row=row.id, icon=icon, counts=counts, doubled=doubled)


def snatch(t: Table, s: Tabletop, robbery: Robbery, by: str | None) -> None:
    """A coyote takes the next card, one only, whatever it is, and both are gone (DW-23, DW-25, DW-26).

    As the last card it is gone alone, or it waits for the next one (DW-24).
    """
    row = robbery.row
    coyote, took = Card(c.COYOTE, by), bool(row.down)
    waits = not took and t.options["last_coyote"] == "waits"
    if waits:
        row.up.append(coyote)
    else:
        s.throw((coyote,))
    if took:
        s.throw((Card(c.UNKNOWN, row.down.pop(0)),))
        robbery.card += 1
    t.say("dw.card.coyote", seat=robbery.seat, row=row.id, took=took, waits=waits)


# -- a building is won


def take(t: Table, s: Tabletop, robbery: Robbery) -> Play:
    """The building goes to the robber, its cards to the discard, and the next building turns up (DW-33)."""
    row, seat = robbery.row, robbery.seat
    building = row.building
    assert building is not None
    if robbery.ended is None and not t.mute:
        sums = row.tally().arithmetic(building.need)
        if sums["decided"]:
            t.say("dw.added_up", seat=seat, row=row.id, **sums)
    dollars, entered = yield from worth(t, s, row, seat)
    cards = len(row.up) + len(row.down)
    s.clear(row)
    s.won[seat].append(Won(row.building, dollars))
    s.ledger.append(("won", s.round, row.id, seat, dollars, entered))
    row.pile, row.building = row.pile - 1, None
    t.say("dw.won", seat=seat, row=row.id, kind=building.kind, dollars=dollars, cards=cards)
    if row.pile:
        yield from turn_up(t, s, row)
    else:
        t.say("dw.pile_empty", row=row.id)
