"""The pad's brain: edges and bytes from the host in, bytes for the host, lights and sound out.

Owns debouncing, dice, the round's state, the conversation with the host and what may be promised to
it. Must never touch hardware, read a clock, do I/O or block. Time comes in as the pad's own
microseconds since boot (64 bit). A board file runs it in this order, and the order is the honesty of
the watermarks:

    1. now = clock()              BEFORE the edges are fetched
    2. edge(..) for every edge    in time order
    3. tick(now)                  promises: every edge up to now has been given
    4. write(take(clock(), n))    written at once
    5. feed(read(), t)            t is read when a frame's first byte is there: no Ping is stamped too early
    6. light(n, now), sound(now)

Steps 1 to 3, and the others while there is nothing to say, allocate nothing: no garbage collection starts
between an edge and its place in the ring. (Where an integer above 2^30 is an object of its own, on the RP2040
after 17.9 minutes, each such time is two small ones.)
"""

from firmware import lights as look
from firmware.debounce import DEBOUNCE_US, Button
from firmware.self_test import SelfTest
from shared_rules import dice
from shared_rules.wire import frames
from shared_rules.wire import messages as m
from shared_rules.wire.stream import Outbox, Revisions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

VERSION = b"0.1.0"
SETTLE_US = 500_000
LONGEST_DEBOUNCE_US = 1_000_000  # whatever the host says: a button that is deaf for longer looks broken
LONGEST_SETTLE_US = 10_000_000
WATERMARK_US = 50_000  # while armed, the referee learns at least this often how far this pad has come
STATS_US = 5_000_000
MOST_WAITING = 8  # pings and answers kept; a host that sends faster loses the newest
LARGEST_FRAME = frames.MAX_FRAME + 1
NEVER = -1
TAKE_BYTES = 256  # a good limit for take(): what a USB output FIFO holds


class Pad:
    """One pad. unique_id: 8 bytes; boot_id: u32, new at each start; next_byte() -> random 0..255.

    debounce_us, settle_us: as the host has set them, or as they were when the power went.
    """

    def __init__(self, unique_id: bytes, board: bytes, boot_id: int, next_byte: "Callable[[], int]", *,
                 now_us: int = 0, capabilities: int = 0, debounce_us: int = DEBOUNCE_US,
                 settle_us: int = SETTLE_US) -> None:
        self.leaving = False  # the host wants the REPL: write what take() has, then stop
        self.edges_lost = 0
        self._set(debounce_us, settle_us)
        self._unique_id = unique_id
        self._board = board
        self._capabilities = capabilities
        self._next_byte = next_byte
        self._deframer = frames.Deframer()
        self._outbox = Outbox(boot_id, now_us)
        self._revisions = Revisions()
        self._buttons = [Button() for _ in m.BUTTON_NAMES]
        self._test = SelfTest(next_byte)
        self._unknown = 0
        self._look_again_us = NEVER  # when a window is over inside which a level changed
        self._promised_us = now_us
        self._longest_pause_us = 0
        self._session = 0
        self._protocol = 0  # 0: keep quiet
        self._introduce = False
        self._pings: list[tuple[int, int]] = []  # (token, l2)
        self._given_bytes = 0  # to the line, in all
        self._pongs: list[tuple[int, int]] = []  # (token, what was given when it was)
        self._heard_bytes = NEVER  # the host has read at least so many of them
        self._answers: list[Any] = []
        self._watermark_due = False
        self._watermark_at_us = 0
        self._stats_at_us = 0
        self._handlers = {
            m.Ping: self._ping, m.Ack: self._ack, m.Arm: self._arm, m.Freeze: self._freeze,
            m.Resume: self._resume, m.Lights: self._set_lights, m.Sound: self._set_sound,
            m.Settings: self._settings, m.Leave: self._leave, m.Test: self._begin_test,
        }
        self._forget()

    def _forget(self) -> None:
        """A new session begins with nothing wanted."""
        self._armed: Any = None
        self._frozen = False
        self._faces = [0] * len(m.BUTTON_NAMES)  # of the dice thrown in this round; 0 before the throw
        self._thrown_us = [0] * len(m.BUTTON_NAMES)
        self._wanted = [look.DARK] * len(m.BUTTON_NAMES)
        self._tone = (0, 0)  # (Hz, until_us)
        self._test.stop()
        self._revisions.forget()
        self._pings = []
        self._pongs = []
        self._heard_bytes = NEVER
        self._answers = []
        self.leaving = False

    # ---- edges and time

    def edge(self, button: int, pressed: bool, t_us: int) -> None:
        """Take a raw edge of button 0..3.

        One from before the last watermark or event given out is stamped at the earliest honest moment.
        """
        if self._test.loops_back:
            self._test.looped_back(button, pressed, t_us)
            self._buttons[button].pass_over(pressed, t_us)
            self._look_again_us = t_us
            return
        t_us = max(t_us, self._outbox.earliest_us)
        self._confirm(t_us)
        contact = self._buttons[button]
        counted_us = contact.counted_us
        if contact.edge(pressed, t_us, self.debounce_us):
            self._report(button, t_us)
        elif self._test.state == m.TESTING:
            self._test.bounced(button, t_us - counted_us)
        if contact.doubtful and not 0 <= self._look_again_us <= contact.quiet_until_us:
            self._look_again_us = contact.quiet_until_us

    def lost_edges(self, count: int, t_us: int) -> None:
        """The board could not keep `count` edges from t_us on: the host is told before a watermark passes."""
        self.edges_lost += count
        self._outbox.lose(m.EDGES_LOST, count, t_us)

    def tick(self, now_us: int) -> None:
        """Time is now_us. The caller promises that every edge up to now_us has been given to edge()."""
        self._longest_pause_us = max(self._longest_pause_us, now_us - self._promised_us)
        self._confirm(now_us)
        self._promised_us = max(self._promised_us, now_us)
        self._test.tick(now_us)

    def _confirm(self, now_us: int) -> None:
        """Report, in time order, levels that turn out to have changed inside windows that are over by now."""
        while 0 <= self._look_again_us <= now_us and not self._test.loops_back:
            number = self._next_doubtful()
            if number >= 0 and self._look_again_us <= now_us:
                t_us = self._buttons[number].confirm(now_us, self.debounce_us)
                if t_us is not None:
                    self._report(number, t_us)
                self._next_doubtful()

    def _next_doubtful(self) -> int:
        """Return the button that has to be looked at again first, -1 if none has, and note when."""
        first, first_us = -1, NEVER
        for number in range(len(self._buttons)):
            button = self._buttons[number]
            if button.doubtful and (first < 0 or button.quiet_until_us < first_us):
                first = number
                first_us = button.quiet_until_us
        self._look_again_us = first_us
        return first

    def _report(self, button: int, t_us: int) -> None:
        if not self._buttons[button].pressed:
            self._outbox.push(m.RELEASE, button, 0, t_us)
            return
        if self._test.state == m.TESTING:
            self._test.pressed(button)
        if self._can_throw(button):
            self._throw(button, t_us)
        else:
            self._outbox.push(m.PRESS, button, 0, t_us)

    # ---- dice

    def _can_throw(self, button: int) -> bool:
        round_ = self._armed
        return (round_ is not None and not self._frozen and round_.pad_dice != m.TABLE_DICE
                and button != m.HIT and dice.in_mask(button, round_.dice_mask))

    def _throw(self, die: int, t_us: int) -> None:
        sort = dice.D6 if self._armed.pad_dice == m.D6_DICE else die
        face = dice.roll(sort, self._next_byte)
        if self._outbox.push(m.ROLL, die, face, t_us):
            self._faces[die] = face
            self._thrown_us[die] = t_us

    def _pick_up_dice(self) -> None:
        for die in range(len(self._faces)):
            self._faces[die] = 0

    # ---- what the host says

    def feed(self, data: bytes, now_us: int) -> None:
        """Take bytes from the host, any bytes.

        now_us: when the first byte of the frame that ends in them was there, or later.
        """
        for payload in self._deframer.feed(data):
            message = m.unpack(payload)
            if message is None:
                self._unknown += 1
            elif isinstance(message, m.Hello):
                self._hello(message)
            elif self._protocol or isinstance(message, m.Leave):
                self._obey(message, now_us)
            elif isinstance(message, m.Ping) and not self._session:
                self._introduce = True  # this host greeted an earlier boot: let it find out

    def _obey(self, message: "Any", now_us: int) -> None:
        handler = self._handlers.get(type(message))
        if handler is None:
            self._unknown += 1  # a pad's own message came back
        elif type(message) not in m.SLOTS:
            handler(message, now_us)
        else:
            verdict = self._revisions.judge(message)
            if verdict == Revisions.NEW:
                handler(message, now_us)
            if verdict != Revisions.STALE:
                self._answer(m.Taken(m.code_of(type(message)), message.revision))

    def _answer(self, taken: "Any") -> None:
        if taken not in self._answers and len(self._answers) < MOST_WAITING:
            self._answers.append(taken)

    def _hello(self, hello: "Any") -> None:
        if hello.session != self._session:
            self._forget()
        self._session = hello.session
        self._protocol = m.negotiate(hello.lowest, hello.highest)
        self._introduce = True
        self._outbox.hurry()

    def _ping(self, ping: "Any", now_us: int) -> None:
        if len(self._pings) < MOST_WAITING:
            self._pings.append((ping.token, now_us))
        for token, given_bytes in self._pongs:
            if token == ping.heard:
                self._heard_bytes = given_bytes

    def _ack(self, ack: "Any", now_us: int) -> None:
        self._outbox.ack(ack.boot_id, ack.seq, now_us)

    def _arm(self, arm: "Any", _now_us: int) -> None:
        if self._armed is None or self._armed.round != arm.round:
            self._pick_up_dice()
        self._test.stop()
        self._armed = arm
        self._frozen = False

    def _freeze(self, _freeze: "Any", _now_us: int) -> None:
        self._frozen = True

    def _resume(self, _resume: "Any", _now_us: int) -> None:
        self._armed = None
        self._frozen = False
        self._pick_up_dice()

    def _set_lights(self, wanted: "Any", _now_us: int) -> None:
        flat = tuple(wanted)[1:]
        self._wanted = [flat[at:at + 2] for at in range(0, len(flat), 2)]

    def _set_sound(self, sound: "Any", now_us: int) -> None:
        self._tone = (sound.frequency_hz, now_us + sound.duration_ms * 1000)

    def _settings(self, settings: "Any", _now_us: int) -> None:
        self._set(settings.debounce_us, settings.settle_us)

    def _set(self, debounce_us: int, settle_us: int) -> None:
        self.debounce_us = min(debounce_us, LONGEST_DEBOUNCE_US)
        self.settle_us = min(settle_us, LONGEST_SETTLE_US)

    def _leave(self, _leave: "Any", _now_us: int) -> None:
        self.leaving = True

    def _begin_test(self, test: "Any", now_us: int) -> None:
        if not test.parts:
            self._test.stop()
        elif self._armed is not None:
            self._test.refuse(test.revision)
        else:
            self._test.begin(test.revision, test.parts, now_us)

    # ---- what the board asks

    @property
    def is_idle(self) -> bool:
        """No round is on, nor a test: what takes a while may be done now."""
        return self._armed is None and self._test.state != m.TESTING

    def wants_signal(self, now_us: int) -> bool:
        """Say whether the self-test wants the board's own signal on the spare pin."""
        return self._test.wants_signal(now_us)

    # ---- what the host is told

    def take(self, now_us: int, limit: int = TAKE_BYTES) -> bytes:
        """Return at most `limit` bytes, whole frames, to write this very moment: a Pong says so (l3).

        With a limit of LARGEST_FRAME it is one frame, and nothing is made ready between it and the line.
        """
        out = b""
        while limit - len(out) >= LARGEST_FRAME:
            message = self._next(now_us)
            if message is None:
                break
            frame = frames.encode(m.pack(message))
            out += frame
            self._given_bytes += len(frame)
            if isinstance(message, m.Pong):
                self._pongs = self._pongs[1 - MOST_WAITING:] + [(message.token, self._given_bytes)]
        return out

    def fits(self, fifo_bytes: int) -> bool:
        """Say whether all that take() has given surely has room in a line's buffer of so many bytes.

        It has what the host is not known to have read; nothing is known before the host's word on a Pong.
        """
        return self._heard_bytes != NEVER and self._given_bytes - self._heard_bytes <= fifo_bytes

    def _next(self, now_us: int) -> "Any":
        """Return what is most urgent, None when all is said. Events precede the watermark over them."""
        if self._introduce:
            self._introduce = False
            return self._identity()
        if not self._protocol:
            return self._answers.pop(0) if self._answers else None
        event = self._outbox.due(now_us)
        if event is not None:
            return event
        if self._watermark_due or (self._armed is not None and now_us >= self._watermark_at_us):
            self._watermark_due = False
            self._watermark_at_us = now_us + WATERMARK_US
            return self._outbox.watermark(self._promised_us)
        if self._answers:
            return self._answers.pop(0)
        if self._pings:
            self._watermark_due = True
            token, l2_us = self._pings.pop(0)
            return m.Pong(token, l2_us, now_us)
        if self._test.due(now_us):
            return self._test.report(self._held(), now_us)
        if now_us >= self._stats_at_us:
            self._stats_at_us = now_us + STATS_US
            self._test.tell_again()
            return self._stats()
        return None

    def _held(self) -> int:
        return sum([1 << number for number, button in enumerate(self._buttons) if button.level])

    def _identity(self) -> "Any":
        return m.Identity(self._protocol, m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, self._unique_id, self._board,
                          VERSION, self._outbox.boot_id, self._capabilities, self._session,
                          self._outbox.first_seq)

    def _stats(self) -> "Any":
        return m.Stats(self._deframer.dropped, self._unknown, self._outbox.refused, self.edges_lost,
                       self._outbox.resent, self._outbox.high_water, min(self._longest_pause_us, 0xFFFFFFFF))

    # ---- what people see and hear

    def light(self, number: int, now_us: int) -> "tuple[int, int, int]":
        """Return (red, green, blue) of HIT (0) or a die (1..3) at this moment."""
        return look.rgb(self._test.light(now_us) or self._look(number, now_us), now_us)

    def _look(self, number: int, now_us: int) -> "tuple[int, int]":
        """A thrown die shows itself; else what DRAW lights; else what the host wants."""
        face = self._faces[number]
        if face:
            return look.FACES[face] if now_us >= self._thrown_us[number] + self.settle_us else look.ROLLING
        if self._armed is None or self._frozen or now_us < self._armed.draw_at_pad_us:
            return self._wanted[number]
        if number == m.HIT:
            return look.DRAW_HIT
        if self._armed.pad_dice and not dice.in_mask(number, self._armed.dice_mask):
            return look.DARK  # nothing to throw here
        return look.DRAW_DIE

    def sound(self, now_us: int) -> int:
        """Return the tone to sound at this moment in Hz, 0 for silence."""
        tone_hz = self._test.tone_hz(now_us)
        if tone_hz is not None:
            return tone_hz
        frequency_hz, until_us = self._tone
        return frequency_hz if now_us < until_us else 0
