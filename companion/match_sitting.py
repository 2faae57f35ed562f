"""A match at this table: engine, store and pads in one place.

Owns the course of a match: what is on the screen, what is on its way to disk, and which button of which pad
answers. A screen talks only to it. It must never draw, never read a clock, and never wait: moments come in as
table microseconds, news from the pads and the store come in through `news`, and what is shown is durable.

Theory of operation. There are two matches of one setup. `ahead` takes every move first: it refuses what is
not legal and says what is to be written. `shown` takes the same move when that is on disk. All that a screen
asks is answered by `shown`, so a move that the disk has not taken cannot be seen anywhere.
"""

import operator
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from companion import random_play
from companion.kept_match import seats_text
from companion.match_file import FAULT
from companion.pads import news as heard
from companion.pads.hub import Pads
from companion.seating import Seat
from companion.store.matches import Beginning, Hold, Kept, Standing
from companion.store.store import Store
from companion.store.writer import NotStored, Stored, StoreWriter
from companion.traces import compact
from shared_rules.engine import PUBLIC, Choose, Dice, Entry, Match, Preview, Refused
from shared_rules.engine import refusals as r
from shared_rules.engine.lines import position, told
from shared_rules.wire import messages as m

BUSY = "match.busy"  # the entry before is still on its way to disk
CLOSED = "match.closed"
NOT_PUBLIC = "entry.secret"  # its answer is not for everybody, so nobody else looks at its question again
CODES = (BUSY, CLOSED, NOT_PUBLIC, FAULT)

# Who decides the shootouts of a match: pads that throw, pads that hear who calls at table dice, a judge.
SHOOTOUTS = BY_PAD_DICE, BY_TABLE_DICE, BY_JUDGE = "pad", "table", "judge"
DEAF_US = 300_000  # a press so soon after a prompt came up was meant for the one before
BUTTONS = ("die1", "die2", "die3", "hit")  # what answers the first option, the second ..
DECIDE, ANY = "decide", "any"  # the app throws, and which button says so
COLOUR = {name: number for number, name in enumerate(m.COLOURS)}
DARK = COLOUR["black"], m.OFF
# Colours that all eyes tell apart, and the number of blinks says it again: the first option blinks once.
LOOKS = {
    "die1": (COLOUR["yellow"], m.COUNT + 1),
    "die2": (COLOUR["blue"], m.COUNT + 2),
    "die3": (COLOUR["white"], m.COUNT + 3),
    "hit": (COLOUR["green"], m.STEADY),
}
THROW = COLOUR["green"], m.STEADY  # all buttons mean the same
T = TypeVar("T")
Move = Callable[[Match], object]


class MatchSitting:
    """One match, from the first prompt or from where it was left.

    seats: in the order of the players. shootouts: who decides them, one of SHOOTOUTS. number: of the stored
    match, 0 until it is there. version grows when what is shown has changed. busy: something is on its way to
    disk, and taps wait. trouble: why nothing is stored just now, in a sentence.
    """

    def __init__(
        self,
        pads: Pads,
        writer: StoreWriter,
        match: Match,
        seats: Sequence[Seat],
        taken: "Taken | None" = None,
        shootouts: str = BY_JUDGE,
    ) -> None:
        self.seats = [replace(seat) for seat in seats]
        self.shootouts = shootouts
        self.rulebook_id = match.rulebook.id
        self.number = 0
        self.version = 0
        self.trouble = ""
        self._pads = pads
        self._writer = writer
        self._ahead, self._shown = match, _copy(match)
        self._on_disk = Standing()
        self._written = _Written()
        self._saving: tuple[int, Move, _Written] | None = None  # ticket, what `shown` is to do, what is then
        self._holds: list[Hold] = []  # filled in by the store's thread
        self._closed = False
        self._looked: dict[str, Any] = {}  # what was asked of `shown` since it changed
        self._here = {end.label for end in pads.ends() if end.port}
        self._listens = True
        self._lit: dict[str, tuple[int, ...]] = {}  # pad -> what its lights were last told
        self._up_us: int | None = None  # since when this prompt is up; None: since just now
        if taken is None:
            self._begin()
        else:
            self.number = taken.kept.row.number
            self.shootouts = next((one for one in SHOOTOUTS if one == taken.kept.shootouts), BY_JUDGE)
            self._holds = [taken.hold]
            self._on_disk = taken.kept.standing
            self._written = _written(match, self._written)
        self._light()

    # -- what is on the screen

    @property
    def busy(self) -> bool:
        """Whether something is on its way to disk."""
        return self._saving is not None

    @property
    def n(self) -> int:
        """How many entries there are."""
        return self._shown.n

    @property
    def kept(self) -> int:
        """How many entries wait in the redo list."""
        return len(self._shown.kept)

    def prompt(self) -> dict[str, Any] | None:
        """What is asked, as contract "match" has it; None at the end."""
        return self._look("position", partial(position, self._shown)).get("prompt")

    def also(self) -> list[dict[str, Any]]:
        """The prompts of all that is open beside, in the same form."""
        shown = self._shown
        return self._look(
            "also",
            lambda: [told(shown.rulebook, prompt, shown.round, shown.turn) for prompt in shown.also()],
        )

    def view(self, viewer: str = PUBLIC) -> dict[str, Any]:
        """What that viewer may see. Raises Refused: no such viewer."""
        return self._look(f"view of {viewer}", lambda: self._shown.view(viewer))

    def log(self) -> list[dict[str, Any]]:
        """All lines as everybody may see them."""
        return self._look("log", self._shown.log)

    def result(self) -> dict[str, Any] | None:
        """How it ended; None before that."""
        return self._shown.result.as_json() if self._shown.result else None

    def moment(self, n: int) -> dict[str, Any]:
        """What everybody could see after n entries, to look at only. Raises Refused."""
        return self._shown.back_at(n).view()

    def question(self, k: int) -> dict[str, Any]:
        """The prompt that entry k answered, with its options, to amend it.

        Raises Refused: there is no entry k, or it is a secret.
        """
        self._must_be_open(k)
        shown, entry = self._shown, self._shown.entries[k]
        return told(shown.rulebook, shown.asked_for(k), entry.round, entry.turn)

    def said(self, k: int) -> dict[str, Any] | None:
        """Entry k, as everybody may see it; None if there is none."""
        return self._seen_entries()[k] if 0 <= k < self.n else None

    def preview(self, k: int, value: Any) -> Preview:
        """What it would do to give entry k another value. Raises Refused."""
        self._must_be_open(k)
        return self._shown.amend(k, value, dry_run=True)

    def concerned(self, n: int) -> list[str]:
        """The seats whose secrets the last n entries showed: an undo asks them."""
        return self._shown.concerned(n)

    def buttons(self) -> dict[str, str]:
        """Option -> the button of the asked player's pad that answers it; {} if none does.

        A pad answers one of at most four options; any button of it throws dice: {"decide": "any"}. A seat
        that was handed over is answered for on the other one's pad.
        """
        asked = self._shown.prompt
        if not self._pad_asked():
            return {}
        if isinstance(asked, Dice) and asked.chance:
            return {DECIDE: ANY}
        if not isinstance(asked, Choose):
            return {}
        options = asked.options()
        return dict(zip(options, BUTTONS, strict=False)) if len(options) <= len(BUTTONS) else {}

    def listen(self, on: bool) -> None:
        """Have the pads answer only while their prompt can be seen: off while something covers it."""
        if on != self._listens:
            self._listens = on
            self._up_us = None
            self._light()

    def random_move(self, chance: random.Random) -> random_play.Move:
        """What people might do next; its `make` takes this sitting. Not at the end of a match."""
        return random_play.pick(self._shown, chance)

    # -- what people do

    def answer(self, value: Any) -> None:
        """Answer the prompt. Raises Refused."""
        self._move(lambda match: match.answer(value))

    def act(self, act_id: str, of: str, value: Any) -> None:
        """Interject, or answer another prompt that is open. Raises Refused."""
        self._move(lambda match: match.act(act_id, of, value))

    def decide(self) -> None:
        """Let the app decide a chance prompt. Raises Refused: it is not one of chance."""
        decided: list[Any] = []
        below = random.SystemRandom().randrange
        self._move(lambda match: decided.append(match.decide(below)), lambda match: match.answer(decided[0]))

    def undo(self, n: int = 1) -> None:
        """Take n entries back. Raises Refused."""
        self._move(lambda match: match.undo(n))

    def redo(self, n: int = 1) -> None:
        """Take up to n kept entries again. Raises Refused if the next one does not fit."""
        self._move(lambda match: match.redo(n))

    def go_to(self, n: int) -> None:
        """Go to where n entries are given, back or forth, as far as kept ones fit. Raises Refused."""
        self._move(lambda match: match.go_to(n))

    def amend(self, k: int, value: Any) -> None:
        """Give entry k another value; what does not fit any more waits in the redo list. Raises Refused."""
        self._must_be_open(k)
        self._move(lambda match: match.amend(k, value))

    def close(self) -> None:
        """Get up. What was handed over is still written; then others may open the match."""
        if not self._closed:
            self._closed = True
            self._light()
            self._writer.do(partial(_let_go, self._holds))

    # -- what happens

    def news(self, what: object) -> None:
        """One piece of news, from the pads or the store."""
        if isinstance(what, NotStored):
            self.trouble = what.why
        elif isinstance(what, Stored):
            self.trouble = ""
            if self._saving and what.ticket == self._saving[0]:
                self._settle(what.result)
        elif isinstance(what, heard.Hit):
            self._pressed(what.pad, "hit", what.lo)
        elif isinstance(what, heard.Pressed):
            self._pressed(what.pad, what.button, what.lo)
        elif isinstance(what, heard.Joined | heard.Left):
            self._comes_or_goes(what)

    def pass_time(self, now_us: int) -> None:
        """Time has passed; all news up to now has been handed over, and what is up now is drawn next."""
        if self._up_us is None:
            self._up_us = now_us

    # -- from ahead to disk to shown

    def _begin(self) -> None:
        setup = self._shown.setup
        written = _written(self._shown, self._written)
        beginning = Beginning(
            setup.rulebook,
            compact(setup.as_json()),
            seats_text(self.seats),
            tuple((seat.name, seat.brand) for seat in self.seats),
            dict(setup.box),
            self.shootouts,
        )
        job = partial(_store_new, beginning, written.standing, [], self._holds)
        self._saving = self._writer.do(job), _stay, written

    def _move(self, move: Move, again: Move | None = None) -> None:
        """Let `ahead` make a move and hand over what it changed. again: the same move, for `shown`."""
        if self._closed or self.busy:
            raise Refused(CLOSED if self._closed else BUSY)
        try:
            move(self._ahead)
            written = _written(self._ahead, self._written)
        except Refused:
            self._stand_together()
            raise
        except Exception as error:  # a rulebook's bug must not end the evening
            self._stand_together()
            raise Refused(FAULT, what=repr(error)) from error
        before, after = self._on_disk, written.standing
        if after == before:
            return
        job = partial(_store_change, self.number, before, after, _learned(self._written.facts, written.facts))
        self._saving = self._writer.do(job), again or move, written

    def _stand_together(self) -> None:
        """After a move that failed half-way, be where nothing has changed."""
        ahead, shown = self._ahead, self._shown
        if (ahead.entries, ahead.kept) != (shown.entries, shown.kept):
            self._ahead = _copy(shown)

    def _settle(self, result: Any) -> None:
        """What was handed over is on disk: so it is shown."""
        assert self._saving
        _, again, self._written = self._saving
        self._saving = None
        self._on_disk = self._written.standing
        if not self.number:
            self.number = result
        again(self._shown)
        self._up_us = None
        self._changed()

    def _changed(self) -> None:
        self._looked.clear()
        self.version += 1
        self._light()

    # -- looking

    def _look(self, what: str, look: Callable[[], T]) -> T:
        """What was seen when this was asked first since the last change."""
        if what not in self._looked:
            self._looked[what] = look()
        seen: T = self._looked[what]
        return seen

    def _must_be_open(self, k: int) -> None:
        """Nobody else looks at the question of a secret, nor at what another answer would have changed."""
        if not 0 <= k < self.n:
            raise Refused(r.NO_ENTRY, n=k)
        if self._shown.result is None and not self._is_public(k):
            raise Refused(NOT_PUBLIC, n=k)

    def _is_public(self, k: int) -> bool:
        return bool(self._seen_entries()[k]["answer"] != {"hidden": True})

    def _seen_entries(self) -> list[dict[str, Any]]:
        return self._look("entries", lambda: list(self._shown.seen_entries()))

    # -- the pads

    def _pad_asked(self) -> str:
        """The pad of whoever has to answer, "" if there is none here."""
        asked = self._shown.prompt
        actor = self._shown.hands.get(asked.of, asked.of) if asked else ""
        pad = next((seat.pad for seat in self.seats if seat.name == actor), "")
        return pad if pad in self._here else ""

    def _pressed(self, pad: str, button: str, lo_us: int) -> None:
        """A press answers if its pad is asked, its button means something, and that was up to be seen."""
        is_deaf = self._up_us is None or lo_us < self._up_us + DEAF_US
        if is_deaf or not self._listens or pad != self._pad_asked():
            return
        for option, meant in self.buttons().items():
            with suppress(Refused):  # as while the answer before is on its way: the prompt asks on
                if meant == ANY:
                    self.decide()
                elif meant == button:
                    self.answer(option)

    def _comes_or_goes(self, what: heard.Joined | heard.Left) -> None:
        if isinstance(what, heard.Joined):
            self._here.add(what.pad)
        else:
            self._here.discard(what.pad)
        if any(seat.pad == what.pad for seat in self.seats):
            self._changed()

    def _light(self) -> None:
        """Tell each pad's lights what its buttons mean now: nothing, if it is not asked."""
        asked = self._pad_asked() if self._listens and not self._closed else ""
        meant = set(self.buttons().values()) if asked else set()
        for seat in self.seats:
            if seat.pad:
                on = meant if seat.pad == asked else ()
                looks = [
                    THROW if ANY in on else LOOKS[name] if name in on else DARK for name in m.BUTTON_NAMES
                ]
                self._tell(seat.pad, tuple(number for look in looks for number in look))

    def _tell(self, pad: str, lights: tuple[int, ...]) -> None:
        if self._lit.get(pad) != lights:
            self._lit[pad] = lights
            self._pads.wish(pad, m.Lights, *lights)


class Taken(NamedTuple):
    """A stored match, and the claim on it."""

    kept: Kept
    hold: Hold


class _Written(NamedTuple):
    """What was handed over last: the texts, and what they were made of, so that they are not made anew."""

    entries: Sequence[Entry] = ()
    chances: Sequence[Entry] = ()
    log: Sequence[dict[str, Any]] = ()
    facts: Mapping[str, int] = {}
    standing: Standing = Standing()


def _written(match: Match, last: _Written) -> _Written:
    entries, chances, log = (*match.entries, *match.kept), match.chances, match.log()
    before = last.standing
    standing = Standing(
        match.n,
        _texts(entries, last.entries, before.entries, operator.is_),
        _texts(chances, last.chances, before.chances, operator.is_),
        _texts(log, last.log, before.lines, operator.eq),
        compact(match.result.as_json()) if match.result else None,
    )
    facts = {fact: value for fact, value in match.box.items() if fact not in match.setup.box}
    return _Written(entries, chances, log, facts, standing)


def _texts(
    things: Sequence[Any], before: Sequence[Any], texts: Sequence[str], same: Callable[[Any, Any], bool]
) -> tuple[str, ...]:
    """One text each; of what is the same as before, the text of then."""
    known = min(len(before), len(texts))
    return tuple(
        texts[k] if k < known and same(thing, before[k]) else compact(_plain(thing))
        for k, thing in enumerate(things)
    )


def _plain(thing: Any) -> Any:
    return thing.as_json() if isinstance(thing, Entry) else thing


def _learned(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int | None]:
    """What is to be told of the box; None: what was said about it was taken back."""
    return {
        fact: after.get(fact) for fact in before.keys() | after.keys() if before.get(fact) != after.get(fact)
    }


def _copy(match: Match) -> Match:
    copy = Match.of(match.rulebook, match.setup, match.entries)
    copy.keep(match.kept, match.chances)
    return copy


def _stay(_match: Match) -> None:
    """The move of a match that has only just been stored."""


# -- in the store's thread


def _store_new(
    beginning: Beginning, standing: Standing, begun: list[int], holds: list[Hold], store: Store
) -> int:
    if not begun:  # a second try must not begin a second match
        begun.append(store.matches.begin(beginning, standing))
    holds.append(store.matches.hold(begun[0]))
    return begun[0]


def _let_go(holds: Sequence[Hold], _store: Store) -> None:
    for hold in holds:
        hold.release()


def _store_change(
    number: int, before: Standing, after: Standing, facts: Mapping[str, int | None], store: Store
) -> None:
    store.matches.record(number, before, after, facts)
