"""The tiny game with one of everything, under all that can be done to a match."""

from tests.engine.machine import at_the_table
from tests.engine.tiny import Heist

TestAtTheTable = at_the_table(Heist(), examples=40)
