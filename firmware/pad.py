"""The pad's brain: edges and bytes from the host in, bytes for the host, lights and sound out.

Owns debouncing, dice, the round's state, the conversation with the host and what may be promised to
it. Must never touch hardware, read a clock, do I/O or block. Time comes in as the pad's own
microseconds since boot (64 bit). A board file runs it in this order, and the order is the honesty of
the watermarks:

    1. now = clock()              BEFORE the edges are fetched
    2. edge(..) for every edge    in time order
    3. tick(now)                  promises: every edge up to now has been given
    4. feed(read(), clock())      the clock is read AFTER the bytes, so no Ping is stamped before it came
    5. write(take(clock(), n))    written at once
    6. lights, sound
"""

from firmware import lights as look
from firmware.debounce import DEBOUNCE_US, Button
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
TAKE_BYTES = 256  # a good limit for take(): what a USB output FIFO holds


class Pad:
    """One pad. unique_id: 8 bytes; boot_id: u32, new at each start; next_byte() -> random 0..255."""

    def __init__(self, unique_id: bytes, board: bytes, boot_id: int, next_byte: "Callable[[], int]", *,
                 now_us: int = 0, capabilities: int = 0) -> None:
        self.leaving = False  # the host wants the REPL: write what take() has, then stop
        self.edges_lost = 0
        self._unique_id = unique_id
        self._board = board
        self._capabilities = capabilities
        self._next_byte = next_byte
        self._deframer = frames.Deframer()
        self._outbox = Outbox(boot_id, now_us)
        self._revisions = Revisions()
        self._buttons = [Button() for _ in m.BUTTON_NAMES]
        self._unknown = 0
        self._promised_us = now_us
        self._longest_pause_us = 0
        self._session = 0
        self._protocol = 0  # 0: keep quiet
        self._introduce = False
        self._pings: list[tuple[int, int]] = []  # (token, l2)
        self._answers: list[Any] = []
        self._watermark_due = False
        self._watermark_at_us = 0
        self._stats_at_us = 0
        self._handlers = {
            m.Ping: self._ping, m.Ack: self._ack, m.Arm: self._arm, m.Freeze: self._freeze,
            m.Resume: self._resume, m.Lights: self._set_lights, m.Sound: self._set_sound,
            m.Settings: self._settings, m.Leave: self._leave,
        }
        self._forget()

    def _forget(self) -> None:
        """A new session begins with nothing wanted."""
        self._armed: Any = None
        self._frozen = False
        self._throws: dict[int, tuple[int, int]] = {}  # die -> (face, t_us of the throw), in this round
        self._wanted = [look.DARK] * len(m.BUTTON_NAMES)
        self._tone = (0, 0)  # (Hz, until_us)
        self._debounce_us = DEBOUNCE_US
        self._settle_us = SETTLE_US
        self._revisions.forget()
        self._pings = []
        self._answers = []
        self.leaving = False

    # ---- edges and time

    def edge(self, button: int, pressed: bool, t_us: int) -> None:
        """Take a raw edge of button 0..3.

        One from before the last watermark or event given out is stamped at the earliest honest moment.
        """
        t_us = max(t_us, self._outbox.earliest_us)
        self._confirm(t_us)
        if self._buttons[button].edge(pressed, t_us, self._debounce_us):
            self._report(button, t_us)

    def lost_edges(self, count: int, t_us: int) -> None:
        """The board could not keep `count` edges from t_us on: the host is told before a watermark passes."""
        self.edges_lost += count
        self._outbox.lose(m.EDGES_LOST, count, t_us)

    def tick(self, now_us: int) -> None:
        """Time is now_us. The caller promises that every edge up to now_us has been given to edge()."""
        self._longest_pause_us = max(self._longest_pause_us, now_us - self._promised_us)
        self._confirm(now_us)
        self._promised_us = max(self._promised_us, now_us)

    def _confirm(self, now_us: int) -> None:
        """Report, in time order, levels that turn out to have changed inside windows that are over by now."""
        while True:
            due = [(button.quiet_until_us, number) for number, button in enumerate(self._buttons)
                   if button.doubtful and button.quiet_until_us <= now_us]
            if not due:
                return
            number = min(due)[1]
            self._report(number, self._buttons[number].confirm(now_us, self._debounce_us))

    def _report(self, button: int, t_us: int) -> None:
        if not self._buttons[button].pressed:
            self._outbox.push(m.RELEASE, button, 0, t_us)
        elif self._can_throw(button):
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
            self._throws[die] = (face, t_us)

    # ---- what the host says

    def feed(self, data: bytes, now_us: int) -> None:
        """Take bytes from the host, any bytes. now_us: read from the clock after the bytes."""
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

    def _ack(self, ack: "Any", now_us: int) -> None:
        self._outbox.ack(ack.boot_id, ack.seq, now_us)

    def _arm(self, arm: "Any", _now_us: int) -> None:
        if self._armed is None or self._armed.round != arm.round:
            self._throws = {}
        self._armed = arm
        self._frozen = False

    def _freeze(self, _freeze: "Any", _now_us: int) -> None:
        self._frozen = True

    def _resume(self, _resume: "Any", _now_us: int) -> None:
        self._armed = None
        self._frozen = False
        self._throws = {}

    def _set_lights(self, wanted: "Any", _now_us: int) -> None:
        flat = tuple(wanted)[1:]
        self._wanted = [flat[at:at + 2] for at in range(0, len(flat), 2)]

    def _set_sound(self, sound: "Any", now_us: int) -> None:
        self._tone = (sound.frequency_hz, now_us + sound.duration_ms * 1000)

    def _settings(self, settings: "Any", _now_us: int) -> None:
        self._debounce_us = min(settings.debounce_us, LONGEST_DEBOUNCE_US)
        self._settle_us = min(settings.settle_us, LONGEST_SETTLE_US)

    def _leave(self, _leave: "Any", _now_us: int) -> None:
        self.leaving = True

    # ---- what the host is told

    def take(self, now_us: int, limit: int = TAKE_BYTES) -> bytes:
        """Return at most `limit` bytes, whole frames, to write this very moment: a Pong says so (l3)."""
        out = b""
        while limit - len(out) >= LARGEST_FRAME:
            message = self._next(now_us)
            if message is None:
                break
            out += frames.encode(m.pack(message))
        return out

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
        if self._pings:
            self._watermark_due = True
            token, l2_us = self._pings.pop(0)
            return m.Pong(token, l2_us, now_us)
        if self._answers:
            return self._answers.pop(0)
        if now_us >= self._stats_at_us:
            self._stats_at_us = now_us + STATS_US
            return self._stats()
        return None

    def _identity(self) -> "Any":
        return m.Identity(self._protocol, m.PROTOCOL_LOWEST, m.PROTOCOL_HIGHEST, self._unique_id, self._board,
                          VERSION, self._outbox.boot_id, self._capabilities, self._session,
                          self._outbox.first_seq)

    def _stats(self) -> "Any":
        return m.Stats(self._deframer.dropped, self._unknown, self._outbox.refused, self.edges_lost,
                       self._outbox.resent, self._outbox.high_water, min(self._longest_pause_us, 0xFFFFFFFF))

    # ---- what people see and hear

    def lights(self, now_us: int) -> "list[tuple[int, int, int]]":
        """Return (red, green, blue) of HIT, die 1, die 2, die 3 at this moment."""
        return [look.rgb(self._look(number, now_us), now_us) for number in range(len(self._wanted))]

    def _look(self, number: int, now_us: int) -> "tuple[int, int]":
        """A thrown die shows itself; else what DRAW lights; else what the host wants."""
        if number in self._throws:
            face, t_us = self._throws[number]
            return look.face(face) if now_us >= t_us + self._settle_us else look.ROLLING
        if self._armed is None or self._frozen or now_us < self._armed.draw_at_pad_us:
            return self._wanted[number]
        if number == m.HIT:
            return look.DRAW_HIT
        if self._armed.pad_dice and not dice.in_mask(number, self._armed.dice_mask):
            return look.DARK  # nothing to throw here
        return look.DRAW_DIE

    def sound(self, now_us: int) -> int:
        """Return the tone to sound at this moment in Hz, 0 for silence."""
        frequency_hz, until_us = self._tone
        return frequency_hz if now_us < until_us else 0
