"""What lies on the table: the throws of a round that count, as far as pads know.

Owns which throw a die shows. A throw that the referee voids, because its player counts to three or because
it came after the freeze, never shows, nor one from before DRAW. Window, terminal and history look here.
"""

from shared_rules import referee as r
from shared_rules.referee import calls as c

Die = tuple[str, str]  # player, die


def throws(referee: r.Referee, number: int) -> dict[Die, r.Roll]:
    """Each die's newest throw that counts in a round."""
    round_ = referee.round(number)
    if round_ is None:
        return {}
    voided = {(call.pad, call.seq) for call in referee.calls() if isinstance(call, c.Void)}
    return {
        (round_.pads[event.pad], event.die): event
        for event in round_.events
        if isinstance(event, r.Roll)
        and (event.pad, event.seq) not in voided
        and event.lo >= round_.draw.at_us
    }
