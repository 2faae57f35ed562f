"""The rules engine: a rulebook is a coroutine, a match is its setup plus its entries.

See `README.md` for how it works and for a small rulebook.
"""

from .audit import audit
from .entries import Entry
from .many import ChooseSome, Order, Split
from .match import Match, Preview
from .prompts import JUDGE, PUBLIC, TABLE, Choose, Dice, Number, Prompt, Verdict
from .refusals import BadLine, Broken, Leak, Refused, RulebookFault
from .rulebook import Rulebook, describe
from .scores import UNKNOWN, Amount, Result, Value, at_least, between, exactly, leaders, parse_value, ranking
from .setup import Setup
from .table import Play, Rule, Table
from .values import HIDDEN, is_hidden
from .words import BoxFact, Field, Option, Question, field_parts
from .worlds import NoWorld, Worlds

__all__ = [
    "HIDDEN",
    "JUDGE",
    "PUBLIC",
    "TABLE",
    "UNKNOWN",
    "Amount",
    "BadLine",
    "BoxFact",
    "Broken",
    "Choose",
    "ChooseSome",
    "Dice",
    "Entry",
    "Field",
    "Leak",
    "Match",
    "NoWorld",
    "Number",
    "Option",
    "Order",
    "Play",
    "Preview",
    "Prompt",
    "Question",
    "Refused",
    "Result",
    "Rule",
    "Rulebook",
    "RulebookFault",
    "Setup",
    "Split",
    "Table",
    "Value",
    "Verdict",
    "Worlds",
    "at_least",
    "audit",
    "between",
    "describe",
    "exactly",
    "field_parts",
    "is_hidden",
    "leaders",
    "parse_value",
    "ranking",
]
