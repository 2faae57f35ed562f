"""How the engine's tests play: matches begun in one line, random play, and what must agree at every point."""

import random

import pytest

from shared_rules.engine import Match, Refused, audit
from tests.engine.tiny import Heist, Offers


def offers(*players, **more):
    rulebook = Offers()
    return Match(rulebook, rulebook.set_up(players or ("Ana", "Bo", "Cy")), **more)


def heist(*players, options=None, box=None, rulebook=None):
    rulebook = rulebook or Heist()
    return Match(
        rulebook, rulebook.set_up(players or ("Ana", "Bo", "Cy"), options or {}, box or {}), watched=True
    )


def play(match, seed, until=None, each=lambda match: None):
    """Answer at random until the end, or until `until(match)`; `each` is called before every answer."""
    chance = random.Random(seed)
    while match.prompt is not None and not (until and until(match)):
        each(match)
        prompt = match.prompt
        match.answer(None if prompt.optional and chance.random() < 0.3 else prompt.pick(chance.randrange))
    return match


def told(match):
    """All that can be told of where a match stands."""
    viewers = ("public", *match.setup.players)
    return {
        "n": match.n,
        "entries": [entry.as_json() for entry in match.entries],
        "prompt": match.prompt and match.prompt.as_json(),
        "at": (match.round, match.turn),
        "also": [prompt.as_json() for prompt in match.also()],
        "result": match.result and match.result.as_json(),
        "views": {viewer: match.view(viewer) for viewer in viewers},
        "logs": {viewer: match.log(viewer=viewer) for viewer in viewers},
        "box": match.box,
        "hands": match.hands,
    }


def refused(code, move, *args, **kwargs):
    """The move is refused with that code; return why."""
    with pytest.raises(Refused) as caught:
        move(*args, **kwargs)
    assert caught.value.code == code
    return caught.value.why


def agrees(match):
    """The match stands where a fresh replay of its entries stands, and tells no secret by what it asks."""
    assert told(match) == told(match.replay())
    audit(match)
