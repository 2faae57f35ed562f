"""The printed parts as files, as they lie on the bed: STL for the printer, STEP for whoever changes them.

Owns their bytes, which depend on params.py alone: no date, no folder, no order of triangles.
"""

import re
from pathlib import Path

from build123d import Part, Unit, export_step

from hardware import params as p
from hardware.pad.enclosure import mesh
from hardware.pad.enclosure import shapes as s

FOLDER = "pad/enclosure"
TOLERANCE, ANGLE = 0.02, 0.15  # mm and rad that a facet may be off its curve
STAMP = re.compile(r"FILE_NAME\(.*?\);", re.DOTALL)


def triangles(part: Part) -> list[mesh.Triangle]:
    """Return the part's surface."""
    vertices, faces = part.tessellate(TOLERANCE, ANGLE)
    points = [(vertex.X, vertex.Y, vertex.Z) for vertex in vertices]
    return [(points[a], points[b], points[c]) for a, b, c in faces]


def step_text(part: Part, name: str, folder: Path) -> str:
    """Return the part as STEP without date, author and program's version."""
    path = folder / f"{name}.step"
    part.label = name
    export_step(part, path, unit=Unit.MM)
    text = path.read_text(encoding="utf-8")
    return STAMP.sub(f"FILE_NAME('{name}','',(''),(''),'','','');", text, count=1)


def build(into: Path) -> None:
    """Write every printed part."""
    folder = into / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name in p.PRINTED:
        part = s.as_printed(name)
        (folder / f"{name}.stl").write_bytes(mesh.to_stl(triangles(part)))
        text = step_text(part, name, folder)
        (folder / f"{name}.step").write_text(text, encoding="utf-8", newline="\n")
