"""What the referee says: the calls of contract "Traces", and the order in which they are read out.

Owns the words and their order. It must never decide anything.
"""

from typing import NamedTuple


class Suspicious(NamedTuple):
    """A reaction under the limit: shown to the judge, never punished."""

    round: int
    player: str
    reaction_us: tuple[int, int]


class Jumped(NamedTuple):
    """An event before DRAW; not `certain` when its interval straddles DRAW."""

    round: int
    player: str
    certain: bool


class FalseHit(NamedTuple):
    """HIT with nothing showing (BB-24)."""

    round: int
    player: str
    locked_until_us: int


class RunAway(NamedTuple):
    """Whose coward runs at the freeze (BB-15)."""

    round: int
    players: tuple[str, ...]


class First(NamedTuple):
    """Who called first; `margin_us` to the next late HIT, `bullets` of their own that show (pad dice
    only)."""

    round: int
    player: str
    margin_us: int | None
    bullets: int | None


class Tie(NamedTuple):
    """Nobody can say who was first (BB-22, BB-47)."""

    round: int
    players: tuple[str, ...]


class Void(NamedTuple):
    """A HIT or throw that does not count, and why."""

    round: int
    pad: str
    seq: int
    why: str


class Waiting(NamedTuple):
    """Pads that have not yet reported past the call."""

    round: int
    pads: tuple[str, ...]


class AskJudge(NamedTuple):
    """The referee cannot call this round, and why."""

    round: int
    why: str


class Judged(NamedTuple):
    """The judge's overrule, beside the call, which stays. Only the one of player, players, pad that `rule`
    needs is set."""

    round: int
    rule: str
    player: str
    players: tuple[str, ...]
    pad: str
    reason: str


Call = Suspicious | Jumped | FalseHit | RunAway | First | Tie | Void | Waiting | AskJudge | Judged

# In the order in which calls of one moment are read out.
NAMES: dict[type, str] = {
    Suspicious: "suspicious",
    Jumped: "jumped",
    FalseHit: "false_hit",
    RunAway: "run_away",
    First: "first",
    Tie: "tie",
    Void: "void",
    Waiting: "waiting",
    AskJudge: "ask_judge",
    Judged: "judged",
}
RANK = {kind: rank for rank, kind in enumerate(NAMES)}

# The reasons a round cannot be called, the first that applies is given.
PAD_DISTRUSTED = "pad_distrusted"
EVENTS_LOST = "events_lost"
WAITING = "waiting"
PAD_LOST = "pad_lost"
DRAW_STRADDLED = "draw_straddled"
ICON_UNCERTAIN = "icon_uncertain"

# Why an event is void, the first that fits is given.
NOT_IN_ROUND = "not_in_round"
LOCKED_OUT = "locked_out"
DISTRUSTED = "distrusted"
COUNTDOWN_RESTARTED = "countdown_restarted"
LATE, AFTER_FREEZE = "late", "after_freeze"
UNDECIDED = "undecided"


class Timed(NamedTuple):
    """A call with its place in the order: the least `lo` it stands on, then pad and seq."""

    call: Call
    lo: float  # table microseconds, or infinity for what stands last in its round
    pad: str = ""
    seq: int = 0

    def place(self) -> tuple[int, float, int, str, int]:
        """Where the call stands in the order of the contract."""
        return self.call.round, self.lo, RANK[type(self.call)], self.pad, self.seq


def as_dict(call: Call) -> dict[str, object]:
    """The call as the contract's JSON object, keys in its order."""
    fields = call._asdict()
    if isinstance(call, Judged):
        fields = {key: value for key, value in fields.items() if value or key in ("round", "reason")}
    return {"call": NAMES[type(call)], **fields}
