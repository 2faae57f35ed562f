"""Set-up of a match of any rulebook: who plays, where they sit, the game's options, what its box has printed.

Owns what is chosen here, and gives it to the rulebook, which says what is wrong with it. The rows of players
are `companion.screens.seats`'s. A fact of the box that nobody enters is asked in play, where it is needed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import theme as numbers
from companion.i18n import N_, _
from companion.match_sitting import BY_JUDGE, BY_PAD_DICE, BY_TABLE_DICE, SHOOTOUTS
from companion.screens.seats import WHY, SeatsScreen, clockwise
from companion.seating import MOST, MOST_SEATS, NAMES, Seat
from companion.telling import Telling, telling
from companion.widgets import ChoiceButton, KeyButton, TickButton, theme
from companion.widgets.scroll import Scrolled
from companion.widgets.words import fit
from shared_rules import games
from shared_rules.engine import Refused, Rulebook, Setup
from shared_rules.engine.words import BoxFact, Option

MOST_FACTS = 12  # more than these are entered where they are needed
VERDICT = "verdict"  # the kind of question by which a game has shootouts
DECIDED = {
    BY_PAD_DICE: N_("pads throw and call"),
    BY_TABLE_DICE: N_("pads call, table dice"),
    BY_JUDGE: N_("the judge says it"),
}

KV = (Scrolled,)  # its kv names it

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FactKeys(BoxLayout):
    """A fact of the box with its two keys; value "": nobody has said it yet, and play will ask.

    Events: on_more, on_less.
    """

    fact = StringProperty("")
    label = StringProperty("")
    value = StringProperty("")
    tellings = ListProperty(["", "", ""])  # of the keys less and more, and of a value nobody knows
    narrow = BooleanProperty(False)
    name_px = NumericProperty(0)  # the height of the name at this width

    def __init__(self, **properties: Any) -> None:
        self.register_event_type("on_more")
        self.register_event_type("on_less")
        super().__init__(**properties)
        self.bind(width=self._fit_name, label=self._fit_name)
        theme.follow(self._fit_name)

    def _fit_name(self, *_args: object) -> None:
        self.name_px = fit(self.label, "body", max(1, self.width)).height

    def on_more(self) -> None:
        """One more is printed there."""

    def on_less(self) -> None:
        """One less is printed there."""


class MatchSetupScreen(SeatsScreen):
    """Everything that is agreed before a match. `begin` says of which game. Events: on_start, on_back."""

    titles = ListProperty([""] * 7)
    start_why = StringProperty("")
    has_facts = BooleanProperty(False)
    beside = BooleanProperty(True)  # the choices beside the players, not below them
    picture = BooleanProperty(True)  # and the table from above over them
    option_columns = NumericProperty(1)

    def __init__(self, **properties: Any) -> None:
        for event in ("on_start", "on_back"):
            self.register_event_type(event)
        self._rulebook: Rulebook | None = None
        self._words: Telling | None = None
        self._options: dict[str, Any] = {}
        self._facts: dict[str, int] = {}  # those that are known, or entered here
        self._option_keys: dict[str, ChoiceButton] = {}
        self._fact_keys: dict[str, FactKeys] = {}
        self._people: list[tuple[str, int]] = []  # name and brand, whoever was here last first
        self._first_person = 0  # of those that fit
        self._by = BY_PAD_DICE
        self._shootouts_key: ChoiceButton | None = None
        self._offered: list[str] = []
        self._by_hand: list[Seat] = []  # whose name was written or chosen here
        super().__init__(**properties)
        ids = self.ids
        self.wire(ids.start, lambda: self.dispatch("on_start"))
        self.wire(ids.back, lambda: self.dispatch("on_back"))
        self.wire(ids.more_people, self._more_people)
        self._offer_soon = Clock.create_trigger(lambda _dt: self._offer(), -1)
        self._fit_soon = Clock.create_trigger(self._fit_options, -1)
        ids.people.bind(width=self._offer_later)
        ids.options.bind(width=self._fit_soon)
        theme.follow(self._look_changed)
        self.retell()

    def on_start(self) -> None:
        """Everything is agreed."""

    def on_back(self) -> None:
        """Home."""

    # -- of which game

    def begin(self, rulebook_id: str) -> None:
        """Set up a match of this game. Raises Refused: there is none; LookupError: it has no words."""
        if self._rulebook is None or self._rulebook.id != rulebook_id:
            self._rulebook, self._words = games.rulebook(rulebook_id), telling(rulebook_id)
            self._options = {option.id: option.default for option in self._rulebook.options}
        self.most = min(MOST_SEATS, self._rulebook.seats[1])
        self._facts = dict(self.room.box(rulebook_id))
        self._make_keys(self._rulebook)
        self.room.people(self._know)
        self.retell()

    def setup(self) -> Setup:
        """Return what was agreed, checked. Raises Refused."""
        assert self._rulebook is not None
        names = [seat.name for seat in clockwise(self.room.setup.seats)]
        return self._rulebook.set_up(names, self._options, self._facts)

    def retell(self) -> None:
        """Say everything again, in the language spoken now."""
        words = self._words
        self.titles = [
            words.title if words else "",
            _("Home"),
            _("Add a player"),
            _("More"),
            _("Begin"),
            _("Printed on your copy"),
            _("Press HIT on a pad: it goes to the first player without one."),
        ]
        super().retell()
        if words:
            for name, key in self._option_keys.items():
                key.label = words.setting(name).text
            if self._shootouts_key is not None:
                self._shootouts_key.label = _("Shootouts")
            for name, keys in self._fact_keys.items():
                keys.label, keys.tellings = (
                    words.fact(name).text,
                    [_("One less"), _("One more"), _("asked later")],
                )
            self._fit_soon()
            self.refresh(0)

    def refresh(self, now_us: int) -> None:
        """Draw what has changed."""
        super().refresh(now_us)
        if self._rulebook is None:
            return
        for option in self._rulebook.options:
            value = self._options[option.id]
            told = self._words.choice(option.id, value).text if self._words else ""
            _show_option(self._option_keys[option.id], value, told)
        if self._shootouts_key is not None:
            self._shootouts_key.second = _(DECIDED[self._by])
        for name, keys in self._fact_keys.items():
            keys.value = str(self._facts.get(name, ""))
        self.start_why = self._problem()
        self._offer_if_others()

    def full(self) -> str:
        """Why nobody more can play."""
        return _(WHY["setup.full"]) if self.most == MOST else _("{n} players at most.").format(n=self.most)

    def _problem(self) -> str:
        """Why the match cannot begin, or ""."""
        assert self._words is not None
        problem = self.room.problem()
        if problem:
            return _(WHY[problem])
        try:
            self.setup()
        except Refused as refused:
            return self._words.refusal(refused.code, refused.why)
        return ""

    # -- options and facts

    def _make_keys(self, rulebook: Rulebook) -> None:
        self.ids.options.clear_widgets()
        self.ids.facts.clear_widgets()
        self._option_keys = {option.id: self._option_key(option) for option in rulebook.options}
        box = rulebook.box if len(rulebook.box) <= MOST_FACTS else ()
        self._fact_keys = {fact.id: self._fact_key(fact) for fact in box}
        self.has_facts = bool(box)
        for key in self._option_keys.values():
            self.ids.options.add_widget(key)
        for keys in self._fact_keys.values():
            self.ids.facts.add_widget(keys)
        self._shootouts_key = None
        if any(question.kind == VERDICT for question in rulebook.questions.values()):
            key = self._shootouts_key = ChoiceButton(target_id="shootouts", role="strong", icon="bullseye")
            self.wire(key, self._choose_shootouts)
            self.ids.options.add_widget(key, index=len(self.ids.options.children))

    def _choose_shootouts(self) -> None:
        """Who decides them, in a ring."""
        self._by = SHOOTOUTS[(SHOOTOUTS.index(self._by) + 1) % len(SHOOTOUTS)]
        self.refresh(0)

    @property
    def shootouts(self) -> str:
        """Who decides the shootouts of the match, one of `match_sitting.SHOOTOUTS`."""
        return BY_JUDGE if self._shootouts_key is None else self._by

    def _option_key(self, option: Option) -> ChoiceButton:
        kind = TickButton if _is_yes_or_no(option) else ChoiceButton
        key = kind(target_id=f"option.{option.id}", role="strong")
        self.wire(key, lambda: self._choose(option))
        return key

    def _fit_options(self, *_args: object) -> None:
        """Two beside each other where all have room for what they say."""
        half = (self.ids.options.width - numbers.GAP) / 2
        keys = [*self._option_keys.values(), *filter(None, [self._shootouts_key])]
        fit = all(key.fits(half, theme.target) for key in keys)
        self.option_columns = 2 if fit else 1

    def _choose(self, option: Option) -> None:
        """The choice after the one that is made now, in a ring."""
        at = option.choices.index(self._options[option.id])
        self._options[option.id] = option.choices[(at + 1) % len(option.choices)]
        self.refresh(0)

    def _fact_key(self, fact: BoxFact) -> FactKeys:
        keys = FactKeys(fact=fact.id)
        keys.bind(on_more=lambda *_: self._count(fact, 1), on_less=lambda *_: self._count(fact, -1))
        return keys

    def _count(self, fact: BoxFact, step: int) -> None:
        """One more or one less; less than the least is not known yet."""
        known = self._facts.get(fact.id)
        value = (
            fact.least if known is None and step > 0 else (fact.least - 1 if known is None else known + step)
        )
        if value < fact.least:
            self._facts.pop(fact.id, None)
        else:
            self._facts[fact.id] = min(value, fact.most)
        self.refresh(0)

    # -- people

    def _know(self, people: Sequence[Any]) -> None:
        """Who played here before is told."""
        self._people = [(person.name, person.brand) for person in people]
        self._first_person = 0
        self._offer()

    def _here(self) -> set[str]:
        return {seat.name for seat in self.room.setup.seats}

    def _offer_if_others(self) -> None:
        """People whose names are at the table are not offered."""
        if [name for name, _brand in self._people if name not in self._here()] != self._offered:
            self._offer()

    def _look_changed(self) -> None:
        """Sizes are others now."""
        self._offer_soon()
        self._fit_soon()

    def _offer_later(self, *_args: object) -> None:
        """Once the keys have their new sizes."""
        self._offer_soon()

    def _offer(self) -> None:
        """A key for each, as many as there is room for."""
        row = self.ids.people
        row.clear_widgets()
        self._offered = [name for name, _brand in self._people if name not in self._here()]
        if self._first_person >= len(self._offered):
            self._first_person = 0
        taken = 0.0
        for name in self._offered[self._first_person :]:
            key = KeyButton(
                target_id=f"person.{name}", label=name, icon="account_plus", caption="beside", role="strong"
            )
            key.size_hint_x, key.width = None, min(key.natural_width(), max(theme.target, row.width))
            taken += key.width + row.spacing
            if taken - row.spacing > row.width and row.children:
                break
            self.wire(key, lambda name=name: self._invite(name))  # type: ignore[misc]
            row.add_widget(key)
        several = len(row.children) < len(self._offered)
        self.ids.more_people.target_id = "people.more" if several else ""
        self.ids.more_people.opacity = 1 if several else 0

    def _more_people(self) -> None:
        self._first_person += max(1, len(self.ids.people.children))
        self._offer()

    def _invite(self, name: str) -> None:
        """Somebody who played before sits down: in the place of a name that nobody chose, or as one more."""
        setup = self.room.setup
        unchosen = [seat for seat in setup.seats if seat.name in NAMES and not self._is_by_hand(seat)]
        seat = unchosen[0] if unchosen else setup.add(self.most) if len(setup.seats) < self.most else None
        if seat is None:
            self.hint.show(self.full())
            return
        setup.rename(next(n for n, other in enumerate(setup.seats) if other is seat), name)
        self._by_hand.append(seat)
        brand = dict(self._people)[name]
        taken = {other.brand for other in setup.seats if other is not seat}
        if 0 <= brand < MOST_SEATS and brand not in taken:
            seat.brand = brand
        self.refresh(0)

    def _is_by_hand(self, seat: Seat) -> bool:
        return any(seat is other for other in self._by_hand)

    def _renamed(self, place: int, field: Any) -> None:
        seats = self.room.setup.seats
        before = seats[place].name if place < len(seats) else ""
        super()._renamed(place, field)
        if place < len(seats) and seats[place].name != before:
            self._by_hand.append(seats[place])


def _is_yes_or_no(option: Option) -> bool:
    return option.choices in ((False, True), (True, False))


def _show_option(key: ChoiceButton, value: Any, told: str) -> None:
    """A choice of yes or no is a tick; another one says its value."""
    if isinstance(key, TickButton):
        key.ticked = value
    else:
        key.second = told
