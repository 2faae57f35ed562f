"""The board of Bo Bo Bon: the chip in the middle, cards towards those who play them, everybody's chips.

Owns what of the public view is shown, and as what; where it lies is `bon_places.py`'s business. The youngest
read it: pictures say everything, words only what a picture cannot.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion import theme as numbers
from companion.boards import bon_places as places
from companion.boards.bon_pieces import Art, CardPlace, Chip, Pile, Played, Round
from companion.boards.drawing import Rect, middle
from companion.boards.drawn import BARE, Board, Counter, Covered, Line, SeatFacts, State
from companion.boards.log_lines import newest
from companion.boards.party import Party
from companion.boards.pieces import Ground, Mark, Picture, Piece, Words, number_in
from companion.i18n import _, ngettext
from companion.seating import FIRST_SIDES
from companion.telling import telling
from companion.widgets import theme
from companion.widgets.words import measure
from shared_rules.games.bo_bo_bon import sweets as c
from shared_rules.games.bo_bo_bon import table

Named = tuple[str, Piece]

GAME = "bo_bo_bon"
STAR, FLAG, CUP = "star", "flag_variant", "trophy"
WON, LOST = 0.05, -0.07  # of a card's side: how far a card that can win is lifted, and another one pressed
ODDS = 58, 34  # px, a chip of the odds, at most and at least
ROUND = 46  # px, a sweet that is a round, at most
LOG = 64, 150  # px, the least height and width of a corner with the log


class BoBoBonBoard(Board):
    """The table between the panes."""

    celebrates = True

    def __init__(self, **properties: Any) -> None:
        self._before: tuple[int, str] | None = None  # rounds that were done, and the phase
        super().__init__(**properties)
        self.party = Party()
        self.add_widget(self.party)

    def show(
        self,
        state: State,
        brands: Mapping[str, int],
        lines: Sequence[Line],
        covered_px: Covered = BARE,
    ) -> None:
        """Show the table; celebrate what was just won."""
        super().show(state, brands, lines, covered_px)
        before, self._before = self._before, (state["done"], state["phase"])
        if before is None or not self.pieces:
            return
        if state["phase"] == table.END != before[1]:
            self.party.over(self._spot("chip"), [self._spot(f"mark.{seat}") for seat in best(state)])
        elif state["done"] == before[0] + 1:
            self.party.won(self._spot("chip"), self._spot(f"mark.{state['last']['seat']}"))

    def _spot(self, name: str) -> tuple[float, float]:
        """The middle of a piece in px of the window's board."""
        left, low, wide, high = self.pieces[name].rect
        return (left + wide / 2) * self._zoom.x, (low + high / 2) * self._zoom.x

    def lie(
        self, state: State, brands: Mapping[str, int], lines: Sequence[Line], width: int, height: int
    ) -> dict[str, Piece]:
        """Return what lies on a board of this size."""
        sides = {seat: self.sides.get(seat, FIRST_SIDES[n]) for n, seat in enumerate(state["seats"])}
        grid = places.grid(width, height, sides, _has_cards(state), theme.small, self.covered)
        return dict(_lie(state, brands, lines, sides, grid))

    def least_size(self) -> tuple[int, int]:
        """Return the width and height it needs."""
        return places.LEAST

    @staticmethod
    def facts(state: State, seat: str) -> SeatFacts:
        """Return what a seat's pane says: stars, ants and what they leave; whether a monster is there."""
        held = state["seats"][seat]
        counters = [Counter(STAR, str(held["stars"]), _("Stars"))]
        if held["ants"]:
            counters.append(Counter("own:ant", str(held["ants"]), _("Ants")))
            counters.append(Counter(CUP, _figures(held["score"]), _("Stars after the ants")))
        if state["entered"] and held["monster"] and state["phase"] != table.END:
            counters.append(Counter("art:monster", "", _("Monster"), minor=True))
        leads = seat == state["leader"]
        return SeatFacts(
            hats=(),
            active=True,
            status="",
            badge=_("Starts") if leads else "",
            counters=tuple(counters),
            badge_icon=FLAG,
        )

    @staticmethod
    def secrets(state: State, seat: str) -> list[Counter]:
        """Return nothing: nobody enters what is in their hand."""
        return []

    @staticmethod
    def corner(view: Mapping[str, Any]) -> tuple[str, str]:
        """Return which round it is, ("3 / 7", "round")."""
        state = view["state"]
        return f"{state['trick'] or state['done']} / {state['tricks']}", _("round")


def _figures(score: Any) -> str:
    """Stars; from how many to how many while ants take by chance."""
    if isinstance(score, Mapping):
        return f"{score['min']}–{score['max']}"  # noqa: RUF001    a dash between numbers
    return str(score)


def best(state: State) -> list[str]:
    """Return who has the most stars, once it is over."""
    scores = {seat: held["score"] for seat, held in state["seats"].items()}
    return [seat for seat, score in scores.items() if score == max(scores.values())]


def _has_cards(state: State) -> bool:
    """Whether there is a place for everybody's card now."""
    if state["entered"]:
        return bool(state["phase"] in (table.CARDS, table.WINNER))
    return bool(state["phase"] == table.WINNER and state["cards"])


def _lie(
    state: State,
    brands: Mapping[str, int],
    lines: Sequence[Line],
    sides: Mapping[str, str],
    grid: places.Grid,
) -> Iterator[Named]:
    """Yield every piece by its name; those that lie under others first."""
    for seat, strip in grid.strips.items():
        yield from _strip(state, seat, brands[seat], strip, grid.gap)
    yield from _in_the_middle(state, brands, grid.chip)
    for seat, rect in grid.cards.items():
        yield _card(state, brands, seat, rect, places.quarter(sides[seat]))
    upper_left, upper_right, lower_left, lower_right = grid.corners
    if upper_left:
        yield from _rounds(state, upper_left)
    if lower_right:
        yield from _odds(state, lower_right)
    revoked = _revoked(state) if upper_right else None
    if upper_right and revoked:
        yield from _revoke(revoked, brands, upper_right)
    if lower_left and lower_left[3] >= LOG[0] and lower_left[2] >= LOG[1]:
        yield from newest(lines, lower_left)


# -- before each player


def _strip(state: State, seat: str, brand: int, strip: places.Strip, gap: int) -> Iterator[Named]:
    """Whose it is, whether they start, and the chips they won: those that ants take are bitten."""
    held = state["seats"][seat]
    deep = min(strip.rect[2:])
    small = round(deep * 0.7)
    leads = seat == state["leader"]
    things = [small, *([small] if leads else []), *[deep] * len(held["chips"])]
    at = iter(strip.places(things, gap, 1 + leads))
    yield f"mark.{seat}", Mark(next(at), brand)
    if leads:
        yield f"leads.{seat}", Picture(next(at), FLAG, "accent")
    taken = list(held["taken"] or ())
    last = state["last"]
    fresh = (
        len(held["chips"]) - 1
        if last and last["seat"] == seat and state["phase"] in (table.CHIP, table.RECOUNT)
        else -1
    )
    for n, (chip, rect) in enumerate(zip(held["chips"], at, strict=True)):
        eaten = chip in taken
        if eaten:
            taken.remove(chip)
        yield f"won.{seat}.{n}", Chip(rect, chip, strip.quarter, eaten, n == fresh)


# -- in the middle


def _in_the_middle(state: State, brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    """The chip that is played for; before that the pile; at the end who won."""
    phase = state["phase"]
    if phase == table.END:
        yield from _winners(state, brands, room)
    elif phase == table.RECOUNT:
        yield from _box(state, room)
    elif state["chip"]:
        yield "chip", Chip(room, state["chip"])
    else:
        yield "chip", Pile(room, c.CHIPS_IN_BOX - 1 - state["done"])


def _winners(state: State, brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    left, low, side, _high = room
    part = round(side * 0.62)
    yield "chip", Picture((left + (side - part) // 2, low + side - part, part, part), CUP, "accent")
    winners = best(state)
    mark = min(round(side * 0.34), side // len(winners) - 4)
    taken = len(winners) * (mark + 6) - 6
    for n, seat in enumerate(winners):
        rect = (left + (side - taken) // 2 + n * (mark + 6), low, mark, mark)
        yield f"winner.{seat}", Mark(rect, brands[seat])


def _box(state: State, room: Rect) -> Iterator[Named]:
    """The chip that nobody won, as far as it is known."""
    left, low, side, _high = room
    line = 2 * measure("x", numbers.REGULAR, theme.size("caption"))[1]
    part = max(16, side - line - 4)
    chip = middle((left, low + line + 4, side, part), part, part)
    yield "chip", Chip(chip, state["last_chip"]) if state["last_chip"] else Pile(chip, 1)
    label = (left, low, side, min(line, max(1, side - part - 4)))
    yield "chip.label", Words(label, _("in the box"), "caption", "muted", "center")


def _card(state: State, brands: Mapping[str, int], seat: str, rect: Rect, quarter: int) -> Named:
    """A card as it lies there, or the place where it will."""
    lies = next((each for each in state["cards"] if each["seat"] == seat), None)
    if lies is None:
        expects = state["seats"][seat]["must"] or ""
        return f"place.{seat}", CardPlace(rect, quarter, seat == state["turn"], expects)
    wins = lies["can_win"]
    at = places.grown(rect, WON if wins else LOST)
    return f"card.{seat}", Played(at, lies["card"], brands[seat], quarter, wins)


# -- in the corners


def _rounds(state: State, room: Rect) -> Iterator[Named]:
    """Seven sweets: each round one is eaten."""
    count, done = state["tricks"], state["done"]
    left, low, wide, high = room
    rows = 1 if wide / count >= min(ROUND, high) * 0.8 or high < 56 else 2
    across = -(-count // rows)
    side = max(8, min(ROUND, wide // across - 2, high // rows - 2))
    for n in range(count):
        row, column = divmod(n, across)
        rect = (left + column * (side + 2), low + high - (row + 1) * (side + 2) + 2, side, side)
        now = n == done and state["trick"] is not None
        yield f"round.{n + 1}", Round(rect, "done" if n < done else "now" if now else "next")


def _odds(state: State, room: Rect) -> Iterator[Named]:
    """How many of each chip nobody has seen; each of them is as likely the next one."""
    chances = state["next_chip"]
    if chances is None:
        return
    left, low, wide, high = room
    line = measure("x", numbers.REGULAR, theme.size("caption"))[1] if high >= 60 else 0
    share = wide // len(c.CHIPS)
    side = max(14, min(ODDS[0], high - line - 2, share // 2 - 4))
    for n, chip in enumerate(c.CHIPS):
        count = chances["left"][chip]
        x = left + wide - (len(c.CHIPS) - n) * share + share - 2 * side - 4
        yield f"odds.{chip}", Chip((x, low + line + 2, side, side), chip, eaten=False)
        figure = number_in((x + side + 3, low + line + 2 + side // 8, side, round(side * 0.7)), str(count))
        yield f"odds.{chip}.count", figure._replace(tone="text" if count else "off")
    if line:
        of = chances["of"]
        text = ngettext("{n} chip face down", "{n} chips face down", of).format(n=of)
        yield "odds.of", Words((left, low, wide, line), text, "caption", "muted", "right")


def _revoked(state: State) -> Mapping[str, Any] | None:
    """A colour that was shown in this round, and not followed before."""
    return next((each for each in reversed(state["revokes"]) if each["shown"] == state["trick"]), None)


def _revoke(revoke: Mapping[str, Any], brands: Mapping[str, int], room: Rect) -> Iterator[Named]:
    """Who showed it, which colour, and when it was not played. The log says it for good."""
    left, low, wide, high = room
    yield "revoke.ground", Ground(room, "surface", 10)
    side = min(high - 8, 40, wide // 4)
    at = low + high - side - 4
    yield "revoke.mark", Mark((left + 8, at, side, side), brands[revoke["seat"]])
    yield "revoke.colour", Art((left + side + 14, at, side, side), revoke["colour"])
    said = telling(GAME).line({"id": "bon.revoke", "params": revoke}).text
    beside = (left + 2 * side + 22, low + 4, wide - 2 * side - 30, high - 8)
    below = (left + 8, low + 4, wide - 16, high - side - 12)
    rect = below if below[2] * below[3] > beside[2] * beside[3] else beside
    yield "revoke", Words(rect, said, "caption", "text")
