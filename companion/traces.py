"""Traces as text: JSON lines in, what the referee sees out, and back.

Owns the letter of contract "Traces": every key, type and cross-reference is checked before the referee sees a
line. It must never rule anything.
"""

import itertools
import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from companion import strict_lines
from companion.i18n import _
from shared_rules import referee as r

VERSION = 1

Name = Annotated[str, msgspec.Meta(min_length=1)]
Sequence = Annotated[int, msgspec.Meta(ge=0)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1)]
Die = Literal["shooter1", "shooter2", "coward"]
Interval = tuple[int, int]


class TraceError(ValueError):
    """A line that does not keep to the contract. `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(_("line {line}: {why}").format(line=line, why=why))
        self.line = line


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of one line: its fields with their types, and no others."""


class _Player(Line):
    name: Name
    pad: Name


class _Header(Line):
    trace: int
    mode: Literal["table", "pad"]
    reaction_limit_us: Annotated[int, msgspec.Meta(ge=0)]
    settle_us: Annotated[int, msgspec.Meta(ge=0)]
    players: Annotated[list[_Player], msgspec.Meta(min_length=1)]

    def seen(self) -> r.Settings:
        players = tuple(r.Player(player.name, player.pad) for player in self.players)
        return r.Settings(self.mode == "pad", self.reaction_limit_us, self.settle_us, players)


class _Draw(Line):
    kind: Literal["draw"]
    round: RoundNumber
    countdown_us: int
    at_us: int
    dice: Annotated[dict[str, Annotated[list[Die], msgspec.Meta(min_length=1)]], msgspec.Meta(min_length=1)]

    def seen(self) -> r.Draw:
        dice = tuple((name, tuple(dice)) for name, dice in self.dice.items())
        return r.Draw(self.round, self.countdown_us, self.at_us, dice)


class _Hit(Line):
    kind: Literal["hit"]
    pad: str
    seq: Sequence
    at: Interval

    def seen(self) -> r.Hit:
        return r.Hit(self.pad, self.seq, *self.at)


class _Roll(Line):
    kind: Literal["roll"]
    pad: str
    seq: Sequence
    die: Die
    face: Literal["bullet", "run", "blank"]
    at: Interval

    def seen(self) -> r.Roll:
        return r.Roll(self.pad, self.seq, *self.at, self.die, self.face)


class _Watermark(Line):
    kind: Literal["watermark"]
    pad: str
    seq: Sequence
    up_to_us: int

    def seen(self) -> r.Watermark:
        return r.Watermark(self.pad, self.seq, self.up_to_us)


class _Lost(Line):
    kind: Literal["lost"]
    pad: str
    at: Interval

    def seen(self) -> r.Lost:
        return r.Lost(self.pad, *self.at)


class _Targets(Line):
    kind: Literal["targets"]
    round: RoundNumber
    player: str
    tokens: list[tuple[str, Die]]

    def seen(self) -> r.Targets:
        return r.Targets(self.round, self.player, tuple(self.tokens))


class _JudgeFirst(Line):
    kind: Literal["judge"]
    round: RoundNumber
    rule: Literal["first"]
    player: str
    reason: str

    def seen(self) -> r.Judge:
        return r.Judge(self.round, self.rule, self.reason, player=self.player)


class _JudgeTie(Line):
    kind: Literal["judge"]
    round: RoundNumber
    rule: Literal["tie"]
    players: Annotated[list[str], msgspec.Meta(min_length=1)]
    reason: str

    def seen(self) -> r.Judge:
        return r.Judge(self.round, self.rule, self.reason, players=tuple(self.players))


class _JudgeReplay(Line):
    kind: Literal["judge"]
    round: RoundNumber
    rule: Literal["replay"]
    reason: str

    def seen(self) -> r.Judge:
        return r.Judge(self.round, self.rule, self.reason)


class _JudgeWithout(Line):
    kind: Literal["judge"]
    round: RoundNumber
    rule: Literal["without"]
    pad: str
    reason: str

    def seen(self) -> r.Judge:
        return r.Judge(self.round, self.rule, self.reason, pad=self.pad)


_KINDS: dict[str, type[Line]] = {
    "draw": _Draw,
    "hit": _Hit,
    "roll": _Roll,
    "watermark": _Watermark,
    "lost": _Lost,
    "targets": _Targets,
}
_RULES: dict[str, type[Line]] = {
    "first": _JudgeFirst,
    "tie": _JudgeTie,
    "replay": _JudgeReplay,
    "without": _JudgeWithout,
}


# -- reading


def read(data: bytes) -> r.Referee:
    """A referee that has seen a whole trace.

    :raises TraceError: the first line that does not keep to the contract, or that names something absent.
    """
    lines = lines_of(data)
    settings = parse_header(lines[0])
    seen = [(number, parse_line(line, number)) for number, line in enumerate(lines[1:], 2)]
    _Table(settings, seen).check()
    referee = r.Referee(settings)
    for _number, what in seen:
        referee.see(what)
    return referee


def lines_of(data: bytes) -> list[str]:
    """Return a file's lines. Raises TraceError for what is not UTF-8 or is cut off."""
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise TraceError(1, _("the file is empty; a trace begins with its settings"))
    return [_text(line, number) for number, line in enumerate(lines, 1)]


def _text(line: bytes, number: int) -> str:
    try:
        return strict_lines.text_of(line)
    except strict_lines.BadJson as bad:
        raise TraceError(number, str(bad)) from None


def parse_header(line: str) -> r.Settings:
    """The first line of a trace.

    :raises TraceError: it is not the settings of a trace of this version.
    """
    fields = json_object(line, 1)
    if "trace" not in fields:
        raise TraceError(1, _("a trace begins with its settings, and their first key is “trace”"))
    if type(fields["trace"]) is int and fields["trace"] != VERSION:
        found = fields["trace"]
        raise TraceError(1, _("trace version {found} is not {known}").format(found=found, known=VERSION))
    header = convert(fields, _Header, 1)
    for what, values in (
        (_("name"), [player.name for player in header.players]),
        (_("pad"), [player.pad for player in header.players]),
    ):
        if twice := _repeated(values):
            raise TraceError(1, _("the {what} “{twice}” is given twice").format(what=what, twice=twice))
    return header.seen()


def parse_line(line: str, number: int) -> r.Seen:
    """Any later line of a trace, checked by itself.

    :raises TraceError: unknown kind, missing, unknown or repeated keys, a wrong type or value.
    """
    fields = json_object(line, number)
    kind = fields.get("kind")
    shape = _KINDS.get(kind) if isinstance(kind, str) else None
    if kind == "judge":
        rule = fields.get("rule")
        shape = _RULES.get(rule) if isinstance(rule, str) else None
        if shape is None:
            raise TraceError(number, _("a judge line has a rule: first, tie, replay or without"))
    if shape is None:
        kinds = ", ".join([*_KINDS, "judge"])
        raise TraceError(number, _("“kind” has to be one of {kinds}").format(kinds=kinds))
    seen: r.Seen = convert(fields, shape, number).seen()  # type: ignore[attr-defined]  # every shape has it
    return seen


def json_object(line: str, number: int) -> dict[str, Any]:
    """Return the JSON object of a line. Raises TraceError for anything else."""
    try:
        value = strict_lines.parse_text(line)
    except strict_lines.BadJson as bad:
        raise TraceError(number, str(bad)) from None
    if not isinstance(value, dict):
        raise TraceError(number, _("this is not a JSON object"))
    return value


def _repeated(values: Iterable[Any]) -> Any:
    known = set()
    for value in values:
        if value in known:
            return value
        known.add(value)
    return None


L = TypeVar("L", bound=Line)


def convert(fields: dict[str, Any], shape: type[L], number: int) -> L:
    """Return a line in its shape. Raises TraceError for fields that do not fit."""
    try:
        return msgspec.convert(fields, shape, strict=True)
    except msgspec.ValidationError as error:
        raise TraceError(number, str(error)) from None


# -- what one line cannot know of the others


class _Table:
    """Checks lines against the settings and against each other."""

    def __init__(self, settings: r.Settings, seen: list[tuple[int, r.Seen]]) -> None:
        self.seen = seen
        self.names = {player.name for player in settings.players}
        self.pads = {player.pad for player in settings.players}
        self.draws: dict[int, r.Draw] = {}
        self.judged: set[int] = set()

    def check(self) -> None:
        for number, what in self.seen:
            if isinstance(what, r.Draw):
                self.draw(number, what)
        self.order()
        for number, what in self.seen:
            if isinstance(what, r.Judge):
                self.judge(number, what)
            elif isinstance(what, r.Targets):
                self.targets(number, what)
            elif not isinstance(what, r.Draw):
                self.event(number, what)

    def draw(self, number: int, draw: r.Draw) -> None:
        if draw.round in self.draws:
            raise TraceError(number, _("round {round} is given twice").format(round=draw.round))
        if draw.at_us < draw.countdown_us:
            raise TraceError(number, _("DRAW before its countdown: at_us < countdown_us"))
        for name, dice in draw.dice:
            if name not in self.names:
                raise TraceError(number, _("nobody here is called “{name}”").format(name=name))
            if twice := _repeated(dice):
                raise TraceError(number, _("the die {die} is given twice").format(die=twice))
            if "shooter2" in dice and "shooter1" not in dice:
                raise TraceError(number, _("a single shooter is shooter1, not shooter2"))
        self.draws[draw.round] = draw

    def order(self) -> None:
        lines = {what.round: number for number, what in self.seen if isinstance(what, r.Draw)}
        draws = sorted(self.draws.values())
        for before, after in itertools.pairwise(draws):
            if after.countdown_us <= before.countdown_us:
                why = _("round {after} does not begin after round {before}")
                raise TraceError(lines[after.round], why.format(after=after.round, before=before.round))

    def event(self, number: int, what: r.Hit | r.Roll | r.Watermark | r.Lost) -> None:
        if what.pad not in self.pads:
            raise TraceError(number, _("nobody sits at pad “{pad}”").format(pad=what.pad))
        if not isinstance(what, r.Watermark) and what.lo > what.hi:
            why = _("the interval [{lo},{hi}] ends before it begins")
            raise TraceError(number, why.format(lo=what.lo, hi=what.hi))
        if isinstance(what, r.Roll) and what.face == "run" and what.die != "coward":
            raise TraceError(number, _("a shooter has no run-away"))

    def targets(self, number: int, what: r.Targets) -> None:
        dice = self.in_round(number, what.round, [what.player, *(name for name, _die in what.tokens)])
        for name, die in what.tokens:
            if name == what.player:
                why = _("{name} aims at their own {die}; bullets are for the others' tokens")
                raise TraceError(number, why.format(name=name, die=die))
            if die not in dice[name]:
                raise TraceError(number, _("{name} has no {die} in this round").format(name=name, die=die))
        if twice := _repeated(what.tokens):
            name, die = twice
            raise TraceError(number, _("{name}'s {die} is hit twice").format(name=name, die=die))

    def judge(self, number: int, what: r.Judge) -> None:
        if what.round in self.judged:
            raise TraceError(number, _("round {round} is judged twice").format(round=what.round))
        self.judged.add(what.round)
        self.in_round(number, what.round, [what.player] * (what.rule == "first") + list(what.players))
        if twice := _repeated(what.players):
            raise TraceError(number, _("the name “{twice}” is given twice").format(twice=twice))
        if what.rule == "without" and what.pad not in self.pads:
            raise TraceError(number, _("nobody sits at pad “{pad}”").format(pad=what.pad))

    def in_round(self, number: int, round_number: int, names: list[str]) -> dict[str, tuple[str, ...]]:
        if round_number not in self.draws:
            raise TraceError(number, _("there is no round {round}").format(round=round_number))
        dice = dict(self.draws[round_number].dice)
        for name in names:
            if name not in dice:
                why = _("“{name}” is not in round {round}")
                raise TraceError(number, why.format(name=name, round=round_number))
        return dice


# -- writing


def header_text(settings: r.Settings) -> str:
    """The first line of a trace; `parse_header` gives the settings back."""
    players = [player._asdict() for player in settings.players]
    mode = "pad" if settings.pad_dice else "table"
    return compact(
        {
            "trace": VERSION,
            "mode": mode,
            "reaction_limit_us": settings.reaction_limit_us,
            "settle_us": settings.settle_us,
            "players": players,
        }
    )


def line_text(seen: r.Seen) -> str:
    """Any later line of a trace; `parse_line` gives it back."""
    fields = seen._asdict()
    kind = type(seen).__name__.lower()
    if "lo" in fields:
        fields["at"] = [fields.pop("lo"), fields.pop("hi")]
    if isinstance(seen, r.Draw):
        fields["dice"] = dict(seen.dice)
    if isinstance(seen, r.Judge):
        reason = fields.pop("reason")
        fields = {key: value for key, value in fields.items() if value} | {"reason": reason}
    return compact({"kind": kind, **fields})


def call_text(call: r.Call) -> str:
    """One call as the contract's line."""
    return compact(r.as_dict(call))


def compact(value: object) -> str:
    """JSON without spaces, in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
