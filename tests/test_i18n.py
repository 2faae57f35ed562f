"""Languages switch live, and no catalogue is behind the source."""

import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion import i18n
from companion.locale import __main__ as catalogues


def test_every_message_is_translated_and_compiled():
    """When this fails: `python -m companion.locale`, then translate what it names, then run it again."""
    assert catalogues.problems() == []


def test_french_is_there():
    assert "fr" in i18n.languages()


def french() -> list[str]:
    """All that is said in French."""
    folder = Path(catalogues.__file__).parent / "fr" / "LC_MESSAGES"
    with (folder / "tinstar.po").open("rb") as lines:
        strings = [message.string for message in read_po(lines) if message.id]
    return [text for each in strings for text in ([each] if isinstance(each, str) else each)]


def test_french_has_the_apostrophe_that_is_printed():
    assert [text for text in french() if "'" in text] == []


def test_in_french_no_name_follows_a_word_that_a_vowel_would_elide():
    """Arthur is a name: "de Arthur" is none of the language."""
    people = "player|players|who|whose|giver|taker|owner|name|names|winner|seat"
    wrong = re.compile(rf"(?i)\b(de|du|que|le|la|se|ne|si|me|te|je|jusque)\s\{{({people})\}}")
    assert [text for text in french() if wrong.search(text)] == []


def test_a_switch_is_live():
    i18n.use("fr")
    assert i18n._("Disk") == "Disque"
    assert i18n.ngettext("{n} shootout kept", "{n} shootouts kept", 2) == "{n} duels gardés"
    i18n.use("en")
    assert i18n._("Disk") == "Disk"
    assert i18n.ngettext("{n} shootout kept", "{n} shootouts kept", 1) == "{n} shootout kept"


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("fr", "fr"),
        ("fr_BE.UTF-8", "fr"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("xx", "en"),
        ("C.UTF-8", "en"),
        ("", "en"),
    ],
)
def test_codes_as_people_write_them(asked: str, spoken: str):
    assert i18n.use(asked) == spoken


def test_the_environment_is_asked_in_gettexts_order():
    assert i18n.from_environment({"LANG": "fr_FR.UTF-8"}) == "fr_FR.UTF-8"
    assert i18n.from_environment({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}) == "C"
    assert i18n.from_environment({"LANGUAGE": "de:fr", "LC_ALL": "C"}) == "de"
    assert i18n.from_environment({}) == "en"


def test_an_empty_message_is_not_the_catalogues_header():
    i18n.use("fr")
    assert i18n._("") == ""


class TestTheCheckerItself:
    @pytest.fixture
    def locale(self, tmp_path: Path) -> Path:
        shutil.copytree(
            i18n.LOCALE, tmp_path / "locale", ignore=shutil.ignore_patterns("__pycache__", "*.py")
        )
        catalogues.update(tmp_path / "locale")
        self.known = set(catalogues.problems(tmp_path / "locale"))
        return tmp_path / "locale"

    def news(self, locale: Path) -> set[str]:
        """What is wrong with this copy now and was not before."""
        return set(catalogues.problems(locale)) - self.known

    def change(self, locale: Path, old: str, new: str) -> None:
        po = locale / "fr" / "LC_MESSAGES" / "tinstar.po"
        text = po.read_text(encoding="utf-8")
        assert old in text
        po.write_text(text.replace(old, new), encoding="utf-8")

    def test_a_missing_translation(self, locale: Path):
        self.change(locale, 'msgstr "Disque"', 'msgstr ""')
        assert self.news(locale) == {"fr: not translated: 'Disk'", "fr: the .mo is stale"}

    def test_a_missing_message(self, locale: Path):
        self.change(locale, 'msgid "Disk"', 'msgid "Disc"')
        assert "fr: not translated: 'Disk'" in self.news(locale)

    def test_a_fuzzy_one(self, locale: Path):
        self.change(locale, 'msgid "Disk"', '#, fuzzy\nmsgid "Disk"')
        assert "fr: fuzzy: 'Disk'" in self.news(locale)

    def test_a_lost_placeholder(self, locale: Path):
        self.change(locale, "{n} Mo libres", "Mo libres")
        assert "fr: placeholders differ: '{n} MB free'" in self.news(locale)

    def test_a_question_mark_that_may_stand_alone_on_a_line(self, locale: Path):
        self.change(locale, 'msgstr "Disque"', 'msgstr "Disque ?"')
        assert "fr: a line may break before or after punctuation: 'Disk'" in self.news(locale)

    def test_a_stale_compiled_file(self, locale: Path):
        self.change(locale, 'msgstr "Disque"', 'msgstr "Le disque"')
        assert self.news(locale) == {"fr: the .mo is stale"}
        catalogues.update(locale)
        assert self.news(locale) == set()

    def test_a_stale_template(self, locale: Path):
        (locale / "tinstar.pot").unlink()
        assert self.news(locale) == {"tinstar.pot is stale"}

    def test_an_update_of_what_is_current_changes_nothing(self, locale: Path):
        before = {path: path.read_bytes() for path in locale.rglob("*") if path.is_file()}
        catalogues.update(locale)
        assert {path: path.read_bytes() for path in locale.rglob("*") if path.is_file()} == before
