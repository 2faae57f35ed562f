"""The pin table: what each of the Pico's 40 pins does in a pad, as CSV and to read.

Owns nothing but its look; the pins are firmware/pins.py's, the rest params.py's.
"""

import csv
from pathlib import Path

from hardware import params

HEADING = ("pin", "name", "net", "leads to", "what for")
PURPOSES = {
    "HIT_PICO": "HIT, closes to ground",
    "DIE1_PICO": "shooter 1, closes to ground",
    "DIE2_PICO": "shooter 2, closes to ground",
    "DIE3_PICO": "coward, closes to ground",
    "LIGHTS_PICO": "data of the four lights, through the level shift",
    "PIEZO_PICO": "the piezo disc, PWM",
    "LOOP_BACK_PICO": "the self-test's own signal, to the jumper",
    "SYNC_PICO": "kept for the optional sync line",
    "GND": "ground",
    "VBUS": "5 V of USB, for the lights, through the fuse",
    "3V3": "3.3 V, for the pull-ups and the clamps",
}


def rows() -> list[tuple[str, ...]]:
    """Return a line for every pin, in order."""
    net_of = {end: net for net, ends in params.NETS.items() for end in ends}
    lines: list[tuple[str, ...]] = []
    for pin in range(1, params.PICO_PINS + 1):
        net = net_of.get(("U1", pin), "")
        others = [f"{ref}.{number}" for ref, number in params.NETS.get(net, ()) if ref != "U1"]
        leads_to = "all of ground" if net == "GND" else " ".join(others)
        lines.append((str(pin), params.PICO_PIN_NAMES[pin], net, leads_to, PURPOSES.get(net, "free")))
    return lines


def build(into: Path) -> None:
    """Write pad/pins.csv and pad/pins.md."""
    with (into / "pad/pins.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADING, *rows()])
    lines = [
        "# The pins of the Pico",
        "",
        "Made by `python -m hardware build pins` from `firmware/pins.py` and `hardware/params.py`. Both",
        "versions of the pad use the same pins; what they lead to is the carrier board's.",
        "",
        "| " + " | ".join(HEADING) + " |",
        "|" + "---|" * len(HEADING),
        *("| " + " | ".join(row) + " |" for row in rows()),
    ]
    (into / "pad/pins.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
