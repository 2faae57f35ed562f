"""What a match starts from: its game, its players, its options, what is known of the box.

Owns the checks on what comes from outside, names above all. It never fills a box fact in by itself.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import refusals as r
from .prompts import JUDGE, PUBLIC, TABLE
from .refusals import Refused
from .words import BoxFact, Option

LONGEST_NAME = 40  # letters; a pane shows no more
RESERVED = (TABLE, JUDGE, PUBLIC)


class Setup(NamedTuple):
    """A checked setup. options: every one of the game; box: the facts that were known at the start."""

    rulebook: str
    version: int
    players: tuple[str, ...]
    options: Mapping[str, Any]
    box: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        """Return {"rulebook", "version", "players", "options", "box"}."""
        return {
            "rulebook": self.rulebook,
            "version": self.version,
            "players": list(self.players),
            "options": dict(self.options),
            "box": dict(self.box),
        }


def check_players(names: Any, least: int, most: int) -> tuple[str, ...]:
    """Return the names.

    Raises Refused: their number; one that is empty, unprintable or means something else; two that look alike.
    """
    if names.__class__ not in (list, tuple) or not least <= len(names) <= most:
        raise Refused(r.SETUP_PLAYERS, min=least, max=most)
    seen: set[str] = set()
    for name in names:
        if name.__class__ is not str or not _is_name(name):
            raise Refused(r.SETUP_NAME, name=name if isinstance(name, str) else None, longest=LONGEST_NAME)
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
        if folded in RESERVED:
            raise Refused(r.SETUP_RESERVED_NAME, name=name)
        if folded in seen:
            raise Refused(r.SETUP_SAME_NAME, name=name)
        seen.add(folded)
    return tuple(names)


def check_options(declared: Sequence[Option], given: Any) -> dict[str, Any]:
    """Return every option's value, defaults filled in. Raises Refused."""
    if not isinstance(given, Mapping):
        raise Refused(r.SETUP_OPTION, option=None)
    known = {option.id: option for option in declared}
    for key, value in given.items():
        if key not in known:
            raise Refused(r.SETUP_OPTION, option=key)
        if not known[key].fits(value):
            raise Refused(r.SETUP_OPTION_VALUE, option=key, choices=list(known[key].choices))
    return {option.id: given.get(option.id, option.default) for option in declared}


def check_box(declared: Sequence[BoxFact], given: Any) -> dict[str, int]:
    """Return the facts given. Raises Refused."""
    if not isinstance(given, Mapping):
        raise Refused(r.SETUP_BOX, fact=None)
    known = {fact.id: fact for fact in declared}
    for key, value in given.items():
        if key not in known:
            raise Refused(r.SETUP_BOX, fact=key)
        if not known[key].fits(value):
            raise Refused(r.SETUP_BOX_VALUE, fact=key, min=known[key].least, max=known[key].most)
    return dict(given)


def _is_name(name: str) -> bool:
    return bool(name) and name == name.strip() and name.isprintable() and len(name) <= LONGEST_NAME
