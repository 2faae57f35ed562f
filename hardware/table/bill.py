"""What to buy for a table: the bill of the table kit, what all costs, and the shopping list by players.

Owns the columns and the sums. Every price is an estimate of the date it carries, without shipping.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from hardware import params as p
from hardware.pad.bill import pad_total_eur
from hardware.table import budget, kit

BILL = ("part", "maker", "number or specification", "alternative", "each_eur_estimate", "prices_estimated")
TOTALS = ("players", "pads_carrier", "pads_solderless", "table", "in_all_carrier", "in_all_solderless")


def quantity(item: kit.Item, players: int) -> int:
    """Return how many of an item that many players need."""
    return 0 if item.when == kit.WITH_HUB and not budget.needs_hub(players) else item.count


def table_eur(players: int) -> float:
    """Return what the table costs without the pads, in euro, estimated."""
    return sum(quantity(item, players) * item.eur for item in kit.ITEMS)


def totals(players: int) -> tuple[float, ...]:
    """Return what follows `players` in TOTALS, in euro, estimated."""
    carrier, solderless = (players * pad_total_eur(version) for version in (p.CARRIER, p.SOLDERLESS))
    table = table_eur(players)
    return carrier, solderless, table, table + carrier, table + solderless


def bill_rows() -> list[tuple[str, ...]]:
    """Return the table's bill: how many for each number of players, then what is bought."""
    return [
        (
            *(str(quantity(item, players)) for players in kit.PLAYERS),
            item.what,
            item.maker or "any",
            item.number,
            item.alternative,
            f"{item.eur:.2f}",
            p.PRICES_AS_OF,
        )
        for item in kit.ITEMS
    ]


def totals_rows() -> list[tuple[str, ...]]:
    """Return what everything costs by number of players."""
    return [(str(n), *(f"{eur:.2f}" for eur in totals(n)), p.PRICES_AS_OF) for n in kit.PLAYERS]


def markdown(heading: Sequence[str], rows: Iterable[Sequence[object]], numbers: int) -> str:
    """Return a Markdown table whose first `numbers` columns stand to the right."""
    lines = [heading, ["--:"] * numbers + ["---"] * (len(heading) - numbers), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def pad_rows(version: str) -> list[tuple[object, ...]]:
    """Return what the pads of one version need, by number of players."""
    of = [part for part in p.PARTS if part.version in (version, p.BOTH)]
    return [
        (*(part.quantity * n for n in kit.PLAYERS), part.what, f"{part.maker} {part.number}".strip())
        for part in of
    ]


def shopping() -> str:
    """Return shopping.md."""
    heading = [*(str(n) for n in kit.PLAYERS), "part", "number or specification"]
    table = [
        (*(quantity(item, n) for n in kit.PLAYERS), item.what, f"{item.maker} {item.number}".strip())
        for item in kit.ITEMS
    ]
    whole = ["players", "table", "pads, carrier", "pads, solderless", "in all, carrier", "in all, solderless"]
    sums = []
    for n in kit.PLAYERS:
        carrier, solderless, alone, *in_all = (f"{eur:.0f}" for eur in totals(n))
        sums.append((n, alone, carrier, solderless, *in_all))
    parts = [
        "# What to buy",
        "Made by `python -m hardware build shopping`. The columns are the number of players; five is what "
        "most tables want, six is for Sans Foi Ni Loi. `bill.csv` here and `../pad/bill.csv` have "
        "alternatives and prices.",
        f"Prices are estimates of {p.PRICES_AS_OF} in euro, without shipping, tools and what one has at "
        f"home.",
        markdown(whole, sums, len(whole)),
        "## For the table",
        markdown(heading, table, len(kit.PLAYERS)),
        "## For the pads, with the carrier board",
        markdown(heading, pad_rows(p.CARRIER), len(kit.PLAYERS)),
        "## For the pads, without soldering",
        markdown(heading, pad_rows(p.SOLDERLESS), len(kit.PLAYERS)),
    ]
    return "\n\n".join(parts) + "\n"


def build(into: Path) -> None:
    """Write the table's bill, the totals and the shopping list."""
    (into / "table").mkdir(parents=True, exist_ok=True)
    counts = tuple(f"for_{n}" for n in kit.PLAYERS)
    files = {
        "bill": [(*counts, *BILL), *bill_rows()],
        "totals": [(*TOTALS, "prices_estimated"), *totals_rows()],
    }
    for name, rows in files.items():
        with (into / "table" / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    (into / "table" / "shopping.md").write_text(shopping(), encoding="utf-8", newline="\n")
