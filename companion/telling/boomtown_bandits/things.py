"""What lies on the table of Boomtown Bandits, and what it is called: locations, tokens, cards, dollars.

Owns these names. What is asked and what happened is told beside.
"""

from collections.abc import Iterable

from companion.i18n import N_, _, ngettext
from companion.telling.engine import Word
from shared_rules.games.boomtown_bandits import money, town

LOCATIONS = {
    "saloon": Word(N_("Saloon"), icon="glass_mug_variant"),
    "bank": Word(N_("Bank"), icon="bank"),
    "train": Word(N_("Train"), icon="train_variant"),
    "brothel": Word(N_("Brothel"), icon="bed"),
    "mine": Word(N_("Mine"), icon="tunnel"),
    "stagecoach": Word(N_("Stagecoach"), icon="own:coach"),
}
TOKENS = {
    town.SHOOTER: Word(N_("Shooter"), icon="own:colt"),
    town.COWARD: Word(N_("Coward"), icon="run_fast"),
}
CARDS = {  # as they are printed, in every language
    town.DOUBLE_BARREL: Word(N_("Double Barrel")),
    town.BODY_DOUBLE: Word(N_("Body Double")),
    town.LIQUID_COURAGE: Word(N_("Liquid Courage")),
    town.BROTHEL_INSPECTOR: Word(N_("Brothel Inspector")),
    town.OTHER: Word(N_("Another card")),
}
OWN_THIS_TOWN = N_("Own This Town!")
BONUS_OF = {fact: bonus for bonus, fact in money.BONUS.items()}
CARD_OF = {fact: card for card, fact in money.CARD.items()}
SLOT_OF = {fact: (location, n + 1) for location, slots in money.LOOT.items() for n, fact in enumerate(slots)}


def place(location: str) -> str:
    """A location: Train."""
    return LOCATIONS[location].told().text


def token(kind: str, whose: str) -> Word:
    """Somebody's token: Shooter (Ana)."""
    word = TOKENS[kind].told()
    return Word(_("{what} ({where})").format(what=word.text, where=whose), word.icon)


def tokens(held: Iterable[tuple[str, str]]) -> str:
    """Several players' tokens: Shooter (Ana), Coward (Bo)."""
    return ", ".join(token(kind, name).text for name, kind in held)


def card(card_id: str) -> str:
    """A loot card by its name."""
    return CARDS[card_id].told().text


def dollars(value: int) -> str:
    """So much money."""
    return _("${n}").format(n=value)


def bullets(count: int) -> str:
    """So many bullets: 2 bullets."""
    return ngettext("{n} bullet", "{n} bullets", count).format(n=count)


def cards(count: int) -> str:
    """So many loot cards: 2 cards."""
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def fact(fact_id: str) -> Word:
    """What the box may tell: a bonus, what is on a card."""
    if fact_id in BONUS_OF:
        bonus = BONUS_OF[fact_id]
        name = _(OWN_THIS_TOWN) if bonus == town.OWN_THIS_TOWN else place(bonus)
        return Word(_("Bonus card: {name}").format(name=name))
    if fact_id in CARD_OF:
        return Word(_("Loot card: {name}").format(name=card(CARD_OF[fact_id])))
    location, n = SLOT_OF[fact_id]
    text = _("{place}: loot card {n} of {all}").format(place=place(location), n=n, all=town.LOOT)
    return Word(text, LOCATIONS[location].icon)
