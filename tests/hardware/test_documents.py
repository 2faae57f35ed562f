"""What the hardware's documents say is so: links, callouts, parts, cables, the screen's words, licences."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.pads import verdict
from firmware import pins
from firmware.self_test import CHANCE_BYTES
from hardware import params as p

HARDWARE = Path(p.__file__).parent
GUIDE = (HARDWARE / "ASSEMBLY.md").read_text(encoding="utf-8")
LICENCES = (HARDWARE / "LICENSES.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(HARDWARE.glob("*.md"))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#]+)\)")
CALLOUT = re.compile(r"\*\(([a-z]+) ([\d, ]+)\)\*")
MSGID = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.MULTILINE)


def broken_links(text: str, folder: Path) -> list[str]:
    return [link for link in LINK.findall(text) if "://" not in link and not (folder / link).exists()]


def wrong_callouts(text: str, numbers: dict[str, list[str]]) -> list[str]:
    """Callouts that the named picture does not have."""
    return [
        f"{picture} {number}"
        for picture, list_of in CALLOUT.findall(text)
        for number in list_of.split(", ")
        if number not in numbers.get(picture, ())
    ]


def numbers_of(picture: Path) -> list[str]:
    return re.findall(r'class="n">([^<]+)<', picture.read_text(encoding="utf-8"))


PICTURES = {path.stem: numbers_of(path) for path in (HARDWARE / "pad/enclosure").glob("*.svg")}


class TestTheGuide:
    @pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
    def test_every_link_leads_somewhere(self, path: Path):
        assert broken_links(path.read_text(encoding="utf-8"), HARDWARE) == []

    def test_a_broken_link_is_found(self):
        assert broken_links("[a](params.py) ![b](gone.svg) [c](https://cern.ch)", HARDWARE) == ["gone.svg"]

    def test_every_callout_is_in_its_picture(self):
        assert wrong_callouts(GUIDE, PICTURES) == []
        assert wrong_callouts("*(lid 1, 99)* *(gone 1)*", PICTURES) == ["lid 99", "gone 1"]

    def test_every_picture_is_shown_and_numbered_from_one(self):
        assert [name for name in PICTURES if f"(pad/enclosure/{name}.svg)" not in GUIDE] == []
        wrong = {
            name: numbers
            for name, numbers in PICTURES.items()
            if sorted(map(int, numbers)) != list(range(1, len(numbers) + 1))
        }
        assert wrong == {}

    def test_steps_are_numbered_one_by_one(self):
        steps = [int(number) for number in re.findall(r"^(\d+)\. ", GUIDE, re.MULTILINE)]
        assert steps == list(range(1, len(steps) + 1))
        named = re.findall(r"step (\d+)(?: or (\d+))?", GUIDE)
        assert {int(n) for pair in named for n in pair if n} <= set(steps)

    def test_the_cables_are_those_of_params(self):
        rows = re.findall(r"^    \| (\d) ([A-Z0-9 ]+) \|", GUIDE, re.MULTILINE)
        assert rows == [(str(n), name) for n, name in enumerate(p.CABLE_PINS, 1)]
        plugs = dict(zip(("HIT", "shooter 1", "shooter 2", "coward"), ("J1", "J2", "J3", "J4"), strict=True))
        assert [name for name, ref in plugs.items() if f"{name} into {ref}" not in GUIDE] == []

    def test_the_parts_it_names_exist(self):
        named = set(re.findall(r"\b(?:[RCUDJ]\d+|F1|JP1|LS1|X1)\b", GUIDE))
        known = {ref for part in p.PARTS for ref in part.refs}
        assert named - known == set()

    def test_the_screws_are_those_of_params(self):
        assert (
            f"four M3 x {p.SCREW_BOARD_LENGTH:g} " in GUIDE and f"four M3 x {p.SCREW_LID_LENGTH:g} " in GUIDE
        )

    def test_the_test_point_is_the_pin_maps(self):
        assert f"terminals of GP{pins.LOOP_BACK} and GP{pins.HIT}" in GUIDE

    def test_the_limits_are_the_programs(self):
        assert f"chi-square of {CHANCE_BYTES} random bytes between {verdict.CHI_SQUARE_LEAST} " in GUIDE
        assert f"and {verdict.CHI_SQUARE_MOST} |" in GUIDE
        assert f"at most {verdict.LONGEST_TURN_US // 1000} ms |" in GUIDE
        assert f"at most {verdict.MOST_JITTER_US} µs off" in GUIDE
        assert f"bounces for less than {verdict.near_us(15_000) // 1000} ms" in GUIDE


class TestTheFaultTable:
    """What is said to be on the screen is what the program says."""

    QUOTED = (
        *("No pad is plugged in.", "{port} does not answer.", "{port} cannot be opened", "stuck: {what}"),
        *("too long a bounce: {what}", "Wrong, you say.", "No wire: connect the test point GP{pin}"),
        *("loose wire: {what}", "not exact: {what}", "not fair: {what}", "too slow: {what}"),
    )

    def rows(self) -> Iterator[str]:
        table = GUIDE.split("## When something is wrong")[1]
        yield from (
            line.split(" | ")[0].removeprefix("| ") for line in table.splitlines() if line.startswith("| ")
        )

    @pytest.mark.parametrize("words", QUOTED)
    def test_the_program_says_it(self, words: str):
        assert words in list(self.rows())
        assert any(one.startswith(words) for one in msgids())

    def test_every_sentence_with_a_field_is_quoted(self):
        assert [row for row in self.rows() if "{" in row and row not in self.QUOTED] == []

    def test_the_words_of_keys_are_the_programs(self):
        assert {"Test this pad", "Right", "Wrong", "Tests", "This pad is good."} <= set(msgids())


def msgids() -> list[str]:
    text = (HARDWARE.parent / "companion/locale/tinstar.pot").read_text(encoding="utf-8")
    return ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found)) for found in MSGID.findall(text)]


def patterns() -> list[tuple[str, str]]:
    """(pattern, licence) from the table, in its order."""
    rows = re.findall(r"^\| (`[^|]+`) \| [^|]+ \| ([^|]+) \|", LICENCES, re.MULTILINE)
    return [(pattern.strip("`"), licence) for pattern, licence in rows]


def licence_of(name: str) -> str:
    """The first line that fits; "" for none."""
    return next(
        (licence for pattern, licence in patterns() if fnmatch(name, pattern.replace("**/", "*"))), ""
    )


class TestLicences:
    def test_each_file_has_one(self):
        files = [path.relative_to(HARDWARE).as_posix() for path in HARDWARE.rglob("*") if path.is_file()]
        assert [name for name in files if not licence_of(name)] == []

    @pytest.mark.parametrize(
        ("name", "licence"),
        [
            ("params.py", "MIT"),
            ("pad/enclosure/shapes.py", "MIT"),
            ("ASSEMBLY.md", "CC-BY-4.0"),
            ("table/power.md", "CC-BY-4.0"),
            ("pad/enclosure/lid.svg", "CC-BY-4.0"),
            ("pad/enclosure/lid.stl", "CERN-OHL-P-2.0"),
            ("pad/carrier.kicad_pcb", "CERN-OHL-P-2.0"),
            ("table/bill.csv", "CERN-OHL-P-2.0"),
            ("LICENSES/CC-BY-4.0.txt", "as they say"),
        ],
    )
    def test_which(self, name: str, licence: str):
        assert licence_of(name).startswith(licence)

    def test_the_texts_are_whole(self):
        cern = (HARDWARE / "LICENSES/CERN-OHL-P-2.0.txt").read_text(encoding="utf-8")
        cc = (HARDWARE / "LICENSES/CC-BY-4.0.txt").read_text(encoding="utf-8")
        assert cern.startswith("CERN Open Hardware Licence Version 2 - Permissive")
        assert cern.rstrip().endswith("specifically excluded.")
        assert cc.startswith("Attribution 4.0 International") and cc.rstrip().endswith("creativecommons.org.")


def test_no_line_of_the_oshwa_list_is_unanswered():
    rows = re.findall(
        r"^\| ([^|]+) \| ([^|]+) \|", (HARDWARE / "OSHWA.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    asked = [row for row in rows if row[0] not in ("asked",) and not row[0].startswith("-")]
    assert len(asked) == 19
    assert [question for question, answer in asked if not answer.strip()] == []
