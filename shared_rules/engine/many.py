"""Prompts whose answer has parts: some of several ids, an order, a split.

Owns choose_some, order and split. Like all prompts they refuse by themselves and list nothing in a replay.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Unpack

from . import refusals as r
from .prompts import NOT_FORCED, Below, Greyed, Listed, More, Options, Prompt
from .refusals import Refused, RulebookFault

Limits = Mapping[str, int] | Callable[[], Mapping[str, int]]


def _shuffled(options: Sequence[str], below: Below) -> list[str]:
    left = list(options)
    return [left.pop(below(len(left))) for _ in options]


class ChooseSome(Listed):
    """From `least` to `most` different ids. The answer is a tuple of them, in the order of the options."""

    kind = "choose_some"

    def __init__(
        self,
        prompt_id: str,
        of: str,
        options: Options,
        least: int,
        most: int,
        greyed: Greyed | None = None,
        **more: Unpack[More],
    ) -> None:
        super().__init__(prompt_id, of, options, greyed, **more)
        self.least, self.most = least, most

    def check(self, value: Any) -> Any:
        """Return the ids."""
        if value.__class__ not in (list, tuple):
            return super().check(value)
        chosen = {self.one(item) for item in value}
        if len(chosen) < len(value):
            raise Refused(r.REPEATED, id=self.id)
        if not self.least <= len(chosen) <= self.most:
            code = r.TOO_FEW if len(chosen) < self.least else r.TOO_MANY
            raise Refused(code, id=self.id, min=self.least, max=self.most)
        return tuple(option for option in self.options() if option in chosen)

    def only(self) -> Any:
        """Return all ids if all have to be chosen, none if none can."""
        count = len(self.options())
        if count < self.least or self.most < self.least:
            return self.none_left()
        if self.optional:
            return NOT_FORCED
        if self.least == count:
            return tuple(self.options())
        return () if self.most == 0 else NOT_FORCED

    def pick(self, below: Below) -> Any:
        """Return some of the ids."""
        options = self.options()
        count = self.least + below(min(self.most, len(options)) - self.least + 1)
        chosen = _shuffled(options, below)[:count]
        return tuple(option for option in options if option in chosen)

    def form(self) -> dict[str, Any]:
        """Return {"options", "greyed", "min", "max"}."""
        return super().form() | {"min": self.least, "max": self.most}


class Order(Listed):
    """All ids in an order. The answer is a tuple."""

    kind = "order"

    def check(self, value: Any) -> Any:
        """Return the ids in their new order."""
        if value.__class__ not in (list, tuple):
            return super().check(value)
        chosen = tuple(self.one(item) for item in value)
        if len(set(chosen)) < len(chosen):
            raise Refused(r.REPEATED, id=self.id)
        if len(chosen) < len(self.options()):
            raise Refused(r.INCOMPLETE, id=self.id)
        return chosen

    def only(self) -> Any:
        """Return the order if there is only one."""
        if len(self.options()) > 1 or self.optional:
            return NOT_FORCED
        return tuple(self.options())

    def pick(self, below: Below) -> Any:
        """Return one of the orders."""
        return tuple(_shuffled(self.options(), below))


class Split(Prompt):
    """`total` shared out among ids, each with its limit. The answer is id -> integer, for every id.

    >>> Split("charlatan", "Ana", 3, {"Bo": 2, "Cy": 1}).only()
    mappingproxy({'Bo': 2, 'Cy': 1})
    """

    kind = "split"

    def __init__(self, prompt_id: str, of: str, total: int, limits: Limits, **more: Unpack[More]) -> None:
        super().__init__(prompt_id, of, **more)
        self.total, self._limits = total, limits

    def limits(self) -> Mapping[str, int]:
        """Return how much each id can take."""
        limits = self._limits
        if callable(limits):
            limits = self._limits = dict(limits())
        return limits

    def check(self, value: Any) -> Any:
        """Return the shares; ids that are left out get 0."""
        if not isinstance(value, Mapping):
            return super().check(value)
        limits = self.limits()
        for key, share in value.items():
            if share.__class__ is not int or key.__class__ is not str:
                raise self.wants()
            if key not in limits:
                raise Refused(r.UNKNOWN, id=self.id, option=key)
            if not 0 <= share <= limits[key]:
                raise Refused(r.LIMIT, id=self.id, option=key, max=limits[key])
        if sum(value.values()) != self.total:
            raise Refused(r.TOTAL, id=self.id, total=self.total)
        return MappingProxyType({key: value.get(key, 0) for key in limits})

    def only(self) -> Any:
        """Return the shares if there is only one way."""
        limits = self.limits()
        room = sum(limits.values())
        if not 0 <= self.total <= room:
            if self.optional:
                return None
            raise RulebookFault(f"dead end: {self!r} cannot share {self.total} among {dict(limits)}")
        if self.optional:
            return NOT_FORCED
        takers = [key for key, limit in limits.items() if limit]
        if self.total == room:
            return MappingProxyType(dict(limits))
        if self.total == 0 or len(takers) == 1:
            return MappingProxyType({key: self.total if key in takers else 0 for key in limits})
        return NOT_FORCED

    def pick(self, below: Below) -> Any:
        """Return one way to share."""
        left, room = self.total, sum(self.limits().values())
        shares = {}
        for key, limit in self.limits().items():
            room -= limit
            least = max(0, left - room)
            shares[key] = least + below(min(limit, left) - least + 1)
            left -= shares[key]
        return MappingProxyType(shares)

    def form(self) -> dict[str, Any]:
        """Return {"options": [id, ..], "total": integer, "limits": {id: integer}}."""
        limits = self.limits()
        return {"options": list(limits), "total": self.total, "limits": dict(limits)}
