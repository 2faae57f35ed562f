"""The referee's text holds the stages as the table has them, and no others."""

from pathlib import Path

from shared_rules import referee
from shared_rules.referee import stages
from shared_rules.referee.__main__ import diagram, drawn

README = Path(referee.__file__).with_name("README.md")


def test_the_readme_has_the_stages() -> None:
    text = README.read_text(encoding="utf-8")
    assert drawn() in text, "run `python -m shared_rules.referee` and paste what it prints"
    assert text.count("stateDiagram") == 1


def test_every_row_is_drawn_once() -> None:
    arrows = [line.strip() for line in diagram().splitlines() if ": " in line]
    drawn_rows = [
        (arrow.split(" --> ")[0], happened, arrow.split(" --> ")[1].split(": ")[0])
        for arrow in arrows
        for happened in arrow.split(": ")[1].split(", ")
    ]
    assert sorted(drawn_rows) == sorted((*key, after) for key, after in stages.NEXT.items())


def test_every_word_has_a_meaning() -> None:
    assert set(stages.MEANINGS) == {*stages.STAGES, *stages.HAPPENINGS}


def test_the_readme_names_every_module() -> None:
    text = README.read_text(encoding="utf-8")
    modules = {path.name for path in README.parent.glob("*.py")} - {"__init__.py", "__main__.py"}
    assert modules == {name for name in modules if f"`{name}`" in text}
