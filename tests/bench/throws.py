"""The pad's dice with the pad's own source of chance, on MicroPython: how often each face fell.

    MICROPYPATH=FOLDER_OF_THE_PROJECT:.frozen micropython tests/bench/throws.py DIE THROWS

Prints a JSON object: face -> count. On a pad os.urandom is the board's ring oscillator, here the computer's.
"""

import json
import sys

from firmware.chance import Chance
from shared_rules import dice


def main(die, throws):
    chance = Chance()
    count = dict.fromkeys(dice.FACES[die], 0)
    for number in range(throws):
        count[dice.roll(die, chance.next_byte)] += 1
        if number % 16 == 0:
            chance.fill()  # as the loop does while nobody presses
    print(json.dumps(count))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
