"""Long names at the table, five people and two of them at one side: who is who is always seen."""

from typing import Any

import pytest

from tests.companion.match_stage import SIZES, asks

NAMES = (
    "Maximiliane-Christophorus",
    "Bartholomew Ferdinand of Hohenzollern",
    "Wolfeschlegelsteinhausenbergerd",
    "Jo",
    "Ana-Lucia Fernandes",
)
SHORT = ("Ana", "Bo", "Cy", "Di", "Eli")  # of which some fit beside their mark, and some do not
each_size = pytest.mark.parametrize("size", SIZES, ids=str)


@each_size
def test_a_status_goes_before_a_name_ends_in_dots(sit: Any, size: tuple[int, int]) -> None:
    table = sit(5, size, NAMES)
    table.until(lambda m: _inactive(m) >= 3)
    shown = {}
    for name, pane in table.screen.panes.items():
        facts = pane.facts
        shown[name] = facts.status.x >= 0 and bool(facts.status.text)
        assert not (shown[name] and facts.name.is_shortened), name
    done = {name for name, pane in table.screen.panes.items() if pane.facts.status.text}
    assert len(done) >= 3 and not all(shown[name] for name in done)


def _inactive(match: Any) -> int:
    return sum(not seat["hats"] for seat in match.view()["state"]["seats"].values())


@each_size
@pytest.mark.parametrize("names", [NAMES, SHORT], ids=["long", "short"])
@pytest.mark.parametrize("prompt_id", ["bom.gambler.victim", "bom.offer.receiver"])
def test_who_can_be_chosen_keeps_their_mark(
    sit: Any, size: tuple[int, int], prompt_id: str, names: tuple[str, ...]
) -> None:
    table = sit(5, size, names)
    table.until(asks(prompt_id))
    keys = [table.find(name) for name in table.ids("answer.")]
    people = [key for key in keys if key.brand >= 0]
    assert len(people) >= 2
    for key in people:
        assert key.x <= key._mark.x and key._mark.right <= key.right, key.label
        assert key.y <= key._mark.y and key._mark.top <= key.top and key._mark.opacity, key.label


@each_size
def test_a_long_line_of_the_log_takes_the_place_of_its_rule(sit: Any, size: tuple[int, int]) -> None:
    from companion.screens.match_log import Entry
    from companion.widgets import theme

    table = sit(5, size, NAMES)
    long = "Dernière personne active : le Donneur pioche la dernière carte"
    table.tap("log")
    lines = [*[Entry(1, "Refuse", 0, "2.")] * 19, Entry(2, long, 1, "3.")]  # two columns of them
    table.screen.travel.panel.show(lines, -1)
    table.stage.frames(4)
    said = {w.text: w for w in table.screen.travel.panel.walk(restrict=True) if getattr(w, "text", "")}
    assert "2." in said and "3." not in said
    least = min(theme.size("key"), theme.least("body"))
    assert said[long].font_size >= least and said[long].texture.height <= said[long].height


def test_an_edge_reaches_its_colour_whatever_changes_on_its_way(sit: Any) -> None:
    from companion.widgets import theme

    table = sit(5, names=NAMES)
    table.until(asks("bom.offer.answer", NAMES[0]))
    table.until(asks("bom.offer.answer", NAMES[1]))
    pane = table.screen.panes[NAMES[1]]
    pane.show(pane._shown._replace(prefix="something.else"))
    table.wait_until(lambda: list(pane.edge) == list(theme.colour("accent")))
