"""The boards: what lies on the table, as a picture in the middle of the screen, one for each game.

Owns where a board is found by the id of its rulebook; each is imported when it is asked for. Importing this
opens no window.
"""

from collections.abc import Callable

from companion.boards.drawn import Board, Counter, SeatFacts

__all__ = ["BOARDS", "Board", "Counter", "SeatFacts", "board"]


def _bo_bo_bon() -> Board:
    from companion.boards.bo_bo_bon import BoBoBonBoard

    return BoBoBonBoard()


def _bom_mau_bode() -> Board:
    from companion.boards.bom_mau_bode import BomMauBodeBoard

    return BomMauBodeBoard()


def _boomtown_bandits() -> Board:
    from companion.boards.boomtown_bandits import BoomtownBanditsBoard

    return BoomtownBanditsBoard()


def _dollars_wanted() -> Board:
    from companion.boards.dollars_wanted import DollarsWantedBoard

    return DollarsWantedBoard()


def _sans_foi_ni_loi() -> Board:
    from companion.boards.sans_foi_ni_loi import SansFoiNiLoiBoard

    return SansFoiNiLoiBoard()


BOARDS: dict[str, Callable[[], Board]] = {
    "bom_mau_bode": _bom_mau_bode,
    "boomtown_bandits": _boomtown_bandits,
    "dollars_wanted": _dollars_wanted,
    "sans_foi_ni_loi": _sans_foi_ni_loi,
    "bo_bo_bon": _bo_bo_bon,
}


def board(rulebook_id: str) -> Board:
    """Return a new board of a game. Raises LookupError: it has none."""
    return BOARDS[rulebook_id]()
