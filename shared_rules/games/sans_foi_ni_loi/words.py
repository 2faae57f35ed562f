"""What the rulebook says and asks: every id, and the section it comes from.

Owns the ids and their sections. The rulebook we have has no headings but the numbers of the steps, so the
sections are named after what is done in them. The sentences are the screen's business.
"""

from shared_rules.engine import BoxFact, Option, Question

from . import faces
from . import printed as p

SET_UP, GUARDING, SELLING = "Set-Up", "Step 1: the herds are guarded", "Step 2: herds are sold"
GOLD_MINE, ACTIONS, REFILLING = "Step 3: the gold mine", "Step 4: actions", "Step 5: discard and refill"
GAME_END = "Game End"
SECTIONS = (SET_UP, GUARDING, SELLING, GOLD_MINE, ACTIONS, REFILLING, GAME_END)

VOCABULARIES = {
    "qualities": tuple(p.QUALITIES),
    "kinds": p.KINDS,
    "outcomes": ("safe", "lost"),
    "actions": (*p.KINDS, *p.LINE, "blind", "buy_points", "done"),
    "effects": (
        *("remove", "move", "add", "age", "gold", "cards", "draw"),
        *("points", "order", "to_line", "off_line", "stay"),
    ),
    "sources": ("hand", "discards", "nowhere"),
    "fates": ("all", "herds", "nothing"),
    "stays as": (p.COWBOY, p.OTHER),
    "places": p.LINE,
    "answers": ("yes", "no"),
    "agrees": ("yes", "no"),
}

QUESTIONS = {
    "sf.deck": Question("choose", SET_UP, "table", words="answers"),
    "sf.first_player": Question("choose", SET_UP, "table"),
    "sf.line.card": Question("choose", REFILLING, "table", words="kinds"),
    "sf.guard": Question("dice", GUARDING),
    "sf.guard.outcome": Question("choose", GUARDING, words="outcomes"),
    "sf.guard.which": Question("choose", GUARDING),
    "sf.sell": Question("choose_some", SELLING),
    "sf.mine": Question("dice", GOLD_MINE, optional=True),
    "sf.mine.cowboys": Question("choose_some", GOLD_MINE),
    "sf.action": Question("choose", ACTIONS, words="actions"),
    "sf.buy_points": Question("number", ACTIONS),
    "sf.card": Question("choose", ACTIONS),
    "sf.card.quality": Question("choose", ACTIONS, words="qualities"),
    "sf.card.number": Question("number", ACTIONS),
    "sf.card.cost": Question("number", ACTIONS),
    "sf.card.where": Question("choose", ACTIONS),
    "sf.card.on": Question("choose", ACTIONS),
    "sf.counter": Question("choose", ACTIONS, optional=True),
    "sf.effect": Question("choose", ACTIONS, optional=True, words="effects"),
    "sf.effect.card": Question("choose", ACTIONS),
    "sf.effect.to": Question("choose", ACTIONS),
    "sf.effect.kind": Question("choose", ACTIONS, words="kinds"),
    "sf.effect.from": Question("choose", ACTIONS, words="sources"),
    "sf.effect.age": Question("number", ACTIONS),
    "sf.effect.pays": Question("choose", ACTIONS),
    "sf.effect.gets": Question("choose", ACTIONS),
    "sf.effect.gold": Question("number", ACTIONS),
    "sf.effect.cards": Question("number", ACTIONS),
    "sf.effect.taker": Question("choose", ACTIONS, optional=True),
    "sf.effect.order": Question("order", ACTIONS, words="places"),
    "sf.effect.place": Question("choose", ACTIONS, words="places"),
    "sf.effect.points": Question("number", ACTIONS),
    "sf.effect.stays_as": Question("choose", ACTIONS, words="stays as"),
    "sf.land.lost": Question("choose", ACTIONS, words="fates"),
    "sf.recount": Question("choose", GAME_END, "table", optional=True),
    "sf.recount.agrees": Question("choose", GAME_END, words="agrees"),
    "sf.recount.count": Question("number", GAME_END),
}

# S-1, S-2: printed nowhere in the summary; and what is printed on the cards.
GOLD_FOR = {players: f"gold_{players}" for players in range(2, 7)}
DECK = "deck"
BOX = (
    *(BoxFact(fact, 1, p.MOST_GOLD, SET_UP) for fact in GOLD_FOR.values()),
    BoxFact(DECK, p.LEAST_DECK, p.MOST_DECK, SET_UP),
    *faces.facts(ACTIONS),
)

OPTIONS = (
    Option("line", ("places", "cards"), "places", section=REFILLING),
    Option("guard", ("dice", "outcome"), "dice", section=GUARDING),
    Option("two_ranches", ruling="S-3", section=SET_UP),
    Option("equal_herds", ("owner", "neighbour", "chance"), "owner", "S-10", GUARDING),
    Option("mine", ("must", "may"), "must", "S-20", GOLD_MINE),
    Option("bank", ("latched", "looked_at"), "latched", "S-32", GAME_END),
    Option("lost_land", ("ask", "all", "herds", "nothing"), "ask", "S-37", ACTIONS),
    Option("ties", ("higher", "split", "lower", "next"), "higher", "S-45", GAME_END),
    Option("total_tie", ("shared", "gold"), "shared", "S-46", GAME_END),
)

# What can be corrected by hand, and whose it is.
GOLD, BANK, PILE, HAND, POINTS = "gold", "bank", "pile", "hand", "points"
FIELDS = {GOLD: "player", HAND: "player", BANK: "", PILE: "", POINTS: ""}

REFUSALS = {
    "sf.setup.two_ranches": SET_UP,
    "sf.herd.gone": SELLING,
    "sf.herd.not_yours": SELLING,
    "sf.hand.empty": ACTIONS,
    "sf.land.none": ACTIONS,
    "sf.points.short": ACTIONS,
    "sf.points.not_now": ACTIONS,
    "sf.gold.short": ACTIONS,
    "sf.bank.empty": ACTIONS,
    "sf.pile.empty": ACTIONS,
    "sf.discards.empty": ACTIONS,
    "sf.line.empty": ACTIONS,
    "sf.line.full": REFILLING,
    "sf.line.not_entered": REFILLING,
    "sf.effect.nothing_there": ACTIONS,
    "sf.effect.no_card": ACTIONS,
    "sf.card.one_first": ACTIONS,
    "sf.recount.counted": GAME_END,
}

LINES = {
    "sf.set_up": SET_UP,
    "sf.first_player": SET_UP,
    "sf.turn": SET_UP,
    "sf.guard.safe": GUARDING,
    "sf.guard.lost": GUARDING,
    "sf.fled": GUARDING,
    "sf.sold": SELLING,
    "sf.bank.short": SELLING,
    "sf.last_turn": GAME_END,
    "sf.mine.paid": GOLD_MINE,
    "sf.mine.exploded": GOLD_MINE,
    "sf.bought": ACTIONS,
    "sf.blind": ACTIONS,
    "sf.points": ACTIONS,
    "sf.laid": ACTIONS,
    "sf.crowded": ACTIONS,
    "sf.played": ACTIONS,
    "sf.countered": ACTIONS,
    "sf.effect.removed": ACTIONS,
    "sf.effect.moved": ACTIONS,
    "sf.effect.aged": ACTIONS,
    "sf.effect.gold": ACTIONS,
    "sf.effect.cards": ACTIONS,
    "sf.effect.drew": ACTIONS,
    "sf.effect.points": ACTIONS,
    "sf.effect.ordered": ACTIONS,
    "sf.effect.to_line": ACTIONS,
    "sf.effect.off_line": ACTIONS,
    "sf.discarded": REFILLING,
    "sf.category": GAME_END,
    "sf.recount.differs": GAME_END,
    "sf.recount.total": GAME_END,
    "sf.recount.adds_up": GAME_END,
    "sf.recount.likely": GAME_END,
}
