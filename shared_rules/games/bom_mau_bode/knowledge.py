"""Who holds which Resource tokens, as far as it can be known: they lie face down (BOM-29).

Owns two pictures of the same holdings. `public` is never told a secret: what is asked, and which options
there are, depends on it alone. `known` is told private entries too: views and scores come out of it. How many
tokens somebody has is open to all.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shared_rules.engine import NoWorld, Value, Worlds, exactly

Kinds = dict[str, int]  # kind -> how many


class Picture:
    """Possible worlds, worked out only when somebody asks: a replay hardly ever does.

    overruled: seats whose recount no world agreed with, so the recount won. told_wrong: the seat whose
    recount showed that something told in private was wrong; told_apart: the seat whose draw, as it was told,
    cannot be beside what was told before. All that is told is forgotten then, for nobody knows which of it
    is wrong.
    """

    def __init__(self, holdings: Mapping[str, Kinds], kinds: Sequence[str], beside: "Picture | None") -> None:
        """beside: the picture that is told nothing; None if this is the one."""
        self._start = {seat: held.copy() for seat, held in holdings.items()}
        self._kinds, self._beside, self._is_told = kinds, beside, beside is not None
        self._worlds: Worlds | None = None
        self._happened: list[tuple[Any, ...]] = []
        self._done = 0
        self._overruled: set[str] = set()
        self._told_wrong: str | None = None
        self._told_apart: str | None = None

    def take(self, seat: str, kind: str, count: int) -> None:
        """In sight of all."""
        self._happened.append((self._take, seat, kind, count))

    def draw(self, victim: str, thief: str, kind: Any) -> None:
        """One at random; kind: None or HIDDEN if it was not told."""
        self._happened.append((self._draw, victim, thief, kind))

    def counted(self, seat: str, counts: Kinds) -> None:
        """What truly lies before a seat."""
        self._happened.append((self._counted, seat, counts))

    @property
    def worlds(self) -> Worlds:
        """What is possible now."""
        if self._worlds is None:
            self._begin()
        while self._done < len(self._happened):
            what, *of = self._happened[self._done]
            self._done += 1
            what(*of)
        assert self._worlds is not None
        return self._worlds

    @property
    def overruled(self) -> set[str]:
        """See above."""
        return self._overruled if self.worlds else set()

    @property
    def told_wrong(self) -> str | None:
        """See above."""
        return self._told_wrong if self.worlds else None

    @property
    def told_apart(self) -> str | None:
        """See above."""
        return self._told_apart if self.worlds else None

    def _begin(self) -> None:
        self._worlds = Worlds(tuple(self._start), self._kinds)
        for seat, held in self._start.items():
            for kind, count in held.items():
                if count:
                    self._worlds.add(seat, kind, count)

    def _take(self, seat: str, kind: str, count: int) -> None:
        assert self._worlds is not None
        self._worlds.add(seat, kind, count)

    def _draw(self, victim: str, thief: str, kind: Any) -> None:
        """A kind that cannot be: it was entered wrong, or one before it was. The public never notices."""
        assert self._worlds is not None
        try:
            self._worlds.draw(victim, thief, kind if self._is_told else None)
        except NoWorld:
            self._told_apart = thief
            self._forget()

    def _counted(self, seat: str, counts: Kinds) -> None:
        """Worlds that do not agree drop out."""
        assert self._worlds is not None
        try:
            self._worlds.given(seat, counts)
        except NoWorld:
            if self._is_told and self._beside and seat not in self._beside.overruled:
                self._told_wrong = seat
                self._forget()
            else:
                self._worlds.reset(seat, counts)
                self._overruled.add(seat)

    def _forget(self) -> None:
        """Go through it all again without what was told, up to here and from here on."""
        self._is_told, self._done = False, 0
        self._begin()
        self._overruled.clear()


class Holdings:
    """counts: seat -> how many tokens. public, known: None as long as everybody knows everything."""

    def __init__(self, players: Sequence[str], start: Kinds) -> None:
        """Everybody starts with `start`."""
        self.kinds = tuple(start)
        self.public: Picture | None = None
        self.known: Picture | None = None
        self.counts = dict.fromkeys(players, sum(start.values()))
        self._found_otherwise = False
        # What all worlds agree about, so that nobody has to ask them: seat -> kind -> count. A seat that a
        # draw made doubtful is not in it any more.
        self.plain = {seat: start.copy() for seat in players}

    def take(self, seat: str, kind: str, count: int) -> None:
        """Give a seat tokens in sight of all; take them away if `count` is negative."""
        self.counts[seat] += count
        if seat in self.plain:
            self.plain[seat][kind] += count
        if self.public and self.known:
            self.public.take(seat, kind, count)
            self.known.take(seat, kind, count)

    # -- draws

    def may_draw(self, victim: str) -> list[str]:
        """Return the kinds that may come out of a draw, as far as everybody knows (BOM-51)."""
        held = self.plain.get(victim)
        if held is not None:
            return [kind for kind, count in held.items() if count]
        assert self.public is not None
        return [kind for kind, bounds in self.public.worlds.counts(victim).items() if bounds.most]

    def draw(self, victim: str, thief: str, kind: Any = None) -> None:
        """Move one token at random. kind: as the thief told it in private; None or HIDDEN if not."""
        if self.public is None or self.known is None:
            self.public = Picture(self.plain, self.kinds, None)
            self.known = Picture(self.plain, self.kinds, self.public)
        self.public.draw(victim, thief, None)
        self.known.draw(victim, thief, kind)
        self.plain.pop(victim, None)
        self.plain.pop(thief, None)
        self.counts[victim] -= 1
        self.counts[thief] += 1

    def draw_openly(self, victim: str, thief: str, kind: str) -> None:
        """Move one token of which everybody knows what it is."""
        self.take(victim, kind, -1)
        self.take(thief, kind, 1)

    # -- what is known

    def sure(self, seat: str) -> Mapping[str, int]:
        """Return how many a seat has of each kind of which everybody knows how many it has."""
        held = self.plain.get(seat)
        if held is not None:
            return held
        assert self.public is not None
        return self.public.worlds.sure(seat)

    def kinds_of(self, seat: str) -> Mapping[str, Value | int]:
        """Return how many a seat has of each kind, as far as this run knows."""
        held = self.plain.get(seat)
        if held is not None:
            return held
        assert self.known is not None
        return self.known.worlds.counts(seat)

    def worth(self, values: Mapping[str, int], seat: str) -> Value:
        """Return what a seat's tokens are worth, as far as this run knows."""
        held = self.plain.get(seat)
        if held is not None:
            return exactly(sum(values[kind] * count for kind, count in held.items()))
        assert self.known is not None
        return self.known.worlds.bounds(values, seat)

    def possible(self) -> Iterator[Mapping[str, Mapping[str, int]]]:
        """Every world that this run knows to be possible, as seat -> kind -> count."""
        if self.known is None:
            yield self.plain
        else:
            for held, _ in self.known.worlds.all():
                yield held

    def counted(self, seat: str, counts: Kinds) -> None:
        """Take a recount of a seat for true, whatever was thought before."""
        if self.public and self.known:
            self.public.counted(seat, counts)
            self.known.counted(seat, counts)
        self._found_otherwise |= self.plain.get(seat, counts) != counts
        self.counts[seat] = sum(counts.values())
        self.plain[seat] = counts.copy()  # the pictures keep theirs as they were counted

    @property
    def adrift(self) -> bool:
        """Whether a recount found what no world had."""
        return self._found_otherwise or bool(self.public and self.public.overruled)

    @property
    def told_wrong(self) -> str | None:
        """The seat whose recount showed that something told in private was wrong, and nothing else was."""
        return self.known.told_wrong if self.known and not self.adrift else None

    @property
    def told_apart(self) -> str | None:
        """The seat whose draw, as it was told in private, cannot be beside what was told before."""
        return self.known.told_apart if self.known else None
