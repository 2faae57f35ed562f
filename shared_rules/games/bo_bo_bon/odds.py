"""Which chips are still face down, and how likely each is the next one.

Owns the counting out, from the eight chips of a box that has told them. It guesses none.
"""

from collections.abc import Mapping

from . import sweets as c

Mix = Mapping[str, int]  # chip -> how many


def mix(box: Mapping[str, int]) -> Mix | None:
    """Return the eight chips of a box, None if it has not told all of them.

    >>> mix({"star_1": 4, "ant": 2})
    {'star_1': 4, 'star_2': 2, 'ant': 2}
    """
    if c.STAR not in box or c.ANT not in box:
        return None
    rest = c.CHIPS_IN_BOX - box[c.STAR] - box[c.ANT]
    return {c.STAR: box[c.STAR], c.STARS: rest, c.ANT: box[c.ANT]}


def left(of: Mix | None, seen: Mix) -> dict[str, int] | None:
    """Return chip -> how many of them nobody has seen, the one in the box among them (B-22).

    None: the box has not told, or other chips lie there than it has.
    """
    if of is None or any(seen.get(chip, 0) > of[chip] for chip in c.CHIPS):
        return None
    return {chip: of[chip] - seen.get(chip, 0) for chip in c.CHIPS}


def face_down(of: Mix | None, seen: Mix, turned: int) -> dict[str, int] | None:
    """Return chip -> how many of them lie face down or are in the box; turned: how many were turned over.

    None also if a chip that was turned over lies nowhere, or one too many: after a correction.
    """
    return left(of, seen) if sum(seen.values()) == turned else None


def chances(of: Mix | None, seen: Mix, turned: int) -> dict[str, object] | None:
    """Return {"left": chip -> how many, "of": how many in all}: each is as likely to be the next one."""
    unseen = face_down(of, seen, turned)
    return None if unseen is None else {"left": unseen, "of": sum(unseen.values())}
