"""`tinstar flash`: the firmware onto one board or all, with a line for every file.

Owns the words at the end. Those on the way are the steps', and what goes wrong has its own in errors.py.
"""

import os
import sys
from collections.abc import Sequence
from functools import partial

from companion.flash import steps
from companion.flash.errors import GOES_ON, NEW_PICO, FlashError
from companion.flash.installer import install
from companion.flash.steps import Installed, Step
from companion.i18n import _, ngettext


def run(ports: Sequence[str], *, force: bool, dry_run: bool) -> int:
    """Install at each port, one after the other; return 1 when one of them failed, else 0."""
    failed = 0
    for port in ports:
        try:
            done = install(port, partial(_say, port), force=force, dry_run=dry_run)
        except FlashError as error:
            failed = 1
            print(error, file=sys.stderr)
        except KeyboardInterrupt:
            if not dry_run:
                print("\n" + _(GOES_ON), file=sys.stderr)
            raise
        else:
            _print(_would_be(done) if dry_run else _is(done))
    return failed


def nobody() -> str:
    """Return what to say when no board is plugged in."""
    return "\n".join((_("No Raspberry Pi board is plugged in."), _(NEW_PICO)))


def which(ports: Sequence[str]) -> str:
    """Return what to say when several are."""
    several = _("Several boards are plugged in: {ports}. Name one or more of them, or all with --all.")
    return several.format(ports=", ".join(ports))


def _say(port: str, step: Step) -> None:
    _print(f"{port}: {steps.text(step)}")


def _print(told: str) -> None:
    try:
        print(told, flush=True)
    except BrokenPipeError:  # whoever read it has had enough; that ends no installation
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is(done: Installed) -> str:
    told = _("{port}: pad {unique_id} runs: {board}, firmware {firmware}, protocol {protocol}; {written}")
    written = ngettext("{n} file written", "{n} files written", done.written).format(n=done.written)
    facts = done._asdict() | {"written": written if done.written else _("it was up to date")}
    return told.format(**facts)


def _would_be(done: Installed) -> str:
    if not done.written:
        return _("{port}: firmware {firmware} is on it, nothing is missing").format(**done._asdict())
    told = ngettext(
        "{port}: firmware {firmware} would be put on it, {written} file; nothing was written",
        "{port}: firmware {firmware} would be put on it, {written} files; nothing was written",
        done.written,
    )
    return told.format(**done._asdict())
