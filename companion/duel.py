"""Setting up a shootout for the terminal: pads, players, and a demonstration where nobody is there to play.

Owns the way from the command line's wishes to a running `Terminal`.
"""

import queue
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from companion.i18n import _, ngettext
from companion.keyboard import Keyboard
from companion.pads import virtual
from companion.pads.hub import Pads
from companion.sitting import Shootout
from companion.store.writer import StoreWriter
from companion.tableclock import now_us
from companion.terminal import Failed, Manner, Terminal
from firmware.debounce import DEBOUNCE_US
from shared_rules import referee as r
from shared_rules.referee.events import DICE
from shared_rules.wire import messages as m

NAMES = ("Ana", "Bo", "Cy", "Di", "Eli")
LOOK_FOR_PADS_S = 1.5
REACTION_US = (190_000, 320_000)  # of the demonstration's fingers: what people need
LEAST_PLAYERS, MOST_PLAYERS = 2, 5


class Wishes(NamedTuple):
    """What the command line asked for."""

    players: tuple[str, ...]
    tokens: dict[str, tuple[str, ...]]
    pad_dice: bool
    virtual_pads: int | None
    fingers_dir: Path | None
    skew_ppm: int
    seed: int | None
    ports: tuple[str, ...]
    beat_us: int
    settle_us: int
    reaction_limit_us: int
    auto: bool
    duel: bool


def run(wishes: Wishes, data_dir: Path) -> None:
    """Play a shootout in the terminal, or the demonstration without one.

    :raises StoreError: the data folder cannot be used
    :raises OSError: a virtual pad or its finger cannot be made
    :raises Failed: it could not go on, or could not be stored
    """
    keys = sys.stdin.isatty() and sys.stdout.isatty() and not wishes.auto
    demonstration = not keys and not wishes.auto
    console = Console(highlight=False)
    with ExitStack() as stack:
        news: queue.SimpleQueue[object] = queue.SimpleQueue()
        pads = Pads(news.put, wishes.ports, hot_plug=not demonstration)
        writer = StoreWriter(data_dir, news.put)
        stack.callback(writer.close)
        stack.enter_context(pads)
        labels = [] if demonstration else _real_pads(pads, wishes)
        fingers = _virtual_pads(wishes, len(labels), console)
        stack.enter_context(fingers)
        for pad in fingers:
            pads.add(pad.port, pad.finger.name)
        labels += [pad.finger.name for pad in fingers]
        shootout = _shootout(wishes, labels, pads, writer)
        if keys:
            stack.enter_context(Keyboard(news.put))
        manner = Manner(auto=not keys, duel=wishes.duel or demonstration, keys=keys)
        on_draw = _Demonstration(fingers).press if demonstration else None
        Terminal(console, news, pads, shootout, manner, fingers, on_draw).run()


def _real_pads(pads: Pads, wishes: Wishes) -> list[str]:
    """The labels of the pads that are plugged in, or on the ports that were named."""
    if wishes.virtual_pads is not None and not wishes.ports:
        return []
    end_s = time.monotonic() + LOOK_FOR_PADS_S
    while time.monotonic() < end_s and not pads.all_answered(len(wishes.players)):
        time.sleep(0.02)
    return [end.label for end in pads.ends()]


def _virtual_pads(wishes: Wishes, real: int, console: Console) -> virtual.VirtualPads:
    wanted = wishes.virtual_pads
    if wanted is None:
        wanted = max(0, (len(wishes.players) or LEAST_PLAYERS) - real)
        if wanted and not real:
            console.print(_("No pad is plugged in, so the pads are virtual."))
    return virtual.start(wanted, fingers_dir=wishes.fingers_dir, skew_ppm=wishes.skew_ppm, seed=wishes.seed)


def _shootout(wishes: Wishes, labels: Sequence[str], pads: Pads, writer: StoreWriter) -> Shootout:
    names = wishes.players or NAMES[: len(labels)]
    if not LEAST_PLAYERS <= len(labels) <= MOST_PLAYERS:
        raise Failed(_("A shootout needs 2 to 5 pads; here are {n}.").format(n=len(labels)))
    if len(names) > len(labels):
        one, many = "{n} player but {pads} pads.", "{n} players but {pads} pads."
        raise Failed(ngettext(one, many, len(names)).format(n=len(names), pads=len(labels)))
    if unknown := set(wishes.tokens) - set(names):
        raise Failed(_("Nobody here is called {name}.").format(name=sorted(unknown)[0]))
    players = tuple(r.Player(name, label) for name, label in zip(names, labels, strict=False))
    settings = r.Settings(wishes.pad_dice, wishes.reaction_limit_us, wishes.settle_us, players)
    dice = {name: wishes.tokens.get(name, DICE) for name in names}
    for player in players:
        pads.wish(player.pad, m.Settings, DEBOUNCE_US, wishes.settle_us)
    return Shootout(pads, writer, settings, dice, beat_us=wishes.beat_us)


class _Demonstration:
    """Presses the virtual pads' HIT as quickly as people do, one after the other."""

    def __init__(self, fingers: Sequence[virtual.VirtualPad]) -> None:
        self._fingers = fingers

    def press(self, draw_us: int) -> None:
        """DRAW comes at this table moment; fingers go by CLOCK_MONOTONIC."""
        draw_monotonic_us = virtual.monotonic_us() + draw_us - now_us()
        chance = random.SystemRandom()
        for pad in self._fingers:
            pad.press(at_us=draw_monotonic_us + chance.randint(*REACTION_US))
