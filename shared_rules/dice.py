"""Dice: what is on their faces, how they are thrown fairly, and their numbers on the wire.

Owns the three shootout dice and the plain six-sided one. Must never hold a source of chance: random
bytes come in as `next_byte`. Runs on CPython and MicroPython.
"""

SHOOTER1, SHOOTER2, COWARD, D6 = 1, 2, 3, 4  # 1..3 are also the die's button
BLANK, BULLET, RUN = 16, 17, 18  # apart from 1..6, the faces of D6

_SHOOTER = (BULLET, BULLET, BLANK, BLANK, BLANK, BLANK)
FACES = {
    SHOOTER1: _SHOOTER,
    SHOOTER2: _SHOOTER,
    COWARD: (BULLET, RUN, BLANK, BLANK, BLANK, BLANK),
    D6: (1, 2, 3, 4, 5, 6),
}
SIDES = 6
FAIR_BYTES = 256 // SIDES * SIDES  # bytes from here on would favour the first faces, so they are thrown away

DIE_NAMES = {SHOOTER1: "shooter1", SHOOTER2: "shooter2", COWARD: "coward"}
FACE_NAMES = {BLANK: "blank", BULLET: "bullet", RUN: "run"}
DIE_NUMBERS = {name: number for number, name in DIE_NAMES.items()}
FACE_NUMBERS = {name: number for number, name in FACE_NAMES.items()}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def roll(die: int, next_byte: "Callable[[], int]") -> int:
    """Throw a die: return one of FACES[die], each side equally likely if the bytes are.

    die: SHOOTER1, SHOOTER2, COWARD or D6; next_byte() -> 0..255. Raises KeyError for another die.
    Source: rejection sampling; 252 = 42 x 6 of the 256 byte values are used.
    """
    faces = FACES[die]
    byte = next_byte()
    while byte >= FAIR_BYTES:
        byte = next_byte()
    return faces[byte % SIDES]


def mask(names: "Iterable[str]") -> int:
    """Return Arm's dice_mask for die names: bit 0 shooter1, bit 1 shooter2, bit 2 coward.

    Raises KeyError for another name.
    """
    bits = 0
    for name in names:
        bits |= 1 << (DIE_NUMBERS[name] - 1)
    return bits


def in_mask(die: int, bits: int) -> bool:
    """Say whether dice_mask `bits` holds this die."""
    return bool(bits >> (die - 1) & 1)
