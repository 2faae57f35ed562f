"""How this game asks for details.

Owns questions whose answer another line of the log says anyway, and what a question about rows says of them.
"""

from typing import TypeVar

from shared_rules.engine import Prompt

from .table import Tabletop

P = TypeVar("P", bound=Prompt)


def quiet(prompt: P) -> P:
    """Return the prompt; if only one answer is legal, the log does not say so."""
    prompt.tells = False
    return prompt


def rows(s: Tabletop) -> dict[str, object]:
    """What lies in the rows that have a building: {"rows": {row: {"kind", "down"}}}."""
    return {
        "rows": {
            row.id: {"kind": row.building.kind, "down": len(row.down)}
            for row in s.rows.values()
            if row.building is not None
        }
    }
