"""The pad's self-test: what a builder wants to know of a pad, found out while its loop goes on.

Owns the parts, their order and their figures. It judges nothing, for the host and its people do. Like pad.py
it must never touch hardware, read a clock or block.
"""

from array import array

from firmware import lights as look
from shared_rules.wire import messages as m

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

COLOURS = (look.RED, look.GREEN, look.BLUE, look.WHITE)
COLOUR_US = 500_000  # each
TONES_HZ = (440, 660, 880)
TONE_US = 250_000  # each
CHANCE_BYTES = 4096
CHANCE_BYTES_A_TURN = 32  # so that the loop stays quick
LOOP_US = 1_000_000
LOOP_BACK_HZ = 500
LOOP_BACK_PERIOD_US = 1_000_000 // LOOP_BACK_HZ
LOOP_BACK_US = 300_000
STARTING_EDGES = 6  # the signal's first periods, which a PWM that comes on may cut
CALM_US = 20_000  # after the signal, until its pin is surely an input again and the contact open
NEVER = -1
MOST_U16 = 0xFFFF
TELL_AGAIN_US = 100_000  # what changes faster is told together


class SelfTest:
    """One pad's self-test. next_byte() -> 0..255 is what its dice are thrown with."""

    def __init__(self, next_byte: "Callable[[], int]") -> None:
        self.state = m.NOT_TESTED
        self.part = 0  # the one that runs now
        self.loops_back = False  # edges are the test's, until the signal is surely over
        self._calm_from_us = NEVER
        self._next_byte = next_byte
        self._parts = {m.TEST_LIGHTS: self._shine, m.TEST_SOUND: self._sound, m.TEST_CHANCE: self._chance,
                       m.TEST_LOOP: self._loop, m.TEST_STAMPS: self._stamps}
        self._clear(0, 0)

    def _clear(self, revision: int, parts: int) -> None:
        self._revision = revision
        self._to_do = parts
        self._done = 0
        self._began_us = 0  # the part that runs now
        self._turn_us = 0  # the last one began
        self._pressed = 0
        self._bounce_us = [0] * len(m.BUTTON_NAMES)
        self._counts = array("H", [0] * 256)
        self._thrown = 0
        self._turns = 0
        self._longest_turn_us = 0
        self._edges = [0] * len(m.BUTTON_NAMES)  # looped back
        self._closed_us = [0] * len(m.BUTTON_NAMES)
        self._jitter_us = [0] * len(m.BUTTON_NAMES)
        self._changed = True
        self._tell_at_us = 0

    def begin(self, revision: int, parts: int, now_us: int) -> None:
        """Do these parts; those that this firmware does not know count as not done."""
        self._clear(revision, parts & m.TEST_ALL)
        self.state = m.TESTING
        self._next_part(now_us)

    def refuse(self, revision: int) -> None:
        """A round is on."""
        self._clear(revision, 0)
        self._end(m.TEST_REFUSED)

    def stop(self) -> None:
        """Whatever runs is over: people have something better to do."""
        if self.state == m.TESTING:
            self._end(m.TESTED)

    def _end(self, state: int) -> None:
        self.state = state
        self.part = 0
        self._changed = True

    # ---- one turn of the loop

    def tick(self, now_us: int) -> None:
        """Go on with the part that runs now."""
        if self.part and self._parts[self.part](now_us):
            self._done |= self.part
            self._next_part(now_us)
        if self.loops_back and self.part != m.TEST_STAMPS:
            self._calm_down(now_us)

    def _calm_down(self, now_us: int) -> None:
        """However the part ended, the board switches its signal off in the turn in which it learns of it."""
        if self._calm_from_us == NEVER:
            self._calm_from_us = now_us
        elif now_us - self._calm_from_us >= CALM_US:
            self.loops_back = False
            self._changed = True  # what is held was told of the signal

    def _next_part(self, now_us: int) -> None:
        self.part = 0
        for part in m.TEST_PARTS:
            if self._to_do & part:
                self._to_do &= ~part
                self.part = part
                break
        self._began_us = self._turn_us = now_us
        if self.part == m.TEST_STAMPS:
            self.loops_back = True
            self._calm_from_us = NEVER
        self._changed = True
        if not self.part:
            self._end(m.TESTED)

    def _shine(self, now_us: int) -> bool:
        return now_us - self._began_us >= len(COLOURS) * COLOUR_US

    def _sound(self, now_us: int) -> bool:
        return now_us - self._began_us >= len(TONES_HZ) * TONE_US

    def _chance(self, _now_us: int) -> bool:
        for _ in range(CHANCE_BYTES_A_TURN):
            self._counts[self._next_byte()] += 1
        self._thrown += CHANCE_BYTES_A_TURN
        return self._thrown >= CHANCE_BYTES

    def _loop(self, now_us: int) -> bool:
        self._turns += 1
        self._longest_turn_us = max(self._longest_turn_us, now_us - self._turn_us)
        self._turn_us = now_us
        return now_us - self._began_us >= LOOP_US

    def _stamps(self, now_us: int) -> bool:
        return now_us - self._began_us >= LOOP_BACK_US

    # ---- what the buttons do

    def wants_signal(self, now_us: int) -> bool:
        """Say whether the board's own signal is wanted on the spare pin."""
        return self.part == m.TEST_STAMPS and now_us - self._began_us < LOOP_BACK_US

    def looped_back(self, button: int, closed: bool, t_us: int) -> None:
        """Take a raw edge of the pad's own signal, or of its end."""
        if not self.wants_signal(t_us):
            return
        self._edges[button] += 1
        if not closed:
            return
        if self._edges[button] > STARTING_EDGES:
            off_us = abs(t_us - self._closed_us[button] - LOOP_BACK_PERIOD_US)
            self._jitter_us[button] = max(self._jitter_us[button], off_us)
        self._closed_us[button] = t_us

    def pressed(self, button: int) -> None:
        """A press was reported."""
        self._pressed |= 1 << button
        self._changed = True

    def bounced(self, button: int, after_us: int) -> None:
        """A contact still bounced so long after an edge that counted."""
        if after_us > self._bounce_us[button]:
            self._bounce_us[button] = after_us
            self._changed = True

    # ---- what people see and hear

    def light(self, now_us: int) -> "tuple[int, int] | None":
        """Return (colour, pattern) of all four, None while lights are not tested."""
        if self.part != m.TEST_LIGHTS:
            return None
        return SHINING[min((now_us - self._began_us) // COLOUR_US, len(COLOURS) - 1)]

    def tone_hz(self, now_us: int) -> "int | None":
        """Return the tone, None while sound is not tested."""
        if self.part != m.TEST_SOUND:
            return None
        return TONES_HZ[min((now_us - self._began_us) // TONE_US, len(TONES_HZ) - 1)]

    # ---- what the host is told

    def due(self, now_us: int) -> bool:
        """Say whether there is something new to tell."""
        return self._changed and self.state != m.NOT_TESTED and now_us >= self._tell_at_us

    def tell_again(self) -> None:
        """Now and then, in case the last one was lost."""
        self._changed = True

    def report(self, held: int, now_us: int) -> "Any":
        """Return the Report to send now. held: mask of the buttons that are down."""
        self._changed = False
        self._tell_at_us = now_us + TELL_AGAIN_US
        wired = self._edges.index(max(self._edges))  # whichever button the wire is on
        bounces = [min(bounce_us, MOST_U16) for bounce_us in self._bounce_us]
        return m.Report(self._revision, self.state, self.part, self._done, self._pressed, held, *bounces,
                        min(self._chi_square_tenths(), MOST_U16), self._turns, self._longest_turn_us,
                        min(self._edges[wired], MOST_U16), min(self._jitter_us[wired], MOST_U16))

    def _chi_square_tenths(self) -> int:
        """Return ten times the chi-square of the bytes, 0 before they are all there. Source: Pearson 1900."""
        if self._thrown < CHANCE_BYTES:
            return 0
        expected = self._thrown // 256
        return sum([(count - expected) ** 2 for count in self._counts]) * 10 // expected


SHINING = tuple([(colour, m.STEADY) for colour in COLOURS])
