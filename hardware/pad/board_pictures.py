"""Pictures of the carrier board, drawn from its Gerbers as a board house reads them.

Owns the check that they can be read again: the outline's size and the number of holes are the source's.
"""

import warnings
from collections.abc import Iterable
from pathlib import Path

from gerbonara import LayerStack
from gerbonara.utils import MM

from hardware import params, steps
from hardware.pad import footprints

NEAR = 0.11  # the outline's line has a width
MARGIN = 2.0
PIXELS_A_MM = 10
LAMINATE, COPPER, GOLD, PRINT, HOLE = "#14532d", "#2f7d4f", "#e3c565", "#ffffff", "#1b1b1b"
LOOKS = (("copper", COPPER), ("mask", GOLD), ("silk", PRINT))  # from below to above


def read(fabrication: Path) -> LayerStack:
    """Read the files for making the board. Raise ValueError when they are not what the source says."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # KiCad's drill files say G90 after their header
        stack = LayerStack.open(fabrication)
    (left, front), (right, rear) = stack.board_bounds()
    if any(
        abs(a - b) > NEAR for a, b in zip((left, front, right, rear), (0, 0, *params.BOARD_SIZE), strict=True)
    ):
        raise ValueError(f"the Gerbers' outline is {left:g}, {front:g} to {right:g}, {rear:g}")
    for plated, drills in ((True, stack.drill_pth), (False, stack.drill_npth)):
        drilled = sum(1 for _ in drills.drills())
        through = sum(1 for _, pad in footprints.pads_on_board() if pad.drill)
        wanted = through if plated else len(params.BOARD_HOLES)
        if drilled < wanted:
            raise ValueError(f"the drill files have {drilled} holes, not {wanted}")
    return stack


def _layer(name: str, objects: Iterable[object]) -> list[str]:
    return [f'<g id="{name}">', *(str(item) for item in objects), "</g>"]


def picture(stack: LayerStack, side: str) -> str:
    """Return the SVG of one side ("top", "bottom") as one sees it, the bottom turned over left to right."""
    wide, tall = params.BOARD_SIZE
    across, away = wide + 2 * MARGIN, tall + 2 * MARGIN
    turned = (
        f"translate({wide} {tall}) scale(-1 -1)" if side == "bottom" else f"translate(0 {tall}) scale(1 -1)"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{across * PIXELS_A_MM:g}" height="{away * PIXELS_A_MM:g}" '
        f'viewBox="{-MARGIN:g} {-MARGIN:g} {across:g} {away:g}">',
        f'<rect x="{-MARGIN:g}" y="{-MARGIN:g}" width="{across:g}" height="{away:g}" fill="white"/>',
        f'<g transform="{turned}" stroke-linecap="round" stroke-linejoin="round">',
        f'<rect id="laminate" width="{wide:g}" height="{tall:g}" rx="2" fill="{LAMINATE}"/>',
    ]
    for use, colour in LOOKS:
        layer = stack.graphic_layers[side, use]
        lines += _layer(use, layer.svg_objects(svg_unit=MM, fg=colour, bg=LAMINATE))
    for name, drills in (("plated", stack.drill_pth), ("unplated", stack.drill_npth)):
        lines += _layer(name, drills.svg_objects(svg_unit=MM, fg=HOLE))
    return "\n".join([*lines, "</g>", "</svg>", ""])


def build(into: Path) -> None:
    """Write pad/carrier-front.svg and pad/carrier-back.svg."""
    stack = read(into / steps.FABRICATION)
    for side, name in (("top", "front"), ("bottom", "back")):
        (into / f"pad/carrier-{name}.svg").write_text(picture(stack, side), encoding="utf-8")
