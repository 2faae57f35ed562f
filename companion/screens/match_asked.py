"""What is asked at the table at one moment, of whom, and where: in their pane, or over the board.

Owns the prompt, an interjection that somebody has opened, and a way back that those concerned have to agree
to; which of them goes first, and where each is put. It knows no widget and never changes the match.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.i18n import _
from companion.match_shootout import is_asked
from companion.match_sitting import BY_JUDGE
from companion.screens.match_beside import Act, Interjection, TakeBack, acts_of, folded
from companion.screens.match_words import Asked, Json, Option, asked
from shared_rules import games
from shared_rules.engine import TABLE

SHOOT = "shoot"  # instead of a verdict: the pads shall give it

Fits = Callable[[str, Asked], bool]  # whether a seat's pane has room for the answers


class Questions:
    """What is asked in a match, once it has begun.

    in_panes: seat -> what stands in its pane; over: the prompt that lies over the board; act: the
    interjection that is open, act_in: the seat in whose pane it is asked, "" over the board; back: a way back
    that somebody has to agree to.
    """

    def __init__(self) -> None:
        self._asks: list[tuple[Json, Asked]] = []
        self._looks_back = False
        self.in_panes: Mapping[str, Asked] = {}
        self.over: Json | None = None
        self.act: Interjection | None = None
        self.act_in = ""
        self.back: TakeBack | None = None

    def begin(self, sitting: Any, telling: Any, brands: Mapping[str, int]) -> None:
        """Ask in this match from now on."""
        self._sitting, self._telling, self._brands = sitting, telling, brands
        self._vocabularies = games.rulebook(sitting.rulebook_id).vocabularies
        self._asks = []
        self.shut()

    def shut(self) -> None:
        """Nothing is asked but what the match asks."""
        self.act = self.back = None

    def moved_on(self) -> bool:
        """The match is another one now; return whether other prompts are."""
        before, self.back = [prompt for prompt, _asks in self._asks], None
        self._asks = [(prompt, self._with_pads(prompt, self.in_words(prompt))) for prompt in self._prompts()]
        return [prompt for prompt, _asks in self._asks] != before

    def _prompts(self) -> Iterator[Json]:
        """The prompt, and of others the same question where several are asked at once. Throws come one after
        the other: the app throws for whom the match waits for, and so do the pads."""
        prompt = self._sitting.prompt()
        if prompt is None:
            return
        yield prompt
        if not prompt["chance"]:
            yield from (other for other in self._sitting.also() if other["id"] == prompt["id"])

    def in_words(self, prompt: Json) -> Asked:
        """Put a prompt into words."""
        ids = {*prompt["options"], *prompt["greyed"]}
        lying = self._telling.lying(self._sitting.view()["state"])
        orders = ((*self._brands, TABLE), lying, *self._vocabularies.values())
        order = next((words for words in orders if ids <= set(words)), ())
        return asked(prompt, self._telling, self._brands, order)

    def _with_pads(self, prompt: Json, asks: Asked) -> Asked:
        """A verdict can be left to the pads, if the match has any."""
        if not is_asked(prompt) or self._sitting.shootouts == BY_JUDGE:
            return asks
        shoot = Option(SHOOT, SHOOT, _("DRAW!"), "timer_3", primary=True)
        return asks._replace(options=(shoot, *asks.options))

    # -- who is asked

    @property
    def first(self) -> Json | None:
        """The prompt that the match waits for, and that a pad can answer; None at the end."""
        return self._asks[0][0] if self._asks else None

    @property
    def over_in_words(self) -> Asked | None:
        """What is asked over the board."""
        return next((asks for prompt, asks in self._asks if prompt is self.over), None)

    def of(self, seat: str) -> Json | None:
        """The prompt that a seat has to answer."""
        return next((prompt for prompt, _asks in self._asks if prompt["of"] == seat), None)

    @property
    def act_prompt(self) -> Json | None:
        """The prompt of the interjection that somebody has opened, while it can be said."""
        return self.act.among(self._sitting.also()) if self.act else None

    # -- where it is asked

    def place(self, fits: Fits, looks_back: bool, alone: bool = False) -> None:
        """Share everything out among panes and board; while people look back, nothing is asked.

        :param alone: there is no room for two open panes: those who are asked the same answer one after the
            other, and what is said out of turn is the only one
        """
        self._looks_back = looks_back
        if self.act_prompt is None:
            self.act = None  # it cannot be said any more
        self.over, self.act_in = None, ""
        found: dict[str, Asked] = {}
        if not looks_back and self.back is None:
            for prompt, asks in self._asks[:1] if alone else self._asks:
                if fits(prompt["of"], asks):
                    found[prompt["of"]] = asks
                elif self.over is None:
                    self.over = prompt
            said = self._act_in_pane(fits)
            found = said if said and alone else found | said
        self.in_panes = found

    def _act_in_pane(self, fits: Fits) -> dict[str, Asked]:
        """An interjection that fits into its owner's pane is asked there, before anything else."""
        act = self.act_prompt
        if act is None:
            return {}
        asks = self.in_words(act)._replace(skip=_("Close"))
        if not fits(act["of"], asks):
            return {}
        self.act_in = act["of"]
        return {self.act_in: asks}

    def in_pane(self, seat: str) -> Asked | None:
        """What stands in a seat's pane; whether they agree to go back comes first."""
        return (self.back and self.back.question(seat)) or self.in_panes.get(seat)

    def is_active(self, seat: str) -> bool:
        """Whether the table waits for this seat, or lets it interject."""
        if self.back is not None:
            return self.back.question(seat) is not None
        if self._looks_back:
            return False
        over = self.over["of"] if self.over else None  # the others who are asked the same come after
        return seat in self.in_panes or seat in (over, self.act_in)

    def prefix(self, seat: str) -> str:
        """Of the targets that answer in a seat's pane."""
        if self.back is not None and self.back.question(seat):
            return "undo"
        if self.act and seat == self.act_in:
            return f"act.{self.act.id}"
        # Where several are asked the same, each key has a target of its own.
        return "answer" if self.first is None or self.first["of"] == seat else f"answer@{seat}"

    def acts(self, seat: str) -> tuple[Act, ...]:
        """What may be interjected in a seat's pane."""
        if self._looks_back:
            return ()
        same = {prompt["id"] for prompt, _asks in self._asks}
        return folded(tuple(acts_of(self._sitting.also(), same, seat, self._telling)), seat)

    # -- what a pad answers

    def is_lit(self, seat: str) -> bool:
        """Whether it is in this seat's pane that the first prompt's answers stand."""
        first = self.first
        if first is None or first is self.over or self.back is not None:
            return False
        return bool(first["of"] == seat != self.act_in)

    def can_be_seen(self, covered: bool) -> bool:
        """Whether the first prompt is; `covered`: something else lies over the board."""
        first = self.first
        if self._looks_back or self.back is not None:
            return False
        if first is None or first is self.over:
            return not (first and covered)
        return first["of"] in self.in_panes and first["of"] != self.act_in
