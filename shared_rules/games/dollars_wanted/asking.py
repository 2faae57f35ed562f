"""How this game asks for details.

Owns questions whose answer another line of the log says anyway.
"""

from typing import TypeVar

from shared_rules.engine import Prompt

P = TypeVar("P", bound=Prompt)


def quiet(prompt: P) -> P:
    """Return the prompt; if only one answer is legal, the log does not say so."""
    prompt.tells = False
    return prompt
