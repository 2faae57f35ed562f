"""What the pads tell the table: one vocabulary of news, past tense, posted by the reader threads.

Owns the words. `pad` is the pad's label, the same from one plugging-in to the next. `lo`, `hi` and every
`_us` are table microseconds; `seq` counts a pad's HITs and throws, with a number left out where one was lost.
"""

from typing import NamedTuple


class Pad(NamedTuple):
    """Who a pad is."""

    label: str
    unique_id: str  # 16 hexadecimal digits
    board: str
    firmware: str
    protocol: int
    virtual: bool
    pio: bool = False  # it stamps its buttons in hardware, not by interrupt
    lights: bool = False
    sound: bool = False


class Joined(NamedTuple):
    """A pad answered; `port` is where it is now."""

    pad: str
    who: Pad
    port: str


class Left(NamedTuple):
    """The link broke between the last word heard and now. The pad may still have power."""

    pad: str
    lo: int
    hi: int
    why: str  # code: unplugged, silent, closed (by this program)


class Rebooted(NamedTuple):
    """The pad lost its memory at some time in the interval, and with it what it had not yet told."""

    pad: str
    lo: int
    hi: int


class Hit(NamedTuple):
    """HIT was pressed."""

    pad: str
    seq: int
    lo: int
    hi: int


class Rolled(NamedTuple):
    """A die was thrown on the pad."""

    pad: str
    seq: int
    lo: int
    hi: int
    die: str
    face: str


class Pressed(NamedTuple):
    """Any button but a HIT that counts as one: a die button as a plain button."""

    pad: str
    button: str
    lo: int
    hi: int


class Released(NamedTuple):
    """A button went up."""

    pad: str
    button: str
    lo: int
    hi: int


class Marked(NamedTuple):
    """Every HIT and throw up to `seq` is told, every later one has `lo > up_to_us`."""

    pad: str
    seq: int
    up_to_us: int


class Missing(NamedTuple):
    """The pad could not keep everything: at least one event from about here on is lost."""

    pad: str


class ClockReset(NamedTuple):
    """A clock was set, or an exchange was impossible: the bounds begin anew."""

    pad: str


class Turned(NamedTuple):
    """A port that cannot be used, and why: too_old, too_new, twice, mute, closed."""

    port: str
    why: str
    detail: str


News = Joined | Left | Rebooted | Hit | Rolled | Pressed | Released | Marked | Missing | ClockReset | Turned
