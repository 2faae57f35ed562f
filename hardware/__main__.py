"""`python -m hardware`: build what is drawn, or check it.

Owns its command line only. `check` needs nothing but the standard library; `check --rebuild` and `build` need
the extra `hardware` and Debian's package kicad.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from hardware import consistency, steps

MISSING = (
    "needs {tool}: run ./check --hardware once, or: pip install -e .[hardware] and apt-get install kicad"
)


def build(names: list[str], into: Path) -> None:
    """Make these steps' outputs below this folder; every step's without a name."""
    for step in steps.named(names):
        print(step.name, flush=True)
        try:
            step.build(into)
        except ModuleNotFoundError as error:
            raise SystemExit(f"{step.name} {MISSING.format(tool=error.name)}") from error
        if into == steps.HARDWARE:
            steps.record(step)


def changed_by_rebuilding() -> list[str]:
    """Build all of it into a temporary folder; return the outputs that differ by a byte from those here."""
    with tempfile.TemporaryDirectory(prefix="tinstar-hardware-") as folder:
        into = Path(folder)
        build([], into)
        outputs = [output for step in steps.STEPS for output in step.outputs]
        return [
            f"{output}: building it again gives other bytes"
            for output in outputs
            if (into / output).read_bytes() != (steps.HARDWARE / output).read_bytes()
        ]


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(
        "python -m hardware", description="Build and check what is drawn and ordered."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build", help="make the drawings, board, lists and solids from params.py")
    making.add_argument("what", nargs="*", metavar="WHAT", help=", ".join(step.name for step in steps.STEPS))
    checking = commands.add_parser("check", help="say whether they still are what the sources say")
    checking.add_argument(
        "--rebuild", action="store_true", help="make all of it again and compare every byte"
    )
    chosen = parser.parse_args()
    if chosen.command == "build":
        try:
            build(chosen.what, steps.HARDWARE)
        except KeyError as error:
            parser.error(f"there is no such step: {error.args[0]}")
        return 0
    found = [*steps.faults(), *consistency.faults()]
    if chosen.rebuild and not found:
        found = changed_by_rebuilding()
    print("\n".join(found) or "The hardware's files are what their sources say, and agree with each other.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
