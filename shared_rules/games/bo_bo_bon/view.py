"""What a screen may show.

Owns the view's form. Everything lies open in this game but the hands, of which only the number is known.
"""

from typing import Any

from shared_rules.engine import Table
from shared_rules.engine.values import Plain

from . import ants, odds, playing
from . import sweets as c
from .ending import last_chip, score
from .table import END, Tabletop, Trick


def view(t: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    s: Tabletop = t.state
    trick = s.trick if s.playing else None
    return Plain(
        phase=s.phase,
        entered=s.entered,
        colours=list(s.colours) if s.entered else None,
        deck=c.deck(len(s.players), s.bo),
        trick=trick.number if trick else None,
        tricks=c.TRICKS,
        done=s.done,
        leader=trick.leader if trick else None,
        turn=s.turn,
        chip=trick.chip if trick else None,
        led=trick.led if trick else None,
        cards=_cards(s, trick),
        can_win=playing.can_win(s) if trick else [],
        bo={"by": s.bo_by} if s.bo else None,
        seats={seat: _seat(t, s, seat) for seat in s.players},
        next_chip=_next_chip(s),
        last_chip=last_chip(s),
        last=_last(s),
        revokes=[revoke.told() for revoke in s.revokes],
    )


def _next_chip(s: Tabletop) -> dict[str, object] | None:
    """How likely each chip is, as long as one is still to be turned over."""
    return odds.chances(s.mix, s.seen(), s.turned) if s.turned < c.TRICKS and s.phase != END else None


def _cards(s: Tabletop, trick: Trick | None) -> list[dict[str, Any]]:
    """What lies in the middle, the first card first; which of them can win, as it lies there now."""
    if trick is None:
        return []
    out = playing.beaten(s)
    return [{"seat": seat, "card": card, "can_win": seat not in out} for seat, card in trick.cards.items()]


def _last(s: Tabletop) -> dict[str, Any] | None:
    """The last trick that was won: its winner, with which card, and what it brought."""
    last = s.last
    if last is None:
        return None
    card = last.cards.get(last.winner or "")
    return {"trick": last.number, "seat": last.winner, "chip": last.chip, "card": card}


def _seat(t: Table, s: Tabletop, seat: str) -> dict[str, Any]:
    """monster: False, it is gone; True, it is in the hand, or cards were not entered and nobody has said."""
    chips, which = s.chips[seat], t.options["ant"]
    taken = None if which == ants.CHANCE else ants.stolen(chips, which)
    return {
        "chips": list(chips),
        "stars": ants.stars(chips),
        "ants": chips.count(c.ANT),
        "taken": s.eaten.get(seat, taken),
        "score": score(t, s, seat).as_json(),
        "monster": s.has_monster(seat),
        "hand": c.HAND - len(s.shown(seat)) if s.entered else None,
        "must": _must(s, seat),
    }


def _must(s: Tabletop, seat: str) -> str | None:
    """The card that a player has to play in this trick, for all to see."""
    return c.MONSTER if s.playing and playing.must_play_monster(s, seat) else None
