"""The shootout, full screen: the arena while it is on, the verdict when it is ruled, and what the table says
then.

Owns the way between the two and the questions. The order of the questions is `companion.table_talk`'s; with
table dice the judge taps what lies on the table straight on the dice of the verdict, and that answers two of
them at once.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion import table_talk, wording
from companion.i18n import _
from companion.room import finish_of
from companion.screens.arena import ON, Arena
from companion.screens.asking import REASONS, AskPanel
from companion.screens.evidence import EvidencePanel
from companion.screens.table import TableScreen
from companion.screens.verdict import VerdictBoard, lane_views, next_face
from companion.seating import Seat
from companion.sitting import Refused, Shootout
from companion.sound import Sounds
from companion.tableclock import now_us
from companion.widgets import theme
from shared_rules.referee import calls as c
from shared_rules.referee import stages

KV = (Arena, AskPanel, EvidencePanel, VerdictBoard)  # its kv names them

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

FLASH_S = 1 / 30  # one or two frames full brass
LATE_S = 0.6  # so long a verdict takes no tap
CHECK_US = 80_000  # so long a HIT is checked before the screen says so


Lies = dict[str, tuple[tuple[str, str | None], ...]]  # player -> die, face


class ShootoutScreen(TableScreen):
    """A shootout from the first countdown to the last token. Events: on_get_up."""

    on = BooleanProperty(True)  # the arena, not the verdict
    late = BooleanProperty(False)  # the verdict has only just come: fingers still mean their HIT
    asking = BooleanProperty(False)
    labels = ListProperty([""] * 4)
    next_label = StringProperty("")
    sounds = ObjectProperty(None)
    notice = StringProperty("")

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_get_up")
        self.shootout: Shootout | None = None
        self._talk: table_talk.Talk | None = None
        self._removed: table_talk.Removed | None = None  # nobody had to say anything; it waits for a tap
        self._question: table_talk.Question | None = None
        self._lies: dict[tuple[str, str], str | None] = {}
        self._stage = ""
        self._beat = -1
        self._checking_us: int | None = None
        self._drawn: tuple[str, list[c.Call], Lies] | None = None  # what the verdict on the screen says
        self._dice: dict[str, tuple[str, ...]] = {}
        super().__init__(**properties)
        ids = self.ids
        ids.arena.bind(
            on_count_down=lambda *_: self.count_down(),
            on_without=lambda *_: self.play_without(),
            on_leave=lambda *_: self.leave(),
        )
        ids.board.bind(on_turn=lambda _, player, die: self._turn(player, die))
        ids.ask.bind(
            on_answer=lambda _, answer: self._answer(answer),
            on_cancel=lambda *_: self._cancel(),
            on_leave=lambda *_: self.leave(),
        )
        self.wire(ids.next, self.go_on)
        self.wire(ids.again, self.again)
        self.wire(ids.look, self._show_evidence)
        ids.overrule.bind(on_held=lambda *_: self.overrule(), on_refused=lambda _, why: self.hint.show(why))
        ids.stop.bind(on_held=lambda *_: self.leave())
        self.retell()

    def on_get_up(self) -> None:
        """People leave the table; Kivy's own `on_leave` is said whenever another screen comes."""

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        self.labels = [_("Shoot again"), _("Evidence"), _("Overrule"), _("hold 1 s, judge")]
        self.ids.arena.retell()
        self.ids.board.retell()
        self.ids.evidence.title, self.ids.evidence.close_label = _("Evidence"), _("Close")
        if self._question is not None:
            self._put(self._question)
        self._drawn = None
        if self.shootout is not None:
            self.refresh(now_us())

    # -- beginning and end

    def begin(self, shootout: Shootout, sounds: Sounds, seats: Sequence[Seat] | None = None) -> None:
        """A shootout is to be shown. seats: where its players sit; left out, as set up."""
        self.shootout, self.sounds = shootout, sounds
        self._hush()
        self._stage, self._beat, self._drawn = "", -1, None
        room = self.room
        seats = room.setup.seats if seats is None else seats
        self.ids.arena.seat(shootout, seats, room.is_on_screen, self._touch)
        self.ids.board.brands = {seat.name: seat.brand for seat in seats}
        self._lies, self._dice = {}, dict(shootout.dice)
        self._lay_out(shootout)
        self.ids.evidence.shown = False
        self.refresh(now_us())

    def on_touch_down(self, touch: Any) -> bool:
        """Hand a touch on; in the first moment of a verdict a finger can only have meant the pad that was
        there."""
        if self.late:
            touch.push()
            touch.apply_transform_2d(self.to_local)
            self.ids.arena.on_touch_down(touch)  # out of sight, it still knows where its keys lay
            touch.pop()
            return True
        return bool(super().on_touch_down(touch))

    def leave(self) -> None:
        """Get up; the evidence is kept."""
        Clock.unschedule(self._time)
        self.shootout = None
        self.dispatch("on_get_up")

    def _touch(self, player: str, button: str) -> None:
        self.room.touch(player, button, now_us())

    # -- time

    def count_down(self) -> None:
        """3-2-1-DRAW."""
        self._try(lambda shootout: shootout.count_down(now_us()))

    def play_without(self) -> None:
        """Go on without those whose pads are gone."""
        for name in self.shootout.missing() if self.shootout else ():
            self._try(lambda shootout, name=name: shootout.drop(name))  # type: ignore[misc]

    def _time(self, _dt: float) -> None:
        """A beat, or DRAW, may be due: look again just when the next one is."""
        if self.shootout is not None:
            moment_us = now_us()
            self.room.pass_time(moment_us)
            self.refresh(moment_us)

    def _expect(self, shootout: Shootout, moment_us: int) -> None:
        """Come back at the next beat, settled die, or end of a lock-out."""
        pause_us = shootout.next_change_us(moment_us)
        if pause_us is not None:
            Clock.unschedule(self._time)
            Clock.schedule_once(self._time, max(0.0, pause_us / 1e6))

    # -- showing

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        shootout = self.shootout
        if shootout is None:
            return
        if shootout.stage == stages.FROZEN and now_us - self._checking_since(now_us) < CHECK_US:
            Clock.schedule_once(self._time, CHECK_US / 1e6)
            return  # most calls are final before anybody could read that they are being checked
        if shootout.stage != self._stage:
            self._enter(shootout)
        if self.on:
            self.ids.arena.show(shootout, now_us)
            self._count(shootout, now_us)
        else:
            self._show_verdict(shootout)
            self._show_keys(shootout)
        if shootout.settled and self._has_to_say(shootout):
            self._ask_table(shootout)
        self.notice = self._say_trouble(shootout)
        self._expect(shootout, now_us)

    def _checking_since(self, moment_us: int) -> int:
        """Since when the pads are being asked about a HIT; the first look at it is the beginning."""
        if self._checking_us is None:
            self._checking_us = moment_us
            self.sounds.play("hit")
        return self._checking_us

    def _enter(self, shootout: Shootout) -> None:
        if shootout.stage != stages.FROZEN:
            self._checking_us = None
        if (self._stage, shootout.stage) == (stages.ASKED, stages.RULED):
            self._hush()  # the missing pad came back before the judge spoke
        self._stage = shootout.stage
        if self.on != (shootout.stage in ON):
            for key in (self.ids.arena.ids.leave, self.ids.overrule, self.ids.stop):
                key.cancel()
        if self.on and shootout.stage not in ON:
            self.late = True
            Clock.schedule_once(lambda _dt: setattr(self, "late", False), LATE_S)
        self.on = shootout.stage in ON
        if shootout.stage == stages.COUNTDOWN:
            self._beat = -1
            self._hush()
            self._lies = {}
            self._dice = dict(shootout.dice)
            self.ids.evidence.shown = False
            self._lay_out(shootout)
        elif shootout.stage in (stages.RULED, stages.ASKED):
            misfire = isinstance(shootout.verdict, c.Jumped | c.AskJudge)
            self.sounds.play("misfire" if misfire else "verdict")

    def _count(self, shootout: Shootout, moment_us: int) -> None:
        if shootout.stage not in (stages.COUNTDOWN, stages.OPEN):
            return
        beat = shootout.beat(moment_us)
        if beat != self._beat:
            self._beat = beat
            self.sounds.play("beat" if beat else "draw")
            if not beat and theme.flash:
                self.ids.arena.flash = 1
                Clock.schedule_once(lambda _: setattr(self.ids.arena, "flash", 0), FLASH_S)

    def _show_verdict(self, shootout: Shootout) -> None:
        lies = self._faces(shootout)
        state = (shootout.stage, list(shootout.shown), lies)
        if state == self._drawn:
            return
        self._drawn = state
        if shootout.stage == stages.OVER:
            self.next_label = _("Finish")
        board = self.ids.board
        board.verdict, board.brand = self._headline(shootout)
        board.fact = self._about(shootout)
        finish = finish_of(shootout)
        board.finish = finish
        leads = table_talk.outcome(shootout).players
        board.views = lane_views(finish, self._brands(), lies, leads)
        if self.ids.evidence.shown:
            self._tell(shootout)

    def _about(self, shootout: Shootout) -> str:
        """What is shown beside the verdict."""
        return _("Round {round}").format(round=shootout.round)

    def _lay_out(self, shootout: Shootout) -> None:
        """Have the verdict's lanes there before anybody waits for it."""
        self.ids.board.views = lane_views(None, self._brands(), self._faces(shootout))

    def _show_keys(self, shootout: Shootout) -> None:
        """The judge speaks once in a round, and only when it is ruled."""
        code = "shootout.judged_already" if shootout.judged else "shootout.wrong_stage"
        may = shootout.stage == stages.RULED and not shootout.judged
        for key in (self.ids.again, self.ids.overrule):
            key.enabled, key.why = may, "" if may else _(wording.REFUSED[code])

    def _brands(self) -> dict[str, int]:
        return {name: self.room.brand_of(name) for name in self._dice}

    def _faces(self, shootout: Shootout) -> "Lies":
        """What shows: as the pads know it, or as the judge has tapped it."""
        known = shootout.settings.pad_dice
        return {
            name: tuple(
                (die, (shootout.face(name, die, now_us()) or None) if known else self._lies.get((name, die)))
                for die in held
            )
            for name, held in self._dice.items()
        }

    def _headline(self, shootout: Shootout) -> tuple[str, int]:
        """The verdict in one line, and whose mark stands before it (-1: nobody's)."""
        if shootout.stage == stages.OVER:
            left = list(shootout.dice)
            words = _("{player} wins the shootout").format(player=left[0]) if left else _("Nobody is left")
            return words, self.room.brand_of(left[0]) if left else -1
        judged = shootout.calls(c.Judged)
        call = judged[0] if judged else shootout.verdict
        if call is None:
            return "", -1
        player = getattr(call, "player", "")
        brand = self.room.brand_of(player) if player else -1
        return wording.headline(call, _known(shootout)), brand

    def _say_trouble(self, shootout: Shootout) -> str:
        if shootout.trouble:
            return _("The verdict waits: {why}").format(why=shootout.trouble)
        gone = [name for name in shootout.dice if shootout.pad_of(name) in shootout.away]
        return _("Pad gone: {players}").format(players=wording.names(gone)) if gone else ""

    def _show_evidence(self) -> None:
        if self.shootout is not None:
            self._tell(self.shootout)
            self.ids.evidence.shown = True

    def _tell(self, shootout: Shootout) -> None:
        """All that was said of the round; nobody waits for it when a verdict comes."""
        said = [call for call in shootout.shown if call.round == shootout.round]
        self.ids.evidence.story = "\n".join(wording.sentence(call, _known(shootout)) for call in said)

    # -- what the table says

    def _hush(self) -> None:
        """Nothing is asked any more."""
        self._talk = self._question = self._removed = None
        self.asking = False
        self.next_label = ""
        self._entering(False)

    def _has_to_say(self, shootout: Shootout) -> bool:
        """Whether it is for the table to speak; with a pad gone for good, also while the dice fly."""
        return shootout.stage in (stages.RULED, stages.ASKED) or (
            shootout.stage == stages.OPEN and bool(shootout.gave_up_on())
        )

    def _ask_table(self, shootout: Shootout) -> None:
        if self._talk is None:
            asked = shootout.stage != stages.RULED
            self._begin(table_talk.judging(shootout) if asked else table_talk.aftermath(shootout))

    def _begin(self, talk: table_talk.Talk) -> None:
        self._talk = talk
        self.next_label = ""
        self._removed = None
        self._send(None)

    def _send(self, answer: list[str] | None) -> None:
        """Go on with the talk; what it ends with is refreshed at once."""
        assert self._talk is not None
        talk = self._talk
        try:
            question = next(talk) if answer is None else talk.send(answer)
        except StopIteration as done:
            self._end_talk(done.value, asked=answer is not None)
            return
        except Refused as refusal:
            self._refuse(refusal)
            return
        self._put(question)

    def _end_talk(self, removed: table_talk.Removed | None, asked: bool) -> None:
        """What leaves the table is known; unasked, people look as long as they like and tap when they have
        seen."""
        self._question = None
        self._entering(False)
        self.asking = False
        if removed is None:
            self._talk = None
            self.refresh(now_us())
        elif asked:
            self._clear(removed)
        else:
            self._removed = removed
            self.next_label = _("Next draw")

    def _clear(self, removed: table_talk.Removed) -> None:
        self._talk = self._removed = None
        self.next_label = ""
        self._try(lambda shootout: shootout.clear(*removed))

    def _put(self, question: table_talk.Question) -> None:
        self._question = question
        shootout = self.shootout
        if question.id in ("runners", "bullets") and shootout is not None:
            self.asking = False
            self._entering(True)
            self.next_label = _("Tap the dice, then here")
            return
        self._entering(False)
        judging = question.id in ("judge", "tie", "reason")
        self.ids.ask.leave = self.ids.arena.leave
        self.ids.ask.ask(question, judging and shootout is not None and shootout.stage == stages.RULED)
        self.ids.evidence.shown = False
        self.asking = True

    def _cancel(self) -> None:
        """The judge leaves the call as it is."""
        self._hush()
        self.refresh(now_us())

    def _entering(self, on: bool) -> None:
        board = self.ids.board
        board.entering = on
        board.second_fact = _("Tap the dice as they lie.") if on else ""
        self._may_go_on()

    def _may_go_on(self) -> None:
        """Who called HIT first saw an icon (BB-24); until the judge has entered one, it is asked for."""
        key, shootout = self.ids.next, self.shootout
        waits = self.ids.board.entering and not any(self._lies.values())
        key.enabled = not (waits and shootout is not None and table_talk.outcome(shootout).kind == "first")
        key.why = _("Tap the dice that show an icon. If none does, overrule: the round is played again.")

    def _turn(self, player: str, die: str) -> None:
        """The judge taps a die: what lies on the table."""
        self._lies[player, die] = next_face(die, self._lies.get((player, die)))
        if self.shootout is not None:
            self._show_verdict(self.shootout)
            self._may_go_on()

    def _answer(self, answer: list[str]) -> None:
        self.asking = False
        self._send(answer)

    def _entered(self) -> None:
        """What was tapped on the dice answers the questions about run-aways and bullets."""
        assert self.shootout is not None
        caller = next(iter(table_talk.outcome(self.shootout).players), "")
        while self._question is not None and self._question.id in ("runners", "bullets"):
            asked, self._question = self._question, None
            if asked.id == "runners":
                runners = [name for (name, _die), face in self._lies.items() if face == "run"]
                self._send(runners)
            else:
                mine = [face for (name, _die), face in self._lies.items() if name == caller]
                self._send([str(mine.count("bullet"))])

    def go_on(self) -> None:
        """The one thing to tap."""
        if self._question is not None and self._question.id in ("runners", "bullets"):
            self._entered()
        elif self._removed is not None:
            self._clear(self._removed)
        elif self.shootout is not None and self.shootout.stage == stages.OVER:
            self.leave()

    def again(self) -> None:
        """The table wants the same draw once more: a replay by agreement."""
        self._hush()
        self._try(lambda shootout: shootout.judge("replay", reason=_(REASONS[-1])))

    def overrule(self) -> None:
        """The judge says something else."""
        if self.shootout is not None:
            self._begin(table_talk.judging(self.shootout))

    def _try(self, action: Callable[[Shootout], object]) -> None:
        if self.shootout is None:
            return
        try:
            action(self.shootout)
        except Refused as refusal:
            self._refuse(refusal)
        self.refresh(now_us())

    def _refuse(self, refusal: Refused) -> None:
        self._hush()
        self.hint.show(_(wording.REFUSED[refusal.code]).format(**refusal.about))


def _known(shootout: Shootout) -> wording.Known:
    """What the sentences of this shootout want to know."""
    return wording.Known(shootout.settings, shootout.without)
