"""The program that stamps edges, in an emulator of PIO: every stamp against the truth, in cycles.

Trains are lists of (cycle, level). They are short, for the emulator is slow and a long hold is the same loop
over and over: edges 10 to 400 cycles apart, many of them as close as the program can tell apart.
"""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.firmware import pio
from tests.firmware.pio import ALL_ONES, FIFO_WORDS, NOBODY, Fifo, Machine, Train, Word

# What edges.py says; in cycles of the state machine, 80 ns at 12.5 MHz.
PERIOD = pio.constant("PERIOD")
LEAST_WIDTH = 11  # of a level that is never missed
EARLIEST, LATEST = -1, 4  # a stamp against its edge, one that comes that long after the edge before
LATEST_OF_CLOSE = 9  # any other
LATEST_WORD = 14  # it is in the FIFO so long after its edge
TAKE_PERIOD = 10  # whoever takes a word so often loses none
AFTER = 2 * PERIOD + LATEST_WORD  # an edge's word is there by then

PROGRAM = pio.machine()
LOOP = range(PROGRAM.wrap_target, len(PROGRAM.opcodes))
MUTANTS = {
    f"instruction {place}, {cycles:+} cycle": PROGRAM.delayed(place, cycles)
    for place in LOOP
    for cycles in (1, -1)
    if PROGRAM.cycles(place) + cycles >= 1
}


# ---- trains


def presses(chance: random.Random) -> Train:
    """Return a contact that is pressed some times and bounces, as fast as every edge is seen."""
    train = [(0, chance.randrange(2))]
    at = chance.randrange(LEAST_WIDTH, 60)
    for _ in range(chance.randint(1, 5)):
        for _ in range(chance.choice((1, 1, 3, 5, 9))):  # an odd number: the contact ends elsewhere
            train.append((at, 1 - train[-1][1]))
            at += chance.choice((LEAST_WIDTH, LEAST_WIDTH + 1, chance.randint(LEAST_WIDTH, 30)))
        at += chance.randint(0, chance.choice((40, 370)))
    return train


def noise(chance: random.Random) -> Train:
    """Return levels of any width, most of them too short to be seen for sure."""
    train = [(0, chance.randrange(2))]
    at = 0
    for _ in range(chance.randint(10, 60)):
        at += chance.choice((chance.randint(1, LEAST_WIDTH), chance.randint(1, 3 * LEAST_WIDTH)))
        train.append((at, 1 - train[-1][1]))
    return train


def stamped(train: Train, program: Machine = PROGRAM, **how) -> Fifo:
    return pio.run(program, train, train[-1][0] + AFTER + LATEST_WORD, **how)


def edges(train: Train) -> Train:
    """Return what is to be stamped: a machine has a high level in mind when its loop begins."""
    return [(LOOP.start, 0), *train[1:]] if train[0][1] == 0 else train[1:]


def errors(words: list[Word], train: Train, latest: int = LATEST) -> list[int]:
    """Return by how many cycles each stamp is late.

    AssertionError unless each edge has its word, in order, and none is off by too much.
    """
    assert [word.level for word in words] == [level for _, level in edges(train)]
    found = [word.since * PERIOD - at for word, (at, _) in zip(words, edges(train), strict=True)]
    assert all(EARLIEST <= error <= latest for error in found), (found, train)
    return found


# ---- every train


def test_trains(is_long: bool, record_property):
    """Every edge has its stamp, wherever in its 32 bits the count is."""
    found, trains = [], 10_000 if is_long else 120
    for seed in range(trains):
        chance = random.Random(seed)
        train = presses(chance)
        near_a_wrap = (chance.randrange(8) << 29) + chance.randrange(50)
        found += errors(stamped(train, x=chance.choice((ALL_ONES, near_a_wrap))).all(), train)
    record_property("trains", trains)
    record_property("stamps", len(found))
    record_property("counts_between_the_earliest_stamp_and_the_latest", (max(found) - min(found)) / PERIOD)
    assert (min(found), max(found)) == (EARLIEST, LATEST), "what edges.py says is not too much either"


def test_noise(is_long: bool, record_property):
    """What is too short may be missed, whole; what is stamped was there, and nothing long is missed."""
    found, slowest, trains = [], 0, 5_000 if is_long else 80
    for seed in range(trains):
        train = noise(random.Random(seed))
        words = stamped(train).all()
        assert all(one.level != other.level and one.since < other.since for one, other in pairwise(words))
        for word in words:
            stamp = word.since * PERIOD
            edge = max(at for at, level in train if level == word.level and at <= stamp - EARLIEST)
            found.append(stamp - edge)
            slowest = max(slowest, word.pushed - edge)
        for (begin, level), (end, _) in pairwise(train):
            assert end - begin < LEAST_WIDTH or covered(words, begin, end, level), (begin, end, train)
    record_property("trains", trains)
    record_property("counts_between_the_earliest_stamp_and_the_latest", (max(found) - min(found)) / PERIOD)
    record_property("cycles_until_the_slowest_word", slowest)
    assert (min(found), max(found), slowest) == (EARLIEST, LATEST_OF_CLOSE, LATEST_WORD)


def covered(words: list[Word], begin: int, end: int, level: int) -> bool:
    """Say whether the words tell of a level that may have lasted that long."""
    told = [Word(0, 1, 0), *words, Word(NOBODY, 0, 0)]
    return any(
        one.level == level
        and one.since * PERIOD - LATEST_OF_CLOSE <= begin
        and end <= other.since * PERIOD - EARLIEST
        for one, other in pairwise(told)
    )


def many(count: int) -> Train:
    """Return so many edges, close to each other."""
    chance = random.Random(1)
    train, at = [(0, 1)], 0
    for _ in range(count):
        at += chance.choice((LEAST_WIDTH, chance.randint(LEAST_WIDTH, 30)))
        train.append((at, 1 - train[-1][1]))
    return train


def test_many_edges_move_no_stamp(is_long: bool):
    train = many(20_000 if is_long else 1_000)
    found = errors(stamped(train).all(), train)
    first, last = found[:200], found[-200:]
    assert (min(first), max(first)) == (min(last), max(last)) == (EARLIEST, LATEST)


@pytest.mark.parametrize("phase", range(PERIOD))
def test_an_edge_after_a_long_hold_is_stamped_as_the_first(phase: int):
    train = [(0, 1), (3_000 + phase, 0)]
    (error,) = errors(stamped(train, x=7).all(), train)
    assert EARLIEST <= error < EARLIEST + PERIOD


def test_machines_that_began_together_agree():
    """Four buttons, each with a past of its own: what happens at the same moment has the same stamp."""
    for seed in range(8):
        chance = random.Random(seed)
        together = 1_000 + chance.randrange(50)
        stamps = []
        for _ in range(4):
            train = [edge for edge in presses(chance) if edge[0] < 900]
            if train[-1][1] == 0:
                train.append((950, 1))
            stamps.append(stamped([*train, (together, 0)]).all()[-1].since)
        assert len(set(stamps)) == 1


# ---- the FIFO


def storm(count: int) -> Train:
    """Return edges as close as the program can tell apart: a word in 9 cycles, then one in 11."""
    train, at = [(0, 1)], 100
    for number in range(count):
        train.append((at, number & 1))
        at += 9 if number & 1 else LEAST_WIDTH
    return train


@pytest.mark.parametrize("first", range(TAKE_PERIOD))
def test_who_takes_a_word_in_ten_cycles_loses_none(first: int):
    train = storm(200)
    fifo = stamped(train, fifo=Fifo(TAKE_PERIOD, first))
    assert not fifo.rxstall and not fifo.dropped
    errors(fifo.all(), train, LATEST_OF_CLOSE)
    assert stamped(train, fifo=Fifo(TAKE_PERIOD + 1, first)).rxstall, "whoever is slower does"


def test_eight_words_need_nobody():
    train = storm(FIFO_WORDS)
    fifo = stamped(train, fifo=Fifo(first=NOBODY))
    assert not fifo.rxstall
    errors(fifo.all(), train, LATEST_OF_CLOSE)


def test_beyond_that_the_loss_is_reported_and_the_stamps_after_it_are_right(is_long: bool):
    for seed in range(500 if is_long else 10):
        chance = random.Random(seed)
        train = storm(chance.randint(FIFO_WORDS + 1, 60))
        lost = len(edges(train)) - FIFO_WORDS
        comes = train[-1][0] + AFTER
        for at, _ in presses(chance)[1:]:
            train.append((comes + FIFO_WORDS * TAKE_PERIOD + at, 1 - train[-1][1]))
        fifo = stamped(train, fifo=Fifo(TAKE_PERIOD, comes))
        assert fifo.rxstall and len(fifo.dropped) == lost
        errors(fifo.all()[:FIFO_WORDS], train[: FIFO_WORDS + 1], LATEST_OF_CLOSE)
        errors(fifo.all()[FIFO_WORDS:], [(0, 1), *train[1 + FIFO_WORDS + lost :]])


# ---- every way through, without a run


def balances(program: Machine) -> dict[int, int]:
    """Return place -> cycles that are not counted yet when it gets there.

    AssertionError if two ways say otherwise: then counts and cycles part, the more the oftener it goes there.
    """
    found = {program.wrap_target: 0}
    waiting = [program.wrap_target]
    while waiting:
        place = waiting.pop()
        balance = found[place] + program.cycles(place) - PERIOD * pio.counts(program, place)
        for following in pio.steps(program, place):
            if following not in found:
                waiting.append(following)
            assert found.setdefault(following, balance) == balance, f"instruction {following}"
    return found


def test_every_way_takes_whole_periods_and_counts_them():
    assert set(balances(PROGRAM)) == set(LOOP), "and every instruction is on one"


def test_how_long_it_does_not_look():
    assert sorted(pio.gaps(PROGRAM).values()) == [PERIOD, PERIOD, 9, LEAST_WIDTH]
    assert 9 + LEAST_WIDTH == 2 * TAKE_PERIOD, "and two edges, two words, take so long at least"


def test_a_level_that_is_one_cycle_shorter_may_be_missed():
    def train(at: int) -> Train:
        return [(0, 1), (100, 0), (at, 1), (at + 1, 0), (at + LEAST_WIDTH, 1)]

    assert any(len(stamped(train(150 + phase)).all()) == 2 for phase in range(PERIOD))


# ---- these tests find faults


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_delay_that_is_off_by_one_is_found(mutant: Machine):
    with pytest.raises(AssertionError):
        balances(mutant)
    train = many(100)
    with pytest.raises(AssertionError):
        errors(stamped(train, mutant).all(), train)


OTHER_BITS = {pio.IN: 2, pio.PUSH: 0x20}  # of an opcode: so many are shifted; the machine waits


@pytest.mark.parametrize("place", [place for place in LOOP if PROGRAM.opcodes[place] >> 13 in OTHER_BITS])
def test_another_word_is_found(place: int):
    opcode = PROGRAM.opcodes[place]
    train = many(4)
    with pytest.raises(AssertionError):
        errors(stamped(train, PROGRAM.with_opcode(place, opcode ^ OTHER_BITS[opcode >> 13])).all(), train)


def test_another_way_when_x_comes_to_0_is_found():
    with pytest.raises(AssertionError, match="another way"):
        pio.gaps(replace(PROGRAM, wrap_target=0))
