"""Matches and prompts of o BOM, o MAU e o BODE, to be told."""

from typing import Any

from shared_rules import games
from shared_rules.engine import Match

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
BOX = {"coins_saloon": 0, "coins_shop": 2, "coins_bank": 3, "coins_ranch": 0, "coins_mine": 1}


def begin(people: int = 3, *, chef: bool = True, **more: Any) -> Match:
    rulebook = games.rulebook("bom_mau_bode")
    players = more.pop("players", NAMES[:people])
    return Match(rulebook, rulebook.set_up(players, {"chef": chef, **more}, BOX))


def bare(prompt_id: str, **more: Any) -> dict[str, Any]:
    """A prompt of that id as `describe` knows it: no match is behind it."""
    return {"id": prompt_id, "of": "Ana", "ask": {"params": {}}, "place": None, "total": 2, **more}
