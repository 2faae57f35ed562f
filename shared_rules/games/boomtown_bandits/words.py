"""What the rulebook says and asks: every id, and the section of the printed rulebook it comes from.

Owns the ids and their sections. The sentences are the screen's business.
"""

from shared_rules.engine import Option, Question

from . import town

SET_UP, START_PLAYER, GAME_PLAY = "Set-Up", "Start Player", "Game Play"
PLACEMENT, REVEAL, SHOOTOUT_PHASE = "Placement", "Reveal", "Shootout"
SHOOTOUT, HITS, MISFIRES, TIE = "Shootout!", "Resolving Hits", "Misfires", "In the Event of a Tie"
NEW_FIRST_PLAYER, PLAYING, LOOT_CARDS = "New First Player", "Playing Loot Cards", "Loot Cards"
OWN_THIS_TOWN, EXAMPLE_2 = "Own This Town!", "Example #2: The Loot Cards"
GAME_END, BONUS_CARDS = "Game End", "Bonus Cards"

SECTIONS = (
    *(SET_UP, START_PLAYER, GAME_PLAY, PLACEMENT, REVEAL, SHOOTOUT_PHASE, SHOOTOUT, HITS, MISFIRES, TIE),
    *(NEW_FIRST_PLAYER, PLAYING, LOOT_CARDS, OWN_THIS_TOWN, EXAMPLE_2, GAME_END, BONUS_CARDS),
)

VOCABULARIES = {
    "locations": town.LOCATIONS,
    "tokens": tuple(town.CAMP),
    "cards": town.CARDS,
    "timings": town.TIMINGS,
    "effects": (
        *("add_token", "remove_token", "move_card", "change_pile"),
        *("peek", "extra_hit", "cancel_hits", "cancel_card"),
    ),
    "responses": ("none", town.BODY_DOUBLE),
    "draws": ("draw", town.BROTHEL_INSPECTOR),
    "other card": ("bottom", "top", "out"),
    "agrees": ("yes", "no"),
}

QUESTIONS = {
    "bb.locations": Question("choose_some", SET_UP, "table", words="locations"),
    "bb.row": Question("order", SET_UP, "table", words="locations"),
    "bb.first_player": Question("choose", START_PLAYER, "table"),
    "bb.marshal": Question("choose", START_PLAYER, words="locations"),
    "bb.place": Question("choose", PLACEMENT, words="locations"),
    "bb.placed": Question("split", PLACEMENT, "table", words="locations"),
    "bb.reveal.coward": Question("choose", REVEAL, words="locations"),
    "bb.reveal.shooter": Question("choose", REVEAL, words="locations"),
    "bb.winner": Question("choose", SHOOTOUT_PHASE, "table", optional=True),
    "bb.verdict": Question("verdict", SHOOTOUT, "judge"),
    "bb.sudden_death": Question("verdict", BONUS_CARDS, "judge"),
    "bb.final_shootout": Question("verdict", BONUS_CARDS, "judge"),
    "bb.shootout.lies": Question("choose", HITS, "judge"),
    "bb.shootout.tied": Question("choose_some", TIE, "judge"),
    "bb.shootout.runners": Question("choose_some", HITS, "judge"),
    "bb.shootout.bullets": Question("number", HITS, "judge"),
    "bb.shootout.target": Question("choose", HITS),
    "bb.shootout.response": Question("choose", EXAMPLE_2, words="responses"),
    "bb.loot": Question("choose", EXAMPLE_2, words="draws"),
    "bb.inspector.other": Question("choose", EXAMPLE_2, words="other card"),
    "bb.card.timing": Question("choose", LOOT_CARDS, words="timings"),
    "bb.card.from": Question("choose", LOOT_CARDS, words="locations"),
    "bb.card.value": Question("number", LOOT_CARDS),
    "bb.note.value": Question("number", LOOT_CARDS, secret=True),
    "bb.effect": Question("choose", LOOT_CARDS, optional=True, words="effects"),
    "bb.effect.player": Question("choose", PLAYING),
    "bb.effect.token": Question("choose", PLAYING, words="tokens"),
    "bb.effect.place": Question("choose", PLAYING, words="locations"),
    "bb.effect.loot": Question("choose", PLAYING, words="locations"),
    "bb.effect.to": Question("choose", PLAYING),
    "bb.effect.pile": Question("choose", PLAYING, words="locations"),
    "bb.effect.size": Question("number", PLAYING),
    "bb.recount": Question("choose", GAME_END, "table", optional=True),
    "bb.recount.agrees": Question("choose", GAME_END, words="agrees"),
    "bb.recount.count": Question("number", GAME_END),
    "bb.tally": Question("number", GAME_END),
}

OPTIONS = (
    Option("entry", ("tokens", "winners"), "tokens", section=SHOOTOUT_PHASE),
    Option("placement", ("skipped", "counted", "whose"), "skipped", "BB-6", PLACEMENT),
    Option("responses", ("two_hits", "every_hit"), "two_hits", "BB-30", PLAYING),
    Option("nobody_left", ("nobody", "again"), "nobody", "BB-20", HITS),
    Option("inspector", ("ask", "bottom", "top", "out"), "ask", "BB-33", EXAMPLE_2),
    Option("sudden_death", ("elimination", "first_hit"), "elimination", "BB-40", BONUS_CARDS),
    Option("cards_in_ties", ruling="BB-41", section=BONUS_CARDS),
    Option("reminder", ("privately", "never"), "privately", "BB-42", OWN_THIS_TOWN),
)

# What can be corrected by hand, and whose it is.
PILE = "pile"
LOOT = {f"loot_{location}": location for location in town.LOCATIONS}
FIELDS = {PILE: "locations", **dict.fromkeys(LOOT, "player")}

REFUSALS = {
    "bb.place.closed": START_PLAYER,
    "bb.place.empty": GAME_END,
    "bb.reveal.none_there": REVEAL,
    "bb.verdict.form": SHOOTOUT,
    "bb.verdict.bullets": HITS,
    "bb.verdict.run_away": HITS,
    "bb.verdict.nothing": MISFIRES,
    "bb.verdict.tie": TIE,
    "bb.winner_only.not_now": SHOOTOUT,
    "bb.card.none": PLAYING,
    "bb.card.none_of_it": PLAYING,
    "bb.card.this_round": PLAYING,
    "bb.card.not_now": PLAYING,
    "bb.card.one_first": PLAYING,
    "bb.card.no_shot": HITS,
    "bb.card.no_coward": LOOT_CARDS,
    "bb.card.not_looting": EXAMPLE_2,
    "bb.effect.no_token": PLAYING,
    "bb.effect.no_card": PLAYING,
    "bb.effect.nothing_to_cancel": PLAYING,
    "bb.town.too_early": OWN_THIS_TOWN,
    "bb.town.claimed": OWN_THIS_TOWN,
    "bb.town.not_all": OWN_THIS_TOWN,
    "bb.recount.counted": GAME_END,
}

LINES = {
    "bb.town": SET_UP,
    "bb.first_player": START_PLAYER,
    "bb.round": GAME_PLAY,
    "bb.closed": START_PLAYER,
    "bb.revealed": REVEAL,
    "bb.reveal.differs": PLACEMENT,
    "bb.nobody": SHOOTOUT_PHASE,
    "bb.empty": GAME_END,
    "bb.won": SHOOTOUT_PHASE,
    "bb.last_round": GAME_END,
    "bb.shootout": SHOOTOUT,
    "bb.called": HITS,
    "bb.tie": TIE,
    "bb.ran": HITS,
    "bb.hit": HITS,
    "bb.again": HITS,
    "bb.card.played": PLAYING,
    "bb.card.shown": PLAYING,
    "bb.noted": PLAYING,
    "bb.inspector": EXAMPLE_2,
    "bb.effect.added": PLAYING,
    "bb.effect.removed": PLAYING,
    "bb.effect.moved": PLAYING,
    "bb.effect.pile": PLAYING,
    "bb.effect.peeked": PLAYING,
    "bb.effect.extra_hit": PLAYING,
    "bb.effect.cancelled_hits": PLAYING,
    "bb.effect.cancelled_card": PLAYING,
    "bb.town.claimed": OWN_THIS_TOWN,
    "bb.sudden_death": BONUS_CARDS,
    "bb.bonus": BONUS_CARDS,
    "bb.bonus.nobody": BONUS_CARDS,
    "bb.tallied": GAME_END,
    "bb.final_shootout": BONUS_CARDS,
    "bb.box.differs": LOOT_CARDS,
    "bb.recount.differs": GAME_END,
    "bb.recount.total": GAME_END,
    "bb.recount.adds_up": GAME_END,
    "bb.recount.likely": GAME_END,
}
