"""Whether the cards that lie face up in a row are enough for its building, and what decided it.

Owns the arithmetic of icons, jokers and elixir. It knows no table: cards and icons come in as they lie.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from . import cards as c

Icons = Mapping[str, int]


class Tally:
    """What a row shows from the left on: `take` one face after the other.

    shown: icon -> how often, as the elixir has it. jokers: how many icons they can stand for. added: icon ->
    how much of `shown` is the elixir's. elixir: it doubles what comes next.
    """

    __slots__ = ("added", "elixir", "joker_added", "jokers", "shown")

    def __init__(self) -> None:
        self.shown: dict[str, int] = {}
        self.added: dict[str, int] = {}
        self.jokers = self.joker_added = 0
        self.elixir = False

    @classmethod
    def of(cls, faces: Iterable[str]) -> "Tally":
        """Return the tally of all of them: each attempt counts anew from the left (DW-15)."""
        tally = cls()
        for face in faces:
            tally.take(face)
        return tally

    def take(self, face: str) -> int:
        """Count the next card; return how many icons it is good for.

        A vulture counts nothing, nor does one of an earlier attempt (DW-16). An elixir doubles what comes
        after it, not what came before (DW-20), and a second one changes nothing (DW-22).
        """
        if face == c.ELIXIR:
            self.elixir = True
            return 0
        icon, plain = (c.JOKER, 1) if face == c.JOKER else c.BANDITS.get(face, ("", 0))
        added = plain if self.elixir else 0
        if icon == c.JOKER:
            self.jokers += plain + added
            self.joker_added += added
        elif icon:
            self.shown[icon] = self.shown.get(icon, 0) + plain + added
            self.added[icon] = self.added.get(icon, 0) + added
        return plain + added

    def missing(self, need: Icons) -> dict[str, int]:
        """Return icon -> how many more a building needs, before jokers."""
        short = {icon: count - self.shown.get(icon, 0) for icon, count in need.items()}
        return {icon: count for icon, count in short.items() if count > 0}

    def enough(self, need: Icons) -> bool:
        """Say whether it is robbed: a joker stands for any icon, each for another one (DW-18, DW-19)."""
        return sum(self.missing(need).values()) <= self.jokers

    def without_elixir(self) -> "Tally":
        """Return what the same cards would be without it."""
        plain = Tally()
        plain.shown = {icon: count - self.added.get(icon, 0) for icon, count in self.shown.items()}
        plain.jokers = self.jokers - self.joker_added
        return plain

    def arithmetic(self, need: Icons) -> dict[str, Any]:
        """Return how it adds up, as JSON.

        {"need", "shown", "missing": icon -> count, before jokers, "jokers": icons they can stand for,
        "elixir": icon -> what it added ("joker" among them), "decided": which of "joker" and "elixir" it
        would not be enough without}
        """
        enough, missing = self.enough(need), self.missing(need)
        added = self.added | {c.JOKER: self.joker_added}
        decided = [c.JOKER] if enough and missing else []
        if enough and not self.without_elixir().enough(need):
            decided.append(c.ELIXIR)
        return {
            "need": dict(need),
            "shown": dict(self.shown),
            "missing": missing,
            "jokers": self.jokers,
            "elixir": {icon: count for icon, count in added.items() if count},
            "decided": decided,
        }
