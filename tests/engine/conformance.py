"""What every rulebook is asked, whichever it is: its setups, what must agree, what an amendment may do."""

import random
from typing import NamedTuple

from companion.random_play import BY_HAND, pick_value
from shared_rules.engine import Match, Refused, describe

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli", "Flo", "Gus", "Hal")
LINES = 8  # of the log, at every point; all of them where `told` is compared
JUNK = (
    None,
    True,
    0,
    -1,
    7,
    10**30,
    1.5,
    "",
    "zzz",
    "\u0000",
    [],
    [1],
    ["zzz"],
    [[]],
    {},
    {"a": 1},
    {"call": 3},
)


def setups(rulebook):
    """Each number of players with no option chosen, each other choice of each, the box unknown and known."""
    least, most = rulebook.seats
    wanted = [(seats, {}) for seats in range(least, most + 1)]
    for k, option in enumerate(rulebook.options):
        wanted += [
            (least + (k + n) % (most - least + 1), {option.id: choice})
            for n, choice in enumerate(option.choices)
            if choice is not option.default
        ]
    found = []

    def set_up(*about):
        found.append(rulebook.set_up(*about))

    for k, (seats, options) in enumerate(wanted):
        box = {fact.id: (fact.least + fact.most) // 2 for fact in rulebook.box} if k % 2 else {}
        code = refusal(set_up, NAMES[:seats], options, box)
        assert code is None or code in rulebook.refusals
    assert found
    return found


def refusal(move, *args):
    """Make a move; return the code it is refused with, None if it is not."""
    try:
        move(*args)
    except Refused as refused:
        return refused.code
    return None


def codes(rulebook):
    """All that this rulebook may refuse with."""
    return set(describe(rulebook)["refusals"])


def stands(match, viewer):
    """Where a match stands, as one viewer and everybody may see it, with the end of its log."""
    return {
        "n": match.n,
        "last": match.entries[-1:],
        "prompt": match.prompt and match.prompt.as_json(),
        "at": (match.round, match.turn),
        "also": [prompt.as_json() for prompt in match.also()],
        "result": match.result and match.result.as_json(),
        "views": [match.view(), match.view(viewer)],
        "logs": [match.log(LINES), match.log(LINES, viewer)],
        "box": match.box,
        "hands": match.hands,
    }


def viewer_at(match, n):
    """Whoever looks after n entries: each in turn."""
    return match.setup.players[n % len(match.setup.players)]


def feed(match, entry, value=...):
    """Give an entry as somebody at the table would, with another value if one is given. Raises Refused."""
    value = entry.answer if value is ... else value
    prompt = match.prompt
    if not entry.act and prompt and (prompt.id, prompt.of, prompt.place) == (entry.id, entry.of, entry.place):
        match.answer(value)
    else:
        match.act(entry.id, entry.of, value)


def fresh_points(rulebook, setup, entries):
    """Where a match that only ever went forward stands after each entry, from none to all.

    It is of a new rulebook, so that nothing the other one kept to itself can help.
    """
    fresh = Match(type(rulebook)(), setup, watched=True)
    points = [stands(fresh, viewer_at(fresh, 0))]
    for n, entry in enumerate(entries, 1):
        feed(fresh, entry)
        points.append(stands(fresh, viewer_at(fresh, n)))
    return points


# -- amendments


class Expected(NamedTuple):
    """What an amendment must do. changes: what is asked next is not what was asked next."""

    applied: int
    stops_at: int | None
    code: str | None
    changes: bool


def of_another_prompt(entry):
    """The same answer as if another prompt had been answered, each in one thing that tells prompts apart."""
    yield "round", entry._replace(round=(entry.round or 0) + 1)
    yield "turn", entry._replace(turn=(entry.turn or 0) + 1)
    yield "place", entry._replace(place="elsewhere")
    yield "act", entry._replace(act=not entry.act)


def other_value(match, k, chance):
    """Another legal answer to entry k at random; the same one where there is no other."""
    entry = match.entries[k]
    back = Match.of(match.rulebook, match.setup, match.entries[:k])
    prompt = back.prompt
    if entry.act or (prompt.id, prompt.of, prompt.place) != (entry.id, entry.of, entry.place):
        prompt = back.act_prompt(entry.id, entry.of)
    for _ in range(6):
        value = pick_value(prompt, chance)
        if value != entry.answer:
            return value
    return entry.answer


def asked_now(match):
    """The prompts that can be answered now, each as what identifies it in an entry."""
    if match.prompt is None:
        return set()
    acts = BY_HAND | {rule.id for rule in match.rulebook.rules}
    found = {(match.prompt.id, match.prompt.of, match.round, match.turn, match.prompt.place, False)}
    return found | {
        (prompt.id, prompt.of, match.round, match.turn, prompt.place, prompt.id in acts)
        for prompt in match.also()
    }


def may_stay_untold(prompt):
    """A private answer may be left out, and is if it cannot be any more: whoever looks on must not notice."""
    return prompt is not None and prompt.secret_to is not None and prompt.optional


def expected(match, k, value):
    """What amending entry k must do, worked out without amending: by playing it anew. Raises Refused."""
    entries = match.entries
    anew = Match.of(match.rulebook, match.setup, entries[:k])
    feed(anew, entries[k], value)
    changes = k + 1 < len(entries) and entries[k + 1].key not in asked_now(anew)
    for j in range(k + 1, len(entries)):
        if entries[j].key not in asked_now(anew):
            return Expected(j - k - 1, j, None, changes)
        try:
            feed(anew, entries[j])
        except Refused as refused:
            if not may_stay_untold(anew.prompt):
                return Expected(j - k - 1, j, refused.code, changes)
            feed(anew, entries[j]._replace(answer=None))
    return Expected(len(entries) - k - 1, None, None, changes)


# -- saves


def places(said, at=()):
    """The path to everything in a JSON value, itself left out."""
    items = said.items() if isinstance(said, dict) else enumerate(said) if isinstance(said, list) else ()
    for key, value in items:
        yield (*at, key)
        yield from places(value, (*at, key))


def edited(said, at, value):
    """A copy with the thing at that path replaced; `...` takes it away."""
    key, *rest = at
    copy = said.copy()
    if rest:
        copy[key] = edited(copy[key], rest, value)
    elif value is ...:
        del copy[key]
    else:
        copy[key] = value
    return copy


def may_be_secret(rulebook, entry):
    """Whether what an entry answered is declared as something that others may not know."""
    return (rulebook.question(entry.id) or rulebook.interjections[entry.id]).secret


def chance_of(rulebook, what):
    """The chance of one test of one rulebook."""
    return random.Random(f"{rulebook.id} {what}")
