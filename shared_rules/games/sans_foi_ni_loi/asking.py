"""How this game asks.

Owns questions whose answer another line of the log says anyway, and those that say themselves why not: for
more than there is, and for a card that has left. What random play answers is `simulated.py`'s business.
"""

from collections.abc import Callable, Sequence
from typing import Any, Unpack

from shared_rules.engine import Choose, ChooseSome, Number, Refused
from shared_rules.engine.prompts import NOT_FORCED, Below, Greyed, More, Options

from . import printed as p
from . import simulated


class UpTo(Number):
    """An integer, at most as many as there are; `short` is the code for more than that."""

    def __init__(
        self, prompt_id: str, of: str, least: int, most: int, short: str, **more: Unpack[More]
    ) -> None:
        super().__init__(prompt_id, of, least, most, **more)
        self.short = short

    def check(self, value: Any) -> Any:
        """Return the integer. Raises Refused: there are not as many."""
        if value.__class__ is int and value > self.most:
            raise Refused(self.short, id=self.id, max=self.most)
        return super().check(value)


class Cost(Number):
    """What it costs to play a card, out of so many points. With one point left it is asked too: only the card
    tells.
    """

    def __init__(self, prompt_id: str, of: str, points: int, **more: Unpack[More]) -> None:
        super().__init__(prompt_id, of, 1, min(p.MOST_COST, points), **more)
        self.points = points

    def check(self, value: Any) -> Any:
        """Return the integer. Raises Refused: there are not as many points left."""
        if value.__class__ is int and value > self.points:
            raise Refused("sf.points.short", id=self.id, max=self.most)
        return super().check(value)

    def only(self) -> Any:
        """Nothing is forced: a cost that was not read off the card would be told to the box."""
        return NOT_FORCED


class Printed(Number):
    """A number that is printed on a card."""

    def pick(self, below: Below) -> int:
        """Return one of the integers, rather a small one."""
        return simulated.small(self.least, self.most, below)


class OneOf(Choose):
    """One out of several, and if only one is legal, why the others are not is shown all the same."""

    def only(self) -> Any:
        """Return the id if there is nothing else to see."""
        return NOT_FORCED if self.greyed() else super().only()


class OwnCards(ChooseSome):
    """Some of one's own cards; `gone` says of another one why it is not among them."""

    def __init__(
        self,
        prompt_id: str,
        of: str,
        options: Sequence[str],
        gone: Callable[[str], str | None],
        **more: Unpack[More],
    ) -> None:
        super().__init__(prompt_id, of, options, 0, len(options), **more)
        self.gone = gone

    def one(self, value: Any) -> str:
        """Return a legal id. Raises Refused: it has left, or it is somebody else's."""
        if value.__class__ is str and value not in self.options():
            code = self.gone(value)
            if code:
                raise Refused(code, id=self.id, option=value)
        return super().one(value)


class Action(Choose):
    """What somebody does next with their action points."""

    def __init__(
        self, prompt_id: str, of: str, options: Options, greyed: Greyed, **more: Unpack[More]
    ) -> None:
        super().__init__(prompt_id, of, options, greyed, **more)

    def pick(self, below: Below) -> str:
        """Return one of the ids, as people at a table might."""
        return simulated.action(self.options(), below)
