"""What the sentences say: people, never the labels of their pads; each language in its own way."""

import re
from collections.abc import Callable, Iterator

import pytest

from companion import i18n, lanes, wording
from companion.locale import __main__ as catalogues
from companion.photo_finish import Lane, Mark, PhotoFinish
from companion.wording import Known, headline, sentence
from shared_rules import referee as r
from shared_rules.referee import calls as c

PLAYERS = (r.Player("Ana", "p1"), r.Player("Bo", "screen:Bo"), r.Player("Eli", "p3"))
SETTINGS = r.Settings(False, 100_000, 500_000, PLAYERS)
PADS = ("p1", "screen:Bo", "p3")

# Every call that holds a pad's label, as it comes in a running round and in a stored one.
OF_PADS = [
    *(c.Void(1, "screen:Bo", 1, why) for why in wording.VOID),
    c.Waiting(1, PADS[:2]),
    c.Judged(1, "without", "", (), "screen:Bo", "gone"),
]
FOLLOWS = [
    c.First(1, "Ana", 41_000, None),
    c.Tie(1, ("Ana", "Eli")),
    c.Jumped(1, "Eli", True),
    c.AskJudge(1, c.PAD_LOST),
    c.Waiting(1, ("p3",)),
    None,
]


def without(call: c.Call | None) -> Callable[[str], c.Call | None]:
    return {"screen:Bo": call}.__getitem__


class TestPads:
    @pytest.mark.parametrize("language", i18n.languages())
    @pytest.mark.parametrize("call", OF_PADS, ids=str)
    def test_no_label_reaches_people(self, call: c.Call, language: str):
        i18n.use(language)
        for known in (
            Known(SETTINGS),
            Known(SETTINGS, over=True),
            *(Known(SETTINGS, without(call)) for call in FOLLOWS),
        ):
            said = f"{sentence(call, known)} {headline(call, known)}"
            assert "Bo" in said
            assert not re.search(r"screen:|\bp\d|\{|\[", said), said

    def test_who_is_void_and_who_is_waited_for(self):
        known = Known(SETTINGS)
        assert sentence(c.Void(1, "screen:Bo", 3, c.LATE), known) == "Bo: void, late."
        assert sentence(c.Waiting(1, PADS), known) == "Waiting for Ana, Bo and Eli."
        assert headline(c.Waiting(1, ("p3",)), known) == "Waiting for Eli"

    def test_what_still_waits_when_it_is_over_was_broken_off(self):
        known = Known(SETTINGS, over=True)
        assert headline(c.Waiting(1, PADS[:1]), known) == "Broken off"
        assert sentence(c.Waiting(1, PADS[:1]), known) == "Broken off; not all was in yet: Ana."

    def test_a_pad_that_nobody_holds_keeps_its_label(self):
        assert sentence(c.Waiting(1, ("p9",)), Known(SETTINGS)) == "Waiting for p9."


class TestTheJudgeLeavesOneOut:
    JUDGED = c.Judged(1, "without", "", (), "screen:Bo", "gone")

    @pytest.mark.parametrize(
        ("call", "ruling"),
        [
            (FOLLOWS[0], "Ana first"),
            (FOLLOWS[1], "tie, Ana and Eli"),
            (FOLLOWS[2], "Eli jumped the gun"),
            *((call, "again") for call in FOLLOWS[3:]),
        ],
        ids=str,
    )
    def test_it_says_what_follows(self, call: c.Call | None, ruling: str):
        known = Known(SETTINGS, without(call))
        assert headline(self.JUDGED, known) == f"Judge: {ruling}, without Bo"
        assert sentence(self.JUDGED, known) == f"The judge: {ruling}, without Bo. (gone)"

    def test_where_nobody_knows_what_follows(self):
        assert headline(self.JUDGED, Known(SETTINGS)) == "Judge: without Bo"
        assert sentence(self.JUDGED, Known(SETTINGS)) == "The judge: without Bo. (gone)"

    def test_the_judges_other_words(self):
        first = c.Judged(1, "first", "Ana", (), "", "")
        assert headline(first) == "Judge: Ana first" and sentence(first) == "The judge: Ana first."
        tie = c.Judged(1, "tie", "", ("Ana", "Eli"), "", "")
        assert headline(tie) == "Judge: tie, Ana and Eli"
        assert headline(c.Judged(1, "replay", "", (), "", "")) == "Judge: again"


class TestFigures:
    @pytest.mark.parametrize(
        ("language", "figure", "span"), [("en", "905.5", "4.9 ms"), ("fr", "905,5", "4,9 ms")]
    )
    def test_the_decimal_mark_is_the_languages(self, language: str, figure: str, span: str):
        i18n.use(language)
        assert wording.figure(905.5, "g") == figure
        assert wording.milliseconds(4_900) == span
        assert wording.figure(905.0, "g") == "905" and wording.figure(41.4, ".0f") == "41"

    def test_the_terminals_photo_finish_too(self):
        i18n.use("fr")
        lane = Lane("Ana", (Mark(102_000, 103_000, "first"),))
        told = "\n".join(lanes.lanes(PhotoFinish(1, 0, 103_000, 0, 104_500, 0, 104_500, (lane,))))
        assert "+102,50 ±0,50 ms" in told
        assert not re.search(r"\d\.\d", told)


class TestFrench:
    @pytest.fixture(autouse=True)
    def french(self) -> None:
        i18n.use("fr")

    def texts(self) -> Iterator[str]:
        (po,) = [path for path in catalogues.po_files() if path.parts[-3] == "fr"]
        for message in catalogues.read(po):
            yield from [message.string] if isinstance(message.string, str) else message.string

    def test_no_name_stands_where_it_would_have_to_be_elided(self):
        """De Ana is d'Ana, que Eli is qu'Eli; so no name follows such a word."""
        name = r"\{(player|players|name|names|caller|left)\}"
        found = [text for text in self.texts() if re.search(rf"\b(de|que|jusque|le|la|si) {name}", text)]
        assert found == []

    def test_a_lead_is_the_same_for_everybody(self):
        said = headline(c.First(1, "Ana", 41_000, None), Known(SETTINGS))
        assert said == "Ana, avec 41 ms d\N{RIGHT SINGLE QUOTATION MARK}avance"

    def test_to_shoot_again_is_not_to_take_away(self):
        assert i18n._("Shoot again") == "Tirer encore"
