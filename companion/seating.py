"""Who sits where: players, their colours, their side of the table, their pads and their tokens.

Owns the set-up of a shootout before it begins, and the shape of the panes around the screen. Pure: it knows
no widget and no port; pads are labels.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from shared_rules.referee.events import COWARD, DICE, SHOOTER_1, SHOOTER_2

SOUTH, WEST, NORTH, EAST = SIDES = ("south", "west", "north", "east")  # clockwise, as people sit
ROTATION = {SOUTH: 0, EAST: 90, NORTH: 180, WEST: 270}  # degrees counter-clockwise: up is away from the seat
LEAST, MOST = 2, 5
MOST_SEATS = 6  # of a match: one game has a sixth player
MOST_AT_A_SIDE = 2
LONGEST_NAME = 40
NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo")
FIRST_SIDES = (SOUTH, NORTH, WEST, EAST, SOUTH, NORTH)


@dataclass
class Seat:
    """One player at the table. `brand` is the number of their colour and shape; `pad` is "" for one on the
    screen."""

    name: str
    brand: int
    side: str
    pad: str = ""
    dice: list[str] = field(default_factory=lambda: list(DICE))


class Rect(NamedTuple):
    """A pane in window pixels from the bottom left, and how far it is turned, in degrees."""

    x: int
    y: int
    width: int
    height: int
    rotation: int


class SetUp:
    """The table before a shootout. What cannot be done leaves it as it is."""

    def __init__(self, players: int = LEAST) -> None:
        self.seats: list[Seat] = []
        self.pad_dice = False
        for _ in range(players):
            self.add()

    def add(self, most: int = MOST) -> Seat | None:
        """One more player, with a name, colour and side that are free; None when `most` sit there."""
        if len(self.seats) >= most:
            return None
        names = {_as_read(seat.name) for seat in self.seats}
        brands = {seat.brand for seat in self.seats}
        name = next(name for name in NAMES if _as_read(name) not in names)
        brand = next(brand for brand in range(MOST_SEATS) if brand not in brands)
        side = next(side for side in (*FIRST_SIDES, *SIDES) if self._has_room(side) and self._is_next(side))
        seat = Seat(name, brand, side)
        self.seats.append(seat)
        return seat

    def _is_next(self, side: str) -> bool:
        taken = {seat.side for seat in self.seats}
        return side not in taken or len(taken) == len(SIDES)

    def _has_room(self, side: str) -> bool:
        return sum(seat.side == side for seat in self.seats) < MOST_AT_A_SIDE

    def remove(self, place: int) -> None:
        """Take a player off the table; the last ones stay."""
        if len(self.seats) > LEAST:
            del self.seats[place]

    def rename(self, place: int, name: str) -> None:
        """Another name: what is printable of it, cut to a sensible length; an empty one changes nothing."""
        shown = (character for character in composed(name) if character.isprintable())
        kept = "".join(shown).strip()[:LONGEST_NAME].strip()
        if kept:
            self.seats[place].name = kept

    def recolour(self, place: int) -> None:
        """The next colour that nobody else has."""
        brands = {seat.brand for seat in self.seats}
        seat = self.seats[place]
        ahead = [(seat.brand + step) % MOST for step in range(1, MOST)]
        seat.brand = next((brand for brand in ahead if brand not in brands), seat.brand)

    def turn(self, place: int) -> None:
        """To the next side of the table that has room."""
        seat = self.seats[place]
        at = SIDES.index(seat.side)
        ahead = [SIDES[(at + step) % len(SIDES)] for step in range(1, len(SIDES))]
        seat.side = next((side for side in ahead if self._has_room(side)), seat.side)

    def claim(self, pad: str, place: int | None = None) -> int | None:
        """HIT was pressed on a pad: it belongs to this seat, or to the first without one; the seat's place.

        A pad that has a seat keeps it, unless another one is named.
        """
        owner = next((n for n, seat in enumerate(self.seats) if seat.pad == pad), None)
        if place is None:
            place = (
                owner if owner is not None else next((n for n, s in enumerate(self.seats) if not s.pad), None)
            )
        if place is None:
            return None
        if owner is not None:
            self.seats[owner].pad = ""
        self.seats[place].pad = pad
        return place

    def unclaim(self, place: int) -> None:
        """Back to the pad on the screen."""
        self.seats[place].pad = ""

    def toggle(self, place: int, die: str) -> None:
        """Give or take a token. A single shooter is shooter 1, and nobody is without any token."""
        held = set(self.seats[place].dice) ^ {die}
        if SHOOTER_2 in held and SHOOTER_1 not in held:
            held = held - {SHOOTER_2} | {SHOOTER_1} if die == SHOOTER_2 else held - {SHOOTER_2}
        if held:
            self.seats[place].dice = [name for name in (SHOOTER_1, SHOOTER_2, COWARD) if name in held]

    def problem(self) -> str | None:
        """Why it cannot begin: a stable code, or None."""
        return None if are_apart(seat.name for seat in self.seats) else "setup.same_name"


def composed(name: str) -> str:
    """A name as it is kept: however it was typed, an accent is one with its letter (NFC)."""
    return unicodedata.normalize("NFC", name)


def are_apart(names: Iterable[str]) -> bool:
    """Whether people can tell these names apart: not by capitals, width or how an accent was typed alone."""
    read = [_as_read(name) for name in names]
    return len(set(read)) == len(read)


def _as_read(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def panes(sides: list[str], width: int, height: int, depth: int) -> list[Rect]:
    """The panes of seats at these sides: `depth` pixels deep along all four edges, the corners left free."""
    counts = {side: sides.count(side) for side in SIDES}
    filled = dict.fromkeys(SIDES, 0)
    found = []
    for side in sides:
        length = (width if side in (SOUTH, NORTH) else height) - 2 * depth
        share = max(1, length // max(1, counts[side]))
        at = depth + filled[side] * share
        filled[side] += 1
        flat = {
            SOUTH: (at, 0, share, depth),
            NORTH: (at, height - depth, share, depth),
            WEST: (0, at, depth, share),
            EAST: (width - depth, at, depth, share),
        }
        found.append(Rect(*flat[side], ROTATION[side]))
    return found
