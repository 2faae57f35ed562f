"""Which building turns up, what the box has told of it, and what it learns.

Owns how a building is recognised: by its kind and icons, as everybody sees them. What it is worth is asked,
or taken from the box, only when somebody has won it (DW-2); nothing here tells it before.
"""

from collections.abc import Mapping
from functools import partial

from shared_rules.engine import TABLE, BoxFact, Choose, Number, Refused, Table
from shared_rules.engine.prompts import Below
from shared_rules.engine.table import Play

from . import cards as c
from . import simulated
from .table import Building, Looks, Row, Tabletop
from .words import SLOTS


def facts(section: str) -> tuple[BoxFact, ...]:
    """Return what a box may tell: how many of each special card it holds, and what is on each building."""
    specials = [BoxFact(special, 0, c.CARDS, section) for special in c.SPECIALS]
    buildings = []
    for slot in SLOTS:
        buildings.append(BoxFact(f"{slot}_kind", 1, len(c.KINDS), section))
        buildings += [BoxFact(f"{slot}_{icon}", 0, c.MOST_ICONS, section) for icon in c.ICONS]
        buildings.append(BoxFact(f"{slot}_dollars", 1, c.MOST_DOLLARS, section))
    return (*specials, *buildings)


def known(box: Mapping[str, int], slot: str) -> Looks | None:
    """Return how a building of the box looks, None if it has not met it."""
    counts = tuple(box[f"{slot}_{icon}"] for icon in c.ICONS if f"{slot}_{icon}" in box)
    kind = box.get(f"{slot}_kind")
    return None if kind is None or len(counts) < len(c.ICONS) else (c.KINDS[kind - 1], counts)


def met(box: Mapping[str, int]) -> dict[str, Looks]:
    """Return how each building looks that the box has met."""
    return {slot: looks for slot in SLOTS if (looks := known(box, slot)) is not None}


def refuse_box(box: Mapping[str, int]) -> str | None:
    """Return the code of a building in the box that is not told whole, or has no icon; None if all are."""
    for slot in SLOTS:
        looks = known(box, slot)
        if looks is None and any(fact.startswith(f"{slot}_") for fact in box):
            return "dw.box.building"
        if looks is not None and not any(looks[1]):
            return "dw.box.building"
    return None


# -- a building turns up


def turn_up(t: Table, s: Tabletop, row: Row) -> Play:
    """The top card of a pile shows its icons: one that the box has met, or another one (DW-2)."""
    answer = yield from t.ask(lambda: _Which(s, row))
    looks: Looks | None = s.met.get(answer)
    if looks is None:
        counts = yield from _icons(t, row)
        looks = answer, counts
    slot = next(iter(_free(s).get(looks, ())), None) or _met(t, s, looks)
    if slot is not None:
        s.used[slot] = None
    row.building = Building(*looks, slot)
    t.say("dw.building", row=row.id, kind=row.building.kind, icons=row.building.need)


def _free(s: Tabletop) -> dict[Looks, list[str]]:
    """Return the buildings of the box that were not turned up in this match, by how they look."""
    free: dict[Looks, list[str]] = {}
    for slot, looks in s.met.items():
        if slot not in s.used:
            free.setdefault(looks, []).append(slot)
    return free


class _Which(Choose):
    """One that the box knows, or its kind; those that look alike are one answer."""

    def __init__(self, s: Tabletop, row: Row) -> None:
        super().__init__("dw.building", TABLE, lambda: (*self.met, *c.KINDS), place=row.id)
        self._s = s

    @property
    def met(self) -> dict[str, Looks]:
        """Place in the box -> how that building looks."""
        return {slots[0]: looks for looks, slots in _free(self._s).items()}

    @property
    def params(self) -> dict[str, object]:  # type: ignore[override]
        """What each known one shows: {"met": {place: {"kind", "icons"}}}; never its dollars."""
        met = {slot: {"kind": kind, "icons": c.icons_of(counts)} for slot, (kind, counts) in self.met.items()}
        return {"met": met}


def _icons(t: Table, row: Row) -> Play:
    """How many of each icon; at least one of them. Raises Refused."""
    counts: list[int] = []
    for icon in c.ICONS:
        counts.append((yield from t.ask(partial(_HowMany, row, icon))))
    if not any(counts):
        raise Refused("dw.building.no_icons", row=row.id)
    return tuple(counts)


class _HowMany(Number):
    """How many of an icon are on a building; random play makes up a likely number."""

    def __init__(self, row: Row, icon: str) -> None:
        params = {"row": row.id, "icon": icon}
        place = f"{row.id}:{icon}"
        super().__init__("dw.building.icon", TABLE, 0, c.MOST_ICONS, place=place, params=params)

    def pick(self, below: Below) -> int:
        """Return a small number."""
        return simulated.icons(below)


def _met(t: Table, s: Tabletop, looks: Looks) -> str | None:
    """Teach the box a building that it has not met; say so, once, if it knows 18 others."""
    slot = next((each for each in SLOTS if each not in s.met), None)
    if slot is None:
        if not s.told_of_box:
            s.told_of_box = True
            t.say("dw.box.differs")
        return None
    s.met[slot] = looks
    kind, counts = looks
    t.box[f"{slot}_kind"] = c.KINDS.index(kind) + 1
    t.box.update({f"{slot}_{icon}": count for icon, count in zip(c.ICONS, counts, strict=True)})
    return slot


# -- a building is won


def worth(t: Table, s: Tabletop, row: Row, seat: str) -> Play:
    """Return what it is worth, now that it is turned over, and whether somebody had to say so.

    The box knows if it has seen the other side before, and of no other building that looks the same.
    """
    building = row.building
    assert building is not None
    alike = _alike(s, building)
    shown = sum(
        each.building is not None and each.building.looks == building.looks for each in s.rows.values()
    )
    values = {t.box.get(_dollars(slot)) for slot in alike}
    value = values.pop() if len(values) == 1 and shown <= len(alike) else None
    if value is not None:
        return value, False
    value = yield from t.ask(lambda: _Dollars(row, seat))
    assert isinstance(value, int)
    slot = next((each for each in alike if t.box.get(_dollars(each)) == value), None)
    slot = slot or next((each for each in alike if _dollars(each) not in t.box), None)
    slot = slot or _met(t, s, building.looks)
    if slot is not None:
        t.box[_dollars(slot)] = value
        _claim(s, row, slot)
    return value, True


class _Dollars(Number):
    """What is printed on the other side of a building; random play makes up a likely value."""

    def __init__(self, row: Row, seat: str) -> None:
        super().__init__("dw.dollars", seat, 1, c.MOST_DOLLARS, place=row.id)

    def pick(self, below: Below) -> int:
        """Return some hundreds."""
        return simulated.dollars(below)


def _dollars(slot: str) -> str:
    return f"{slot}_dollars"


def _alike(s: Tabletop, building: Building) -> list[str]:
    """Return the buildings of the box that it may be: they look so, and nobody has won them."""
    won = {won.building.slot for held in s.won.values() for won in held if won.building}
    return [slot for slot, looks in s.met.items() if slot not in won and looks == building.looks]


def _claim(s: Tabletop, row: Row, slot: str) -> None:
    """It is this one of those that look the same; what was taken for this one is what it was taken for."""
    building = row.building
    assert building is not None
    other = next((each for each in s.rows.values() if each.building and each.building.slot == slot), None)
    if other is not None and other.building is not None:
        other.building = other.building._replace(slot=building.slot)
    else:
        s.used[slot] = None
        if building.slot is not None:
            del s.used[building.slot]
    row.building = building._replace(slot=slot)
