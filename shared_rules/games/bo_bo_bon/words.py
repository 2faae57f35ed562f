"""What the rulebook says and asks: every id, and the section of the printed rulebook it comes from.

Owns the ids and their sections. The sentences are the screen's business.
"""

from shared_rules.engine import BoxFact, Option, Question

from . import sweets as c

CONTENTS, SET_UP, COURSE = "Components", "Setup", "Gameplay"
CHOOSING, END, EXPERT = "Choosing which card to play", "End of the game", "Expert play variation with Bo"
SECTIONS = (CONTENTS, SET_UP, COURSE, CHOOSING, END, EXPERT)

VOCABULARIES = {
    "colours": c.COLOURS,
    "chips": c.CHIPS,
    "cards": c.CARDS,
    "prey": tuple(c.STARS_ON),
    "agrees": ("yes", "no"),
}

QUESTIONS = {
    "bon.colours": Question("choose_some", SET_UP, "table", words="colours"),
    "bon.first_player": Question("choose", COURSE, "table"),
    "bon.chip": Question("choose", COURSE, "table", words="chips"),
    "bon.card": Question("choose", CHOOSING, words="cards"),
    "bon.winner": Question("choose", COURSE, "table"),
    "bon.ant": Question("choose", END, words="prey"),
    "bon.recount": Question("choose", END, "table", optional=True),
    "bon.recount.agrees": Question("choose", END, words="agrees"),
    "bon.recount.count": Question("number", END),
}

OPTIONS = (
    Option("bo", section=EXPERT),
    Option("depth", ("winner", "cards"), "winner", section=COURSE),
    Option("ant", ("lowest", "highest", "chance"), "lowest", "B-17", END),
    Option("bo_led", ("free", "monsters"), "free", "B-12", EXPERT),
)

# B-22: printed nowhere. Of the eight chips, how many show one star, and how many an ant; the rest shows two.
BOX = tuple(BoxFact(chip, 0, c.CHIPS_IN_BOX, CONTENTS) for chip in (c.STAR, c.ANT))

FIELDS = dict.fromkeys(c.CHIPS, "player")  # what can be corrected by hand

REFUSALS = {
    "bon.box.eight": CONTENTS,
    "bon.chip.none_left": CONTENTS,
    "bon.chip.eighth": END,
    "bon.chip.no_trick": COURSE,
    "bon.card.seventh": CONTENTS,
    "bon.card.only_monster": SET_UP,
    "bon.card.monster_led": COURSE,
    "bon.card.only_bo": EXPERT,
    "bon.card.chip_first": COURSE,
    "bon.card.one_each": COURSE,
    "bon.monster.second": SET_UP,
    "bon.bo.second": CONTENTS,
    "bon.winner.colour": CHOOSING,
    "bon.winner.monster": CHOOSING,
    "bon.winner.bo": EXPERT,
    "bon.last_chip.known": SET_UP,
    "bon.last_chip.not_all": END,
    "bon.recount.counted": END,
}

LINES = {
    "bon.colours": SET_UP,
    "bon.first_player": COURSE,
    "bon.chip": COURSE,
    "bon.card": CHOOSING,
    "bon.revoke": CHOOSING,
    "bon.won": COURSE,
    "bon.last_chip": SET_UP,
    "bon.ants": END,
    "bon.recount.differs": END,
    "bon.recount.total": END,
    "bon.recount.adds_up": END,
    "bon.recount.likely": END,
}
