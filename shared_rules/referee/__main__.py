"""`python -m shared_rules.referee` prints the stages for README.md, straight from the table in stages.py."""

from shared_rules.referee import stages


def words() -> str:
    """Return what each stage and each happening means, in Markdown."""
    lines = []
    for title, names in (("stage", stages.STAGES), ("what happens", stages.HAPPENINGS)):
        lines += [f"| {title} | |", "|---|---|"]
        lines += [f"| {name} | {stages.MEANINGS[name]} |" for name in names]
        lines.append("")
    return "\n".join(lines)


def table() -> str:
    """Return the stage after each happening, in Markdown; an empty field is a refusal."""
    lines = [
        "| | " + " | ".join(stages.HAPPENINGS) + " |",
        "|---" * (len(stages.HAPPENINGS) + 1) + "|",
    ]
    for stage in stages.STAGES:
        after = [stages.follow(stage, happened) or "" for happened in stages.HAPPENINGS]
        lines.append(f"| **{stage}** | " + " | ".join(after) + " |")
    return "\n".join(lines) + "\n"


def diagram() -> str:
    """Return the same as a Mermaid state diagram, all happenings between two stages on one arrow."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for (stage, happened), after in stages.NEXT.items():
        arrows.setdefault((stage, after), []).append(happened)
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {stages.READY}"]
    lines += [f"    {stage} --> {after}: {', '.join(why)}" for (stage, after), why in arrows.items()]
    return "\n".join([*lines, f"    {stages.OVER} --> [*]", "```"]) + "\n"


def drawn() -> str:
    """Return all that README.md shows of the stages."""
    return "\n".join([diagram(), words(), table()])


if __name__ == "__main__":
    print(drawn(), end="")
