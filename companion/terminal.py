"""The shootout in a terminal, or without one.

Owns the loop that hands news and time to the shootout, and what is printed. With a terminal, keys answer
questions and are the fingers of virtual pads; without one every countdown begins by itself. It must never
decide anything that the shootout or the table's talk decides.
"""

import queue
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from companion import table_talk, wording
from companion.i18n import _
from companion.keyboard import BACKSPACE, ENTER, ESCAPE, FINGERS, GONE, Key, finger_of
from companion.lanes import lanes
from companion.pads import news as n
from companion.pads.hub import Pads
from companion.pads.virtual import VirtualPad
from companion.photo_finish import photo_finish
from companion.sitting import BEATS, Refused, Shootout
from companion.tableclock import now_us
from shared_rules.referee import calls as c
from shared_rules.referee import stages

LOOK_S = 0.03  # at least so often something is looked at; news come in at once
LATE_HITS_US = 400_000  # the photo finish waits so long for those who called too late
# Keys that are nobody's finger.
OVERRULE, WITHOUT = "v", "w"
ANSWERS = "123456789abcdefghijklmnop"
REDRAW_US = 100_000  # a terminal is drawn at most ten times a second
PADS_PATIENCE_US = 10_000_000
BETWEEN_ROUNDS_US = 1_500_000
STORE_PATIENCE_US = 20_000_000

Finger = Callable[[int, str], None]  # pad (from 0), button


class Manner(NamedTuple):
    """How the shootout is run. `auto`: countdowns begin by themselves; `duel`: the first call ends it."""

    auto: bool
    duel: bool
    keys: bool


class Failed(Exception):
    """It cannot go on; the text says why and what to do."""


class Terminal:
    """One shootout, from the first look at the pads to the stored evidence."""

    def __init__(
        self,
        console: Console,
        news: "queue.SimpleQueue[object]",
        pads: Pads,
        shootout: Shootout,
        manner: Manner,
        fingers: Sequence[VirtualPad] = (),
        on_draw: Callable[[int], None] | None = None,
    ) -> None:
        self.console = console
        self.news = news
        self.pads = pads
        self.shootout = shootout
        self.manner = manner
        self.fingers = fingers
        self._on_draw = on_draw
        self._live: Live | None = None
        self._drawn: list[list[Segment]] = []
        self._drawn_us = 0
        self._talk: table_talk.Talk | None = None
        self._judging = False
        self._question: table_talk.Question | None = None
        self._chosen: list[str] = []
        self._typed = ""
        self._said: set[object] = set()
        self._trouble = ""
        self._since_us = now_us()  # when the stage was entered
        self._stage = ""
        self._beat = BEATS + 1
        self._pictured = 0  # round whose photo finish was printed
        self._over = False

    # -- the loop

    def run(self) -> None:
        """Run it to its end.

        :raises Failed: a pad or the disk keeps it from going on
        """
        if self.manner.keys:
            self._live = Live(console=self.console, auto_refresh=False, transient=True)
        try:
            with self._live or nullcontext():
                self._loop()
        finally:  # interrupted or told to end: the evidence is closed and named all the same
            self._finish()

    def _loop(self) -> None:
        self.say(_("Tin Star: a shootout of {players}.").format(players=self._players()))
        while not self._over:
            self._take()
            moment_us = now_us()
            self.shootout.pass_time(moment_us)
            self._notice(moment_us)
            self._go_on(moment_us)
            self._draw(moment_us)

    def _take(self) -> None:
        """Hand over everything that has come in; wait a moment for something."""
        wait_s: float | None = LOOK_S
        while True:
            try:
                what = self.news.get(timeout=wait_s) if wait_s else self.news.get_nowait()
            except queue.Empty:
                return
            wait_s = None
            if isinstance(what, Key):
                self._key(what.name)
            else:
                self._tell(what)
                self.shootout.news(what)

    # -- what is said

    def say(self, text: str, style: str = "") -> None:
        """Print one line above whatever stands at the bottom."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def _tell(self, what: object) -> None:
        """The pads' news that people should hear of."""
        if isinstance(what, n.Joined):
            self.say(_("Pad {pad} is here ({port}).").format(pad=what.pad, port=what.port), "dim")
        elif isinstance(what, n.Left):
            self.say(_("Pad {pad} is gone!").format(pad=what.pad), "bold red")
        elif isinstance(what, n.Rebooted):
            text = _("Pad {pad} started anew; what it saw meanwhile is lost.")
            self.say(text.format(pad=what.pad), "bold red")
        elif isinstance(what, n.Missing):
            self.say(_("Pad {pad} could not keep everything it saw.").format(pad=what.pad), "red")
        elif isinstance(what, n.ClockReset):
            text = _("The clock of pad {pad} made no sense and is measured anew.")
            self.say(text.format(pad=what.pad), "red")
        elif isinstance(what, n.Turned):
            about = _(wording.TURNED[what.why])
            self.say(about.format(port=what.port, detail=what.detail), "red")

    def _notice(self, moment_us: int) -> None:
        """What has changed since the last look."""
        if self.shootout.stage != self._stage:
            self._stage, self._since_us = self.shootout.stage, moment_us
            self._drawn_us = 0
            self._draw(moment_us)  # what is printed next must not stand above the stage before
            self._enter(self._stage)
        beat = self.shootout.beat(moment_us)
        if self._stage in (stages.COUNTDOWN, stages.OPEN) and beat != self._beat:
            self._beat = beat
            self.say(str(beat) if beat else _("DRAW!"), "bold yellow")
        known = wording.Known(self.shootout.settings, self.shootout.without)
        for call in self.shootout.shown:
            if call not in self._said and not isinstance(call, c.Void | c.Waiting):
                self._said.add(call)
                decides = isinstance(call, c.First | c.Tie | c.AskJudge | c.Judged | c.Jumped)
                self.say(wording.sentence(call, known), "bold" if decides else "")
        if self.shootout.trouble != self._trouble:
            self._trouble = self.shootout.trouble
            if self._trouble:
                self.say(_("The verdict waits: {why}").format(why=self._trouble), "bold red")

    def _enter(self, stage: str) -> None:
        if stage == stages.COUNTDOWN:
            self._beat = BEATS + 1
            self.say("")
            self.say(_("Round {round}: {who}").format(round=self.shootout.round, who=self._who_throws()))
            if self._on_draw and self.shootout.draw:
                self._on_draw(self.shootout.draw.at_us)
        elif stage == stages.OVER:
            left = list(self.shootout.dice)
            self.say(
                _("{player} is left and wins the shootout.").format(player=left[0])
                if left
                else _("Nobody is left: nobody wins the shootout."),
                "bold green",
            )

    def _players(self) -> str:
        return wording.names([player.name for player in self.shootout.settings.players])

    def _who_throws(self) -> str:
        dice = self.shootout.dice.items()
        return "; ".join(f"{name}: {', '.join(map(wording.die, held))}" for name, held in dice)

    def _picture(self) -> None:
        """The photo finish of the round, once."""
        if self._pictured == self.shootout.round:
            return
        self._pictured = self.shootout.round
        finish = photo_finish(self.shootout.referee, self.shootout.round)
        if finish is None:
            return
        self.say(_("Photo finish, round {round}").format(round=finish.round), "bold")
        for line in lanes(finish):
            self.say("  " + line)

    # -- what happens next

    def _go_on(self, moment_us: int) -> None:
        waited_us = moment_us - self._since_us
        stage = self.shootout.stage
        if stage == stages.READY:
            self._ready(waited_us, moment_us)
        elif stage in (stages.RULED, stages.ASKED) and waited_us >= LATE_HITS_US:
            if self.shootout.settled:
                self._picture()
                self._discuss()
        elif stage == stages.OPEN and self.shootout.gave_up_on() and self._talk is None:
            self._begin(judging=True)
        elif stage == stages.OVER:
            self._over = True
        if self._trouble and not self.manner.keys and waited_us > STORE_PATIENCE_US:
            raise Failed(self._trouble)

    def _ready(self, waited_us: int, moment_us: int) -> None:
        pause_us = BETWEEN_ROUNDS_US if self.shootout.round else 0
        if not self.manner.auto or waited_us < pause_us:
            return
        try:
            self.shootout.count_down(moment_us)
        except Refused as refusal:
            if waited_us > PADS_PATIENCE_US:
                raise Failed(self._refusal(refusal)) from None

    def _discuss(self) -> None:
        """Ask the table what it has to say; without anybody to ask, go on or end."""
        if self._talk is not None:
            return
        asked = self.shootout.stage == stages.ASKED
        ended = self.manner.duel and isinstance(self.shootout.verdict, c.First | c.AskJudge)
        if ended and not (asked and self.manner.keys):
            self._over = True
            return
        self._begin(asked)

    def _begin(self, judging: bool) -> None:
        self._judging = judging
        self._talk = table_talk.judging(self.shootout) if judging else table_talk.aftermath(self.shootout)
        self._advance(None)

    def _advance(self, answer: list[str] | None) -> None:
        assert self._talk is not None
        try:
            self._question = next(self._talk) if answer is None else self._talk.send(answer)
        except StopIteration as done:
            self._talk = self._question = None
            if done.value is not None:
                self.shootout.clear(*done.value)
        except Refused as refusal:
            self._talk = self._question = None
            self.say(self._refusal(refusal), "red")
        self._chosen, self._typed = [], ""
        if self._question and not self.manner.keys:
            self._over = True  # nobody is there who could answer

    def _refusal(self, refusal: Refused) -> str:
        return _(wording.REFUSED[refusal.code]).format(**refusal.about)

    # -- keys

    def _key(self, key: str) -> None:
        if key == GONE:
            self._over = True
        elif self._question is not None:
            self._answer_key(self._question, key)
        elif key == ENTER and self.shootout.stage == stages.READY:
            self._count_down()
        elif key == WITHOUT and self.shootout.stage == stages.READY:
            for name in self.shootout.missing():
                self.shootout.drop(name)
        elif key == ESCAPE and self.shootout.stage == stages.READY:
            self._over = True
        else:
            self._press(key)

    def _count_down(self) -> None:
        try:
            self.shootout.count_down(now_us())
        except Refused as refusal:
            self.say(self._refusal(refusal), "red")

    def _press(self, key: str) -> None:
        finger = finger_of(key)
        if finger is None or finger[0] >= len(self.fingers):
            return
        try:
            self.fingers[finger[0]].press(finger[1])
        except OSError as error:
            self.say(str(error), "red")

    def _answer_key(self, question: table_talk.Question, key: str) -> None:
        if not question.options:
            self._type(key)
        elif key == OVERRULE and self._may_overrule():
            self._begin(judging=True)
        elif key == ESCAPE and self._judging and self.shootout.stage == stages.RULED:
            self._begin(judging=False)
        elif key == ENTER and question.least <= len(self._chosen) <= question.most:
            self._advance(self._chosen)
        elif key in ANSWERS[: len(question.options)]:
            self._choose(question, question.options[ANSWERS.index(key)].id)

    def _may_overrule(self) -> bool:
        ruled = self.shootout.stage == stages.RULED and not self.shootout.judged
        return ruled and not self._judging

    def _choose(self, question: table_talk.Question, option: str) -> None:
        if option in self._chosen:
            self._chosen.remove(option)
        elif len(self._chosen) < question.most:
            self._chosen.append(option)
        if question.least == question.most == len(self._chosen):
            self._advance(self._chosen)

    def _type(self, key: str) -> None:
        if key == ENTER:
            self._advance([self._typed])
        elif key == BACKSPACE:
            self._typed = self._typed[:-1]
        elif key == ESCAPE:
            self._typed = ""
        elif key.isprintable():
            self._typed += key

    # -- the bottom of the terminal

    def _draw(self, moment_us: int) -> None:
        """Draw the bottom anew, if it looks different."""
        if self._live is None or moment_us - self._drawn_us < REDRAW_US:
            return
        self._drawn_us = moment_us
        footer = self._footer(moment_us)
        lines = self.console.render_lines(footer)
        if lines != self._drawn:
            self._drawn = lines
            self._live.update(footer, refresh=True)

    def _footer(self, moment_us: int) -> Panel:
        count = self.shootout.beat(moment_us) if self.shootout.stage == stages.COUNTDOWN else None
        head = str(count) if count else _(wording.STAGE[self.shootout.stage])
        prompt = Text(self._prompt(), style="bold")
        return Panel(
            Group(Text(head, style="bold yellow"), prompt, self._strip(moment_us)),
            title="Tin Star",
            border_style="yellow",
        )

    def _strip(self, moment_us: int) -> Table:
        """Who sits where, on which pad, and how well its clock is known."""
        strip = Table.grid(padding=(0, 2))
        ends = {end.label: end for end in self.pads.ends()}
        for place, player in enumerate(self.shootout.settings.players):
            end = ends.get(player.pad)
            here = end is not None and bool(end.port)
            clock = wording.milliseconds(end.half_width_us) if end and here else _("gone")
            locked = self.shootout.locked_until(player.name) > moment_us
            strip.add_row(
                escape(player.name),
                f"{player.pad} ±{clock}" if here else f"{player.pad}: {clock}",
                self._dice_of(player.name, moment_us),
                _("counts to three") if locked else "",
                self._keys_of(place),
            )
        return strip

    def _dice_of(self, player: str, moment_us: int) -> str:
        told = []
        for die in self.shootout.dice.get(player, ()):
            face = self.shootout.face(player, die, moment_us)
            told.append(wording.die(die) + ("" if face is None else f": {wording.face(face)}"))
        return ", ".join(told) or "-"

    def _keys_of(self, place: int) -> str:
        if place >= len(self.fingers):
            return ""
        hit, dice = FINGERS[place]
        hit = _("space") if hit == " " else hit
        return _("HIT = {hit}").format(hit=hit) + (
            _(", dice = {dice}").format(dice=" ".join(dice)) if self.shootout.settings.pad_dice else ""
        )

    def _prompt(self) -> str:
        question = self._question
        if question is None:
            if self.shootout.stage == stages.READY:
                missing = self.shootout.missing()
                without = _("w: play without {players}   ").format(players=wording.names(missing))
                return _("Enter: 3-2-1-DRAW!   Esc: quit") + ("   " + without if missing else "")
            return ""
        if not question.options:
            return f"{question.text} {self._typed}_"
        options = "   ".join(
            f"{key}{'*' if option.id in self._chosen else ''} {option.label}"
            for key, option in zip(ANSWERS, question.options, strict=False)
        )
        confirm = "" if question.least == question.most == 1 else "   " + _("Enter: done")
        overrule = "   " + _("v: overrule") if self._may_overrule() else ""
        return f"{question.text}   {options}{confirm}{overrule}"

    # -- the end

    def _finish(self) -> None:
        """Say where the evidence is.

        :raises Failed: it could not be stored
        """
        if not self.shootout.round:
            return
        self.shootout.finish()
        begun_us = now_us()
        while self.shootout.evidence is None:
            self._take()
            self._notice(now_us())
            if now_us() - begun_us > STORE_PATIENCE_US:
                raise Failed(self.shootout.trouble or _("The evidence could not be written out in time."))
        self.say(_("Evidence: {path}").format(path=self.shootout.evidence))
