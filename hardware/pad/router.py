"""The router: finds tracks for the nets of the carrier board, on two layers, around everything else.

Owns a search on a grid (A*), one net after the other, shortest first; what cannot be reached is tried earlier
in the next attempt. It is deterministic, and KiCad's design rules judge what comes out. Ground is not routed:
it is poured.
"""

import functools
import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hardware import params
from hardware.pad import footprints

GRID = params.PICO_PITCH / 10  # a track between two pins of the Pico lies on it
FRONT, BACK = 0, 1
TURN_COST = {
    FRONT: (1.0, 1.5),
    BACK: (1.5, 1.0),
}  # of a step across, of a step away: layers prefer a direction
VIA_COST = 10.0
EDGE = 0.6  # copper to the board's edge
ATTEMPTS = 40
POURED = "GND"
STITCH = 7.62  # between the vias that join the pours of both layers
POWER = ("5V", "VBUS")
NEAR = 1e-6
SLANT = 0.045  # between two cells a slanted track comes this much nearer to a corner than at either

Cell = tuple[int, int, int]  # column, row, layer


@dataclass(frozen=True)
class Track:
    """A straight piece of copper."""

    net: str
    layer: int
    start: tuple[float, float]
    end: tuple[float, float]
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole that joins the layers."""

    net: str
    x: float
    y: float


@dataclass
class Routing:
    """What has been found."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)


class UnroutableError(Exception):
    """No way was found for this net; its name is the argument."""


@dataclass(frozen=True)
class Shape:
    """Copper or a hole as a rectangle with half sizes, a round one with radius, on some layers."""

    net: str
    layers: tuple[int, ...]
    x: float
    y: float
    half: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0
    is_pad: bool = False

    def distance(self, x: float, y: float) -> float:
        """Return how far this point is from the outline; 0 or less inside."""
        beyond = (max(abs(x - self.x) - self.half[0], 0.0), max(abs(y - self.y) - self.half[1], 0.0))
        return math.hypot(*beyond) - self.radius


class Board:
    """The board while it is routed: pads, holes and the copper that is there already."""

    def __init__(self) -> None:
        pin_net = {footprints.end_of(*end): net for net, ends in params.NETS.items() for end in ends}
        origin = params.PLACES["U1A"]
        self._x0 = origin.x - math.floor(origin.x / GRID) * GRID
        self._y0 = origin.y - math.floor(origin.y / GRID) * GRID
        self.columns = int((params.BOARD_SIZE[0] - self._x0) / GRID) + 1
        self.rows = int((params.BOARD_SIZE[1] - self._y0) / GRID) + 1
        self.pads: dict[tuple[str, int], footprints.Pad] = {}
        self._shapes: list[Shape] = []
        for ref, pad in footprints.pads_on_board():
            self.pads[ref, pad.number] = pad
            layers = (FRONT, BACK) if pad.drill else (FRONT,)
            net = pin_net.get((ref, pad.number), f"{ref}.{pad.number}")
            half = (pad.width / 2, pad.height / 2)
            self._shapes.append(Shape(net, layers, pad.x, pad.y, half, is_pad=True))
        for x, y in params.BOARD_HOLES:
            radius = params.BOARD_HOLE_CLEAR / 2 - params.GAP
            self._shapes.append(Shape("", (FRONT, BACK), x, y, radius=radius))

    def point(self, cell: Cell) -> tuple[float, float]:
        """Return where a cell is."""
        return round(self._x0 + cell[0] * GRID, 4), round(self._y0 + cell[1] * GRID, 4)

    @functools.cache  # noqa: B019 -- a board lives as long as its routing
    def _cells_near(self, shape: Shape, reach: float) -> list[tuple[int, int]]:
        """Return columns and rows of what is closer to the shape than this."""
        wide, tall = (shape.half[n] + shape.radius + reach for n in (0, 1))
        found = []
        for column in range(*self._span(shape.x - self._x0, wide, self.columns)):
            for row in range(*self._span(shape.y - self._y0, tall, self.rows)):
                x, y = self.point((column, row, 0))
                if shape.distance(x, y) < reach - NEAR:
                    found.append((column, row))
        return found

    @staticmethod
    def _span(middle: float, reach: float, count: int) -> tuple[int, int]:
        return max(0, math.floor((middle - reach) / GRID)), min(count, math.ceil((middle + reach) / GRID) + 1)

    def blocked(self, net: str, width: float) -> tuple[set[Cell], set[tuple[int, int]]]:
        """Return where no track of this net and width may run, and where no via of it may be."""
        no_track: set[Cell] = set()
        no_via: set[tuple[int, int]] = set()
        for shape in self._shapes:
            if shape.net != net:
                for column, row in self._cells_near(shape, width / 2 + params.GAP + SLANT):
                    no_track.update((column, row, layer) for layer in shape.layers)
                no_via.update(self._cells_near(shape, params.VIA[0] / 2 + params.GAP))
            elif shape.is_pad:
                no_via.update(self._cells_near(shape, params.VIA[0] / 2))
        for column, row in self._at_edge(width / 2):
            no_track |= {(column, row, FRONT), (column, row, BACK)}
        no_via.update(self._at_edge(params.VIA[0] / 2))
        return no_track, no_via

    @functools.cache  # noqa: B019 -- a board lives as long as its routing
    def _at_edge(self, half: float) -> list[tuple[int, int]]:
        """Return the cells too near the board's edge for copper of this half width, and those outside."""
        nearest, (wide, tall) = EDGE + half, params.BOARD_SIZE
        found = []
        for column in range(-1, self.columns + 1):
            for row in range(-1, self.rows + 1):
                x, y = self.point((column, row, 0))
                if min(x, y, wide - x, tall - y) < nearest:
                    found.append((column, row))
        return found

    def cells_of(self, end: tuple[str, int]) -> set[Cell]:
        """Return the cells on a pad, on the layers where it has copper."""
        pad = self.pads[end]
        shape = Shape("", (), pad.x, pad.y, (pad.width / 2, pad.height / 2))
        layers = (FRONT, BACK) if pad.drill else (FRONT,)
        inner = [(c, r) for c, r in self._cells_near(shape, NEAR * 2)]
        return {(column, row, layer) for column, row in inner for layer in layers}

    def add(
        self, routing: Routing, net: str, way: list[Cell], ends: Iterable[tuple[str, int]], width: float
    ) -> None:
        """Make copper of a way; where it begins or ends on a pad, it goes on to the pad's middle."""
        for start, end in _straights(way):
            if start[2] != end[2]:
                self.add_via(routing, Via(net, *self.point(start)))
            else:
                self._add_track(routing, Track(net, start[2], self.point(start), self.point(end), width))
        for end_cell in (way[0], way[-1]):
            for pad in (self.pads[end] for end in ends):
                point = self.point(end_cell)
                inside = abs(point[0] - pad.x) <= pad.width / 2 and abs(point[1] - pad.y) <= pad.height / 2
                if inside and point != (pad.x, pad.y) and (pad.drill or end_cell[2] == FRONT):
                    self._add_track(routing, Track(net, end_cell[2], point, (pad.x, pad.y), width))

    def _add_track(self, routing: Routing, track: Track) -> None:
        routing.tracks.append(track)
        (x1, y1), (x2, y2) = track.start, track.end
        steps = max(1, round(math.dist(track.start, track.end) / GRID))
        for n in range(steps + 1):
            x, y = x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps
            self._shapes.append(Shape(track.net, (track.layer,), x, y, radius=track.width / 2))

    def add_via(self, routing: Routing, via: Via) -> None:
        """Put a via there."""
        routing.vias.append(via)
        self._shapes.append(Shape(via.net, (FRONT, BACK), via.x, via.y, radius=params.VIA[0] / 2))


def _straights(way: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the straight pieces of a way, and its changes of layer."""
    start = way[0]
    for before, here, after in zip(way, way[1:], [*way[2:], None], strict=False):
        if after is None or _step(before, here) != _step(here, after):
            yield start, here
            start = here


def _step(one: Cell, other: Cell) -> tuple[int, ...]:
    return tuple(b - a for a, b in zip(one, other, strict=True))


MOVES = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def _neighbours(cell: Cell, no_via: set[tuple[int, int]]) -> Iterator[tuple[Cell, float]]:
    column, row, layer = cell
    across, away = TURN_COST[layer]
    for dx, dy in MOVES:
        cost = across if not dy else away if not dx else math.sqrt(2) * (across + away) / 2
        yield (column + dx, row + dy, layer), cost
    if (column, row) not in no_via:
        yield (column, row, BACK - layer), VIA_COST


def find_way(
    starts: set[Cell], goals: set[Cell], no_track: set[Cell], no_via: set[tuple[int, int]]
) -> list[Cell]:
    """Return the cheapest way from any start to any goal; empty when there is none."""
    if not goals:
        return []
    low = [min(cell[n] for cell in goals) for n in (0, 1)]
    high = [max(cell[n] for cell in goals) for n in (0, 1)]

    def at_least(cell: Cell) -> float:
        gaps = [max(low[n] - cell[n], 0, cell[n] - high[n]) for n in (0, 1)]
        return max(gaps) + (math.sqrt(2) - 1) * min(gaps)

    costs: dict[Cell, float] = {}
    came_from: dict[Cell, Cell] = {}
    waiting: list[tuple[float, float, Cell]] = []
    for cell in sorted(starts):
        costs[cell] = 0.0
        heapq.heappush(waiting, (at_least(cell), 0.0, cell))
    while waiting:
        _, cost, cell = heapq.heappop(waiting)
        if cell in goals:
            way = [cell]
            while cell in came_from:
                cell = came_from[cell]
                way.append(cell)
            return way[::-1]
        if cost > costs[cell]:
            continue
        for following, step_cost in _neighbours(cell, no_via):
            total = cost + step_cost
            if following not in no_track and total < costs.get(following, math.inf) - NEAR:
                costs[following] = total
                came_from[following] = cell
                heapq.heappush(waiting, (total + at_least(following), total, following))
    return []


def _width(net: str, end: tuple[str, int], pad: footprints.Pad) -> float:
    """A narrow pad takes a narrow track, whatever the net."""
    return (
        params.TRACK_POWER
        if net in POWER and min(pad.width, pad.height) > params.TRACK_POWER
        else params.TRACK_SIGNAL
    )


def _route_net(board: Board, routing: Routing, net: str) -> None:
    """Join one pad after the other to what is joined already, the nearest first."""
    ends = [footprints.end_of(*end) for end in params.NETS[net]]
    joined_ends = [ends.pop(0)]
    joined = board.cells_of(joined_ends[0])
    while ends:
        here = [board.pads[end] for end in joined_ends]
        nearest = min(
            ends,
            key=lambda end: (
                min(math.dist((p.x, p.y), (board.pads[end].x, board.pads[end].y)) for p in here),
                end,
            ),
        )
        ends.remove(nearest)
        width = _width(net, nearest, board.pads[nearest])
        no_track, no_via = board.blocked(net, width)
        goals = board.cells_of(nearest)
        way = find_way(joined - no_track, goals - no_track, no_track, no_via)
        if not way:
            raise UnroutableError(net)
        joined_ends.append(nearest)
        board.add(routing, net, way, joined_ends, width)
        joined |= goals | set(way)


def _ground_vias(board: Board, routing: Routing) -> None:
    """Give every pad of ground on the upper side its own via to the pour below."""
    for end in [footprints.end_of(*end) for end in params.NETS[POURED]]:
        if board.pads[end].drill:
            continue
        no_track, no_via = board.blocked(POURED, params.TRACK_SIGNAL)
        below = {(column, row, BACK) for column in range(board.columns) for row in range(board.rows)}
        free = {cell for cell in below - no_track if cell[:2] not in no_via}
        way = find_way(board.cells_of(end) - no_track, free, no_track, no_via)
        if not way:
            raise UnroutableError(POURED)
        board.add(routing, POURED, way, [end], params.TRACK_SIGNAL)


def _stitch(board: Board, routing: Routing) -> None:
    """Join the two pours wherever there is room for a via."""
    _, no_via = board.blocked(POURED, params.TRACK_SIGNAL)
    each = round(STITCH / GRID)
    for column in range(each // 2, board.columns, each):
        for row in range(each // 2, board.rows, each):
            if (column, row) not in no_via:
                board.add_via(routing, Via(POURED, *board.point((column, row, FRONT))))


def _length(net: str, pads: dict[tuple[str, int], footprints.Pad]) -> float:
    points = [pads[footprints.end_of(*end)] for end in params.NETS[net]]
    wide, tall = [p.x for p in points], [p.y for p in points]
    return max(wide) - min(wide) + max(tall) - min(tall)


def route() -> Routing:
    """Return tracks and vias for every net. Raise UnroutableError when no order was found that works."""
    pads = Board().pads
    order = sorted((net for net in params.NETS if net != POURED), key=lambda net: (_length(net, pads), net))
    failed = ""
    for _ in range(ATTEMPTS):
        board, routing = Board(), Routing()
        try:
            _ground_vias(board, routing)
            for net in order:
                _route_net(board, routing, net)
        except UnroutableError as error:
            failed = str(error)
            order.remove(failed)
            order.insert(0, failed)
            continue
        _stitch(board, routing)
        return routing
    raise UnroutableError(failed)
