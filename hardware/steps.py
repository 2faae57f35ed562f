"""The build: which step makes which files from which sources, and the manifest that remembers it.

Owns the order, the hashes and the manifest. A step's module has `build(into)`, which writes its outputs below
`into`, a folder laid out like hardware/. Must never import a heavy tool itself: the ordinary check reads all
this with the standard library alone.
"""

import hashlib
import importlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware import params

HARDWARE = Path(__file__).parent
ROOT = HARDWARE.parent
MANIFEST = "manifest.json"
COMMON = ("firmware/pins.py", "hardware/params.py")
NOT_MADE = {".py", ".md", ".txt"}  # written by people, unless a step lists them
HASH_DIGITS = 16  # enough to see a change; nobody attacks here


@dataclass(frozen=True)
class Step:
    """One thing that is made. sources: beside COMMON and its own module; after: steps whose outputs it reads.

    tools: packages of the extra it needs, "kicad" for Debian's. outputs: below hardware/.
    """

    name: str
    module: str
    outputs: tuple[str, ...]
    sources: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()

    def build(self, into: Path) -> None:
        """Make the outputs below this folder. Raise ImportError when a tool of the extra is missing."""
        for output in self.outputs:
            (into / output).parent.mkdir(parents=True, exist_ok=True)
        importlib.import_module(self.module).build(into)
        missing = [output for output in self.outputs if not (into / output).is_file()]
        if missing:
            raise RuntimeError(f"{self.name} did not write {', '.join(missing)}")


FABRICATION = "pad/fabrication"
LAYERS = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "F_Silkscreen", "B_Silkscreen", "Edge_Cuts")

ENCLOSURE_PICTURES = ("overview", "printing", "inserts", "lid", "board", "solderless", "section", "finished")

SYMBOLS = "hardware/pad/symbols.py"
FOOTPRINTS = "hardware/pad/footprints.py"

STEPS = (
    Step("bill", "hardware.pad.bill", ("pad/bill.csv",)),
    Step("pins", "hardware.pad.pin_table", ("pad/pins.csv", "pad/pins.md")),
    Step("netlist", "hardware.pad.netlist", ("pad/pad.net", "pad/erc.txt"), (SYMBOLS,), tools=("skidl",)),
    Step("schematic", "hardware.pad.schematic", ("pad/schematic.svg",), (SYMBOLS,), tools=("schemdraw",)),
    Step("wiring", "hardware.pad.wiring", ("pad/wiring.svg",), ("hardware/pad/svg.py",)),
    Step(
        "board",
        "hardware.pad.board",
        (
            "pad/carrier.kicad_pcb",
            "pad/drc.txt",
            *(f"{FABRICATION}/carrier-{layer}.gbr" for layer in LAYERS),
            f"{FABRICATION}/carrier-PTH.drl",
            f"{FABRICATION}/carrier-NPTH.drl",
            f"{FABRICATION}/carrier-positions.csv",
        ),
        (FOOTPRINTS, "hardware/pad/kicad.py", "hardware/pad/legend.py", "hardware/pad/router.py"),
        tools=("kicad",),
    ),
    Step(
        "board pictures",
        "hardware.pad.board_pictures",
        ("pad/carrier-front.svg", "pad/carrier-back.svg"),
        after=("board",),
        tools=("gerbonara",),
    ),
    Step(
        "enclosure",
        "hardware.pad.enclosure.solids",
        tuple(f"pad/enclosure/{name}.{kind}" for name in params.PRINTED for kind in ("stl", "step")),
        tuple(f"hardware/pad/enclosure/{name}.py" for name in ("mesh", "openings", "shapes")),
        tools=("build123d",),
    ),
    Step(
        "enclosure pictures",
        "hardware.pad.enclosure.pictures",
        tuple(f"pad/enclosure/{name}.svg" for name in ENCLOSURE_PICTURES),
        tuple(f"hardware/pad/enclosure/{name}.py" for name in ("draw", "openings", "rooms", "shapes")),
        tools=("build123d", "shapely"),
    ),
    Step(
        "power", "hardware.table.budget", ("table/power.md",), ("firmware/lights.py", "hardware/table/kit.py")
    ),
    Step(
        "shopping",
        "hardware.table.bill",
        ("table/bill.csv", "table/totals.csv", "table/shopping.md"),
        (
            "firmware/lights.py",
            "hardware/pad/bill.py",
            "hardware/table/budget.py",
            "hardware/table/kit.py",
        ),
    ),
    Step(
        "table pictures",
        "hardware.table.pictures",
        ("table/topology.svg", "table/topology-2.svg", "table/base.svg"),
        (
            "firmware/lights.py",
            "hardware/pad/enclosure/openings.py",
            "hardware/table/budget.py",
            "hardware/table/kit.py",
        ),
    ),
)


def named(names: Iterable[str], steps: tuple[Step, ...] = STEPS) -> list[Step]:
    """Return these steps in the order of building, all without a name. Raise KeyError for an unknown one."""
    wanted = set(names)
    if unknown := wanted - {step.name for step in steps}:
        raise KeyError(", ".join(sorted(unknown)))
    return [step for step in steps if step.name in wanted or not wanted]


def all_sources(step: Step, steps: tuple[Step, ...] = STEPS) -> list[str]:
    """Return every source the step depends on, also through the steps it comes after, below the root."""
    own = {*COMMON, *step.sources, step.module.replace(".", "/") + ".py"}
    for earlier in steps:
        if earlier.name in step.after:
            own |= set(all_sources(earlier, steps))
    return sorted(own)


def digest(path: Path) -> str:
    """Return the first digits of the file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:HASH_DIGITS]


def source_hash(step: Step, root: Path = ROOT) -> str:
    """Return one hash of the step's name, outputs and sources."""
    whole = hashlib.sha256(repr((step.name, step.outputs)).encode())
    for source in all_sources(step):
        whole.update(f"\n{source} {digest(root / source)}".encode())
    return whole.hexdigest()[:HASH_DIGITS]


def remembered(hardware: Path = HARDWARE) -> dict[str, Any]:
    """Return step -> {"sources": hash, "outputs": {file: hash}}; nothing of what is missing or damaged."""
    try:
        manifest = json.loads((hardware / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    steps = manifest.items() if isinstance(manifest, dict) else ()
    return {
        name: made
        for name, made in steps
        if isinstance(made, dict) and "sources" in made and isinstance(made.get("outputs"), dict)
    }


def record(step: Step, hardware: Path = HARDWARE) -> None:
    """Write into the manifest what the step was made from, and what it made."""
    path, manifest = hardware / MANIFEST, remembered(hardware)
    manifest[step.name] = {
        "sources": source_hash(step),
        "outputs": {output: digest(hardware / output) for output in step.outputs},
    }
    known = {step.name for step in STEPS}
    kept = {name: manifest[name] for name in sorted(manifest) if name in known}
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def faults(hardware: Path = HARDWARE, root: Path = ROOT) -> Iterator[str]:
    """Yield what has changed since it was made, in words that say what to do."""
    manifest = remembered(hardware)
    if not manifest:
        yield f"{MANIFEST}: is missing or damaged; run: python -m hardware build"
        return
    for step in STEPS:
        made = manifest.get(step.name)
        if made is None or made["sources"] != source_hash(step, root):
            yield f"{step.name}: its sources have changed; run: python -m hardware build"
        for output in step.outputs:
            if not (hardware / output).is_file():
                yield f"{output}: is missing; run: python -m hardware build"
            elif made is None or made["outputs"].get(output) != digest(hardware / output):
                yield f"{output}: was not made by the build, which would write something else"
    yield from (f"{stray}: no step makes it" for stray in _strays(hardware))


def _strays(hardware: Path) -> list[str]:
    """Return generated-looking files that no step lists."""
    listed = {MANIFEST, *(output for step in STEPS for output in step.outputs)}
    files = (path for path in hardware.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(
        name
        for path in files
        if path.suffix and path.suffix not in NOT_MADE
        if (name := path.relative_to(hardware).as_posix()) not in listed
    )
