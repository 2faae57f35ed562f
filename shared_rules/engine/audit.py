"""What a conformance play asks of every rulebook after every entry.

Owns the comparison of a match with its public twin. It changes nothing.
"""

from collections.abc import Collection, Iterable

from .always import VOCABULARIES, Correction
from .match import Match
from .prompts import Prompt
from .refusals import Leak, RulebookFault
from .run import open_beside
from .words import Field


def audit(match: Match) -> None:
    """Raise Leak if what is asked tells more than the public knows, RulebookFault if it is not declared.

    Whether a prompt is asked at all, its options, and what is open beside it must be as the public twin has
    it.
    """
    if match.prompt is None:
        return
    public = match.twin()
    said, known = match.prompt.as_json(), public.prompt.as_json()
    if said != known:
        raise Leak(f"asked {said}, but the public knows {known}")
    also = [prompt.as_json() for prompt in match.also()]
    known_also = [prompt.as_json() for prompt, _ in open_beside(public.table)]
    if also != known_also:
        raise Leak(f"open beside {match.prompt!r}: {also}, but the public knows {known_also}")
    _declared(match)


def _declared(match: Match) -> None:
    """Raise RulebookFault if a prompt, an interjection or a code is not as the rulebook declared it."""
    rulebook = match.rulebook
    rules = rulebook.interjections
    for prompt in (match.prompt, *match.also()):
        assert prompt is not None
        declared = rulebook.question(prompt.id) or rules.get(prompt.id)
        if declared is None or declared.kind != prompt.kind:
            raise RulebookFault(f"{prompt!r} is not declared as {prompt.kind}")
        if prompt.secret_to is not None and not declared.secret:
            raise RulebookFault(f"{prompt!r} is not declared secret")
        said = prompt.as_json()
        for code in said["greyed"].values():
            if code not in rulebook.refusals:
                raise RulebookFault(f"{prompt!r} greys with {code!r}, which is not declared")
        if declared.words:
            known = VOCABULARIES.get(declared.words) or rulebook.vocabularies[declared.words]
            _all_known(prompt, {*said["options"], *said["greyed"]}, known)
        if prompt.id == Correction.id:
            _all_known(prompt, said["options"], _fields(match))


def _all_known(prompt: Prompt, options: Iterable[str], known: Collection[str]) -> None:
    for option in options:
        if option not in known:
            raise RulebookFault(f"{prompt!r} has {option!r}, which is not declared")


def _fields(match: Match) -> set[str]:
    """Every id that a field can have."""
    whose = {"": ("",), "player": match.setup.players, **match.rulebook.vocabularies}
    return {
        Field(what, owner, 0, 0).id for what, words in match.rulebook.fields.items() for owner in whose[words]
    }
