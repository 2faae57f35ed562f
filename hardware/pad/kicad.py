"""The carrier board in KiCad: makes it with `pcbnew`, pours ground, checks the design rules, plots.

Runs under the Python that has Debian's `pcbnew`, as `python3 -m hardware.pad.kicad FOLDER [--plant FAULT]`;
board.py starts it. Owns what only KiCad knows. Must never decide where a part or a track is.
"""

import argparse
from pathlib import Path

import pcbnew

from hardware import params
from hardware.pad import footprints, legend, router

NAME = "carrier"
ORIGIN = (100.0, 100.0)  # of the board's rear left corner on KiCad's sheet, whose y points to the player
CORNER = 2.0  # radius
LINE = 0.12
COURTYARD = 0.25
SEED = 1  # KiCad numbers and sorts everything by random ids
LAYERS = {router.FRONT: pcbnew.F_Cu, router.BACK: pcbnew.B_Cu}
FAULTS = (
    "narrow track",
    "short",
    "gap",
    "edge",
    "missing track",
    "small ring",
    "swapped pin",
    "shifted hole",
)


def at(x: float, y: float) -> pcbnew.wxPoint:
    """Return KiCad's point for one in the board's frame."""
    return pcbnew.wxPoint(pcbnew.FromMM(ORIGIN[0] + x), pcbnew.FromMM(ORIGIN[1] + params.BOARD_SIZE[1] - y))


def size(width: float, height: float) -> pcbnew.wxSize:
    """Return KiCad's size."""
    return pcbnew.wxSize(pcbnew.FromMM(width), pcbnew.FromMM(height))


class Maker:
    """One board while it is made."""

    def __init__(self) -> None:
        pcbnew.KIID.SeedGenerator(SEED)
        self.board = pcbnew.BOARD()
        self._rules()
        self._nets = {name: self._net(name) for name in params.NETS}
        self._net_of = {footprints.end_of(*end): net for net, ends in params.NETS.items() for end in ends}

    def _rules(self) -> None:
        rules, limits = self.board.GetDesignSettings(), params.LIMITS
        rules.m_TrackMinWidth = pcbnew.FromMM(limits["track"])
        rules.m_MinClearance = pcbnew.FromMM(params.GAP)
        rules.m_ViasMinSize = pcbnew.FromMM(limits["via"])
        rules.m_ViasMinAnnularWidth = pcbnew.FromMM(limits["ring"])
        rules.m_MinThroughDrill = pcbnew.FromMM(limits["drill"])
        rules.m_CopperEdgeClearance = pcbnew.FromMM(limits["edge"])
        rules.m_HoleClearance = pcbnew.FromMM(params.GAP)
        rules.m_HoleToHoleMin = pcbnew.FromMM(0.5)
        rules.m_SilkClearance = 0
        rules.SetAuxOrigin(at(0, 0))
        title = self.board.GetTitleBlock()
        title.SetTitle("Tin Star pad, carrier board")
        title.SetRevision(params.REVISION)
        rules.SetBoardThickness(pcbnew.FromMM(params.BOARD_THICKNESS))

    def _net(self, name: str) -> pcbnew.NETINFO_ITEM:
        net = pcbnew.NETINFO_ITEM(self.board, name)
        self.board.Add(net)
        return net

    def make(self) -> pcbnew.BOARD:
        """Put everything on the board, but for the pour."""
        self._outline()
        for n, (x, y) in enumerate(params.BOARD_HOLES, 1):
            self._mounting_hole(f"H{n}", x, y)
        for ref, footprint, place in footprints.placed():
            self._part(ref, footprint, place)
        for text in legend.texts():
            self._text(text)
        routing = router.route()
        for track in routing.tracks:
            self.track(track)
        for via in routing.vias:
            self._via(via)
        for layer in LAYERS.values():
            self._pour(layer)
        return self.board

    def _shape(self, parent: pcbnew.BOARD, layer: int, line: float) -> pcbnew.PCB_SHAPE:
        is_part = isinstance(parent, pcbnew.FOOTPRINT)
        shape = pcbnew.FP_SHAPE(parent) if is_part else pcbnew.PCB_SHAPE(parent)
        shape.SetLayer(layer)
        shape.SetWidth(pcbnew.FromMM(line))
        return shape

    def _line(
        self, parent: pcbnew.BOARD, layer: int, start: tuple[float, float], end: tuple[float, float]
    ) -> None:
        line = self._shape(parent, layer, LINE if layer == pcbnew.F_SilkS else 0.05)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetStart(at(*start))
        line.SetEnd(at(*end))
        if isinstance(parent, pcbnew.FOOTPRINT):
            line.SetLocalCoord()
        parent.Add(line)

    def _rectangle(self, parent: pcbnew.BOARD, layer: int, box: tuple[float, float, float, float]) -> None:
        left, front, right, rear = box
        corners = [(left, front), (right, front), (right, rear), (left, rear)]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self._line(parent, layer, start, end)

    def _outline(self) -> None:
        wide, tall = params.BOARD_SIZE
        for start, end in (
            ((CORNER, 0), (wide - CORNER, 0)),
            ((wide, CORNER), (wide, tall - CORNER)),
            ((wide - CORNER, tall), (CORNER, tall)),
            ((0, tall - CORNER), (0, CORNER)),
        ):
            self._line(self.board, pcbnew.Edge_Cuts, start, end)
        slant = CORNER * (1 - 0.5**0.5)
        for x, y, towards_x, towards_y in (
            (0, 0, 1, 1),
            (wide, 0, -1, 1),
            (wide, tall, -1, -1),
            (0, tall, 1, -1),
        ):
            arc = self._shape(self.board, pcbnew.Edge_Cuts, 0.05)
            arc.SetShape(pcbnew.SHAPE_T_ARC)
            arc.SetArcGeometry(
                at(x, y + towards_y * CORNER),
                at(x + towards_x * slant, y + towards_y * slant),
                at(x + towards_x * CORNER, y),
            )
            self.board.Add(arc)

    def _footprint(self, ref: str, value: str, x: float, y: float) -> pcbnew.FOOTPRINT:
        part = pcbnew.FOOTPRINT(self.board)
        part.SetReference(ref)
        part.SetValue(value)
        part.SetPosition(at(x, y))
        part.Reference().SetVisible(False)
        part.Value().SetVisible(False)
        self.board.Add(part)
        return part

    def _mounting_hole(self, ref: str, x: float, y: float) -> None:
        part = self._footprint(ref, "M3", x, y)
        part.SetAttributes(pcbnew.FP_EXCLUDE_FROM_POS_FILES | pcbnew.FP_EXCLUDE_FROM_BOM)
        pad = pcbnew.PAD(part)
        pad.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
        pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
        pad.SetSize(size(params.BOARD_HOLE, params.BOARD_HOLE))
        pad.SetDrillSize(size(params.BOARD_HOLE, params.BOARD_HOLE))
        pad.SetLocalClearance(pcbnew.FromMM((params.BOARD_HOLE_CLEAR - params.BOARD_HOLE) / 2))
        pad.SetLayerSet(pad.UnplatedHoleMask())
        pad.SetPosition(at(x, y))
        pad.SetPos0(pcbnew.wxPoint(0, 0))
        part.Add(pad)

    def _part(self, ref: str, footprint: footprints.Footprint, place: params.Place) -> None:
        part = self._footprint(ref, params.part_of(ref).number, place.x, place.y)
        is_chip = not footprint.pads[0].drill
        part.SetAttributes(pcbnew.FP_SMD if is_chip else pcbnew.FP_THROUGH_HOLE)
        here = [pad for of, pad in footprints.pads_on_board() if of == ref]
        for drawn in here:
            self._pad(part, ref, drawn)
        body = footprints.body_on_board(footprint, place)
        pads = [(p.x - p.width / 2, p.y - p.height / 2, p.x + p.width / 2, p.y + p.height / 2) for p in here]
        around = [*zip(body, *pads, strict=True)]
        box = (min(around[0]), min(around[1]), max(around[2]), max(around[3]))
        grown = tuple(value + sign * COURTYARD for value, sign in zip(box, (-1, -1, 1, 1), strict=True))
        self._rectangle(part, pcbnew.F_CrtYd, grown)
        self._rectangle(part, pcbnew.F_Fab, body)
        for start, end in legend.body_lines(body, pads):
            self._line(part, pcbnew.F_SilkS, start, end)

    def _pad(self, part: pcbnew.FOOTPRINT, ref: str, drawn: footprints.Pad) -> None:
        pad = pcbnew.PAD(part)
        pad.SetNumber(str(drawn.number))
        is_circle = drawn.is_round and drawn.width == drawn.height
        pad.SetShape(
            pcbnew.PAD_SHAPE_CIRCLE
            if is_circle
            else pcbnew.PAD_SHAPE_OVAL
            if drawn.is_round
            else pcbnew.PAD_SHAPE_RECT
        )
        pad.SetSize(size(drawn.width, drawn.height))
        if drawn.drill:
            pad.SetAttribute(pcbnew.PAD_ATTRIB_PTH)
            pad.SetDrillSize(size(drawn.drill, drawn.drill))
            pad.SetLayerSet(pad.PTHMask())
        else:
            pad.SetAttribute(pcbnew.PAD_ATTRIB_SMD)
            pad.SetLayerSet(pad.SMDMask())
        pad.SetPosition(at(drawn.x, drawn.y))
        pad.SetPos0(pad.GetPosition() - part.GetPosition())
        net = self._net_of.get((ref, drawn.number))
        if net:
            pad.SetNet(self._nets[net])
        part.Add(pad)

    def _text(self, text: legend.Text) -> None:
        item = pcbnew.PCB_TEXT(self.board)
        item.SetText(text.words)
        item.SetPosition(at(text.x, text.y))
        item.SetLayer(pcbnew.B_SilkS if text.is_back else pcbnew.F_SilkS)
        item.SetMirrored(text.is_back)
        item.SetTextSize(size(text.height, text.height))
        item.SetTextThickness(pcbnew.FromMM(legend.STROKE))
        item.SetTextAngle(text.turn * 10)
        self.board.Add(item)

    def track(self, track: router.Track) -> None:
        """Put a track on the board."""
        item = pcbnew.PCB_TRACK(self.board)
        item.SetStart(at(*track.start))
        item.SetEnd(at(*track.end))
        item.SetWidth(pcbnew.FromMM(track.width))
        item.SetLayer(LAYERS[track.layer])
        item.SetNet(self._nets[track.net])
        self.board.Add(item)

    def _via(self, via: router.Via) -> None:
        item = pcbnew.PCB_VIA(self.board)
        item.SetPosition(at(via.x, via.y))
        item.SetWidth(pcbnew.FromMM(params.VIA[0]))
        item.SetDrill(pcbnew.FromMM(params.VIA[1]))
        item.SetNet(self._nets[via.net])
        self.board.Add(item)

    def _pour(self, layer: int) -> None:
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        zone.SetNet(self._nets[router.POURED])
        wide, tall = params.BOARD_SIZE
        inset = router.EDGE
        outline = zone.Outline()
        outline.NewOutline()
        for x, y in (
            (inset, inset),
            (wide - inset, inset),
            (wide - inset, tall - inset),
            (inset, tall - inset),
        ):
            point = at(x, y)
            outline.Append(point.x, point.y)
        zone.SetLocalClearance(pcbnew.FromMM(params.GAP))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.4))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        self.board.Add(zone)

    def _pad_named(self, ref: str, number: str) -> pcbnew.PAD:
        return self.board.FindFootprintByReference(ref).FindPadByNumber(number)

    def plant(self, fault: str) -> None:
        """Spoil the board, so that a check can be seen to find it."""
        wide, _ = params.BOARD_SIZE
        pad = next(pad for ref, pad in footprints.pads_on_board() if ref == "R1")
        if fault == "narrow track":
            self.track(router.Track("GND", router.FRONT, (60, 30), (64, 30), params.LIMITS["track"] - 0.05))
        elif fault == "short":
            self.track(router.Track("VBUS", router.FRONT, (pad.x, pad.y - 2), (pad.x, pad.y + 2), 0.3))
        elif fault == "gap":
            free = next(pad for ref, pad in footprints.pads_on_board() if ref == "U1A")
            x = free.x + free.width / 2 + params.GAP / 2 + 0.15
            self.track(router.Track("GND", router.FRONT, (x, free.y - 0.3), (x, free.y + 0.3), 0.3))
        elif fault == "edge":
            self.track(router.Track("GND", router.BACK, (wide - 0.2, 20), (wide - 0.2, 30), 0.3))
        elif fault == "missing track":
            hit = [item for item in self.board.GetTracks() if item.GetNetname() == "HIT_PICO"]
            for item in hit:
                self.board.Delete(item)
        elif fault == "swapped pin":
            one, other = (self._pad_named("U1A", number) for number in ("4", "5"))
            nets = one.GetNet(), other.GetNet()
            other.SetNet(nets[0])
            one.SetNet(nets[1])
        elif fault == "shifted hole":
            self._pad_named("J1", "1").Move(at(1.2, 0) - at(0, 0))
        elif fault == "small ring":
            via = next(item for item in self.board.GetTracks() if item.GetClass() == "PCB_VIA")
            via.SetDrill(via.GetWidth() - pcbnew.FromMM(2 * params.LIMITS["ring"] - 0.1))


def poured(board: pcbnew.BOARD, path: Path) -> pcbnew.BOARD:
    """Save the board, load it again (a board never saved cannot be poured) and pour its zones."""
    pcbnew.SaveBoard(str(path), board)
    board = pcbnew.LoadBoard(str(path))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    return board


def check_rules(board: pcbnew.BOARD, report: Path) -> None:
    """Write KiCad's report of the design rules and of what is not connected."""
    board.BuildConnectivity()
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)


def plot(board: pcbnew.BOARD, folder: Path) -> None:
    """Write Gerbers and drill files; their origin is the board frame's."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseAuxOrigin(True)
    options.SetPlotFrameRef(False)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetUseGerberProtelExtensions(False)
    options.SetCreateGerberJobFile(False)
    options.SetPlotValue(False)
    for layer in (
        pcbnew.F_Cu,
        pcbnew.B_Cu,
        pcbnew.F_Mask,
        pcbnew.B_Mask,
        pcbnew.F_Paste,
        pcbnew.F_SilkS,
        pcbnew.B_SilkS,
        pcbnew.Edge_Cuts,
    ):
        plotter.SetLayer(layer)
        plotter.OpenPlotfile(pcbnew.LayerName(layer).replace(".", "_"), pcbnew.PLOT_FORMAT_GERBER, "")
        plotter.PlotLayer()
    plotter.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


def main() -> None:
    """Make the board in a folder; with --plant only check a spoilt one."""
    parser = argparse.ArgumentParser("hardware.pad.kicad")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--plant", choices=FAULTS)
    chosen = parser.parse_args()
    maker = Maker()
    board = maker.make()
    if chosen.plant:
        maker.plant(chosen.plant)
    path = chosen.folder / f"{NAME}.kicad_pcb"
    board = poured(board, path)
    check_rules(board, chosen.folder / "drc.txt")
    if not chosen.plant:
        pcbnew.SaveBoard(str(path), board)
        plot(board, chosen.folder)


if __name__ == "__main__":
    main()
