"""`python -m tests.companion.with_tiny_games ..`: `tinstar ..`, with the tests' tiny games on the shelf."""

import sys

from companion.cli import main
from shared_rules import games
from tests.engine.tiny import Heist, Offers

if __name__ == "__main__":
    games.GAMES.update(heist=Heist, offers=Offers)
    sys.exit(main())
