"""Traces for tests, line by line. Every case goes through the text, as other programs' traces do."""

import json

from companion import traces

PADS = {"Ana": "p1", "Bo": "p2", "Cy": "p3", "Di": "p4", "Eli": "p5"}
S1, S2, COWARD = "shooter1", "shooter2", "coward"
D = DRAW_US = 3_000_000
FAR_US = 900_000_000
SETTLE = 500_000


def header(*names: str, mode: str = "table", settle_us: int = SETTLE, limit_us: int = 100_000) -> str:
    players = [{"name": name, "pad": PADS[name]} for name in names or ("Ana", "Bo")]
    return json.dumps(
        {"trace": 1, "mode": mode, "reaction_limit_us": limit_us, "settle_us": settle_us, "players": players}
    )


def draw(number: int = 1, countdown_us: int = 0, at_us: int = DRAW_US, **dice: list[str]) -> str:
    held = dice or {"Ana": [S1], "Bo": [S1]}
    return json.dumps(
        {"kind": "draw", "round": number, "countdown_us": countdown_us, "at_us": at_us, "dice": held}
    )


def hit(pad: str, seq: int, lo: int, hi: int | None = None) -> str:
    at = [lo, lo + 10 if hi is None else hi]
    return json.dumps({"kind": "hit", "pad": pad, "seq": seq, "at": at})


def roll(pad: str, seq: int, die: str, face: str, lo: int, hi: int | None = None) -> str:
    at = [lo, lo + 10 if hi is None else hi]
    return json.dumps({"kind": "roll", "pad": pad, "seq": seq, "die": die, "face": face, "at": at})


def mark(pad: str, seq: int, up_to_us: int = FAR_US) -> str:
    return json.dumps({"kind": "watermark", "pad": pad, "seq": seq, "up_to_us": up_to_us})


def lost(pad: str, lo: int, hi: int | None = None) -> str:
    return json.dumps({"kind": "lost", "pad": pad, "at": [lo, lo if hi is None else hi]})


def judge(number: int, rule: str, reason: str = "seen", **about: object) -> str:
    return json.dumps({"kind": "judge", "round": number, "rule": rule, **about, "reason": reason})


def targets(number: int, player: str, *tokens: tuple[str, str]) -> str:
    return json.dumps({"kind": "targets", "round": number, "player": player, "tokens": list(tokens)})


# -- what most cases begin with

PAD = header(mode="pad")
PAD3 = header("Ana", "Bo", "Cy", mode="pad")
COWARDS = draw(Ana=[S1, COWARD], Bo=[S1, COWARD], Cy=[S1, COWARD])
BULLETS = [roll("p1", 1, S1, "bullet", D), roll("p2", 1, S1, "bullet", D)]


# -- what a referee says of them


def seqs(lines: list[str]) -> dict[str, int]:
    """The greatest seq of each pad in these lines."""
    last: dict[str, int] = {}
    for line in map(json.loads, lines):
        if "seq" in line:
            last[line["pad"]] = max(last.get(line["pad"], 0), line["seq"])
    return last


def text(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def calls(*lines: str) -> list[dict[str, object]]:
    """The calls of a trace, just as it stands."""
    return [json.loads(traces.call_text(call)) for call in traces.read(text(*lines)).calls()]


def final(*lines: str) -> list[dict[str, object]]:
    """The calls of a trace when every pad has reported far past everything."""
    pads = [player["pad"] for player in json.loads(lines[0])["players"]]
    last = seqs(list(lines[1:]))
    return calls(*lines, *(mark(pad, last.get(pad, 0)) for pad in pads))


def told(said: list[dict[str, object]]) -> list[str]:
    """Calls as short words: `first Ana`, `void p2 3 late`, `waiting p1 p2`."""
    words = []
    for call in said:
        parts = [str(call["call"])]
        for key in ("rule", "player", "players", "pad", "pads", "seq", "why"):
            value = call.get(key, [])
            parts += [str(item) for item in value] if isinstance(value, list) else [str(value)]
        words.append(" ".join(parts))
    return words
