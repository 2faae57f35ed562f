"""A round up to the reveal: the marshal, the placement, and what the tokens are.

Owns which tokens lie where. What happens at the locations after that is `places.py`'s business.
"""

from collections.abc import Mapping
from functools import partial

from shared_rules.engine import TABLE, Choose, Split, Table
from shared_rules.engine.prompts import Prompt, quiet
from shared_rules.engine.table import Play

from . import town
from .table import Tabletop


def close_location(t: Table, s: Tabletop) -> Play:
    """The first player places the marshal: that location is unavailable this round (BB-4)."""
    s.phase = "marshal"
    s.open_window(town.BEFORE_PLACEMENT)
    s.closed = yield from t.ask(lambda: None if s.over else Choose("bb.marshal", s.first, s.row))
    s.fresh.clear()
    if s.closed is not None:
        t.say("bb.closed", seat=s.first, location=s.closed)


def placement(t: Table, s: Tabletop) -> Play:
    """One token each, face down, clockwise from the first player, until all are placed (BB-5).

    Nobody has to enter that before the reveal (BB-6): each token in turn, how many lie where, or nothing.
    """
    s.phase = "placement"
    s.spots = tuple(s.available())
    if t.options["placement"] == "whose":
        yield from place_in_turn(t, s)
        s.open_window(town.AFTER_PLACEMENT)
        return
    s.open_window(town.BEFORE_PLACEMENT, town.AFTER_PLACEMENT)  # nobody says where the one ends
    if t.options["placement"] == "counted":
        counted = yield from t.ask(lambda: _how_many_where(s))
        s.counted = dict(counted) if counted is not None else None


def place_in_turn(t: Table, s: Tabletop) -> Play:
    """Each token is tapped; whose it is follows from the order."""
    s.placed = {}
    for nth in range(1, sum(town.CAMP.values()) + 1):
        for seat in town.clockwise(s.players, s.first):
            location = yield from t.ask(partial(_where_to_place, s, seat, nth))
            if location is None:
                continue
            if not s.placed:
                s.spots = tuple(s.available())
                s.open_window()
            s.lay_down(location, seat, 1)


def _where_to_place(s: Tabletop, seat: str, nth: int) -> Prompt | None:
    where = s.spots if s.placed else s.available()
    if nth > sum(s.camp[seat].values()) or not where:
        return None
    return quiet(Choose("bb.place", seat, where, lambda: s.unavailable(where), place=nth))


def _how_many_where(s: Tabletop) -> Prompt | None:
    total = sum(sum(camp.values()) for camp in s.camp.values())
    return Split("bb.placed", TABLE, total, dict.fromkeys(s.spots, total)) if s.spots and total else None


# -- reveal


def reveal(t: Table, s: Tabletop) -> Play:
    """All tokens are flipped at once; each player says where theirs lie (BB-7)."""
    s.phase = "reveal"
    everybody = town.clockwise(s.players, s.first)
    if s.spots:
        cowards = yield from t.ask_each(everybody, partial(_where_is_the_coward, s))
        while gone := [seat for seat, location in cowards.items() if not _may_lie(s, seat, location)]:
            for seat in gone:
                del cowards[seat]
            cowards |= yield from t.ask_each(gone, partial(_where_is_the_coward, s))
        s.open_window()
        shooters: list[Mapping[str, str]] = []
        if s.placed is None:
            for nth in range(1, town.CAMP[town.SHOOTER] + 1):
                where = yield from t.ask_each(everybody, partial(_where_is_the_shooter, s, nth))
                shooters.append(where)
        for seat in s.players:
            _flip(s, seat, cowards.get(seat), [where[seat] for where in shooters if seat in where])
    s.open_window()
    s.revealed = True
    tell(t, s)


def _where_is_the_coward(s: Tabletop, seat: str) -> Prompt | None:
    if not s.camp[seat][town.COWARD]:
        return None
    if s.placed is None:
        return _where("bb.reveal.coward", s, seat, None)
    own = [location for location in s.row if _may_lie(s, seat, location)]
    others = {location: "bb.reveal.none_there" for location in s.row if location not in own}
    return quiet(Choose("bb.reveal.coward", seat, own, others)) if own else None


def _may_lie(s: Tabletop, seat: str, location: str) -> bool:
    """Say whether a player has a token there, for all that was entered; a card may have taken it since."""
    return s.placed is None or s.lying(location, seat) > 0


def _where_is_the_shooter(s: Tabletop, nth: int, seat: str) -> Prompt | None:
    return _where("bb.reveal.shooter", s, seat, nth) if nth <= s.camp[seat][town.SHOOTER] else None


def _where(prompt_id: str, s: Tabletop, seat: str, nth: int | None) -> Prompt | None:
    if not s.spots:
        return None  # a card has emptied the last pile meanwhile
    return quiet(Choose(prompt_id, seat, s.spots, lambda: s.unavailable(s.spots), place=nth))


def _flip(s: Tabletop, seat: str, coward: str | None, shooters: list[str]) -> None:
    """Lay a player's tokens face up: where shooters were not asked, they are all that is no coward."""
    if not s.camp[seat][town.COWARD]:
        coward = None  # a card took it while others were still revealing theirs
    for location in s.row:
        cowards = int(location == coward)
        held = shooters.count(location) if s.placed is None else s.lying(location, seat) - cowards
        s.lay(location, seat, held, cowards)


def tell(t: Table, s: Tabletop) -> None:
    """Say what lies where, and where that is not what was counted before: the tokens are right."""
    for location in s.row:
        there = s.at[location]
        if there:
            t.say("bb.revealed", location=location, tokens={seat: list(held) for seat, held in there.items()})
        lie = sum(map(len, there.values()))
        if s.counted is not None and s.counted.get(location, 0) != lie:
            t.say("bb.reveal.differs", location=location, counted=s.counted.get(location, 0), revealed=lie)
