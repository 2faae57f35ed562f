"""What lies on the table of Dollars Wanted, and what it is called: rows, buildings, cards, dollars.

Owns these names. What is asked and what happened is told beside.
"""

from collections.abc import Mapping

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Word, Words
from shared_rules.games.dollars_wanted import cards as c
from shared_rules.games.dollars_wanted.words import SLOTS

ROWS: Words = {
    "row_1": Word(N_("Top row")),
    "row_2": Word(N_("Middle row")),
    "row_3": Word(N_("Bottom row")),
}
KINDS: Words = {
    "bank": Word(N_("Bank"), icon="bank"),
    "casino": Word(N_("Casino"), icon="dice_multiple"),
    "saloon": Word(N_("Saloon"), icon="glass_mug_variant"),
    "shop": Word(N_("Shop"), icon="storefront"),
}
ICONS: Words = {
    c.COLT: Word(N_("Colts"), icon="own:colt"),
    c.DYNAMITE: Word(N_("Sticks of dynamite"), icon="own:dynamite"),
    c.CROWBAR: Word(N_("Crowbars"), icon="own:crowbar"),
    c.PICKAXE: Word(N_("Pickaxes"), icon="pickaxe"),
}
SPECIALS: Words = {
    c.JOKER: Word(N_("Jolly Joker"), icon="drama_masks"),
    c.ELIXIR: Word(N_("Elixir"), icon="flask_round_bottom"),
    c.COYOTE: Word(N_("Coyote"), icon="own:coyote"),
    c.VULTURE: Word(N_("Vulture"), icon="own:vulture"),
    c.WRONG: Word(N_("Wrong card"), icon="close"),
}
COLOURS: Words = {
    "red": Word(N_("Red")),
    "yellow": Word(N_("Yellow")),
    "green": Word(N_("Green")),
    "blue": Word(N_("Blue")),
    "gray": Word(N_("Gray")),
}
SLOT_OF = {slot: n + 1 for n, slot in enumerate(SLOTS)}
FACT = N_("Building {n}: {what}")
PART_OF: Mapping[str, str] = {
    "kind": N_("kind (1 bank, 2 casino, 3 saloon, 4 shop)"),
    c.COLT: N_("colts"),
    c.DYNAMITE: N_("sticks of dynamite"),
    c.CROWBAR: N_("crowbars"),
    c.PICKAXE: N_("pickaxes"),
    "dollars": N_("dollars"),
}


def row(row_id: str) -> str:
    """A row: Top row."""
    return ROWS[row_id].told().text


def kind(building: str) -> str:
    """A kind of building: Casino."""
    return KINDS[building].told().text


def icon(icon_id: str, count: int) -> str:
    """So many of an icon: 2 colts."""
    text = {
        c.COLT: ngettext("{n} colt", "{n} colts", count),
        c.DYNAMITE: ngettext("{n} stick of dynamite", "{n} sticks of dynamite", count),
        c.CROWBAR: ngettext("{n} crowbar", "{n} crowbars", count),
        c.PICKAXE: ngettext("{n} pickaxe", "{n} pickaxes", count),
        c.JOKER: ngettext("{n} icon for the joker", "{n} icons for the joker", count),
    }[icon_id]
    return text.format(n=count)


def icons(counts: Mapping[str, int]) -> str:
    """Several icons: 2 colts, 1 pickaxe."""
    return ", ".join(icon(icon_id, count) for icon_id, count in counts.items())


def face(face_id: str) -> Word:
    """What is on a card: 2 colts, or what a special card is called."""
    if face_id in c.BANDITS:
        icon_id, count = c.BANDITS[face_id]
        return Word(icon(icon_id, count), ICONS[icon_id].icon)
    return SPECIALS[face_id].told()


def building(shown: Mapping[str, object]) -> Word:
    """A building as everybody sees it: Casino (2 colts, 1 pickaxe); its icons are its pictures."""
    word = KINDS[str(shown["kind"])].told()
    counts = shown["icons"]
    assert isinstance(counts, Mapping)
    pictures = tuple(ICONS[each].icon for each, count in counts.items() for _n in range(count))
    text = _("{what} ({where})").format(what=word.text, where=icons(counts))
    return Word(text, word.icon, pictures=pictures)


def dollars(value: int) -> str:
    """So much money, also less than nothing."""
    if value < 0:
        return _("−${n}").format(n=-value)  # noqa: RUF001    a minus sign
    return _("${n}").format(n=value)


def cards(count: int) -> str:
    """So many cards: 2 cards."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def fact(fact_id: str) -> Word:
    """What the box may tell: what is on a building, how many of a special card there are."""
    if fact_id in SPECIALS:
        return SPECIALS[fact_id].told()
    slot, _underscore, part = fact_id.rpartition("_")
    return Word(_(FACT).format(n=SLOT_OF[slot], what=_(PART_OF[part])))
