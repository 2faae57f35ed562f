"""`tinstar`: the command line.

Owns the commands and exit codes: 0 done, 1 it could not be done, 2 the arguments or a file are wrong. No
traceback ever reaches a person.
"""

import argparse
import contextlib
import errno
import importlib
import io
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion import arguments, choices, i18n
from companion.i18n import _
from companion.paths import data_dir
from companion.store import StoreError

if TYPE_CHECKING:
    from shared_rules.engine import Match

Command = Callable[[argparse.Namespace], int]


class UsageError(Exception):
    """An argument or a file is wrong; the text says what to do. Exit code 2."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    i18n.use()
    _prepare_streams()
    try:
        given = arguments.parser().parse_args(sys.argv[1:] if words is None else words)
        given.lang = given.lang or choices.remembered(
            data_dir(given.data), choices.LANGUAGE, i18n.languages()
        )
        i18n.use(given.lang)
        code: int = COMMANDS[given.run](given)
        sys.stdout.flush()
        return code
    except (UsageError, StoreError) as error:
        return _fail(error, 2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _forget_output()  # whoever read it has had enough
        return 0
    except OSError as error:
        _forget_output()
        return _fail(error, 1)


def _prepare_streams() -> None:
    """Whatever was closed or cannot say everything: nothing there is worth a traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, PTH123    for the whole run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    """Told to end: leave as if one had finished, so that everything is put back and written out."""
    sys.exit(128 + number)


def _forget_output() -> None:
    """Standard output takes nothing more; do not complain again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: Exception, code: int) -> int:
    print(f"tinstar: {error}", file=sys.stderr)
    return code


# -- commands


def _start(given: argparse.Namespace) -> int:
    """`tinstar` alone: the window, or the terminal where there is no display."""
    from companion import display

    if display.is_there() or given.demo:
        return _app(given)
    print(_("There is no display here, so the shootout is played in this terminal."), flush=True)
    return _shootout(given)


def _app(given: argparse.Namespace) -> int:
    from companion import display

    if not display.is_there():
        print(_("There is no display here; `tinstar shootout` plays in the terminal."), file=sys.stderr)
        return 1
    with _place(given) as folder:
        return _open_window(given, folder)


def _place(given: argparse.Namespace) -> contextlib.AbstractContextManager[Path | str]:
    """Where everything is kept: what a demonstration plays, nowhere, unless a folder was named for it."""
    if given.demo and given.data is None:
        return tempfile.TemporaryDirectory(prefix="tinstar-demo-")
    return contextlib.nullcontext(data_dir(given.data))


def _open_window(given: argparse.Namespace, folder: Path | str) -> int:
    from companion import app
    from companion.options import Options

    options = Options(
        size=given.size,
        windowed=given.windowed,
        language=given.lang,
        data_dir=Path(folder),
        virtual_pads=given.virtual_pads or 0,
        fingers_dir=_fingers_dir(given.fingers),
        skew_ppm=given.skew_ppm,
        seed=given.seed,
        ports=tuple(given.port),
        beat_us=given.beat_ms * 1000,
        settle_us=given.settle_ms * 1000,
        drive=given.drive,
        demo=given.demo or "",
    )
    try:
        return app.run(options)
    except OSError as error:
        raise UsageError(str(error)) from None


def _shootout(given: argparse.Namespace) -> int:
    from companion import duel
    from companion.terminal import Failed

    if given.players and not duel.LEAST_PLAYERS <= len(given.players) <= duel.MOST_PLAYERS:
        raise UsageError(_("A shootout has 2 to 5 players."))
    if given.virtual_pads is not None and given.virtual_pads + len(given.port) > duel.MOST_PLAYERS:
        raise UsageError(_("A shootout has 2 to 5 players."))
    wishes = duel.Wishes(
        players=given.players,
        tokens=dict(given.tokens),
        pad_dice=given.dice == "pad",
        virtual_pads=given.virtual_pads,
        fingers_dir=_fingers_dir(given.fingers),
        skew_ppm=given.skew_ppm,
        seed=given.seed,
        ports=tuple(given.port),
        beat_us=given.beat_ms * 1000,
        settle_us=given.settle_ms * 1000,
        reaction_limit_us=given.reaction_limit_ms * 1000,
        auto=given.auto,
        duel=given.duel,
    )
    try:
        duel.run(wishes, data_dir(given.data))
    except Failed as error:
        return _fail(error, 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(str(error)) from None
    return 0


def _fingers_dir(chosen: Path | None) -> Path | None:
    if chosen is not None:
        try:
            chosen.mkdir(exist_ok=True)
        except OSError as error:
            why = _("{path} cannot be the fingers' folder: {why}")
            raise UsageError(why.format(path=chosen, why=error.strerror)) from None
    return chosen


def _referee(given: argparse.Namespace) -> int:
    from companion import traces

    try:
        referee = traces.read(_contents(given.file))
    except traces.TraceError as error:
        raise UsageError(f"{given.file}: {error}") from None
    return _print_json(map(traces.call_text, referee.calls()))


def _contents(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(_("{path} cannot be read: {why}").format(path=file, why=why)) from None


def _speak_utf8() -> None:
    """JSON lines are UTF-8 everywhere."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _print_json(lines: Iterable[str]) -> int:
    _speak_utf8()
    for line in lines:
        print(line)
    sys.stdout.flush()
    return 0


def _evidence(given: argparse.Namespace) -> int:
    from companion.store import open_store
    from companion.wording import names

    with open_store(data_dir(given.data)) as store:
        if given.number is not None:
            print(store.export(given.number))
            return 0
        for kept in store.shootouts():
            print(f"{kept.id:>5}  {kept.started_at[:16].replace('T', ' ')}  {names(kept.players)}")
    return 0


def _pads(given: argparse.Namespace) -> int:
    from companion import pads_list

    if not given.virtual and (given.fingers or given.skew_ppm or given.seed is not None):
        raise UsageError(_("--fingers, --skew-ppm and --seed are of virtual pads: add --virtual N"))
    try:
        return pads_list.run(
            json=given.json,
            watch=given.watch,
            ports=given.port,
            count=given.virtual or 0,
            fingers_dir=_fingers_dir(given.fingers),
            skew_ppm=given.skew_ppm,
            seed=given.seed,
        )
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(str(error)) from None


def _flash(given: argparse.Namespace) -> int:
    from companion.flash import command
    from companion.flash.errors import FlashError
    from companion.flash.places import boards

    if given.all and given.ports:
        raise UsageError(_("--all means all ports: name none beside it"))
    ports = list(dict.fromkeys(given.ports)) or boards()
    for port in given.ports:
        if not Path(port).exists():
            raise UsageError(str(FlashError("port.absent", port=port)))
    if not ports:
        print(command.nobody(), file=sys.stderr)
        return 1
    if len(ports) > 1 and not given.all and not given.ports:
        raise UsageError(command.which(ports))
    return command.run(ports, force=given.force, dry_run=given.dry_run)


def _doctor(given: argparse.Namespace) -> int:
    from companion import doctor

    return doctor.run(data_dir(given.data), json=given.json)


def _match(given: argparse.Namespace) -> int:
    from companion import match_command
    from companion.match_file import MatchFile

    if given.describe is not None:
        if given.save or given.resume:
            raise UsageError(_("--describe stands alone"))
        return _describe(given.describe)
    match = _resumed(given.resume) if given.resume else None
    file = None
    if given.save:
        _check_place(given.save, given.resume)
        file = MatchFile(given.save)
    _speak_utf8()
    return match_command.run(match, file, sys.stdin.buffer, sys.stdout)


def _describe(rulebook_id: str) -> int:
    from companion import traces
    from companion.telling import for_a_terminal
    from shared_rules import games
    from shared_rules.engine import Refused, describe

    try:
        return _print_json([traces.compact(describe(games.rulebook(rulebook_id)))])
    except Refused as refused:
        raise UsageError(for_a_terminal(refused)) from None


def _resumed(path: Path) -> "Match":
    from companion import match_file
    from companion.telling import for_a_terminal
    from shared_rules.engine import Refused

    try:
        return match_file.read(_contents(str(path)))
    except Refused as refused:
        why = _("{path} is no match that can go on: {why}").format(path=path, why=for_a_terminal(refused))
        raise UsageError(why) from None


def _check_place(path: Path, resumed: Path | None) -> None:
    """A saved match is never written over by another one."""
    try:
        if not path.resolve().parent.is_dir():
            raise UsageError(_("{path} is in no folder that is there").format(path=path))
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not (resumed and path.samefile(resumed)):
            why = _("{path} is there already; `--resume {path} --save {path}` goes on with it")
            raise UsageError(why.format(path=path))
    except (OSError, ValueError, RuntimeError) as error:
        why = _("{path} cannot be written: {why}")
        raise UsageError(why.format(path=path, why=getattr(error, "strerror", None) or error)) from None


def _simulate(given: argparse.Namespace) -> int:
    from companion import simulate
    from companion.telling import for_a_terminal
    from shared_rules import games
    from shared_rules.engine import Refused

    try:
        most = games.rulebook(given.rulebook).seats[1]
        wishes = simulate.Wishes(
            rulebook=given.rulebook,
            players=given.players or min(most, len(simulate.NAMES)),
            matches=given.matches,
            seed=given.seed,
            workers=given.workers,
            match=given.match,
            meddles=given.meddle,
            options=tuple(given.option),
            box=tuple(given.box),
        )
        return simulate.run(wishes, json=given.json)
    except Refused as refused:
        raise UsageError(for_a_terminal(refused)) from None


def _bench_engine(given: argparse.Namespace) -> int:
    from companion import traces
    from companion.bench import engine
    from companion.telling import for_a_terminal
    from shared_rules import games
    from shared_rules.engine import Refused

    try:
        return _print_json([traces.compact(engine.report(given.rulebook or list(games.rulebooks())))])
    except Refused as refused:
        raise UsageError(for_a_terminal(refused)) from None


def _bench_clocks(given: argparse.Namespace) -> int:
    from companion import traces
    from companion.bench import clocks

    if given.file is None:
        seed = clocks.SEED if given.seed is None else given.seed
        return _print_json([traces.compact(clocks.on_made_up(seed))])
    if given.seed is not None:
        raise UsageError(_("--seed is of made-up exchanges, and FILE has its own: leave one of them out"))
    try:
        return _print_json(clocks.on_recorded(_contents(given.file)))
    except traces.TraceError as error:
        raise UsageError(f"{given.file}: {error}") from None


def _bench_referee(given: argparse.Namespace) -> int:
    """The simulator is of the checkout, beside the tests that it serves; an installed Tin Star has none."""
    checkout = Path(__file__).resolve().parents[1]
    if not (checkout / "tests" / "bench" / "world.py").is_file():
        raise UsageError(_("the simulator is not installed: run this in a checkout of Tin Star"))
    if str(checkout) not in sys.path:
        sys.path.insert(0, str(checkout))  # the command starts in its own folder, not in the checkout
    report: Callable[[int, int, int], int] = importlib.import_module("tests.bench.world").report
    return report(given.shootouts, given.seed, os.cpu_count() or 1)


COMMANDS: Mapping[str, Command] = {
    "": _start,
    "app": _app,
    "shootout": _shootout,
    "referee": _referee,
    "evidence": _evidence,
    "pads": _pads,
    "flash": _flash,
    "doctor": _doctor,
    "match": _match,
    "simulate": _simulate,
    "bench clocks": _bench_clocks,
    "bench referee": _bench_referee,
    "bench engine": _bench_engine,
}

if __name__ == "__main__":
    sys.exit(main())
