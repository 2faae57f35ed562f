"""Contract "match": one command in, one reply out, both as JSON objects.

Owns the commands' form. It reads no text and writes none: whoever has the stream parses and prints.
"""

from collections.abc import Callable, Mapping
from typing import Any

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
    for needs, may, types, carry_out in COMMANDS:
        if needs <= said.keys():
            if not said.keys() <= needs | may:
                raise BadLine(f"{sorted(needs)[0]}: unknown {sorted(map(str, said.keys() - needs - may))}")
            for key, kind in types.items():
                if key in said and said[key].__class__ is not kind:
                    raise BadLine(f"{key} is {kind.__name__}")
            try:
                return carry_out(match, said)
            except Refused as refused:
                return {"refused": refused.as_json()}
    raise BadLine("no such command")


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
    return {"log": match.log(max(0, said["log"]))}


def _entries(match: Match, said: Mapping[str, Any]) -> dict[str, Any]:
    if not said["entries"]:
        raise BadLine("entries is true")
    return {"entries": [entry.as_json() for entry in match.entries]}


Carry = Callable[[Match, Mapping[str, Any]], dict[str, Any]]
# What it needs, what it may have, of which types; the first that fits is carried out.
COMMANDS: list[tuple[set[str], set[str], dict[str, type], Carry]] = [
    ({"act", "of"}, {"answer"}, {"act": str, "of": str}, _act),
    ({"amend", "answer"}, {"dry_run"}, {"amend": int, "dry_run": bool}, _amend),
    ({"answer"}, set(), {}, _answer),
    ({"undo"}, set(), {"undo": int}, _undo),
    ({"redo"}, set(), {"redo": int}, _redo),
    ({"view"}, set(), {"view": str}, _view),
    ({"log"}, set(), {"log": int}, _log),
    ({"entries"}, set(), {"entries": bool}, _entries),
]
