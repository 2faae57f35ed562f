"""What a screen may show.

Owns the view's form. Everything lies open in this game but the hands, of which only the number is known, and
the cards in them that were bought before all eyes.
"""

from typing import Any

from shared_rules.engine import Table
from shared_rules.engine.values import Plain, plain

from . import odds, prestige
from . import printed as p
from .actions import price
from .table import Tabletop


def view(t: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    s: Tabletop = t.state
    return Plain(
        step=s.step,
        round=s.round,
        turn=s.turn,
        active=s.active,
        first_player=s.first,
        points=s.points,
        bank=s.bank,
        gold_in_all=s.gold_in_all,
        pile=s.pile,
        deck=s.deck,
        discards=s.discards,
        out=s.out,
        line=_line(s),
        seats={seat: _seat(t, s, seat) for seat in s.players},
        this_turn={"guarded": s.guarded, "sold": list(s.sold), "mined": list(s.mined)},
        ending=list(s.ending),
        prestige=plain(prestige.categories(t, s)),
        mine={"explodes": odds.EXPLODING, "pays": odds.PAID, "of": odds.OF},
    )


def _line(s: Tabletop) -> list[dict[str, Any]]:
    return [
        {"place": place, "costs": price(place), "there": kind is not None, "card": kind or None}
        for place, kind in zip(p.LINE, s.line, strict=True)
    ]


def _seat(t: Table, s: Tabletop, seat: str) -> dict[str, Any]:
    ranch = s.ranches[seat]
    herds, bonus = ranch.count(p.HERD), ranch.bonus
    return {
        "gold": s.gold[seat],
        "hand": s.hands[seat],
        "known": list(s.known[seat]),
        "counts": dict(s.counts(seat)),
        "lands": {
            land.id: {
                "quality": p.QUALITY_OF[land.number],
                "holds": land.number,
                "crowded": ranch.crowded(land.id),
                "cards": ranch.told([card.id for card in ranch.on(land.id)]),
            }
            for land in ranch.of(p.LAND)
        },
        "no_land": ranch.told([card.id for card in ranch.on(None) if card.kind != p.LAND]),
        "guard": {"herds": herds, "bonus": bonus, "safe": odds.guarded(herds, bonus), "of": odds.OF},
        "sale": sum(herd.worth for herd in ranch.of(p.HERD)),
        "owner": p.clockwise(s.players, seat)[2] if _is_second(t, s, seat) else seat,
    }


def _is_second(t: Table, s: Tabletop, seat: str) -> bool:
    """Whether it is the second ranch of somebody who has two (S-3)."""
    return bool(t.options["two_ranches"]) and seat in s.players[2:]
