"""What a conformance play asks of every rulebook after every entry.

Owns the comparison of a match with its public twin. It changes nothing.
"""

from .match import Match
from .refusals import Leak, RulebookFault
from .run import open_beside


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
        for code in prompt.as_json()["greyed"].values():
            if code not in rulebook.refusals:
                raise RulebookFault(f"{prompt!r} greys with {code!r}, which is not declared")
