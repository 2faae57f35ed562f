"""The shelf: where a rulebook is found by its id.

Owns the list of the games that are here, and nothing of any game. It imports none before it is asked for: to
add one, write what the others have: a function that imports it, and its line in the table.
"""

from collections.abc import Callable, Iterator, Mapping

from shared_rules.engine import Refused, Rulebook
from shared_rules.engine.refusals import SETUP_RULEBOOK


def _bo_bo_bon() -> Rulebook:
    from .bo_bo_bon import BoBoBon

    return BoBoBon()


def _bom_mau_bode() -> Rulebook:
    from .bom_mau_bode import BomMauBode

    return BomMauBode()


def _boomtown_bandits() -> Rulebook:
    from .boomtown_bandits import BoomtownBandits

    return BoomtownBandits()


def _dollars_wanted() -> Rulebook:
    from .dollars_wanted import DollarsWanted

    return DollarsWanted()


def _sans_foi_ni_loi() -> Rulebook:
    from .sans_foi_ni_loi import SansFoiNiLoi

    return SansFoiNiLoi()


GAMES: dict[str, Callable[[], Rulebook]] = {
    "bom_mau_bode": _bom_mau_bode,
    "boomtown_bandits": _boomtown_bandits,
    "dollars_wanted": _dollars_wanted,
    "sans_foi_ni_loi": _sans_foi_ni_loi,
    "bo_bo_bon": _bo_bo_bon,
}


def rulebook(rulebook_id: str) -> Rulebook:
    """Return the rulebook with that id. Raises Refused, setup.rulebook: there is none; `known` are here."""
    make = GAMES.get(rulebook_id)
    if make is None:
        raise Refused(SETUP_RULEBOOK, rulebook=rulebook_id, known=sorted(GAMES))
    return make()


def rulebooks() -> Mapping[str, Rulebook]:
    """Return all that are here, id -> rulebook; each is imported when it is taken."""
    return _Shelf()


class _Shelf(Mapping[str, Rulebook]):
    def __getitem__(self, rulebook_id: str) -> Rulebook:
        return GAMES[rulebook_id]()

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)
