"""The room: the pads that are here, the table being set up, and the shootout or the match that is on.

Owns what the screens show, apart from how: they ask it, and tell it what was tapped. It must never draw or
read a clock, and it waits for two things only: a match that is to be continued, and what is known of a box.
"""

import queue
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion import choices, kept_match
from companion.flash.installing import Installing
from companion.kept_match import KeptMatch, ShownMatch
from companion.match_shootout import MatchShootout, dice_of, is_asked
from companion.match_sitting import BY_JUDGE, BY_PAD_DICE, MatchSitting, Taken
from companion.pads import news as n
from companion.pads.bench import Workbench
from companion.pads.end import PadEnd
from companion.pads.hub import Pads
from companion.pads.onscreen import Looks, OnScreenPad
from companion.pads.simulator import Simulator
from companion.photo_finish import PhotoFinish, photo_finish
from companion.records import Record, read_record, read_records
from companion.seating import MOST_SEATS, Seat, SetUp
from companion.sitting import BEAT_US, Shootout
from companion.store import StoreError
from companion.store.matches import Person, UnknownMatch
from companion.store.store import Store
from companion.store.writer import NotStored, Stored, StoreWriter
from firmware.debounce import DEBOUNCE_US
from shared_rules import games
from shared_rules import referee as r
from shared_rules.engine import Match, Refused, Setup
from shared_rules.referee import stages
from shared_rules.referee.tokens import Dice
from shared_rules.wire import messages as m

SETTLE_US = 500_000
REACTION_LIMIT_US = 100_000
STEADY = 2.5  # a half width is shown anew when it is so many times as much, or as little
HOLD_US = 30_000_000  # good news about a clock can wait so long
PATIENCE_S = 3.0  # with the disk, where somebody waits; it takes some milliseconds

NO_DISK = "match.disk"  # the store does not answer; `detail` says why


class PadView(NamedTuple):
    """A pad as people see it. `brand` is None while nobody has claimed it, `half_width_us` while its clock is
    unknown."""

    label: str
    name: str
    brand: int | None
    link: str  # wired, virtual, screen, gone
    half_width_us: float | None


class Room:
    """One table and its surroundings.

    :param beat_us, settle_us: of 3, 2, 1, and of a die thrown on a pad
    :param post: takes news from anywhere; it comes back through `hear`
    :param simulator: starts and ends virtual pads
    :param installing: puts firmware on real ones
    """

    def __init__(
        self,
        pads: Pads,
        writer: StoreWriter,
        post: Callable[[Any], None],
        *,
        beat_us: int = BEAT_US,
        settle_us: int = SETTLE_US,
        simulator: Simulator | None = None,
        installing: Installing | None = None,
    ) -> None:
        self.pads = pads
        self.simulator = simulator
        self.installing = installing
        self.workbench = Workbench(pads, DEBOUNCE_US, settle_us)
        self.writer = writer
        self.setup = SetUp()
        self.setting_up = False  # the set-up is on the screen: a HIT on a pad claims a seat
        self.shootout: Shootout | None = None
        self.match: MatchSitting | None = None
        self.duel: MatchShootout | None = None  # what the shootout that is on is to the match
        self._notices: list[n.Turned] = []  # ports that cannot be used, not yet said
        self.trouble = ""  # why nothing is stored just now
        self.looks = Looks()
        self._post = post
        self._beat_us = beat_us
        self._settle_us = settle_us
        self._widths: dict[str, tuple[float, int]] = {}  # half widths as last shown, and since when
        self._now_us = 0
        self._on_screen: dict[str, OnScreenPad] = {}
        self._asked: dict[int, Callable[[Any], None]] = {}  # ticket -> who wants to know

    # -- what happens

    def hear(self, what: object) -> None:
        """One piece of news."""
        if isinstance(what, NotStored):
            self.trouble = what.why
        elif isinstance(what, Stored):
            self.trouble = ""
            if what.ticket in self._asked:
                self._asked.pop(what.ticket)(what.result)
        elif isinstance(what, n.Turned):
            self._notices.append(what)
        elif isinstance(what, n.Hit) and self.setting_up and self._can_be_held(what.pad):
            self.setup.claim(what.pad)
        self.workbench.news(what)
        if self.shootout is not None:
            self.shootout.news(what)
        if self.match is not None:
            self.match.news(what)

    def _can_be_held(self, pad: str) -> bool:
        """Whether this is a pad in somebody's hands, and not one that was on the screen a moment ago."""
        return any(end.label == pad for end in self.pads.ends())

    def take_notices(self) -> list[n.Turned]:
        """The ports that turned out to be of no use since one last asked."""
        told, self._notices = self._notices, []
        return told

    def pass_time(self, now_us: int) -> None:
        """Time has passed; all news up to now has been heard."""
        self._now_us = now_us
        if self.shootout is not None:
            self.shootout.pass_time(now_us)
        if self.match is not None:
            self.match.pass_time(now_us)
        if self.duel is not None:
            self.duel.follow()
            if not self.duel.on_screen and self.duel.is_over():
                self.close_shootout()

    def frame(self, now_us: int) -> None:
        """The window begins a frame."""
        self.looks.tick(now_us)
        for pad in self._on_screen.values():
            pad.mark()

    def touch(self, player: str, button: str, now_us: int) -> None:
        """A finger came down on a player's pad on the screen."""
        pad = self._on_screen.get(_on_screen_label(player))
        if pad is not None:
            pad.press(button, now_us)

    # -- the shootout

    def open_shootout(self) -> Shootout:
        """Sit down as set up: pads for everybody, dice, and the first countdown still to come."""
        return self._seat(
            self.setup.seats, {s.name: tuple(s.dice) for s in self.setup.seats}, self.setup.pad_dice
        )

    def _seat(self, seats: Sequence[Seat], dice: Dice, pad_dice: bool, match: int | None = None) -> Shootout:
        players = tuple(r.Player(seat.name, seat.pad or _on_screen_label(seat.name)) for seat in seats)
        screen = [player.pad for player, seat in zip(players, seats, strict=True) if not seat.pad]
        self._on_screen = {label: OnScreenPad(label, self.looks, self._post) for label in screen}
        self.pads.show(self._on_screen.values())
        for player in players:
            self.pads.wish(player.pad, m.Settings, DEBOUNCE_US, self._settle_us)
        settings = r.Settings(pad_dice, REACTION_LIMIT_US, self._settle_us, players)
        self.shootout = Shootout(self.pads, self.writer, settings, dice, beat_us=self._beat_us, match=match)
        for end in self.pads.ends():
            if end.port:
                self.shootout.news(n.Joined(end.label, end.who, end.port))
        return self.shootout

    def close_shootout(self) -> None:
        """Get up. The evidence is closed and written out."""
        if self.duel is not None:
            self.duel.end()
        self.duel = None
        if self.shootout is not None and self.shootout.round:
            self.shootout.finish()
        self.shootout = None
        self._on_screen = {}
        self.pads.show([])

    def is_on_screen(self, player: str) -> bool:
        """Whether this player's pad is on the screen."""
        return _on_screen_label(player) in self._on_screen

    # -- the shootouts of a match

    @property
    def asks_for_shootout(self) -> bool:
        """Whether the match waits for a verdict that the pads can give."""
        match = self.match
        return match is not None and match.shootouts != BY_JUDGE and is_asked(match.prompt())

    def open_duel(self) -> MatchShootout:
        """Sit down to the countdown that the match asks for, in the duel that is on or in another one."""
        assert self.match is not None
        if self.duel is not None and self.duel.come_back():
            return self.duel
        self.close_shootout()
        prompt = self.match.prompt()
        assert prompt is not None
        dice = dice_of(prompt)
        shoots = self._seat(
            [seat for seat in self.match.seats if seat.name in dice],
            dice,
            self.match.shootouts == BY_PAD_DICE,
            self.match.number,
        )
        self.duel = MatchShootout(self.match, shoots, prompt)
        return self.duel

    @property
    def duel_goes_on(self) -> bool:
        """Whether the match wants the next countdown of the duel that people are in."""
        return self.duel is not None and not self.duel.on_screen and self.duel.goes_on()

    def leave_duel(self) -> MatchShootout | None:
        """People look at the table again. A countdown that was broken off is over; return what is not."""
        duel = self.duel
        if duel is None:
            return None
        duel.leave()
        if not (duel.taken or duel.shootout.stage == stages.READY):
            self.close_shootout()
        return self.duel

    def play_on_screen(self, players: Sequence[str]) -> MatchShootout:
        """Have these players of the match's duel use pads on the screen from now on, for theirs are gone."""
        assert self.match is not None
        for seat in self.match.seats:
            if seat.name in players:
                seat.pad = ""
        self.close_shootout()
        return self.open_duel()

    # -- the match

    def open_match(
        self, setup: Setup, seats: Sequence[Seat] | None = None, shootouts: str = BY_JUDGE
    ) -> MatchSitting:
        """Sit down to a new match. It is `busy` until it is on disk.

        :param setup: a checked one, of `Rulebook.set_up`; its box facts become the group's
        :param seats: where its players sit; left out, as set up. Raises LookupError: a player has none
        :param shootouts: who decides them, one of `match_sitting.SHOOTOUTS`
        """
        found = {seat.name: seat for seat in (self.setup.seats if seats is None else seats)}
        at_the_table = [found[name] for name in setup.players]
        self.close_match()
        match = Match(games.rulebook(setup.rulebook), setup)
        self.match = MatchSitting(self.pads, self.writer, match, at_the_table, shootouts=shootouts)
        return self.match

    def resume(self, number: int) -> MatchSitting:
        """Sit down to a stored match where it was left.

        :raises Refused: match.unknown, match.open, match.disk, save.form, save.rulebook, save.version,
            save.entry, setup.*, rulebook.fault; also a store's code, with its sentence as `detail`
        """
        self.close_match()
        taken = self._ask_now(partial(_take_match, number))
        if isinstance(taken, StoreError):
            raise Refused(taken.code, number=number, detail=str(taken))
        try:
            match = kept_match.match_of(taken.kept)
            seats = kept_match.seats_of(taken.kept, match.setup.players)
        except Refused:
            taken.hold.release()
            raise
        self.match = MatchSitting(self.pads, self.writer, match, seats, taken)
        return self.match

    def close_match(self) -> None:
        """Get up. What was handed over is still written."""
        if self.match is not None:
            if self.duel is not None:
                self.close_shootout()
            self.match.close()
            self.match = None

    def matches(self, tell: Callable[[list[KeptMatch]], None]) -> None:
        """Look up the stored matches, the one played last first; one with no `result` is not over."""
        self._asked[self.writer.do(_read_matches)] = tell

    def shown_match(self, number: int, tell: Callable[[ShownMatch | None], None]) -> None:
        """Look up what was shown of a match last; `tell` hears None if there is no such match any more."""
        self._asked[self.writer.do(partial(_read_shown, number))] = tell

    def delete_match(self, number: int, tell: Callable[[str], None]) -> None:
        """Delete a match; `tell` hears the code of why not (match.open, match.unknown, a store's), or ""."""
        self._asked[self.writer.do(partial(_delete_match, number))] = tell

    def people(self, tell: Callable[[list[Person]], None]) -> None:
        """Look up who sat at this table in a match, those seen last first."""
        self._asked[self.writer.do(lambda store: store.matches.people())] = tell

    def box(self, rulebook_id: str) -> dict[str, int]:
        """What is known of this group's copy of a game, fact -> value; nothing while no disk answers.

        :raises Refused: setup.rulebook
        """
        declared = games.rulebook(rulebook_id).box
        try:
            known = self._ask_now(_read_boxes).get(rulebook_id, {})
        except Refused:  # what is not known is asked when it is needed
            known = {}
        return {
            fact.id: known[fact.id] for fact in declared if fact.id in known and fact.fits(known[fact.id])
        }

    def _ask_now(self, job: Callable[[Store], Any]) -> Any:
        """Wait for a job in the store's thread. Raises Refused: the disk does not answer."""
        if self.trouble:  # it waits behind what cannot be written just now
            raise Refused(NO_DISK, detail=self.trouble)
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.writer.do(lambda store: answer.put(job(store)))
        try:
            return answer.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise Refused(NO_DISK, detail=self.trouble) from None

    # -- what is here

    def problem(self) -> str | None:
        """Why the shootout cannot begin: a stable code, or None."""
        gone = {end.label for end in self.pads.ends() if not end.port}
        if any(seat.pad in gone for seat in self.setup.seats):
            return "setup.pad_gone"
        return self.setup.problem()

    def pad_views(self) -> list[PadView]:
        """The pads that were ever here, claimed ones first, in the order of the seats."""
        seats = {seat.pad: seat for seat in self.setup.seats if seat.pad}
        views = []
        for end in self.pads.ends():
            seat = seats.get(end.label)
            link = "gone" if not end.port else "virtual" if end.who.virtual else "wired"
            name, brand = (seat.name, seat.brand) if seat else (end.label, None)
            views.append(PadView(end.label, name, brand, link, self._steady(end)))
        order = list(seats)
        return sorted(views, key=lambda view: order.index(view.label) if view.label in order else len(order))

    def _steady(self, end: PadEnd) -> float | None:
        """A pad's half width, as shown: it moves when it matters, so that an idle screen stays still."""
        if not end.clock.knows:
            return None
        shown_us, since_us = self._widths.get(end.label, (0.0, 0))
        worse = end.half_width_us > shown_us * STEADY
        better = end.half_width_us < shown_us / STEADY and self._now_us - since_us > HOLD_US
        if worse or better:
            shown_us = end.half_width_us
            self._widths[end.label] = shown_us, self._now_us
        return shown_us

    def remove_virtual(self, label: str) -> None:
        """End a virtual pad of this program; whoever held it plays on the screen."""
        if self.simulator is not None:
            self.simulator.remove(label)
        self.workbench.forget(label)
        for place, seat in enumerate(self.setup.seats):
            if seat.pad == label:
                self.setup.unclaim(place)

    def brand_of(self, player: str) -> int:
        """The number of a player's colour and shape."""
        return self.brands_of((player,))[player]

    def brands_of(self, players: tuple[str, ...]) -> dict[str, int]:
        """The players' colours and shapes, all different; who does not sit here now takes what is free."""
        seats = self.setup.seats if self.match is None else self.match.seats
        here = {seat.name: seat.brand for seat in seats if seat.name in players}
        free = [brand for brand in range(MOST_SEATS) if brand not in here.values()]
        return {name: here[name] if name in here else (free.pop(0) if free else 0) for name in players}

    def brands_in(self, match: KeptMatch) -> dict[str, int]:
        """The colours and shapes that the players of a stored match have in it."""
        return dict(match.brands) or self.brands_of(match.players)

    # -- what is kept

    def keep(self, choice: str, word: str, tell: Callable[[str], None]) -> None:
        """Remember what was chosen, see `choices`; `tell` hears why not, or ""."""
        self._asked[self.writer.do(partial(_keep, choice, word))] = tell

    def record(self, number: int, tell: Callable[[Record | None], None]) -> None:
        """Look up one stored shootout; `tell` hears None if it cannot be read."""
        self._asked[self.writer.do(partial(read_record, number))] = tell

    def records(self, tell: Callable[[list[Record]], None], match: int | None = None) -> None:
        """Look up the stored shootouts of a match, or those of none, the latest first; `tell` hears of them
        as soon as they are read."""
        self._asked[self.writer.do(partial(read_records, match=match))] = tell


def finish_of(shootout: Shootout) -> PhotoFinish | None:
    """The photo finish of the running round, of what is shown."""
    return photo_finish(shootout.referee, shootout.round)


def _keep(choice: str, word: str, store: Store) -> str:
    """In the store's thread. A wish is not evidence: it is not tried again, and nothing waits for it."""
    try:
        choices.remember(store.folder, choice, word)
    except StoreError as error:
        return str(error)
    return ""


def _take_match(number: int, store: Store) -> Taken | StoreError:
    """In the store's thread: claim a match, then read it. Nobody waits for a second try."""
    try:
        hold = store.matches.hold(number)
        try:
            return Taken(store.matches.read(number), hold)
        except BaseException:
            hold.release()
            raise
    except StoreError as error:
        return error


def _read_matches(store: Store) -> list[KeptMatch]:
    return [kept_match.listed(row) for row in store.matches.all()]


def _read_shown(number: int, store: Store) -> ShownMatch | None:
    try:
        return kept_match.shown(store.matches.read(number))
    except UnknownMatch:
        return None


def _read_boxes(store: Store) -> dict[str, dict[str, int]]:
    """In the store's thread. Nobody waits for a second try."""
    try:
        return store.matches.boxes()
    except StoreError:
        return {}


def _delete_match(number: int, store: Store) -> str:
    """In the store's thread. It is not tried again: whoever asked for it may have thought better of it."""
    try:
        store.matches.delete(number)
    except StoreError as error:
        return error.code
    return ""


def _on_screen_label(player: str) -> str:
    return f"screen:{player}"
