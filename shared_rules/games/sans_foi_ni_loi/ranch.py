"""A ranch: the cards that lie in it, and which lie on which land.

Owns what a ranch is worth to its owner: guard bonus, herds' prices, how many of what. It asks nothing.
"""

from collections.abc import Iterable
from typing import Any

from . import printed as p


class Card:
    """A card in a ranch.

    number: how many herds a land holds, a herd's value, a guard's bonus; 0 for others. on: the land it lies
    on, None for none. age: the turns of its owner since it was laid.
    """

    __slots__ = ("age", "id", "kind", "number", "on")

    def __init__(self, card_id: str, kind: str, number: int, on: str | None) -> None:
        self.id, self.kind, self.number, self.on, self.age = card_id, kind, number, on, 0

    @property
    def worth(self) -> int:
        """What a herd brings in a sale now."""
        return self.number * p.times(self.age)

    def told(self) -> dict[str, Any]:
        """Return what a line of the log or a question says of it."""
        told: dict[str, Any] = {"kind": self.kind}
        if self.kind == p.LAND:
            told["quality"] = p.QUALITY_OF[self.number]
        elif self.kind == p.HERD:
            told |= {"value": self.number, "age": self.age, "worth": self.worth}
        elif self.kind in p.GUARDS:
            told["bonus"] = self.number
        return told


class Ranch:
    """One player's cards, by their ids, in the order they were laid."""

    __slots__ = ("cards",)

    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}

    def of(self, *kinds: str) -> list[Card]:
        """Return the cards of these kinds."""
        return [card for card in self.cards.values() if card.kind in kinds]

    def ids(self, *kinds: str) -> list[str]:
        """Return the ids of the cards of these kinds."""
        return [card.id for card in self.of(*kinds)]

    def count(self, kind: str) -> int:
        """Return how many cards of a kind."""
        return len(self.of(kind))

    def on(self, land: str | None, *kinds: str) -> list[Card]:
        """Return what lies on a land, or on none."""
        return [card for card in self.of(*(kinds or p.KINDS)) if card.on == land]

    @property
    def bonus(self) -> int:
        """The sum of all guard bonuses, cowboys and fences, wherever they stand (S-5, S-12)."""
        return sum(card.number for card in self.of(*p.GUARDS))

    def dearest(self) -> list[Card]:
        """Return the herds that would bring most in a sale now: several only if they are equal (S-9)."""
        herds = self.of(p.HERD)
        most = max((herd.worth for herd in herds), default=0)
        return [herd for herd in herds if herd.worth == most]

    def crowded(self, land: str) -> bool:
        """Say whether more herds lie on a land than it holds: that is noted, and not forbidden (S-34)."""
        return len(self.on(land, p.HERD)) > self.cards[land].number

    def rooms(self) -> dict[str, dict[str, Any]]:
        """Return each land as a question says it: what it is, and how many herds lie there."""
        return {
            land.id: {**land.told(), "herds": len(self.on(land.id, p.HERD)), "holds": land.number}
            for land in self.of(p.LAND)
        }

    def told(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return the cards with these ids as a question says them."""
        cards = [self.cards[each] for each in ids]
        return {card.id: card.told() | ({"on": card.on} if card.on else {}) for card in cards}
