"""What lies beside the prompt of a match: what somebody may say out of turn, and a way back that needs a yes.

Owns who is asked about these, and in which words. It changes nothing and knows no widget.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from companion.i18n import _
from companion.screens.match_words import ONE, Asked, Json, Option
from shared_rules.engine.always import EVERYWHERE

BY_HAND = frozenset(rule.id for rule in EVERYWHERE)  # rare, and never in the way


class Act(NamedTuple):
    """An interjection that is open to a seat: the id of its target, what it is called, its icon."""

    target_id: str
    label: str
    icon: str


class Interjection(NamedTuple):
    """What somebody wants to say out of turn; turned: to whom its sheet is, in degrees."""

    id: str
    of: str
    turned: int

    def among(self, also: Sequence[Json]) -> Json | None:
        """Return its prompt, None if it is not open any more."""
        return next((act for act in also if (act["id"], act["of"]) == (self.id, self.of)), None)


def acts_of(also: Sequence[Json], asked_now: Collection[str], seat: str, telling: Any) -> Iterator[Act]:
    """Yield what is open to a seat beside what is asked (ids of prompts)."""
    for act in also:
        if act["of"] != seat or act["id"] in BY_HAND or act["id"] in asked_now:
            continue
        several = sum(other["id"] == act["id"] for other in also) > 1
        word = telling.act({"id": act["id"], "of": seat})
        target = f"act.{act['id']}.{seat}" if several else f"act.{act['id']}"
        yield Act(target, word.text, word.icon or "bullhorn_outline")


def folded(acts: Sequence[Act], seat: str) -> tuple[Act, ...]:
    """Return one key instead of several, which would take a pane's room: it opens the list of them."""
    return (Act(f"acts.{seat}", _("Act"), "bullhorn_outline"),) if len(acts) > 1 else tuple(acts)


def act_of(also: Sequence[Json], target: str, seat: str) -> Json | None:
    """Return the interjection of this seat whose target was tapped."""
    names = ((act, (f"act.{act['id']}", f"act.{act['id']}.{seat}")) for act in also if act["of"] == seat)
    return next((act for act, targets in names if target in targets), None)


def acts_named(also: Sequence[Json], name: str) -> list[Json]:
    """Return what is open by a name of the menu: an interjection's id, perhaps with `@` and whose it is."""
    act_id, _at, of = name.partition("@")
    return [act for act in also if act["id"] == act_id and of in ("", act["of"])]


class TakeBack(NamedTuple):
    """A way back that the seats concerned are asked about: what it does, and who has not agreed yet."""

    action: Callable[[], object]
    seats: tuple[str, ...]

    def question(self, seat: str) -> Asked | None:
        """What this seat is asked, if it is."""
        if seat not in self.seats:
            return None
        yes = Option(f"yes.{seat}", True, _("Take back"), "undo")
        no = Option("no", False, _("No"), "close")
        return Asked(ONE, _("You saw something secret. Take it back?"), (yes, no))

    def without(self, seat: str) -> "TakeBack | None":
        """This seat agrees: what is still asked, None if nobody else is."""
        left = tuple(each for each in self.seats if each != seat)
        return self._replace(seats=left) if left else None
