"""The netlist of the carrier board and its electrical rule check, by SKiDL with our own symbols.

Owns the circuit as SKiDL sees it. Must never fetch a library: what a part is, symbols.py says.
"""

import contextlib
import io
import logging
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hardware import params
from hardware.pad import symbols

Nets = Mapping[str, tuple[tuple[str, int], ...]]

LIBRARIES = [f"KICAD{version}_SYMBOL_DIR" for version in ("", 6, 7, 8, 9, 10)]
RANDOM = re.compile(
    r'\n\s*\((?:source|date|tool) "[^"]*"\)|\n\s*\(field\s*\(name "SKiDL Line"\) "[^"]*"\)|\n\s*\(date\)'
)


class ErcError(RuntimeError):
    """The electrical rules are broken; the argument has the report."""


class _Kept(logging.Handler):
    """Keeps what SKiDL logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


@contextlib.contextmanager
def _skidl() -> Iterator[Any]:
    """Give SKiDL, quiet, in a temporary folder: it leaves its logs wherever it is."""
    with tempfile.TemporaryDirectory(prefix="tinstar-skidl-") as folder, contextlib.chdir(folder):
        for name in LIBRARIES:
            os.environ.setdefault(name, folder)
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            import skidl

            yield skidl


def _circuit(skidl: Any, nets: Nets) -> Any:
    """Return SKiDL's circuit of these nets."""
    circuit = skidl.Circuit()
    net_of = {end: net for net, ends in nets.items() for end in ends}
    joined = {name: skidl.Net(name, circuit=circuit) for name in nets}
    for ref, part in symbols.parts():
        pins = [
            skidl.Pin(num=str(number), name=name, func=getattr(skidl.Pin.types, function))
            for number, name, function in symbols.SYMBOLS[part.kind]
        ]
        template = skidl.Part(name=part.kind, tool=skidl.SKIDL, dest=skidl.TEMPLATE, pins=pins)
        footprint = f"tinstar:{part.footprint or 'SOCKET-20 x 2'}"
        one = template(ref=ref, tag=ref, value=part.number, footprint=footprint, circuit=circuit)
        for number, _, _ in symbols.SYMBOLS[part.kind]:
            net = net_of.get((ref, number))
            if net:
                joined[net] += one[str(number)]
            elif symbols.may_stay_open(ref, number):
                circuit.NC += one[str(number)]
    return circuit


def check_rules(nets: Nets = params.NETS) -> list[str]:
    """Return what the electrical rule check finds wrong with these nets, warnings too."""
    kept = _Kept()
    with _skidl() as skidl:
        circuit = _circuit(skidl, nets)
        circuit.no_files = True
        skidl.erc_logger.addHandler(kept)
        circuit.ERC()
        skidl.erc_logger.removeHandler(kept)
    return sorted(kept.lines)


def text(nets: Nets = params.NETS) -> str:
    """Return the netlist in KiCad's format, without dates, versions and line numbers."""
    with _skidl() as skidl:
        written = _circuit(skidl, nets).generate_netlist(file_=os.devnull)
    return RANDOM.sub("", str(written)).strip() + "\n"


def build(into: Path) -> None:
    """Write pad/pad.net and pad/erc.txt. Raise ErcError when a rule is broken."""
    found = check_rules()
    lines = [f"Electrical rules: {len(found)} errors and warnings", *found]
    lines += ["Open on purpose:", *(f"  {ref}.{pin}: {why}" for (ref, pin), why in symbols.LEFT_OPEN.items())]
    lines += ["  U1: every pin of the Pico without a net"]
    (into / "pad/erc.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if found:
        raise ErcError("; ".join(found))
    (into / "pad/pad.net").write_text(text(), encoding="utf-8")
