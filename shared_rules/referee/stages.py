"""The stages of a shootout, as one table. A missing row is a refusal.

Owns what may follow what at the table, round after round. It must never know a time or an event: what
happened comes in by name.
"""

READY, COUNTDOWN, OPEN, FROZEN, RULED, ASKED, OVER = STAGES = (
    "ready",
    "countdown",
    "open",
    "frozen",
    "ruled",
    "asked",
    "over",
)
BEGAN, DREW, CALLED, FREED, RULING, DOUBT, JUDGED, CLEARED, WON = HAPPENINGS = (
    "began",
    "drew",
    "called",
    "freed",
    "ruling",
    "doubt",
    "judged",
    "cleared",
    "won",
)

MEANINGS = {
    READY: "dice are shared out, nobody counts yet",
    COUNTDOWN: "3-2-1",
    OPEN: "dice fly",
    FROZEN: "somebody called; pads have still to report",
    RULED: "first, a tie or a jump, or the judge's word",
    ASKED: "the referee cannot say; the judge has to",
    OVER: "one player's tokens remain, or none",
    BEGAN: "a countdown began",
    DREW: "the moment of DRAW has passed",
    CALLED: "a HIT or a jump came in that will end the round",
    FREED: "that HIT was false: the dice still fly",
    RULING: "its call is final",
    DOUBT: "the referee cannot call the round",
    JUDGED: "the judge decided or overruled",
    CLEARED: "the tokens that were hit or ran are off the table, and more than one player is left",
    WON: "one player is left, or nobody",
}

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
