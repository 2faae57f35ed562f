"""Colours as tests read them off the window, 0 to 255. Importing this opens no window."""

from companion import theme as numbers


def rgb(token: str, ground: str = "dark") -> tuple[int, ...]:
    return tuple(round(v * 255) for v in numbers.rgba(numbers.GROUNDS[ground].get(token, token))[:3])


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))
