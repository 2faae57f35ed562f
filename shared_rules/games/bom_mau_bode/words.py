"""What the rulebook says and asks: every id, and the section of the printed rulebook it comes from.

Owns the ids and their sections. The sentences are the screen's business.
"""

from shared_rules.engine import BoxFact, Option, Question

from .characters import CHARACTERS, COIN, LOCATIONS, RESOURCES

SETUP, UPKEEP, DISTRIBUTION = "Setup", "1. Upkeep", "2. Distribution"
NEW_DEALER, INACTIVE, LAST_ACTIVE = "New Dealer", "Inactive person", "Last active person"
SALOON_PHASE, END_OF_ROUND, END = "3. Saloon", "4. End of Round", "End of the Game"
EFFECTS = "Character Effects"
TOKEN_TAKERS, COIN_TAKERS = "Seller, Banker, Farmer and Miner", "Kid, Widow, Cowboy and Prospector"
OUTLAW, SHERIFF, THIEF, CHARLATAN = "Outlaw", "Sheriff", "Thief", "Charlatan"
WAITRESS, GAMBLER, GOAT = "Waitress", "Gambler", "Goat"
CHEF = "Promo Card: the Chef"

GAME_TURN = "Game Turn"

SECTIONS = (
    *(
        SETUP,
        GAME_TURN,
        UPKEEP,
        DISTRIBUTION,
        NEW_DEALER,
        INACTIVE,
        LAST_ACTIVE,
        SALOON_PHASE,
        END_OF_ROUND,
        END,
    ),
    *(EFFECTS, TOKEN_TAKERS, COIN_TAKERS, OUTLAW, SHERIFF, THIEF, CHARLATAN, WAITRESS, GAMBLER, GOAT, CHEF),
)

VOCABULARIES = {
    "characters": CHARACTERS,
    "locations": LOCATIONS,
    "resources": tuple(RESOURCES),
    "answers": ("accept", "refuse"),
    "late effect": ("tokens", "coins"),
    "agrees": ("yes", "no"),
}

QUESTIONS = {
    "bom.first_dealer": Question("choose", SETUP, "table"),
    "bom.face_up": Question("choose", UPKEEP, "table", words="characters"),
    "bom.face_up.instead": Question("choose", UPKEEP, "table", words="characters"),
    "bom.offer.receiver": Question("choose", DISTRIBUTION),
    "bom.offer.answer": Question("choose", DISTRIBUTION, words="answers"),
    "bom.offer.card": Question("choose", DISTRIBUTION, "table", words="characters"),
    "bom.thief.location": Question("choose", THIEF, words="locations"),
    "bom.charlatan.coins": Question("split", CHARLATAN),
    "bom.chef.location": Question("choose", CHEF, words="locations"),
    "bom.waitress.bottles": Question("split", WAITRESS),
    "bom.gambler.victim": Question("choose", GAMBLER),
    "bom.gambler.token": Question("choose", GAMBLER, optional=True, secret=True, words="resources"),
    "bom.chef.take": Question("choose", CHEF, words="late effect"),
    "bom.recount": Question("choose", END, "table", optional=True),
    "bom.recount.agrees": Question("choose", END, words="agrees"),
    "bom.recount.count": Question("number", END),
}

# BOM-6: the number of coins on a tile is printed nowhere but on the tile.
MOST_COINS_ON_A_TILE = 5
COINS_ON = {tile: f"coins_{tile}" for tile in LOCATIONS}
BOX = tuple(BoxFact(fact, 0, MOST_COINS_ON_A_TILE, UPKEEP) for fact in COINS_ON.values())

OPTIONS = (
    Option("chef", section=CHEF),
    Option("open_money", ruling="BOM-29", section=SETUP),
)

# What can be corrected by hand, and whose it is.
COINS_AT, TOKENS_AT = "coins_at", "tokens_at"
FIELDS = {
    COIN: "player",
    **dict.fromkeys(RESOURCES, "player"),
    COINS_AT: "locations",
    TOKENS_AT: "locations",
}

REFUSALS = {
    "bom.offer.receiver_is_dealer": DISTRIBUTION,
    "bom.offer.receiver_inactive": INACTIVE,
    "bom.offer.must_accept": LAST_ACTIVE,
    "bom.card.face_up": UPKEEP,
    "bom.card.in_play": DISTRIBUTION,
    "bom.card.discarded": LAST_ACTIVE,
    "bom.card.goat_is_left": UPKEEP,
    "bom.face_up.goat_goes_back": UPKEEP,
    "bom.declare.no_offer": DISTRIBUTION,
    "bom.declare.not_the_dealer": DISTRIBUTION,
    "bom.thief.saloon": THIEF,
    "bom.thief.no_tokens": THIEF,
    "bom.chef.saloon": CHEF,
    "bom.chef.nothing_there": CHEF,
    "bom.gambler.no_tokens": GAMBLER,
    "bom.recount.counted": END,
}

LINES = {
    "bom.round": GAME_TURN,
    "bom.first_dealer": SETUP,
    "bom.upkeep": UPKEEP,
    "bom.face_up": UPKEEP,
    "bom.face_up.goat_goes_back": UPKEEP,
    "bom.supply.substitutes": SETUP,
    "bom.declared": DISTRIBUTION,
    "bom.offer.accepted": DISTRIBUTION,
    "bom.offer.refused": DISTRIBUTION,
    "bom.offer.discarded": LAST_ACTIVE,
    "bom.offer.was_true": DISTRIBUTION,
    "bom.offer.was_bluff": DISTRIBUTION,
    "bom.inactive": INACTIVE,
    "bom.last_active": LAST_ACTIVE,
    "bom.took.tokens": TOKEN_TAKERS,
    "bom.took.coins": COIN_TAKERS,
    "bom.took.nothing": EFFECTS,
    "bom.thief.stole": THIEF,
    "bom.thief.nothing": THIEF,
    "bom.thief.kept": THIEF,
    "bom.charlatan.fooled": CHARLATAN,
    "bom.charlatan.nothing": CHARLATAN,
    "bom.charlatan.kept": CHARLATAN,
    "bom.chef.placed": CHEF,
    "bom.chef.took": CHEF,
    "bom.chef.nothing": CHEF,
    "bom.goat": GOAT,
    "bom.outlaw.killed": OUTLAW,
    "bom.outlaw.nothing": OUTLAW,
    "bom.sheriff.paid": SHERIFF,
    "bom.sheriff.stopped_thief": SHERIFF,
    "bom.sheriff.stopped_charlatan": SHERIFF,
    "bom.waitress.gave": WAITRESS,
    "bom.waitress.nothing": WAITRESS,
    "bom.gambler.drew": GAMBLER,
    "bom.gambler.nothing": GAMBLER,
    "bom.gambler.lost": GAMBLER,
    "bom.gambler.told_apart": GAMBLER,
    "bom.end_of_round": END_OF_ROUND,
    "bom.recount.differs": END,
    "bom.recount.told_wrong": END,
    "bom.recount.total": END,
    "bom.recount.adds_up": END,
    "bom.recount.likely": END,
    "bom.bluffs": DISTRIBUTION,
}
