"""Any row, against an evaluation written from the rulebook and from nothing else.

It tries each thing that each joker could stand for, and reveals a row as the printed page says.
"""

import random
from collections import Counter
from itertools import combinations_with_replacement

from shared_rules.engine import Table
from shared_rules.games.dollars_wanted import DollarsWanted, robbing
from shared_rules.games.dollars_wanted.table import Building, Card, Robbery, Tabletop
from tests.games.dollars_wanted.script import LETTERS, NAMES, face, short

ROWS, LONG = 4_000, 200_000
ICONS = "cdwp"  # in the order of `cards.ICONS`
CARDS = [f"{icon}{count}" for icon in ICONS for count in (1, 1, 2)] + list("JJEKVX")


# -- by the book


def is_robbed(required, icons, jokers):
    """Is there anything the jokers can stand for that makes the icons enough?"""
    return any(
        not Counter(required) - Counter([*icons, *stands_for])
        for stands_for in combinations_with_replacement(ICONS, jokers)
    )


def is_enough(required, face_up):
    """Do the cards that lie face up show what is required, each counted from the left on?"""
    icons, jokers, doubled = [], 0, 1
    for card in face_up:
        if card == "E":
            doubled = 2
        elif card == "J":
            jokers += doubled
        elif card != "V":
            icons += [card[0]] * int(card[1]) * doubled
    return is_robbed(required, icons, jokers)


def by_the_book(required, face_up, face_down, to_the_end):
    """Return (success, cards face up, how many face down, how many discarded) of a robbery that is tried."""
    face_up, face_down, discarded = list(face_up), list(face_down), 0
    while face_down and (to_the_end or not is_enough(required, face_up)):
        card = face_down.pop(0)
        if card == "K":  # snatches the next card
            discarded += 1 + bool(face_down)
            del face_down[:1]
        elif card == "X" or (card[0] in ICONS and card[0] not in required):
            discarded += 1
        else:
            face_up.append(card)
            if card == "V":
                break
    if is_enough(required, face_up):
        return True, [], 0, discarded + len(face_up) + len(face_down)
    return False, face_up, len(face_down), discarded


# -- by the engine


RULEBOOK = DollarsWanted()
OPTIONS = {every: RULEBOOK.set_up(NAMES[:2], {"reveal": every}).options for every in ("enough", "all")}


def by_the_engine(required, face_up, face_down, to_the_end):
    """The same of a row that lies on the table of a match."""
    t = Table(RULEBOOK, NAMES[:2], OPTIONS["all" if to_the_end else "enough"], {})
    s = t.state = Tabletop(NAMES[:2], False)
    row = s.rows["row_1"]
    counts = Counter(required)
    row.building = Building("shop", tuple(counts[icon] for icon in ICONS), None)
    row.up, row.down = [Card(face(card), "A") for card in face_up], ["B"] * len(face_down)
    robbery = s.robbery = Robbery(row, "A", False)
    playing = robbing.reveal(t, s, robbery)
    answer = None
    try:
        while True:
            prompt = playing.send(answer)
            answer = prompt.check(face(face_down[len(face_down) - len(row.down)]))
    except StopIteration as stop:
        ended = stop.value
    assert len(t.log), "each card is told"
    if ended == "success":
        s.clear(row)
    return (
        ended == "success",
        [short(card.face) for card in row.up],
        len(row.down),
        s.decks[""].discard,
    )


def random_row(chance):
    """A building, cards that lie face up and are not enough, and what comes."""
    required = "".join(chance.choice(ICONS[: chance.randint(2, 4)]) for _ in range(chance.randint(1, 8)))
    fits = [card for card in CARDS if card not in "KX" and (card[0] not in ICONS or card[0] in required)]
    while True:
        face_up = chance.choices(fits, k=chance.choice((0, 0, 0, 1, 2, 3, 5)))
        if not by_the_book(required, face_up, [], False)[0]:
            break
    comes = [
        card for card in CARDS if card != "X" or set(ICONS) - set(required)
    ]  # X: which bandit, who cares
    return required, face_up, chance.choices(comes, k=chance.randint(1, 9))


def test_random_rows_end_as_the_rulebook_says(is_long):
    chance = random.Random("rows")
    won = 0
    for _ in range(LONG if is_long else ROWS):
        row = random_row(chance)
        found = [by_the_engine(*row, to_the_end) for to_the_end in (False, True)]
        assert found == [by_the_book(*row, to_the_end) for to_the_end in (False, True)], row
        assert found[0][0] == found[1][0], f"to stop when it is enough changes who wins: {row}"
        won += found[0][0]
    assert 0.2 < won / (LONG if is_long else ROWS) < 0.8, "both happen"


def test_the_letters_stand_for_the_same_cards():
    assert [LETTERS[icon] for icon in ICONS] == ["colt", "dynamite", "crowbar", "pickaxe"]
    assert all(short(face(card)) == card for card in CARDS)
