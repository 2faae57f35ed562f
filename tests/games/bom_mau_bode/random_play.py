"""Random matches of o BOM, o MAU e o BODE: legal answers and, between them, interjections."""

import random

from shared_rules.engine import Match, audit
from shared_rules.games.bom_mau_bode import BomMauBode
from tests.games.bom_mau_bode.script import NAMES

INTERJECTIONS = ("bom.declare", "correct", "hand_over")


def begun(people, chef=False, rulebook=None, **options):
    rulebook = rulebook or BomMauBode()
    return Match(rulebook, rulebook.set_up(NAMES[:people], {"chef": chef, **options}), watched=True)


def play(match, seed, until=None, interject=0.0, each=audit, only=INTERJECTIONS):
    """Play to the end, or until there are so many entries; `each` is called before every answer."""
    chance = random.Random(seed)
    while match.prompt is not None and (until is None or match.n < until):
        each(match)
        prompt = match.prompt
        open_now = [act for act in match.also() if act.id in only] if chance.random() < interject else []
        if open_now:
            act = chance.choice(open_now)
            match.act(act.id, act.of, act.pick(chance.randrange))
        elif prompt.optional and chance.random() < 0.3:
            match.answer(None)
        else:
            match.answer(prompt.pick(chance.randrange))
    return match
