"""The stages of a shootout, as one table. A missing row is a refusal.

Owns what may follow what at the table, round after round. It must never know a time or an event: what
happened comes in by name.
"""

READY, COUNTDOWN, OPEN, FROZEN, RULED, ASKED, OVER = STAGES = (
    "ready",  # dice are shared out, nobody counts yet
    "countdown",  # 3-2-1
    "open",  # dice fly
    "frozen",  # somebody called; pads have still to report
    "ruled",  # first, a tie or a jump, or the judge's word
    "asked",  # the referee cannot say; the judge has to
    "over",  # one player's tokens remain, or none
)
BEGAN, DREW, CALLED, FREED, RULING, DOUBT, JUDGED, CLEARED, WON = HAPPENINGS = (
    "began",  # a countdown began
    "drew",  # the moment of DRAW has passed
    "called",  # a HIT or a jump came in that will end the round
    "freed",  # that HIT was false: the dice still fly
    "ruling",  # its call is final
    "doubt",  # the referee cannot call the round
    "judged",  # the judge decided or overruled
    "cleared",  # the tokens that were hit or ran are off the table, and more than one player is left
    "won",  # one player is left, or nobody
)

NEXT = {
    (READY, BEGAN): COUNTDOWN,
    (READY, CLEARED): READY,  # somebody does not go on
    (READY, WON): OVER,
    (COUNTDOWN, DREW): OPEN,
    (COUNTDOWN, CALLED): FROZEN,
    (COUNTDOWN, RULING): RULED,
    (COUNTDOWN, DOUBT): ASKED,
    (OPEN, CALLED): FROZEN,
    (OPEN, RULING): RULED,
    (OPEN, DOUBT): ASKED,
    (OPEN, JUDGED): RULED,  # a pad is gone, and nobody wants to wait for a HIT
    (FROZEN, DREW): FROZEN,  # a jump that waits for a pad
    (FROZEN, FREED): OPEN,
    (FROZEN, RULING): RULED,
    (FROZEN, DOUBT): ASKED,
    (ASKED, RULING): RULED,  # the missing pad came back before the judge spoke
    (ASKED, JUDGED): RULED,
    (RULED, RULING): RULED,  # a late HIT gave the margin
    (RULED, JUDGED): RULED,
    (RULED, CLEARED): READY,
    (RULED, WON): OVER,
}


def follow(stage: str, happened: str) -> str | None:
    """The stage after `happened`, or None when that cannot happen now."""
    return NEXT.get((stage, happened))
