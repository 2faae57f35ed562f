"""What the referee is told, one type a line of a trace.

Owns the vocabulary of contract "Traces": the shootout's settings, the draws, and what the pads, their
links and the judge said. It must never hold an opinion: whether a HIT is valid or late is ruled elsewhere.

All times are table microseconds. `lo` and `hi` are the ends of a closed interval that is certain to hold
the true moment.
"""

from typing import NamedTuple

SHOOTER_1, SHOOTER_2, COWARD = DICE = ("shooter1", "shooter2", "coward")
BULLET, RUN, BLANK = FACES = ("bullet", "run", "blank")

LOCK_OUT_US = 3_000_000  # BB-23, BB-24: "counts to 3 aloud"


class Player(NamedTuple):
    """Who sits at the table, and the pad in front of them."""

    name: str
    pad: str


class Settings(NamedTuple):
    """What was agreed before the first countdown. `pad_dice`: the pads throw the dice and know what shows."""

    pad_dice: bool
    reaction_limit_us: int
    settle_us: int
    players: tuple[Player, ...]


class Draw(NamedTuple):
    """A countdown began at `countdown_us` and ended in DRAW at `at_us`; `dice` maps names to their dice."""

    round: int
    countdown_us: int
    at_us: int
    dice: tuple[tuple[str, tuple[str, ...]], ...]


class Hit(NamedTuple):
    """HIT was pressed."""

    pad: str
    seq: int
    lo: int
    hi: int


class Roll(NamedTuple):
    """A die was thrown; its face shows from the throw + `settle_us` until that die's next throw."""

    pad: str
    seq: int
    lo: int
    hi: int
    die: str
    face: str


class Watermark(NamedTuple):
    """Every event up to `seq` is sent, and every later one has `lo > up_to_us`."""

    pad: str
    seq: int
    up_to_us: int


class Lost(NamedTuple):
    """The link to the pad broke."""

    pad: str
    lo: int
    hi: int


class Targets(NamedTuple):
    """The tokens, as (player, die), on which the caller's bullets were aimed."""

    round: int
    player: str
    tokens: tuple[tuple[str, str], ...]


class Judge(NamedTuple):
    """The judge overruled a round: `rule` is first, tie, replay or without; the fields it does not need are
    empty."""

    round: int
    rule: str
    reason: str
    player: str = ""
    players: tuple[str, ...] = ()
    pad: str = ""


Event = Hit | Roll
Seen = Draw | Hit | Roll | Watermark | Lost | Targets | Judge


def moment(event: Event) -> tuple[int, int]:
    """The order of one pad's own events: they share their offset, so `(lo, seq)` is exact among them."""
    return event.lo, event.seq
