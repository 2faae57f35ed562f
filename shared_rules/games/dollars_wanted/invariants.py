"""What must hold after every entry, whatever was answered.

Owns these checks. Each is worked out another way than the game gets there, so that it can fail.
"""

from collections import Counter

from . import cards as c
from .table import Row, Tabletop


def broken(s: Tabletop) -> str | None:
    """Return the name of the first that does not hold, or None."""
    checks = (bandit_cards, hands, rows, unrobbed, buildings, won, penalties, turns)
    return next((name for check in checks if (name := check(s))), None)


def bandit_cards(s: Tabletop) -> str | None:
    """A hundred cards, or twenty of each colour: in hands, rows, draw and discard piles (DW-41, DW-46)."""
    in_rows = Counter(card.by for row in s.rows.values() for card in row.up)
    in_rows += Counter(by for row in s.rows.values() for by in row.down)
    for of, deck in s.decks.items():
        held = s.hands[of] if s.has_colours else sum(s.hands.values())
        laid = in_rows[of] if s.has_colours else in_rows.total()
        cards = c.CARDS_OF_A_COLOUR if s.has_colours else c.CARDS
        if deck.draw + deck.discard + deck.out + held + laid != cards:
            return "bandit cards"
        if min(deck.draw, deck.discard) < 0 or (deck.out and not s.corrected):
            return "bandit cards below zero"
        if deck.known.total() > deck.discard:
            return "special cards in a discard pile"
    return None


def hands(s: Tabletop) -> str | None:
    """Nobody has more than six cards."""
    if any(not 0 <= count <= c.HAND for count in s.hands.values()):
        return "hands"
    return None


def rows(s: Tabletop) -> str | None:
    """What lies face up may lie there; a coyote only as the last card, waiting (DW-24, DW-30)."""
    for row in s.rows.values():
        if row.building is None and s.robbery is None and (row.up or row.down):
            return "cards without a building"
        faces = [card.face for card in row.up]
        if c.COYOTE in faces and (faces.index(c.COYOTE) != len(faces) - 1 or row.down):
            return "coyotes"
        if (c.UNKNOWN in faces) != row.judged:
            return "judged rows"
        if row.building is not None and not all(_may_lie(row, face) for face in faces):
            return "wrong cards"
    return None


def _may_lie(row: Row, face: str) -> bool:
    assert row.building is not None
    icon = face.partition("_")[0]
    return icon in c.SPECIALS or face == c.UNKNOWN or row.building.counts[c.ICONS.index(icon)] > 0


def unrobbed(s: Tabletop) -> str | None:
    """No row shows enough for its building: it would have been robbed (DW-15)."""
    if s.robbery is not None:
        return None
    for row in s.rows.values():
        if row.building is None or row.judged:
            continue
        short = dict(zip(c.ICONS, row.building.counts, strict=True))
        jokers, times = 0, 1
        for card in row.up:
            icon, _, count = card.face.partition("_")
            if icon in short:
                short[icon] -= int(count) * times
            jokers += times * (icon == c.JOKER)
            times = 2 if icon == c.ELIXIR else times
        if sum(max(0, left) for left in short.values()) <= jokers:
            return "a building that is not robbed"
    return None


def buildings(s: Tabletop) -> str | None:
    """Eighteen of them, in piles or in front of players; each pile shows its top one."""
    left = sum(row.pile for row in s.rows.values())
    total = left + sum(map(len, s.won.values())) + s.buildings_out
    if total != c.BUILDINGS and not s.recounted:
        return "buildings"
    shown = [row for row in s.rows.values() if row.building is not None]
    waits = s.phase == "set_up" or s.robbery is not None  # until the next one has turned up
    if not waits and any((row.pile > 0) != (row in shown) for row in s.rows.values()):
        return "buildings on top"
    slots = [row.building.slot for row in shown if row.building]
    slots += [won.building.slot for held in s.won.values() for won in held if won.building]
    known = [slot for slot in slots if slot is not None]
    return None if len(set(known)) == len(known) and set(known) <= set(s.used) else "buildings of the box"


def won(s: Tabletop) -> str | None:
    """Everybody has what they won, at what it was worth."""
    if s.corrected:
        return None
    for seat, held in s.won.items():
        taken = [dollars for what, _, _, who, dollars, _ in s.ledger if (what, who) == ("won", seat)]
        if taken != [each.dollars for each in held]:
            return "won buildings"
    return None


def penalties(s: Tabletop) -> str | None:
    """Nobody pays for more than was entered, and nobody at all without player colours (DW-48, DW-51)."""
    if any(s.fined.values()) and not s.has_colours:
        return "penalties without colours"
    entered = Counter(who for what, _, _, who, _, _ in s.ledger if what == "penalty")
    same = all(s.fined[seat] == entered[seat] for seat in s.players)
    return None if same or s.corrected else "penalties"


def turns(s: Tabletop) -> str | None:
    """Nobody has two turns on end, and nothing is robbed after the game is over."""
    if s.over and s.robbery is not None:
        return "a robbery after the end"
    if s.unfinished is not None and s.unfinished == s.laying:
        return "a turn after the same player's"
    return None
