"""Keep the catalogues in step with the source.

    python -m companion.locale             extract, update every .po, compile every .mo
    python -m companion.locale --check     change nothing; say what is missing, exit 1 when something is
    python -m companion.locale --add de    begin a language

Needs Babel, which `./check` installs; the running app does not. Files carry no dates and no line numbers,
so they change only when a message does.
"""

import argparse
import functools
import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from companion.i18n import DOMAIN, LOCALE

SOURCE = LOCALE.parent
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
NOISE = (  # header lines that say nothing here, or change by themselves
    '"Project-Id-Version:',
    '"Report-Msgid-Bugs-To:',
    '"POT-Creation-Date:',
    '"PO-Revision-Date:',
    '"Last-Translator:',
    '"Language-Team:',
    '"Generated-By:',
)
FIELD = re.compile(r"\{(\w*)\}")
LOOSE = {"fr": re.compile("\u00ab | [?!:;\u00bb]")}  # a space where only a no-break space may stand
HEADER = "# {} for Tin Star.\n# Under the same licence as Tin Star itself, MIT."


@functools.cache  # the source does not change while the command runs
def extract() -> Catalog:
    """Return a catalogue of every message in the companion's Python source."""
    template = Catalog(project="tinstar", header_comment=HEADER.format("Messages"), fuzzy=False)
    found = extract_from_dir(str(SOURCE), [("**.py", "python")], keywords=KEYWORDS, comment_tags=["i18n:"])
    for filename, _line, message, comments, context in sorted(found, key=lambda row: row[:2]):
        template.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return template


def po_files(locale: Path = LOCALE) -> list[Path]:
    """Return the .po file of every language."""
    return sorted(locale.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(po: Path) -> Catalog:
    """Return the catalogue in a .po file."""
    with po.open("rb") as file:
        return read_po(file, locale=po.parts[-3], domain=DOMAIN)


def text_of(catalog: Catalog) -> str:
    """Return the catalogue as the text of its file."""
    out = io.BytesIO()
    write_po(out, catalog, width=110, include_lineno=False, sort_output=True, ignore_obsolete=True)
    return "".join(line for line in out.getvalue().decode().splitlines(True) if not line.startswith(NOISE))


def update(locale: Path = LOCALE) -> None:
    """Write the template, every .po and every .mo anew."""
    template = extract()
    (locale / f"{DOMAIN}.pot").write_text(text_of(template), encoding="utf-8")
    for po in po_files(locale):
        catalog = read(po)
        catalog.update(template, no_fuzzy_matching=True)
        po.write_text(text_of(catalog), encoding="utf-8")
        if not _compiled_is_current(po):
            po.with_suffix(".mo").write_bytes(compiled(po))


def add(language: str, locale: Path = LOCALE) -> None:
    """Begin the catalogue of a language; leave one that is there alone."""
    po = locale / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not po.exists():
        po.parent.mkdir(parents=True)
        catalog = Catalog(language, DOMAIN, HEADER.format(language), "tinstar", fuzzy=False)
        po.write_text(text_of(catalog), encoding="utf-8")


def problems(locale: Path = LOCALE) -> list[str]:
    """Return a sentence for everything that is out of step; an empty list when nothing is."""
    template = extract()
    pot = locale / f"{DOMAIN}.pot"
    is_current = pot.exists() and pot.read_text(encoding="utf-8") == text_of(template)
    found = [] if is_current else [f"{pot.name} is stale"]
    for po in po_files(locale):
        found += [f"{po.parts[-3]}: {problem}" for problem in _problems_of(po, template)]
    return found


def _problems_of(po: Path, template: Catalog) -> Iterator[str]:
    catalog, language = read(po), po.parts[-3]
    for message in _messages(template):
        translated = catalog.get(message.id, message.context)
        if translated is None or not _is_complete(translated):
            yield f"not translated: {message.id!r}"
        elif translated.fuzzy:
            yield f"fuzzy: {message.id!r}"
        elif _fields(translated.string) != _fields(message.id):
            yield f"placeholders differ: {message.id!r}"
        elif language in LOOSE and any(map(LOOSE[language].search, _forms(translated.string))):
            yield f"a line may break before or after punctuation: {message.id!r}"
    if not _compiled_is_current(po):
        yield "the .mo is stale"


def _messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def _is_complete(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, (list, tuple)) else bool(message.string)


def _fields(text: str | Sequence[str] | None) -> set[str]:
    """Return the names in braces, in any of the forms."""
    return {name for form in _forms(text) for name in FIELD.findall(form)}


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or ()


def compiled(po: Path) -> bytes:
    """Return what the .mo has to hold."""
    out = io.BytesIO()
    write_mo(out, read(po))
    return out.getvalue()


def _compiled_is_current(po: Path) -> bool:
    """Does the .mo beside the .po say the same? Compared by meaning, since its header carries a date."""
    mo = po.with_suffix(".mo")
    return mo.exists() and _meaning(mo.read_bytes()) == _meaning(compiled(po))


def _meaning(mo: bytes) -> dict[object, object]:
    messages = _messages(read_mo(io.BytesIO(mo)))
    return {(_frozen(message.id), message.context): _frozen(message.string) for message in messages}


def _frozen(text: object) -> object:
    return tuple(text) if isinstance(text, (list, tuple)) else text


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser("python -m companion.locale", description="Keep the catalogues in step.")
    parser.add_argument("--check", action="store_true", help="change nothing, say what is missing")
    parser.add_argument("--add", metavar="LANGUAGE", help="begin a language")
    chosen = parser.parse_args()
    if chosen.add:
        add(chosen.add)
    if not chosen.check:
        update()
    found = problems()
    print("\n".join(found) or "The catalogues are in step.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
