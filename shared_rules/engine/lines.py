"""Contract "match": one command in, one reply out, both as JSON objects.

Owns the commands' form. It reads no text and writes none: whoever has the stream parses and prints.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .match import Match
from .prompts import Prompt
from .refusals import BadLine, Refused
from .rulebook import Rulebook
from .run import LEFT_OUT

FORMAT = 1
HEADER = {"match", "rulebook", "players", "options", "box"}


def begin(rulebooks: Mapping[str, Rulebook], said: object, watched: bool = False) -> Match:
    """Return the match that a first line begins. Raises BadLine; Refused for a bad setup."""
    if not isinstance(said, Mapping) or not {"match", "rulebook", "players"} <= said.keys() <= HEADER:
        raise BadLine("the first line has match, rulebook, players, and may have options and box")
    if said["match"].__class__ is not int or said["match"] != FORMAT:
        raise BadLine(f"match is {FORMAT}")
    rulebook = rulebooks.get(said["rulebook"]) if said["rulebook"].__class__ is str else None
    if rulebook is None:
        raise Refused("setup.rulebook", known=sorted(rulebooks))
    setup = rulebook.set_up(said["players"], said.get("options", {}), said.get("box", {}))
    return Match(rulebook, setup, watched)


def respond(match: Match, said: object) -> dict[str, Any]:
    """Carry out one command and return its one reply. Raises BadLine for what is no command.

    What is a command but not legal is {"refused": {"code", "why"}}, and nothing has changed.
    """
    if not isinstance(said, Mapping):
        raise BadLine("a command is an object")
    command = next((command for command in COMMANDS if command.name in said), None)
    if command is None:
        raise BadLine(f"no such command; there are {', '.join(each.name for each in COMMANDS)}")
    command.check(said)
    try:
        return command.carry_out(match, said)
    except Refused as refused:
        return {"refused": refused.as_json()}


def position(match: Match) -> dict[str, Any]:
    """Return where the match stands: {"n", "prompt", "also"}, or {"n", "result"} at the end."""
    prompt = match.prompt
    if prompt is None:
        assert match.result is not None
        return {"n": match.n, "result": match.result.as_json()}
    also = [{"id": other.id, "of": other.of} for other in match.also()]
    return {"n": match.n, "prompt": told(match.rulebook, prompt, match.round, match.turn), "also": also}


def told(rulebook: Rulebook, prompt: Prompt, round_: int | None, turn: int | None) -> dict[str, Any]:
    """Return a prompt with all that the contract has it say."""
    return prompt.as_json() | {"section": rulebook.section_of(prompt.id), "round": round_, "turn": turn}


def _answer(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    match.answer(said["answer"])
    return position(match)


def _act(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    match.act(said["act"], said["of"], said.get("answer", LEFT_OUT))
    return position(match)


def _undo(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    match.undo(said["undo"])
    return position(match)


def _redo(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    match.redo(said["redo"])
    return position(match)


def _amend(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    preview = match.amend(said["amend"], said["answer"], said.get("dry_run", False))
    return {"preview": preview.as_json()}


def _view(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    return {"view": match.view(said["view"])}


def _log(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    if said["log"] < 0:
        raise BadLine("log is 0 or more")
    return {"log": match.log(said["log"])}


def _entries(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    if not said["entries"]:
        raise BadLine("entries is true")
    return {"entries": [entry.as_json() for entry in match.entries]}


Carry = Callable[[Match, Mapping[str, Any]], dict[str, Any]]


class Command(NamedTuple):
    """One command: the key that names it, what else it needs and may have, of which types."""

    name: str
    carry_out: Carry
    types: Mapping[str, type] = {}
    needs: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()

    def check(self, said: Mapping[str, Any]) -> None:
        """Raise BadLine for a key that is missing or too much, or a value of the wrong type."""
        if missing := self.needs - said.keys():
            raise BadLine(f"{self.name}: {', '.join(sorted(missing))} is missing")
        if unknown := said.keys() - {self.name} - self.needs - self.may:
            raise BadLine(f"{self.name}: unknown {sorted(map(str, unknown))}")
        for key, kind in self.types.items():
            if key in said and said[key].__class__ is not kind:
                raise BadLine(f"{key} is {kind.__name__}")


# The first whose name is among a line's keys is carried out: what others have as well comes last.
COMMANDS = (
    Command("act", _act, {"act": str, "of": str}, frozenset({"of"}), frozenset({"answer"})),
    Command("amend", _amend, {"amend": int, "dry_run": bool}, frozenset({"answer"}), frozenset({"dry_run"})),
    Command("undo", _undo, {"undo": int}),
    Command("redo", _redo, {"redo": int}),
    Command("view", _view, {"view": str}),
    Command("log", _log, {"log": int}),
    Command("entries", _entries, {"entries": bool}),
    Command("answer", _answer),
)
