"""The shootout's screen, for the duels of a match too: the match hears the verdict and goes on by itself.

Owns what is different there. What leaves the table is said in the match, so nothing is asked here but the
judge; people look at the verdict as long as they like, and go back to the table by a tap, or by letting a
moment pass.
"""

from typing import Any

from kivy.clock import Clock

from companion import table_talk
from companion.i18n import N_, _
from companion.match_shootout import MatchShootout
from companion.screens.arena import Arena
from companion.screens.match_words import why_not
from companion.screens.shootout import ShootoutScreen
from companion.sitting import Shootout
from companion.sound import Sounds
from companion.telling import telling
from shared_rules.referee import stages

SEEN_S = 6.0  # so long a verdict stands that nobody touches


class DuelScreen(ShootoutScreen):
    """A shootout that stands alone, or a duel of a match.

    Events: on_go_on: the match has the verdict, and people have seen it; on_pads_gone(players): they want to
    play on the screen.
    """

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_go_on")
        self.register_event_type("on_pads_gone")
        self.duel: MatchShootout | None = None
        self._at_once = False
        self._seen = Clock.create_trigger(self._go_on_unseen, SEEN_S)
        self._stands: tuple[int, Any] | None = None  # the round and verdict that the clock runs for
        super().__init__(**properties)

    def on_go_on(self) -> None:
        """Back to the match."""

    def on_pads_gone(self, players: list[str]) -> None:
        """Their pads shall be on the screen from now on."""

    def begin_duel(self, duel: MatchShootout, sounds: Sounds, at_once: bool) -> None:
        """Show a duel of the match.

        :param at_once: count down as soon as all pads are heard; somebody said so at the table
        """
        self.duel, self._at_once = duel, at_once
        words = N_("{players} on the screen"), "gesture_tap", N_("To the table")
        self._dress(*words, duel.place_in(telling(self.room.match.rulebook_id)))
        self.begin(duel.shootout, sounds, self.room.match.seats)

    def _dress(self, without: str, icon: str, leave: str, about: str) -> None:
        """What the keys between the panes are called; `icon` is of `without`."""
        arena = self.ids.arena
        arena.without, arena.without_icon, arena.leave, arena.about = without, icon, leave, about
        arena.retell()

    def begin(self, shootout: Shootout, sounds: Sounds, seats: Any = None) -> None:
        """A shootout is to be shown."""
        self._seen.cancel()
        self._stands = None
        if seats is None:
            self.duel, self._at_once = None, False
            self._dress(Arena.without, "account_remove", Arena.leave, "")
        else:
            seats = [seat for seat in seats if seat.name in shootout.dice]
        super().begin(shootout, sounds, seats)

    def leave(self) -> None:
        """Get up."""
        self._seen.cancel()
        super().leave()

    def on_touch_down(self, touch: Any) -> bool:
        """Whoever touches the verdict wants to look at it."""
        self._seen.cancel()
        return super().on_touch_down(touch)

    # -- time

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        shootout = self.shootout
        if shootout is not None and self._at_once and self._all_are_heard(shootout):
            self._at_once = False
            self.count_down()  # which draws it
            return
        super().refresh(now_us)

    def _all_are_heard(self, shootout: Shootout) -> bool:
        pads = map(shootout.pad_of, shootout.dice)
        return shootout.stage == stages.READY and all(pad in shootout.marks for pad in pads)

    def play_without(self) -> None:
        """In a match nobody is left out: whose pad is gone plays on the screen."""
        if self.duel is None or self.shootout is None:
            super().play_without()
        else:
            self.dispatch("on_pads_gone", self.shootout.missing())

    # -- the verdict

    def _about(self, shootout: Shootout) -> str:
        if self.duel is None:
            return super()._about(shootout)
        return str(self.ids.arena.about) or super()._about(shootout)

    def _ask_table(self, shootout: Shootout) -> None:
        if self.duel is None or shootout.stage != stages.RULED or self._talk is not None:
            super()._ask_table(shootout)
        elif table_talk.outcome(shootout).kind == "again":
            self._removed = table_talk.Removed([], "", [])
            self._offer(_("Next draw"), "")
        else:
            self._hand_over(self.duel)

    def _hand_over(self, duel: MatchShootout) -> None:
        """The match has the verdict, or says why it does not take it."""
        why = "" if duel.taken else _("Wait a moment, then tap again.")
        if duel.refused is not None:
            why = why_not(duel.refused, telling(self.room.match.rulebook_id))
        self._offer(_("Go on"), why)
        stands = duel.shootout.round, duel.verdict()
        if not why and stands != self._stands:
            self._stands = stands
            self._seen()

    def _offer(self, label: str, why: str) -> None:
        self.next_label = label
        self.ids.next.enabled, self.ids.next.why = not why, why

    def _go_on_unseen(self, _dt: float) -> None:
        """Nobody has touched it for a while."""
        if not self.asking and not self.ids.evidence.shown:
            self.go_on()

    def go_on(self) -> None:
        """The one thing to tap."""
        duel = self.duel
        if duel is None or self._removed is not None or self._question is not None:
            super().go_on()
        elif duel.taken:
            self.dispatch("on_go_on")
