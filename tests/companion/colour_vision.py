"""How far apart two colours are, and how they look to people with a colour-vision deficiency.

CIEDE2000 after Sharma, Wu and Dalal (2005); severity 100 after Machado, Oliveira and Fernandes (2009), in
linear light.
"""

import math

from companion.theme import linear

Triple = tuple[float, float, float]

NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
TRITAN = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))
EYES = {"normal": NORMAL, "protan": PROTAN, "deutan": DEUTAN, "tritan": TRITAN}


def apart(one: str, other: str, eye: str = "normal") -> float:
    """The CIEDE2000 distance of two colours as this eye sees them."""
    return ciede2000(lab(seen(one, eye)), lab(seen(other, eye)))


def seen(colour: str, eye: str) -> Triple:
    """The linear light that looks to a normal eye as this colour looks to that one."""
    light = linear(colour)
    r, g, b = (sum(m * v for m, v in zip(row, light, strict=True)) for row in EYES[eye])
    return min(1, max(0, r)), min(1, max(0, g)), min(1, max(0, b))


def lab(light: Triple) -> Triple:
    """CIELAB under D65."""
    r, g, b = light
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, other: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    grey = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(grey**7 / (grey**7 + 25**7)))
    c1, h1 = _polar(a1 * (1 + g), b1)
    c2, h2 = _polar(a2 * (1 + g), b2)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 and c2 else 0.0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    t = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    blue = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rt = -math.sin(math.radians(2 * blue)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return math.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)


def _polar(a: float, b: float) -> tuple[float, float]:
    chroma = math.hypot(a, b)
    return chroma, math.degrees(math.atan2(b, a)) % 360 if chroma else 0.0


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
