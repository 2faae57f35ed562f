"""`tinstar pads`: who is plugged in where, how well each clock is known, and, watching, every press.

Owns that list, for people and as JSON lines. With virtual pads alone it only starts them: their ports are for
whoever wants to open them.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from companion import wording
from companion.i18n import _
from companion.pads import news as n
from companion.pads import virtual
from companion.pads.end import PadEnd
from companion.pads.hub import Pads
from companion.traces import compact

LOOK_S = 2.0  # enough for a pad to answer and for twenty exchanges
LEAST_LOOK_S = 1.0


def run(
    *,
    json: bool,
    watch: bool,
    ports: Sequence[str],
    count: int,
    fingers_dir: Path | None,
    skew_ppm: int,
    seed: int | None,
) -> int:
    """List the pads; go on with `watch`, or while virtual pads of ours run.

    :raises OSError: a virtual pad or its finger cannot be made
    """
    with ExitStack() as stack:
        started = virtual.start(count, fingers_dir=fingers_dir, skew_ppm=skew_ppm, seed=seed) if count else []
        if isinstance(started, virtual.VirtualPads):
            stack.enter_context(started)
        for pad in started:
            _say(json, _started(pad), _started_text(pad))
        if started and not watch:
            return _until_the_end(list(started))
        labels = {pad.port: pad.finger.name for pad in started}
        heard: SimpleQueue[n.News] = SimpleQueue()
        with Pads(heard.put, [*labels, *ports], labels) as pads:
            if watch:
                return _watch(heard, json)
            return _list(pads, heard, json)


def _until_the_end(started: list[virtual.VirtualPad]) -> int:
    while any(pad.alive for pad in started):
        time.sleep(0.2)
    print(_("All virtual pads have ended."), file=sys.stderr)
    return 1


def _list(pads: Pads, heard: "SimpleQueue[n.News]", json: bool) -> int:
    begun_s = time.monotonic()
    turned: list[n.Turned] = []
    while time.monotonic() - begun_s < (LOOK_S if pads.ports() else LEAST_LOOK_S):
        try:
            what = heard.get(timeout=0.1)
        except Empty:
            continue
        if isinstance(what, n.Turned):
            turned.append(what)
    for end in pads.ends():
        _say(json, _pad(end), _pad_text(end))
    for what in turned:
        _tell(what, json)
    if not pads.ends() and not turned and not json:
        print(_("No pad is plugged in. `tinstar doctor` tells more; --virtual 2 starts two virtual ones."))
    return 0


def _watch(heard: "SimpleQueue[n.News]", json: bool) -> int:
    while True:
        what = heard.get()
        if not isinstance(what, n.Marked):
            _tell(what, json)


def _tell(what: Any, json: bool) -> None:
    if isinstance(what, n.Turned):
        text = _(wording.TURNED[what.why]).format(port=what.port, detail=what.detail)
    else:
        text = "  ".join([type(what).__name__.lower(), *(str(field) for field in what if field != "")])
    fields = what._asdict()
    if isinstance(what, n.Joined):
        fields["who"] = what.who._asdict()
    _say(json, {"news": type(what).__name__.lower(), **fields}, text)


def _started(pad: virtual.VirtualPad) -> dict[str, object]:
    return {
        "pad": pad.finger.name,
        "port": pad.port,
        "finger": str(pad.finger),
        "unique_id": pad.unique_id.hex(),
        "runs_on": pad.interpreter,
        "epoch_us": pad.clock.epoch_us,
        "start_us": pad.clock.start_us,
        "skew_ppm": pad.clock.skew_ppm,
    }


def _started_text(pad: virtual.VirtualPad) -> str:
    text = _("{pad}: {port}, finger {finger}, firmware on {runs_on}")
    return text.format(pad=pad.finger.name, port=pad.port, finger=pad.finger, runs_on=pad.interpreter)


def _pad(end: PadEnd) -> dict[str, object]:
    known = end.half_width_us != float("inf")
    return {
        **end.who._asdict(),
        "port": end.port,
        "clock_half_width_us": end.half_width_us if known else None,
        "clock_restarts": end.clock.restarts,
        "stats": end.stats._asdict() if end.stats else None,
    }


def _pad_text(end: PadEnd) -> str:
    who = end.who
    if not end.port:
        return _("{pad}: gone").format(pad=who.label)
    text = _("{pad}: {port}, {board}, firmware {firmware}, protocol {protocol}, clock ±{clock}")
    return text.format(
        pad=who.label,
        port=end.port,
        board=who.board,
        firmware=who.firmware,
        protocol=who.protocol,
        clock=wording.milliseconds(end.half_width_us),
    )


def _say(json: bool, fields: dict[str, object], text: str) -> None:
    print(compact(fields) if json else text, flush=True)
