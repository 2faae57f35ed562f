"""The language key: every screen follows at once, and the next start remembers it."""

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from companion import choices, i18n
from companion.locale import __main__ as catalogues
from companion.store import StoreError
from tests.companion.the_window import TheWindow

OWN_WORDS = {"English", "Français"}  # the language key speaks the language it leads to


def remembered(data: Path) -> str | None:
    """The language chosen last."""
    return choices.remembered(data, choices.LANGUAGE, i18n.languages())


class Words:
    """What the catalogues say in one language and not in another, as patterns of what a screen shows."""

    def __init__(self, spoken: str, other: str) -> None:
        ours, theirs = dict(_sentences(spoken)), dict(_sentences(other))
        self._spoken = [_pattern(text) for text in ours.values()]
        self._other = [_pattern(text) for key, text in theirs.items() if text not in ours.values()]

    def foreign(self, text: str) -> bool:
        """Whether a text is of the other language alone."""
        own = text in OWN_WORDS or any(pattern.fullmatch(text) for pattern in self._spoken)
        return not own and any(pattern.fullmatch(text) for pattern in self._other)


def _sentences(code: str) -> Iterator[tuple[object, str]]:
    """Every message in a language. A lone field, such as {n}, says nothing in any of them."""
    (po,) = [path for path in catalogues.po_files() if path.parts[-3] == "fr"]
    for message in catalogues.read(po):
        for n, text in enumerate(_forms(message, code)):
            if re.search(r"[^\W\d_]{2}", re.sub(r"\{\w*\}", "", text)):
                yield (message.id, n), text


def _forms(message: Message, code: str) -> tuple[str, ...]:
    forms = message.id if code == "en" else message.string
    return (forms,) if isinstance(forms, str) else tuple(forms)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".+".join(re.escape(part) for part in re.split(r"\{\w*\}", text)), re.DOTALL)


def said(window: TheWindow) -> set[str]:
    """All that is on the screen, line by line, and why what is off is off."""
    window.send(wait="idle", timeout_ms=1000)
    seen = window.look()
    told = (target[key] for target in seen["targets"] for key in ("label", "why"))
    found = [*seen["texts"], *told]
    return {line for text in found for line in text.splitlines() if line}


def walk(window: TheWindow) -> dict[str, set[str]]:
    """From home through every screen and back; what each said."""
    found = {"home": said(window)}
    window.tap("home.history")
    window.wait_until(lambda: window.look()["screen"] == "records", "the history")
    window.wait_until(lambda: "record.1" in window.targets(), "the first shootout")
    found["history"] = said(window)
    window.tap("earlier")
    found["history"] |= said(window)
    window.tap("record.1")
    found["record"] = said(window)
    window.tap("evidence")
    found["record"] |= said(window)
    window.tap("seen")
    window.tap("back")
    window.tap("back")
    window.wait_until(lambda: window.look()["screen"] == "home", "home")
    return found | shoot(window)


def shoot(window: TheWindow) -> dict[str, set[str]]:
    """A shootout with table dice from home to home, with a verdict that the judge overrules."""
    window.tap("home.shootout")
    window.wait_until(lambda: window.look()["screen"] == "setup", "the set-up")
    found = {"setup": said(window)}
    window.tap("seat0.remove")
    found["setup"] |= said(window)
    window.sit_down()
    found["arena"] = said(window)
    draw_us = window.draw_now()
    found["arena"] |= said(window)
    time.sleep(max(0, draw_us / 1e6 - time.monotonic()))
    window.hit("Ana")
    window.wait_until(lambda: "overrule" in window.targets() and "next" in window.targets(), "the verdict")
    found["verdict"] = said(window)
    window.tap("evidence")
    found["verdict"] |= said(window)
    window.tap("seen")
    window.hold("overrule")
    window.wait_until(lambda: "answer.first:Bo" in window.targets(), "the judge's answers")
    found["judge"] = said(window)
    window.tap("answer.first:Bo")
    window.wait_until(lambda: "reason" in window.targets(), "the reason")
    found["judge"] |= said(window)
    window.send(tap="reason")
    window.send(type="xyz")
    window.tap("done")
    found["judge"] |= said(window)
    window.get_up()
    window.tap("back")
    window.wait_until(lambda: window.look()["screen"] == "home", "home")
    return found


def test_every_screen_follows_at_once(tmp_path: Path, is_long: bool) -> None:
    with TheWindow(tmp_path, LANGUAGE="en", beat_ms=400) as window:
        window.send(wait="idle")
        shoot(window)
        ways = (("fr", "en"), ("en", "fr"))
        for spoken, other in ways if is_long else ways[:1]:
            window.tap("home.language")
            words = Words(spoken, other)
            screens = walk(window)
            assert not {
                (name, text) for name, texts in screens.items() for text in texts if words.foreign(text)
            }
            assert len(screens) == 7
        window.quit()


def test_the_pattern_finds_a_foreign_text() -> None:
    words = Words("fr", "en")
    assert words.foreign("Settings") and words.foreign("Ana first, by 41 ms.") and words.foreign("Round 1")
    assert not any(
        map(words.foreign, ("Réglages", "Ana", "±0.2 ms", "Ana en premier.", "1 janvier 2027, 00:30"))
    )
    assert Words("en", "fr").foreign("Réglages")


def test_a_switch_draws_home_in_the_other_language_and_back(tmp_path: Path) -> None:
    with TheWindow(tmp_path, LANGUAGE="en") as window:
        window.send(wait="idle")
        before = window.texts()
        window.tap("home.language")
        assert "Réglages" in window.texts() and "English" in window.texts()
        window.tap("home.language")
        assert window.texts() == before


class TestTheNextStart:
    def test_it_speaks_the_language_chosen_last(self, tmp_path: Path) -> None:
        with TheWindow(tmp_path, LANGUAGE="en") as window:
            window.tap("home.language")
            window.wait_until((tmp_path / "data" / "language").exists, "the language kept")
            window.quit()
        with TheWindow(tmp_path, LANGUAGE="en") as window:
            window.wait_text("Réglages")
            window.quit()
        with TheWindow(tmp_path, "--lang", "en", LANGUAGE="fr") as window:
            window.wait_text("Settings")
            window.quit()
        assert remembered(tmp_path / "data") == "fr"  # the command line is not a choice for good

    def test_what_cannot_be_kept_is_said_and_spoken_all_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "data" / "language" / "full").mkdir(parents=True)
        with TheWindow(tmp_path, LANGUAGE="en") as window:
            window.tap("home.language")
            window.wait_text("Réglages")
            window.wait_text(str(tmp_path / "data" / "language"))
            window.set_up("Ana", "Bo")  # and whatever else there is to be stored is stored
            window.sit_down()
            window.draw_now()
            window.quit()

    @pytest.mark.parametrize("code", i18n.languages())
    def test_what_was_written_is_read(self, tmp_path: Path, code: str) -> None:
        choices.remember(tmp_path, choices.LANGUAGE, code)
        assert remembered(tmp_path) == code
        assert list(tmp_path.iterdir()) == [tmp_path / "language"]

    @pytest.mark.parametrize("junk", [b"", b"xx\n", b"\xff\xfe", b"fr" * 9999, b"../fr\n", b"fr\0"])
    def test_junk_is_no_language(self, tmp_path: Path, junk: bytes) -> None:
        (tmp_path / "language").write_bytes(junk)
        assert remembered(tmp_path) is None

    def test_nor_is_what_is_no_file(self, tmp_path: Path) -> None:
        assert remembered(tmp_path) is None
        os.mkfifo(tmp_path / "language")
        assert remembered(tmp_path) is None
        assert remembered(tmp_path / "nowhere") is None

    def test_a_folder_that_cannot_be_written_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError):
            choices.remember(tmp_path / "nowhere", choices.LANGUAGE, "fr")


def test_every_language_has_a_name_of_its_own() -> None:
    names = [i18n.own_name(code) for code in i18n.languages()]
    assert len(set(names)) == len(names) and {"English", "Français"} <= set(names)
