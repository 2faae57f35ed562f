"""What is printed on the cards of this group's copy: a herd's value, a fence's bonus, and what they cost.

Owns how it is learned: asked when a card with another face is first played, then known in this match and by
the box. No list of the cards is known, so it never invents one.
"""

from shared_rules.engine import BoxFact, Table
from shared_rules.engine.prompts import quiet
from shared_rules.engine.table import Play

from . import printed as p
from .asking import Cost, OneOf, Printed
from .table import Face, Tabletop

ANOTHER = "another"  # a card whose face was not seen yet
FACES = {p.HERD: 6, p.FENCE: 3, p.MINE: 2}  # different ones that a box keeps; a match may see more
LEAST = {p.HERD: 1, p.FENCE: 0, p.MINE: 0}
MOST = {p.HERD: p.MOST_WORTH, p.FENCE: p.MOST_BONUS, p.MINE: 0}
Slot = tuple[str | None, str]  # the facts of value or bonus, and of the cost


def _slots(kind: str, count: int) -> tuple[Slot, ...]:
    what = {p.HERD: "value", p.FENCE: "bonus"}.get(kind)
    return tuple((f"{kind}_{n}_{what}" if what else None, f"{kind}_{n}_cost") for n in range(1, count + 1))


SLOTS = {kind: _slots(kind, count) for kind, count in FACES.items()}


def facts(section: str) -> tuple[BoxFact, ...]:
    """Return what a box may tell of its cards."""
    found = []
    for kind, slots in SLOTS.items():
        for number, cost in slots:
            if number:
                found.append(BoxFact(number, LEAST[kind], MOST[kind], section))
            found.append(BoxFact(cost, 1, p.MOST_COST, section))
    return tuple(found)


def face_id(face: Face) -> str:
    """Return a face's text form, such as "3:2": value or bonus, and cost."""
    return f"{face[0]}:{face[1]}"


def parse_face(text: str) -> Face:
    """Return the face that `face_id` made a text of."""
    number, _, cost = text.partition(":")
    return int(number), int(cost)


def known(t: Table, s: Tabletop, kind: str) -> list[Face]:
    """Return the faces of a kind that the box or this match has seen, the least first."""
    told = [
        (t.box[number] if number else 0, t.box[cost])
        for number, cost in SLOTS[kind]
        if cost in t.box and (not number or number in t.box)
    ]
    return sorted({*told, *s.faces[kind]})


def learn(t: Table, s: Tabletop, kind: str, face: Face) -> None:
    """Keep a face, and teach it to the box if there is room."""
    if face in known(t, s, kind):
        return
    s.faces[kind].append(face)
    for number, cost in SLOTS[kind]:
        if cost not in t.box and number not in t.box:
            t.box |= {cost: face[1]} | ({number: face[0]} if number else {})
            return


def which(t: Table, s: Tabletop, seat: str, kind: str) -> Play:
    """Which card is it? One that was seen before is one tap; of another one, all is asked that is printed."""
    chosen = yield from t.ask(lambda: _which_face(t, s, seat, kind))
    if chosen != ANOTHER:
        return parse_face(chosen)
    number = 0
    if MOST[kind]:
        number = yield from t.ask(
            lambda: Printed("sf.card.number", seat, LEAST[kind], MOST[kind], place=kind)
        )
    cost = yield from t.ask(lambda: which_cost(s, seat, kind))
    learn(t, s, kind, (number, cost))
    return number, cost


def _which_face(t: Table, s: Tabletop, seat: str, kind: str) -> OneOf:
    seen = {face_id(face): face[1] <= s.points for face in known(t, s, kind)}
    greyed = {face: "sf.points.short" for face, is_paid in seen.items() if not is_paid}
    legal = [*(face for face, is_paid in seen.items() if is_paid), ANOTHER]
    return quiet(OneOf("sf.card", seat, legal, greyed, place=kind))


def which_cost(s: Tabletop, seat: str, kind: str) -> Cost:
    """Return the question what it costs to play a card, at most all points that are left."""
    return Cost("sf.card.cost", seat, s.points, place=kind)
