"""What a question about rows says of them, beside its id.

Owns these parameters; which rows can be answered is the question's business.
"""

from .table import Tabletop


def rows(s: Tabletop) -> dict[str, object]:
    """What lies in the rows that have a building: {"rows": {row: {"kind", "down"}}}."""
    return {
        "rows": {
            row.id: {"kind": row.building.kind, "down": len(row.down)}
            for row in s.rows.values()
            if row.building is not None
        }
    }
