"""One state machine of RP2040's PIO with the program of firmware/edges.py, in an emulator.

The program is read from its one source and written as pioasm text; packages that are not ours assemble and
run it. Their emulator has no joined FIFO and no FDEBUG: each word is taken from it as it is pushed, and a
`Fifo` here says what becomes of it.
Source: RP2040 datasheet 3.4.6 (PUSH), 3.5.3 (joined FIFOs), 3.7 (FDEBUG).
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from adafruit_pioasm import Program
from pioemu import State, emulate

EDGES = Path(__file__).parents[2] / "firmware" / "edges.py"
HOW = {"in_shiftdir": "PIO.SHIFT_LEFT", "fifo_join": "PIO.JOIN_RX"}
FIFO_WORDS = 4 + 4  # the receiving one has the sending one's too
ALL_ONES = 0xFFFF_FFFF
JMP, IN, PUSH = 0, 2, 4  # opcode >> 13
DECREMENTS_X, LOOKS = 2, 6  # conditions of JMP: x--, pin
PUSH_NOBLOCK = 0x8000

Train = list[tuple[int, int]]  # (cycle, level from then on)


# ---- from edges.py to opcodes


class _Instruction(list):
    """One that may yet get its delay: jmp(..)[3]."""

    def __getitem__(self, cycles):
        self.append(f"[{cycles}]")


def _recorder(lines: list[list[str]]) -> dict[str, object]:
    """Return the assembler's words, which write down what they would assemble."""

    def instruction(name: str) -> Callable[..., _Instruction]:
        def word(*arguments: object) -> _Instruction:
            lines.append(_Instruction([name, *map(str, arguments)]))
            return lines[-1]

        return word

    def directive(name: str) -> Callable[[], None]:
        return lambda: lines.append([f".{name}"])

    return {
        **{name: name for name in ("x", "y", "null", "pin", "noblock")},
        **{name: instruction(name) for name in ("jmp", "mov", "push")},
        **{name: directive(name) for name in ("wrap", "wrap_target")},
        "in_": instruction("in"),
        "invert": lambda name: f"~{name}",
        "x_dec": "x--",
        "label": lambda name: lines.append([f"{name}:"]),
    }


@cache
def _tree() -> ast.Module:
    return ast.parse(EDGES.read_text(encoding="utf-8"))


@cache
def constant(name: str) -> int:
    """Return a number that firmware/edges.py gives a name."""
    for node in _tree().body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant(value=int(value))):
                if found == name:
                    return value
    raise LookupError(name)


def source() -> str:
    """Return the program of firmware/edges.py as pioasm text."""
    function = next(node for node in _tree().body if getattr(node, "name", "") == "stamp_edges")
    (decorator,) = function.decorator_list
    how = {keyword.arg: ast.unparse(keyword.value) for keyword in decorator.keywords}
    assert how == HOW, "the machine here is set up like that, and no other way"
    lines: list[list[str]] = []
    body = ast.Module(body=function.body, type_ignores=[])
    exec(compile(body, str(EDGES), "exec"), _recorder(lines))
    return "\n".join(" ".join(line) for line in lines)


@dataclass(frozen=True)
class Machine:
    """What a state machine runs."""

    opcodes: tuple[int, ...]
    wrap_target: int
    wrap: int

    def after(self, place: int) -> int:
        """Return where it goes on when no jump is made."""
        return self.wrap_target if place == self.wrap else place + 1

    def cycles(self, place: int) -> int:
        """Return how long the instruction takes."""
        return 1 + (self.opcodes[place] >> 8 & 31)

    def delayed(self, place: int, cycles: int) -> "Machine":
        """Return one whose instruction at `place` takes `cycles` more."""
        return self.with_opcode(place, self.opcodes[place] + (cycles << 8))

    def with_opcode(self, place: int, opcode: int) -> "Machine":
        """Return one with another instruction at `place`."""
        return replace(self, opcodes=(*self.opcodes[:place], opcode, *self.opcodes[place + 1 :]))


def machine() -> Machine:
    """Return what firmware/edges.py makes of its four state machines."""
    assembled = Program(source())
    return Machine(
        tuple(assembled.assembled), assembled.pio_kwargs["wrap_target"], assembled.pio_kwargs["wrap"]
    )


# ---- the run


@dataclass(frozen=True)
class Word:
    """A word, and the cycle from which on it is in the FIFO."""

    since: int  # counts since the start
    level: int
    pushed: int


class Fifo:
    """The joined FIFO. Somebody takes a word in every `period` cycles, first in the cycle `first`."""

    def __init__(self, period: int = 1, first: int = 0) -> None:
        self.taken: list[Word] = []
        self.dropped: list[Word] = []
        self.rxstall = False  # of FDEBUG
        self._waiting: list[Word] = []
        self._period, self._next = period, first

    def push(self, word: Word) -> None:
        """PUSH NOBLOCK: a full FIFO drops the word and says so."""
        while self._next < word.pushed:
            self.taken += self._waiting[:1]
            del self._waiting[:1]
            self._next += self._period
        if len(self._waiting) == FIFO_WORDS:
            self.dropped.append(word)
            self.rxstall = True
        else:
            self._waiting.append(word)

    def all(self) -> list[Word]:
        """Return what is taken in the end."""
        return self.taken + self._waiting


NOBODY = 1 << 40  # cycles: whoever takes comes after the end


def _input(train: Train) -> Callable[[int], int]:
    """Return what the emulator asks for the pins' levels; it asks in the order of time."""
    at = 0

    def levels(clock: int) -> int:
        nonlocal at
        while at + 1 < len(train) and train[at + 1][0] <= clock:
            at += 1
        return train[at][1]

    return levels


def run(program: Machine, train: Train, cycles: int, fifo: Fifo | None = None, x: int = ALL_ONES) -> Fifo:
    """Run it for so many cycles. x: what X has when the machine gets to its loop, for counts that take hours.

    :raises AssertionError: it pushes otherwise than a Fifo takes, or too many bits
    """
    fifo = fifo or Fifo()
    pushes = [place for place, opcode in enumerate(program.opcodes) if opcode >> 13 == PUSH]
    assert all(program.opcodes[place] == PUSH_NOBLOCK for place in pushes), "the machine would wait"
    entry = sum(map(program.cycles, range(program.wrap_target)))
    begun = State(clock=entry, program_counter=program.wrap_target, x_register=x, y_register=ALL_ONES)
    emulation = emulate(
        list(program.opcodes),
        stop_when=lambda _opcode, state: state.clock >= cycles,
        input_source=_input(train),
        initial_state=None if x == ALL_ONES else begun,
        shift_isr_right=False,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
    )
    bits = constant("COUNT_BITS")
    for before, _ in emulation:
        if before.program_counter in pushes:
            held = before.input_shift_register.contents
            assert not held >> bits + 1, "a word that needs an object"
            fifo.push(Word((x - (held >> 1)) % (1 << bits), held & 1, before.clock + 1))
    return fifo


# ---- what can be told without a run


def steps(program: Machine, place: int) -> Sequence[int]:
    """Return where it may go from an instruction, a jump's target last."""
    opcode = program.opcodes[place]
    if opcode >> 13 != JMP:
        return [program.after(place)]
    target, condition = opcode & 31, opcode >> 5 & 7
    return [target] if condition == 0 else [program.after(place), target]


def counts(program: Machine, place: int) -> int:
    """Return how many counts an instruction makes."""
    opcode = program.opcodes[place]
    return int(opcode >> 13 == JMP and opcode >> 5 & 7 == DECREMENTS_X)


def looks(program: Machine, place: int) -> bool:
    """Say whether an instruction looks at the pin."""
    opcode = program.opcodes[place]
    return opcode >> 13 == JMP and opcode >> 5 & 7 == LOOKS


def gaps(program: Machine) -> dict[tuple[int, int], int]:
    """Return (a look at the pin, the way from it: 0 low, 1 high) -> cycles until the next look.

    :raises AssertionError: there is more than one
    """
    found = {}
    for look in range(program.wrap_target, len(program.opcodes)):
        if looks(program, look):
            for level, place in enumerate(steps(program, look)):
                found[look, level] = program.cycles(look) + _until_a_look(program, place)
    return found


def _until_a_look(program: Machine, place: int) -> int:
    cycles = 0
    while not looks(program, place):
        following = set(steps(program, place))
        assert len(following) == 1, "X that comes to 0 goes another way"
        cycles += program.cycles(place)
        (place,) = following
    return cycles
