"""Messages: every sentence a pad and its host can say, in one table that is also its own schema.

Owns the codes, the layouts (all little endian) and the numbers both ends share. Must never hold
state, know about time, or raise on what was received. Each row below makes one namedtuple; the table in
README.md is printed from these rows. Runs on CPython and MicroPython.

Hello, Identity and Leave never change their layout, in any protocol version: so any host and any pad
can find out that they do not fit, and the pad can be told to make room for newer firmware.
"""

import struct
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROTOCOL_LOWEST = 1
PROTOCOL_HIGHEST = 1

HOST, PAD = "host -> pad", "pad -> host"

_make: "Any" = namedtuple  # the names come from the table, not from literals
ROWS: list[tuple[int, str, str, str]] = []  # (code, name, "field:format ..", meaning), in the order defined
_BY_CODE: "dict[int, tuple[Any, str, int]]" = {}  # code -> (class, struct format, payload length)
_CODES: "dict[Any, int]" = {}  # class -> code


def _define(code: int, name: str, layout: str, meaning: str) -> "Any":
    """Add one row to the table; return the namedtuple it makes."""
    pairs = [pair.split(":") for pair in layout.split()]
    made = _make(name, tuple([pair[0] for pair in pairs]))
    form = "<B" + "".join([pair[1] for pair in pairs])
    ROWS.append((code, name, layout, meaning))
    _BY_CODE[code] = (made, form, struct.calcsize(form))
    _CODES[made] = code
    return made


def direction(code: int) -> str:
    """Return HOST or PAD: who sends the message with this code."""
    return PAD if code & 0x80 else HOST


# ---- host -> pad: greeting, clock, acknowledgement

Hello = _define(0x01, "Hello", "lowest:B highest:B session:I",
                "who are you? I speak protocols lowest to highest; a new session forgets old commands")
Ping = _define(0x02, "Ping", "token:H heard:H",
               "answer at once with Pong and Watermark; heard: token of the latest Pong that came, or 0")
Ack = _define(0x03, "Ack", "boot_id:I seq:I", "every event of that boot up to seq has arrived")

# ---- host -> pad: commands. Each is the whole wanted state of its slot, so repeating it does no harm

Arm = _define(0x10, "Arm", "revision:H round:B draw_at_pad_us:Q dice_mask:B pad_dice:B",
              "a round is on: light everything at draw_at, dice in the mask may be thrown")
Freeze = _define(0x11, "Freeze", "revision:H", "somebody called: faces stay, dice buttons throw no more")
Resume = _define(0x12, "Resume", "revision:H", "the round is over: not armed any more, faces go out")
Lights = _define(0x13, "Lights",
                 "revision:H hit_colour:B hit_pattern:B die1_colour:B die1_pattern:B "
                 "die2_colour:B die2_pattern:B die3_colour:B die3_pattern:B",
                 "what the four lights show when the round has nothing to show")
Sound = _define(0x14, "Sound", "revision:H frequency_hz:H duration_ms:H",
                "one tone from now on; 0 Hz is silence")
Settings = _define(0x15, "Settings", "revision:H debounce_us:I settle_us:I",
                   "how long bounces are ignored, how long a thrown die rolls")
Leave = _define(0x16, "Leave", "revision:H", "stop and go to the REPL, so that firmware can be installed")
Test = _define(0x17, "Test", "revision:H parts:B",
               "test yourself: the parts in the mask in turn, the buttons all the while; 0 ends it")

# ---- pad -> host

Identity = _define(0x81, "Identity",
                   "protocol:B lowest:B highest:B unique_id:8s board:16s firmware:8s boot_id:I "
                   "capabilities:H session:I first_seq:I",
                   "answer to Hello (protocol 0: none fits); session 0: I was not greeted since my start")
Pong = _define(0x82, "Pong", "token:H l2_us:Q l3_us:Q", "the Ping was read at l2 and this is written at l3")
Event = _define(0x83, "Event", "boot_id:I seq:I kind:B button:B face:B t_pad_us:Q",
                "something happened; repeated until acknowledged; seq counts from 1 in each boot")
Watermark = _define(0x84, "Watermark", "boot_id:I seq:I t_pad_us:Q",
                    "every event up to seq is sent, every later one is after t")
Taken = _define(0x85, "Taken", "command:B revision:H", "the command with that code and revision holds now")
Stats = _define(0x86, "Stats",
                "frames_dropped:I frames_unknown:I events_refused:I edges_lost:I resent:I ring_high_water:H "
                "longest_pause_us:I",
                "counters since the pad's start, told every few seconds")
Report = _define(0x87, "Report",
                 "revision:H state:B part:B done:B pressed:B held:B hit_bounce_us:H die1_bounce_us:H "
                 "die2_bounce_us:H die3_bounce_us:H chance_tenths:H turns:I longest_turn_us:I edges:H "
                 "jitter_us:H",
                 "what the Test with that revision has found; told when it changes and every few seconds")

# ---- slots: commands that replace each other share one slot and one row of revisions

SLOTS = {Arm: "round", Freeze: "round", Resume: "round", Lights: "lights", Sound: "sound",
         Settings: "settings", Leave: "leave", Test: "test"}

# ---- Event.kind

BOOT = 1  # the pad started; always seq 1
PRESS = 2  # button went down
RELEASE = 3  # button went up
ROLL = 4  # die `button` (1..3) was thrown and will show `face`
FAULT = 5  # `button` is a fault code, `face` a count (255: that many or more)
KIND_NAMES = {BOOT: "boot", PRESS: "press", RELEASE: "release", ROLL: "roll", FAULT: "fault"}

EVENTS_REFUSED = 1  # fault: the ring was full; `face` events from t_pad_us on were refused
EDGES_LOST = 2  # fault: edges came faster than the board could keep them, from t_pad_us on

# ---- Event.button

HIT, DIE1, DIE2, DIE3 = 0, 1, 2, 3
BUTTON_NAMES = ("hit", "die1", "die2", "die3")

# ---- Arm.pad_dice

TABLE_DICE = 0  # people roll real dice, a die button is only a button
SHOOTOUT_DICE = 1  # die buttons throw shooter 1, shooter 2 and coward
D6_DICE = 2  # every die button throws a six-sided die

# ---- Lights: palette index and pattern

COLOURS = ("black", "white", "red", "green", "blue", "yellow", "orange", "violet", "cyan", "pink")
OFF, STEADY, SLOW, FAST, FLICKER, WINK = 0, 1, 2, 3, 4, 5
COUNT = 16  # COUNT + n: n short blinks and a pause
PATTERNS = {"off": OFF, "steady": STEADY, "slow": SLOW, "fast": FAST, "flicker": FLICKER, "wink": WINK}

# ---- Test.parts, Report.part, Report.done: bits, in the order in which they are done

TEST_LIGHTS = 1  # all four show red, green, blue and white; people judge
TEST_SOUND = 2  # three rising tones; people judge
TEST_CHANCE = 4  # chance_tenths: ten times the chi-square of 4096 random bytes, 255 degrees of freedom
TEST_LOOP = 8  # turns of the loop in a second, and the longest one
TEST_STAMPS = 16  # edges of the pad's own 500 Hz on a button's line, and how far a period was off at most
TEST_PARTS = (TEST_LIGHTS, TEST_SOUND, TEST_CHANCE, TEST_LOOP, TEST_STAMPS)
TEST_ALL = sum(TEST_PARTS)

# ---- Report.state. pressed, held: masks, bit 0 is HIT; bounce: the longest after an edge that counted

NOT_TESTED, TESTING, TESTED, TEST_REFUSED = 0, 1, 2, 3  # refused: a round is on

# ---- Identity.capabilities

HAS_SOUND, HAS_LIGHTS, HAS_PIO_STAMPS, IS_VIRTUAL = 1, 2, 4, 8


def negotiate(lowest: int, highest: int) -> int:
    """Return the highest protocol that this end and one speaking `lowest` to `highest` share, 0 when none."""
    best = min(highest, PROTOCOL_HIGHEST)
    return best if best >= max(lowest, PROTOCOL_LOWEST, 1) else 0


def code_of(kind: "Any") -> int:
    """Return the code of a message class.

    Raises KeyError when it is none.
    """
    return _CODES[kind]


def pack(message: "Any") -> bytes:
    """Return the payload of `message`. Short byte fields are filled up with zeros.

    Raises KeyError for what is no message; struct.error on CPython for a number that does not fit
    (MicroPython cuts it silently, so the pad only sends numbers that do).
    """
    code = _CODES[type(message)]
    return struct.pack(_BY_CODE[code][1], code, *message)


def unpack(payload: bytes) -> "Any":
    """Return the message in `payload`, None for an unknown code or a wrong length. Never raises."""
    row = _BY_CODE.get(payload[0]) if payload else None
    if row is None or len(payload) != row[2]:
        return None
    return row[0](*struct.unpack(row[1], payload)[1:])


def text(field: bytes) -> str:
    """Return a byte field that holds text (Identity.board, .firmware) as text; odd bytes become '?'."""
    return "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in field.rstrip(b"\x00")])
