"""The arguments of `tinstar`: which there are, and which values they take.

Owns the parser. What a command does is `companion.cli`'s.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from companion import __version__, i18n
from companion.i18n import _

DEMO = "bom_mau_bode"  # what --demo plays without a name

_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def parser() -> argparse.ArgumentParser:
    """Return the parser; `run` in what it parses is the name of the command, such as "" or "bench clocks"."""
    tinstar = argparse.ArgumentParser(
        prog="tinstar", description=_("The table companion for western card games. Alone: play.")
    )
    tinstar.add_argument("--version", action="version", version=f"tinstar {__version__}")
    _common(tinstar)
    _shootout_arguments(tinstar)
    _window_arguments(tinstar)
    tinstar.set_defaults(run="")
    commands = tinstar.add_subparsers(title=_("commands"), metavar="")
    app = commands.add_parser("app", help=_("the window"))
    _shootout_arguments(app)
    _window_arguments(app)
    app.set_defaults(run="app")
    shootout = commands.add_parser("shootout", help=_("a shootout in the terminal"))
    _shootout_arguments(shootout)
    shootout.set_defaults(run="shootout")
    referee = commands.add_parser("referee", help=_("the calls of a stored shootout"))
    referee.add_argument("file", metavar="FILE", help=_("a trace; - reads it from standard input"))
    referee.set_defaults(run="referee")
    evidence = commands.add_parser("evidence", help=_("the stored shootouts; with a number, writes one out"))
    evidence.add_argument("number", metavar="N", nargs="?", type=_whole, help=_("which shootout"))
    evidence.set_defaults(run="evidence")
    pads = commands.add_parser("pads", help=_("which pads are here, and how well their clocks are known"))
    pads.add_argument("--json", action="store_true", help=_("JSON lines"))
    pads.add_argument("--watch", action="store_true", help=_("go on and tell every press"))
    pads.add_argument("--port", metavar="PATH", action="append", default=[], help=_("a pad's port"))
    pads.add_argument("--virtual", metavar="N", type=_count, help=_("start N virtual pads, until Ctrl-C"))
    _finger_arguments(pads)
    pads.set_defaults(run="pads")
    flash = _flash_parser(commands)
    doctor = commands.add_parser(
        "doctor", help=_("what works on this machine, and what to do about the rest")
    )
    doctor.add_argument("--json", action="store_true", help=_("JSON lines"))
    doctor.set_defaults(run="doctor")
    matches = _match_parsers(commands)
    for command in (
        *(app, shootout, referee, evidence, pads, flash, doctor),
        *matches,
        *_bench_parsers(commands),
    ):
        _common(command, argparse.SUPPRESS)
    return tinstar


def _flash_parser(commands: _Commands) -> argparse.ArgumentParser:
    flash = commands.add_parser("flash", help=_("put the pad's firmware on a board, or update it"))
    flash.add_argument("ports", metavar="PORT", nargs="*", help=_("where boards are; alone, the only one"))
    flash.add_argument("--all", action="store_true", help=_("all that are plugged in"))
    flash.add_argument("--dry-run", action="store_true", help=_("only tell what would be done"))
    flash.add_argument("--force", action="store_true", help=_("even a board that is not a pad yet"))
    flash.set_defaults(run="flash")
    return flash


def _match_parsers(commands: _Commands) -> list[argparse.ArgumentParser]:
    match = commands.add_parser("match", help=_("a match of any rulebook, played by JSON lines"))
    match.add_argument("--describe", metavar="RULEBOOK", help=_("all that a rulebook asks, as JSON"))
    match.add_argument("--resume", metavar="FILE", type=Path, help=_("go on with a saved match"))
    match.add_argument("--save", metavar="FILE", type=Path, help=_("keep the match there, answer by answer"))
    match.set_defaults(run="match")
    simulate = commands.add_parser(
        "simulate", help=_("many matches by random legal play, all of them watched")
    )
    simulate.add_argument("rulebook", metavar="RULEBOOK", help=_("which game"))
    simulate.add_argument("--players", metavar="N", type=_between(1, 8), help=_("as many as it takes"))
    how_many = simulate.add_mutually_exclusive_group()
    how_many.add_argument(
        "--matches", metavar="M", type=_between(1, 2**31 - 1), default=100, help=_("how many")
    )
    simulate.add_argument(
        "--seed", metavar="N", type=_whole, default=0, help=_("the same one, the same matches")
    )
    how_many.add_argument("--match", metavar="K", type=_whole, help=_("this one of them alone, from 0"))
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
    simulate.set_defaults(run="simulate")
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
    clocks.set_defaults(run="bench clocks")
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
    referee.set_defaults(run="bench referee")
    engine = kinds.add_parser("engine", help=_("how fast matches are played, replayed, shown and taken back"))
    engine.add_argument("--rulebook", metavar="ID", action="append", default=[], help=_("of this game alone"))
    engine.set_defaults(run="bench engine")
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
    parser.add_argument("--players", metavar="NAMES", type=names, default=(), help=_("Ana,Bo,Cy"))
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
    from companion.on_screen import ON_SCREEN

    if text not in ON_SCREEN:
        why = _("“{text}” is none of the games here: {codes}")
        raise argparse.ArgumentTypeError(why.format(text=text, codes=", ".join(ON_SCREEN)))
    return text


def names(text: str) -> tuple[str, ...]:
    """Return players' names, composed. Raises ArgumentTypeError if two are alike, or one cannot be shown."""
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
