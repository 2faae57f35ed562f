"""`python -m shared_rules.wire` prints the message table for README.md, straight from messages.py."""

from shared_rules.wire import messages

WIDTHS = {"B": "u8", "H": "u16", "I": "u32", "Q": "u64"}


def field(pair: str) -> str:
    """Return "name:format" the way the table shows it, for instance "seq u32" or "board 16 bytes"."""
    name, form = pair.split(":")
    return f"{name} {WIDTHS[form]}" if form in WIDTHS else f"{name} {form[:-1]} bytes"


def table() -> str:
    """Return the message table in Markdown."""
    lines = ["| code | message | sent | fields | meaning |", "|---|---|---|---|---|"]
    for code, name, layout, meaning in messages.ROWS:
        fields = ", ".join(field(pair) for pair in layout.split())
        lines.append(f"| 0x{code:02x} | {name} | {messages.direction(code)} | {fields} | {meaning} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
