"""`tinstar`: the command line.

Owns the arguments and exit codes: 0 done, 1 it could not be done, 2 the arguments or a file are wrong. No
traceback ever reaches a person.
"""

import argparse
import contextlib
import importlib
import io
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from companion import __version__, i18n, language
from companion.i18n import _
from companion.paths import data_dir
from companion.store import StoreError

if TYPE_CHECKING:
    from shared_rules.engine import Match

DEMO = "bom_mau_bode"  # what --demo plays without a name

Command = Callable[[argparse.Namespace], int]
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class UsageError(Exception):
    """An argument or a file is wrong; the text says what to do. Exit code 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    i18n.use()
    _prepare_streams()
    try:
        given = _parser().parse_args(words)
        given.lang = given.lang or language.remembered(data_dir(given.data))
        i18n.use(given.lang)
        command: Command = given.run
        code = command(given)
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


# -- arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tinstar", description=_("The table companion for western card games. Alone: play.")
    )
    parser.add_argument("--version", action="version", version=f"tinstar {__version__}")
    _common(parser)
    _shootout_arguments(parser)
    _window_arguments(parser)
    parser.set_defaults(run=_start)
    commands = parser.add_subparsers(title=_("commands"), metavar="")
    app = commands.add_parser("app", help=_("the window"))
    _shootout_arguments(app)
    _window_arguments(app)
    app.set_defaults(run=_app)
    shootout = commands.add_parser("shootout", help=_("a shootout in the terminal"))
    _shootout_arguments(shootout)
    shootout.set_defaults(run=_shootout)
    referee = commands.add_parser("referee", help=_("the calls of a stored shootout"))
    referee.add_argument("file", metavar="FILE", help=_("a trace; - reads it from standard input"))
    referee.set_defaults(run=_referee)
    evidence = commands.add_parser("evidence", help=_("the stored shootouts; with a number, writes one out"))
    evidence.add_argument("number", metavar="N", nargs="?", type=_whole, help=_("which shootout"))
    evidence.set_defaults(run=_evidence)
    pads = commands.add_parser("pads", help=_("which pads are here, and how well their clocks are known"))
    pads.add_argument("--json", action="store_true", help=_("JSON lines"))
    pads.add_argument("--watch", action="store_true", help=_("go on and tell every press"))
    pads.add_argument("--port", metavar="PATH", action="append", default=[], help=_("a pad's port"))
    pads.add_argument("--virtual", metavar="N", type=_count, help=_("start N virtual pads, until Ctrl-C"))
    _finger_arguments(pads)
    pads.set_defaults(run=_pads)
    doctor = commands.add_parser(
        "doctor", help=_("what works on this machine, and what to do about the rest")
    )
    doctor.add_argument("--json", action="store_true", help=_("JSON lines"))
    doctor.set_defaults(run=_doctor)
    matches = _match_parsers(commands)
    for command in (app, shootout, referee, evidence, pads, doctor, *matches, *_bench_parsers(commands)):
        _common(command, argparse.SUPPRESS)
    return parser


def _match_parsers(commands: _Commands) -> list[argparse.ArgumentParser]:
    match = commands.add_parser("match", help=_("a match of any rulebook, played by JSON lines"))
    match.add_argument("--describe", metavar="RULEBOOK", help=_("all that a rulebook asks, as JSON"))
    match.add_argument("--resume", metavar="FILE", type=Path, help=_("go on with a saved match"))
    match.add_argument("--save", metavar="FILE", type=Path, help=_("keep the match there, answer by answer"))
    match.set_defaults(run=_match)
    simulate = commands.add_parser(
        "simulate", help=_("many matches by random legal play, all of them watched")
    )
    simulate.add_argument("rulebook", metavar="RULEBOOK", help=_("which game"))
    simulate.add_argument("--players", metavar="N", type=_between(1, 8), help=_("as many as it takes"))
    simulate.add_argument(
        "--matches", metavar="M", type=_between(1, 2**31 - 1), default=100, help=_("how many")
    )
    simulate.add_argument(
        "--seed", metavar="N", type=_whole, default=0, help=_("the same one, the same matches")
    )
    simulate.add_argument("--match", metavar="K", type=_whole, help=_("this one of them alone, from 0"))
    simulate.add_argument(
        "--option", metavar="ID=VALUE", type=_setting, action="append", default=[], help=_("chef=true")
    )
    simulate.add_argument(
        "--box",
        metavar="ID=N",
        type=_setting,
        action="append",
        default=[],
        help=_("a fact that is printed on the box's components"),
    )
    simulate.add_argument(
        "--meddle", action="store_true", help=_("people correct by hand, hand over and end early, too")
    )
    simulate.add_argument(
        "--workers", metavar="N", type=_count, default=1, help=_("processes; they change no figure")
    )
    simulate.add_argument("--json", action="store_true", help=_("one JSON object"))
    simulate.set_defaults(run=_simulate)
    return [match, simulate]


def _bench_parsers(commands: _Commands) -> list[argparse.ArgumentParser]:
    bench = commands.add_parser("bench", help=_("what it reaches, as figures in JSON"))
    kinds = bench.add_subparsers(title=_("figures"), metavar="KIND", required=True)
    clocks = kinds.add_parser("clocks", help=_("how well pads' clocks are known"))
    clocks.add_argument(
        "file", metavar="FILE", nargs="?", help=_("recorded exchanges; - reads them from standard input")
    )
    clocks.add_argument(
        "--seed", metavar="N", type=_whole, help=_("of the exchanges that are made up without FILE")
    )
    clocks.set_defaults(run=_bench_clocks)
    referee = kinds.add_parser(
        "referee", help=_("whether the referee is ever wrong, against simulated truth")
    )
    referee.add_argument(
        "--shootouts", metavar="N", type=_between(1, 2**31 - 1), default=5_000, help=_("how many")
    )
    referee.add_argument(
        "--seed",
        metavar="N",
        type=_whole,
        default=0,
        help=_("of the simulation; the same one, the same figures"),
    )
    referee.set_defaults(run=_bench_referee)
    engine = kinds.add_parser("engine", help=_("how fast matches are played, replayed, shown and taken back"))
    engine.add_argument("--rulebook", metavar="ID", action="append", default=[], help=_("of this game alone"))
    engine.set_defaults(run=_bench_engine)
    return [clocks, referee, engine]


def _common(parser: argparse.ArgumentParser, default: object = None) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, default=default, help=_("the data folder"))
    about = _("language: {codes}").format(codes=", ".join(i18n.languages()))
    parser.add_argument("--lang", metavar="CODE", type=_language, default=default, help=about)


def _window_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", metavar="WxH", type=_size, help=_("the window's size in pixels"))
    parser.add_argument("--windowed", action="store_true", help=_("do not fill the screen"))
    parser.add_argument(
        "--drive", action="store_true", help=_("JSON lines on standard input drive the window")
    )
    parser.add_argument(
        "--demo",
        metavar="RULEBOOK",
        nargs="?",
        const=DEMO,
        type=_game,
        help=_("a simulated table plays a match by itself; a touch stops it; kept with --data only"),
    )


def _finger_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fingers", metavar="DIR", type=Path, help=_("where virtual pads' finger FIFOs are"))
    parser.add_argument("--skew-ppm", metavar="PPM", type=_skew, default=0, help=_("of virtual pads' clocks"))
    parser.add_argument("--seed", metavar="N", type=_whole, help=_("virtual pads' dice that repeat"))


def _shootout_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--virtual-pads", metavar="N", type=_count, help=_("play on N virtual pads"))
    parser.add_argument("--port", metavar="PATH", action="append", default=[], help=_("a pad's port"))
    _finger_arguments(parser)
    parser.add_argument("--players", metavar="NAMES", type=_names, default=(), help=_("Ana,Bo,Cy"))
    parser.add_argument(
        "--tokens",
        metavar="NAME=DICE",
        type=_tokens,
        action="append",
        default=[],
        help=_("what a player throws: Ana=shooter1,coward"),
    )
    parser.add_argument("--dice", choices=("table", "pad"), default="table", help=_("whose dice are thrown"))
    parser.add_argument("--beat-ms", metavar="MS", type=_beat, default=1000, help=_("of 3, 2, 1"))
    parser.add_argument(
        "--settle-ms", metavar="MS", type=_settle, default=500, help=_("how long a die rolls")
    )
    parser.add_argument(
        "--reaction-limit-ms", metavar="MS", type=_settle, default=100, help=_("faster is suspicious")
    )
    parser.add_argument("--auto", action="store_true", help=_("every countdown begins by itself"))
    parser.add_argument("--duel", action="store_true", help=_("the first call ends it"))


def _between(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text) if text.lstrip("-").isdecimal() and len(text) < 20 else least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(
                _("“{text}” is not a whole number from {least} to {most}").format(
                    text=text, least=least, most=most
                )
            )
        return value

    return number


_count = _between(1, 16)
_skew = _between(-100, 100)
_whole = _between(0, 2**31 - 1)
_beat = _between(50, 5000)
_settle = _between(0, 10_000)


def _language(text: str) -> str:
    code = i18n.closest(text)
    if code is None:
        why = _("“{text}” is none of the languages here: {codes}")
        raise argparse.ArgumentTypeError(why.format(text=text, codes=", ".join(i18n.languages())))
    return code


def _size(text: str) -> tuple[int, int]:
    width, _x, height = text.partition("x")
    if not (
        width.isdecimal() and height.isdecimal() and 1 <= int(width) <= 8192 and 1 <= int(height) <= 8192
    ):
        raise argparse.ArgumentTypeError(_("a size is given as 1280x800"))
    return int(width), int(height)


def _game(text: str) -> str:
    from shared_rules import games

    if text not in games.GAMES:
        why = _("“{text}” is none of the games here: {codes}")
        raise argparse.ArgumentTypeError(why.format(text=text, codes=", ".join(games.GAMES)))
    return text


def _names(text: str) -> tuple[str, ...]:
    from companion.seating import are_apart, composed

    names = tuple(composed(name.strip()) for name in text.split(","))
    if not all(names) or not are_apart(names) or not all(name.isprintable() for name in names):
        raise argparse.ArgumentTypeError(_("names are told apart and separated by commas: Ana,Bo,Cy"))
    return names


def _tokens(text: str) -> tuple[str, tuple[str, ...]]:
    from shared_rules.referee.events import DICE, SHOOTER_1, SHOOTER_2

    name, _equals, dice = text.partition("=")
    held = tuple(die for die in DICE if die in dice.split(","))
    if not name or len(held) != len(dice.split(",")) or (SHOOTER_2 in held and SHOOTER_1 not in held):
        why = _("tokens are given as Ana=shooter1,shooter2,coward; a single shooter is shooter1")
        raise argparse.ArgumentTypeError(why)
    return name, held


def _setting(text: str) -> tuple[str, Any]:
    """A choice as it is written: `true`, `3`, or a word."""
    from companion import strict_lines

    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(_("“{text}” is not of the form ID=VALUE").format(text=text))
    try:
        return key, strict_lines.parse_text(value)
    except strict_lines.BadJson:
        return key, value


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
    from shared_rules import games
    from shared_rules.engine import Refused, describe

    try:
        return _print_json([traces.compact(describe(games.rulebook(rulebook_id)))])
    except Refused as refused:
        raise UsageError(str(refused)) from None


def _resumed(path: Path) -> "Match":
    from companion import match_file
    from shared_rules.engine import Refused

    try:
        return match_file.read(_contents(str(path)))
    except Refused as refused:
        why = _("{path} is no match that can go on: {why}").format(path=path, why=refused)
        raise UsageError(why) from None


def _check_place(path: Path, resumed: Path | None) -> None:
    """A saved match is never written over by another one."""
    try:
        if not path.resolve().parent.is_dir():
            raise UsageError(_("{path} is in no folder that is there").format(path=path))
        if path.exists() and not (resumed and path.samefile(resumed)):
            why = _("{path} is there already; `--resume {path} --save {path}` goes on with it")
            raise UsageError(why.format(path=path))
    except (OSError, ValueError, RuntimeError) as error:
        why = _("{path} cannot be written: {why}")
        raise UsageError(why.format(path=path, why=getattr(error, "strerror", None) or error)) from None


def _simulate(given: argparse.Namespace) -> int:
    from companion import simulate
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
        raise UsageError(str(refused)) from None


def _bench_engine(given: argparse.Namespace) -> int:
    from companion import traces
    from companion.bench import engine
    from shared_rules import games
    from shared_rules.engine import Refused

    try:
        return _print_json([traces.compact(engine.report(given.rulebook or list(games.rulebooks())))])
    except Refused as refused:
        raise UsageError(str(refused)) from None


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


if __name__ == "__main__":
    sys.exit(main())
