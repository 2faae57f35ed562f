"""What the games say, in the language of the table.

Owns where a game's words are found by the id of its rulebook; each game's are imported when they are asked
for. No word stands in a rulebook, and nothing here knows a widget or decides anything.
"""

from collections.abc import Callable, Mapping

from companion.telling.engine import REFUSALS, Said, Telling, Word
from shared_rules.engine import Refused, Rulebook

__all__ = ["GAMES", "Said", "Telling", "Word", "for_a_terminal", "sentence", "telling"]


def _bo_bo_bon() -> Telling:
    from companion.telling.bo_bo_bon import BoBoBonTelling

    return BoBoBonTelling()


def _bom_mau_bode() -> Telling:
    from companion.telling.bom_mau_bode import BomMauBodeTelling

    return BomMauBodeTelling()


def _boomtown_bandits() -> Telling:
    from companion.telling.boomtown_bandits import BoomtownBanditsTelling

    return BoomtownBanditsTelling()


def _dollars_wanted() -> Telling:
    from companion.telling.dollars_wanted import DollarsWantedTelling

    return DollarsWantedTelling()


def _sans_foi_ni_loi() -> Telling:
    from companion.telling.sans_foi_ni_loi import SansFoiNiLoiTelling

    return SansFoiNiLoiTelling()


GAMES: Mapping[str, Callable[[], Telling]] = {
    "bom_mau_bode": _bom_mau_bode,
    "boomtown_bandits": _boomtown_bandits,
    "dollars_wanted": _dollars_wanted,
    "sans_foi_ni_loi": _sans_foi_ni_loi,
    "bo_bo_bon": _bo_bo_bon,
}


def telling(rulebook_id: str) -> Telling:
    """Return the words of a game. Raises LookupError: it has none."""
    return GAMES[rulebook_id]()


def sentence(refused: Refused) -> str:
    """Return what is wrong and what to do; the code tells which game it is about, if it is about one."""
    words = Telling(Rulebook())
    if refused.code not in REFUSALS:
        games = (telling(game) for game in GAMES)
        words = next((each for each in games if refused.code in each.rulebook.refusals), words)
    return words.refusal(refused.code, refused.why)


def for_a_terminal(refused: Refused) -> str:
    """Return the code and its parameters, for scripts, and the sentence, for people."""
    return f"{refused}: {sentence(refused)}"
