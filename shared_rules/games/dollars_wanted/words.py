"""What the rulebook says and asks: every id, and the section of the printed rulebook it comes from.

Owns the ids and their sections. The sentences are the screen's business.
"""

from shared_rules.engine import Option, Question

from . import cards as c

CONTENTS, SET_UP, COURSE = "Contents", "Set-Up of the Game", "Course of the Game"
LAY, ROB, DRAW = "1. Lay Out Cards", "2. Rob a Building", "3. Draw New Cards"
END, COLOURS = "End of the Game", "Variant with Player Colors"

SECTIONS = (CONTENTS, SET_UP, COURSE, LAY, ROB, DRAW, END, COLOURS)

# Places in the box for the 18 buildings, in the order in which it meets them.
SLOTS = tuple(f"building_{n + 1}" for n in range(c.BUILDINGS))
SUCCESS, FAILED, STOPPED = "success", "failed", "stopped"  # how a robbery ends; stopped: by a vulture

VOCABULARIES = {
    "rows": c.ROWS,
    "faces": c.FACES,
    "buildings": (*SLOTS, *c.KINDS),
    "colours": c.COLOURS,
    "outcomes": (SUCCESS, FAILED, STOPPED),
    "agrees": ("yes", "no"),
}

QUESTIONS = {
    "dw.building": Question("choose", SET_UP, "table", words="buildings"),
    "dw.building.icon": Question("number", SET_UP, "table"),
    "dw.colour": Question("choose", COLOURS, words="colours"),
    "dw.first_player": Question("choose", COURSE, "table"),
    "dw.lay": Question("choose", LAY, words="rows"),
    "dw.robbery": Question("choose", ROB, optional=True, words="rows"),
    "dw.reveal": Question("choose", ROB, words="faces"),
    "dw.ended": Question("choose", ROB, words="outcomes"),
    "dw.ended.face_up": Question("number", ROB),
    "dw.ended.face_down": Question("number", ROB),
    "dw.ended.removed": Question("split", COLOURS),
    "dw.ended.penalty": Question("choose", COLOURS, optional=True),
    "dw.dollars": Question("number", ROB),
    "dw.recount": Question("choose", END, "table", optional=True),
    "dw.recount.agrees": Question("choose", END, words="agrees"),
    "dw.recount.buildings": Question("number", END),
    "dw.recount.dollars": Question("number", END),
    "dw.recount.penalties": Question("number", COLOURS),
}

OPTIONS = (
    Option("colours", section=COLOURS),
    Option("entry", ("cards", "outcomes"), "cards", section=ROB),
    Option("reveal", ("usual", "enough", "all"), "usual", "DW-17", ROB),
    Option("last_coyote", ("discarded", "waits"), "discarded", "DW-24", ROB),
    Option("third_penalty", ("deducted", "none"), "deducted", "DW-49", COLOURS),
    Option("layers", ruling="DW-52", section=LAY),
)

# What can be corrected by hand, and whose it is. With player colours each card has an owner.
FACE_DOWN, BUILDINGS_LEFT = "face_down", "buildings_left"
DRAW_PILE, DISCARD_PILE = "draw_pile", "discard_pile"
OWN_DRAW, OWN_DISCARD = "own_draw_pile", "own_discard_pile"
HAND, DOLLARS, BUILDINGS, PENALTIES = "hand", "dollars", "buildings", "penalties"
FACE_DOWN_IN = {f"face_down_{row}": row for row in c.ROWS}
FIELDS = {
    FACE_DOWN: "rows",
    **dict.fromkeys(FACE_DOWN_IN, "player"),
    BUILDINGS_LEFT: "rows",
    DRAW_PILE: "",
    DISCARD_PILE: "",
    OWN_DRAW: "player",
    OWN_DISCARD: "player",
    HAND: "player",
    DOLLARS: "player",
    BUILDINGS: "player",
    PENALTIES: "player",
}

REFUSALS = {
    "dw.box.building": CONTENTS,
    "dw.building.no_icons": SET_UP,
    "dw.colour.taken": COLOURS,
    "dw.show_hand.not_now": LAY,
    "dw.rob.not_now": ROB,
    "dw.rob.lay_first": LAY,
    "dw.rob.not_yours": ROB,
    "dw.rob.nothing_down": ROB,
    "dw.rob.no_building": END,
    "dw.reveal.no_more": CONTENTS,
    "dw.reveal.all_fit": LAY,
    "dw.outcome.not_now": ROB,
    "dw.outcome.enough": ROB,
    "dw.recount.counted": END,
}

LINES = {
    "dw.building": SET_UP,
    "dw.colour": COLOURS,
    "dw.first_player": COURSE,
    "dw.laid": LAY,
    "dw.hand_shown": LAY,
    "dw.called": ROB,
    "dw.seven": ROB,
    "dw.counted_again": ROB,
    "dw.card.bandit": ROB,
    "dw.card.joker": ROB,
    "dw.card.elixir": ROB,
    "dw.card.coyote": ROB,
    "dw.card.vulture": ROB,
    "dw.card.wrong": LAY,
    "dw.penalty": COLOURS,
    "dw.won": ROB,
    "dw.added_up": ROB,
    "dw.failed": ROB,
    "dw.pile_empty": END,
    "dw.reshuffled": DRAW,
    "dw.nothing_left": END,
    "dw.box.differs": CONTENTS,
    "dw.recount.differs": END,
    "dw.recount.total": END,
    "dw.recount.adds_up": END,
    "dw.recount.likely": END,
}
