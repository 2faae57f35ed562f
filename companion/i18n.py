"""The words on the screen, in the language of the table.

Owns which language is spoken now. `_` and `ngettext` look a message up at the moment they are called, so a
switch is live: whoever keeps a text on the screen asks again after `use`. `N_` marks a message that is kept
in a table and looked up later. English is the language of the source and needs no catalogue.
"""

import gettext
import os
from collections.abc import Mapping
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "tinstar"
ENGLISH = "en"

_spoken: gettext.NullTranslations = gettext.NullTranslations()
_code = ENGLISH


def _(message: str) -> str:
    """Return the message in the language spoken now."""
    return _spoken.gettext(message) if message else ""


def ngettext(one: str, many: str, n: int) -> str:
    """Return the form of the message that fits the number n."""
    return _spoken.ngettext(one, many, n)


def N_(message: str) -> str:  # noqa: N802    gettext's own name for it
    """Mark a message for the catalogues and return it as it is."""
    return message


def languages() -> list[str]:
    """Return the codes of all languages that can be spoken, English first."""
    return [ENGLISH, *sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]


def own_name(code: str) -> str:
    """Return what a language calls itself, as it stands in its catalogue."""
    # i18n: what this language calls itself (Deutsch, Français), not what it calls English
    english = N_("English")
    return _catalogue(code).gettext(english)


def spoken() -> str:
    """Return the code of the language spoken now."""
    return _code


def use(language: str | None = None) -> str:
    """Speak this language from now on and return its code; an unknown one is English.

    Takes codes as `--lang` and LANG give them: `fr`, `fr_BE.UTF-8`. None asks the environment.
    """
    global _spoken, _code  # noqa: PLW0603    the one thing this module owns
    _code = closest(from_environment() if language is None else language) or ENGLISH
    _spoken = _catalogue(_code)
    return _code


def from_environment(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language the environment asks for, in the order gettext reads it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return value.split(":")[0]
    return ENGLISH


def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.NullTranslations() if code == ENGLISH else gettext.translation(DOMAIN, LOCALE, [code])


def closest(language: str) -> str | None:
    """Return the code of the language that is meant by one as people write it; None when it is unknown."""
    full = language.split(".")[0].split("@")[0].replace("-", "_")
    known = languages()
    return next((code for code in (full, full.split("_")[0].lower()) if code in known), None)
