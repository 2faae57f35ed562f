"""`tinstar bench clocks`: what the bounds of a pad's clock reach, on made-up exchanges or on recorded ones.

Every exchange's stamp is asked for before the exchange is taken: each figure is about what was known from the
earlier ones alone. Owns these figures and the letter of the exchanges' file; what is certain, `shared_rules.
clocks` decides.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from companion import traces
from companion.bench.estimators import BestOf, Regression
from companion.bench.exchanges import PROFILES, STEP_US, Profile, Row, made_up
from companion.i18n import _
from shared_rules.clocks import Contradiction, Exchange, PadClock

TRACE_S = 300  # ten windows, the first seconds among them
SEED = 1  # of the made-up exchanges, when none is asked for
CONNECTS = 50  # how often a pad is plugged in, to see how well it is known a second later
A_SECOND = 1_000_000 // STEP_US

Interval = tuple[int, int]
Moment = msgspec.Meta(ge=-(2**63), le=2**63 - 1)


class Line(traces.Line):
    """One exchange, as a file has it."""

    sent_us: Annotated[int, Moment]
    pad_us: Annotated[int, Moment]
    received_us: Annotated[int, Moment]
    true_us: Annotated[int, Moment] | Annotated[float, Moment] | msgspec.UnsetType = msgspec.UNSET


# -- figures


class Figures:
    """What comes of a run of exchanges. Errors are against the true times, where they are known."""

    def __init__(self) -> None:
        self.clock = PadClock()
        self.exchanges = 0
        self.refused = 0  # impossible by themselves
        self._half_widths_us: list[float] = []
        self._contained = 0
        self._errors_us: list[float] = []
        self._others: dict[str, Regression | BestOf] = {
            "regression_on_send_times": Regression(),
            "best_of_8": BestOf(),
        }
        self._other_errors_us: dict[str, list[float]] = {name: [] for name in self._others}

    def take(self, row: Row) -> Interval | None:
        """One exchange; what the earlier ones said about its stamp."""
        interval = self.clock.bounds(row.pad_us) if self.clock.knows else None
        self._judge(row, interval)
        self.exchanges += 1
        restarts = self.clock.restarts
        try:
            self.clock.take(_exchange(row))
        except Contradiction:
            self.refused += self.clock.restarts == restarts
        for other in self._others.values():
            other.take(row)
        return interval

    def _judge(self, row: Row, interval: Interval | None) -> None:
        if interval is None:
            return
        lo, hi = interval
        self._half_widths_us.append((hi - lo) / 2)
        if row.true_us is None:
            return
        self._contained += lo <= row.true_us <= hi
        self._errors_us.append((lo + hi) / 2 - row.true_us)
        for name, other in self._others.items():
            guess_us = other.table_us(row.pad_us)
            if guess_us is not None:
                self._other_errors_us[name].append(guess_us - row.true_us)

    def summary(self) -> dict[str, object]:
        """All figures; null where nothing is known. `contained`: a share of 1 of the true times."""
        judged = len(self._errors_us)
        return {
            "exchanges": self.exchanges,
            "restarts": self.clock.restarts,
            "refused": self.refused,
            "judged": judged,
            "contained": self._contained / judged if judged else None,
            "half_width_us": _percentiles(self._half_widths_us),
            **_errors(self._errors_us),
            "others": {name: _errors(errors_us) for name, errors_us in self._other_errors_us.items()},
        }


def _errors(errors_us: list[float]) -> dict[str, object]:
    bias_us = round(sum(errors_us) / len(errors_us), 2) if errors_us else None
    return {"bias_us": bias_us, "error_us": _percentiles([abs(error_us) for error_us in errors_us])}


def _percentiles(values: list[float]) -> dict[str, float] | None:
    if not values:
        return None
    values = sorted(values)
    return {
        name: round(values[min(len(values) - 1, int(len(values) * share))], 2)
        for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1))
    }


# -- made-up exchanges


def on_made_up(seed: int) -> dict[str, object]:
    """The figures on each made-up trace, with a steady and with a slowly changing rate."""
    return {
        "seed": seed,
        "exchanges_a_second": A_SECOND,
        "traces": [
            _on_trace(profile, swings=swings, seed=seed) for profile in PROFILES for swings in (False, True)
        ],
    }


def _on_trace(profile: Profile, *, swings: bool, seed: int) -> dict[str, object]:
    figures = Figures()
    for row in made_up(profile, TRACE_S * A_SECOND, swings=swings, seed=seed):
        figures.take(row)
    connects = (
        made_up(profile, A_SECOND, swings=swings, seed=seed * CONNECTS + n) for n in range(1, CONNECTS + 1)
    )
    return {
        **profile._asdict(),
        "rate_swings": swings,
        **figures.summary(),
        "half_width_after_1_s_us": _percentiles([_half_width_after(rows) for rows in connects]),
    }


def _half_width_after(rows: Iterable[Row]) -> float:
    clock = PadClock()
    for row in rows:
        clock.take(_exchange(row))
    return clock.half_width_us(row.pad_us)


def _exchange(row: Row) -> Exchange:
    # Times are cut to whole us: it was received before the next one began.
    return Exchange(row.sent_us, row.pad_us, row.pad_us, row.received_us + 1)


# -- recorded exchanges


def on_recorded(data: bytes) -> Iterator[str]:
    """For each line of recorded exchanges its line of output, and the summary last.

    :raises TraceError: the first line that is no exchange
    """
    if not data:
        raise traces.TraceError(1, _("the file is empty; a line is one exchange, as a JSON object"))
    rows = [_row(line, number) for number, line in enumerate(traces.lines_of(data), 1)]
    return _answers(rows)


def _row(line: str, number: int) -> Row:
    found = traces.convert(traces.json_object(line, number), Line, number)
    true_us = None if isinstance(found.true_us, msgspec.UnsetType) else found.true_us
    return Row(found.sent_us, found.pad_us, found.received_us, true_us)


def _answers(rows: list[Row]) -> Iterator[str]:
    figures = Figures()
    for row in rows:
        answer = {"pad_us": row.pad_us, "interval_us": figures.take(row), "true_us": row.true_us}
        yield traces.compact(answer)
    yield traces.compact(figures.summary())
