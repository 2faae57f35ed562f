"""Percentiles as the benches print them."""

import statistics


def percentiles(values: list[float]) -> dict[str, float]:
    """Return p50 and p99; of few values the latter is the largest."""
    ordered = sorted(values)
    place = min(len(ordered) - 1, int(len(ordered) * 0.99))
    return {"p50": round(statistics.median(ordered), 2), "p99": round(ordered[place], 2)}
