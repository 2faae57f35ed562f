"""The pad's bill of materials as CSV, one line a part of params.py.

Owns the columns. It is supplier-neutral: a maker's number where one is certain, else what to ask for.
"""

import csv
from pathlib import Path

from hardware import params

COLUMNS = (
    "references",
    "quantity",
    "part",
    "maker",
    "number or specification",
    "alternative",
    "version",
    "each_eur_estimate",
    "line_eur_estimate",
    "prices_estimated",
)


def rows() -> list[tuple[str, ...]]:
    """Return the lines, without the heading."""
    return [
        (
            " ".join(part.refs),
            str(part.quantity),
            part.what,
            part.maker or "any",
            part.number,
            part.alternative,
            part.version,
            f"{part.eur:.3f}",
            f"{part.eur * part.quantity:.2f}",
            params.PRICES_AS_OF,
        )
        for part in params.PARTS
    ]


def pad_total_eur(version: str) -> float:
    """Return what one pad's parts cost, in euro, estimated. version: params.CARRIER or params.SOLDERLESS."""
    parts = [part for part in params.PARTS if part.version in {params.BOTH, version}]
    return sum(round(part.eur * part.quantity, 2) for part in parts)


def build(into: Path) -> None:
    """Write pad/bill.csv."""
    with (into / "pad/bill.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows())
