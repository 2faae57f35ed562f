"""Make the sounds: `python -m companion.assets.make_sounds`. They are drawn from these lines and nothing
else.

Owns how they sound. Short, dry and told apart without looking: a wooden tick, a bell at DRAW, a shot at the
freeze, two notes for the verdict, one low for a misfire.
"""

import array
import math
import random
import wave
from collections.abc import Callable
from pathlib import Path

RATE = 22_050
FULL = 32_767
SOUNDS = Path(__file__).parent / "sounds"

Shape = Callable[[float], float]  # seconds -> -1 to 1


def tone(hz: float, decay_s: float, overtones: tuple[float, ...] = ()) -> Shape:
    """A struck thing: its pitch and fainter overtones, dying away."""
    parts = [(hz, 1.0), *((hz * times, 0.5 / place) for place, times in enumerate(overtones, 1))]
    loudness = sum(part for _, part in parts)

    def shape(s: float) -> float:
        ringing = sum(part * math.sin(math.tau * pitch * s) for pitch, part in parts)
        return ringing / loudness * math.exp(-s / decay_s) * min(1.0, s * 2000)

    return shape


def shot() -> Shape:
    """A burst of noise over a thump."""
    chance = random.Random(1)  # noqa: S311    the same noise each time
    noise = [chance.uniform(-1, 1) for _ in range(RATE)]
    thump = tone(90, 0.08)

    def shape(s: float) -> float:
        return 0.7 * noise[int(s * RATE) % RATE] * math.exp(-s / 0.05) + 0.3 * thump(s)

    return shape


def after(pause_s: float, first: Shape, second: Shape) -> Shape:
    """One, and then the other on top of it."""
    return lambda s: 0.6 * first(s) + (0.6 * second(s - pause_s) if s > pause_s else 0.0)


MADE: dict[str, tuple[Shape, float]] = {  # name -> shape, seconds
    "beat": (tone(880, 0.03, (2.7,)), 0.12),
    "draw": (tone(660, 0.25, (2.0, 2.76, 5.4)), 0.7),
    "hit": (shot(), 0.3),
    "verdict": (after(0.12, tone(523.25, 0.15, (2.0,)), tone(783.99, 0.3, (2.0,))), 0.8),
    "misfire": (tone(146.83, 0.2, (1.5,)), 0.5),
}


def samples(shape: Shape, seconds: float) -> bytes:
    """16-bit mono, little endian."""
    values = (shape(place / RATE) for place in range(int(seconds * RATE)))
    drawn = array.array("h", (int(max(-1.0, min(1.0, value)) * 0.8 * FULL) for value in values))
    return drawn.tobytes()


def main() -> None:
    """Write every sound anew."""
    SOUNDS.mkdir(exist_ok=True)
    for name, (shape, seconds) in MADE.items():
        with wave.open(str(SOUNDS / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(shape, seconds))


if __name__ == "__main__":
    main()
