"""Which files a pad needs on its board: found by following imports from firmware/main.py.

Owns that list. Must never import the firmware it lists: it is read with `ast`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]  # holds the packages firmware and shared_rules
MAIN, BOOT = "main.py", "boot.py"
AT_THE_ROOT = (BOOT, MAIN)  # MicroPython starts these two, as they are, from the root of the board
PACKAGES = ("firmware", "shared_rules")


def sources(platform: str, root: Path = ROOT) -> dict[str, Path]:
    """Return place on the board -> source in this Tin Star, main.py last.

    :param platform: sys.platform of the board; branches for others are left out
    """
    modules = _follow(root / "firmware" / MAIN, platform, root)
    places = {path.relative_to(root).as_posix(): path for path in sorted(modules)}
    return places | {name: root / "firmware" / name for name in AT_THE_ROOT}


def version(root: Path = ROOT) -> str:
    """Return the firmware's version, as the pad will tell it."""
    tree = ast.parse((root / "firmware" / "pad.py").read_text(encoding="utf-8"))
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="VERSION")], value=ast.Constant(value=bytes(text))):
                return text.decode()
    raise ValueError("firmware/pad.py names no VERSION")


def compiled(place: str) -> str:
    """Return where a source is once it is compiled."""
    return place if place in AT_THE_ROOT else place.removesuffix(".py") + ".mpy"


def _follow(start: Path, platform: str, root: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [start]
    while waiting:
        for name in _imported(ast.parse(waiting.pop().read_text(encoding="utf-8")), platform):
            new = set(_modules(name, root)) - found
            found |= new
            waiting += new
    return found


def _imported(tree: ast.AST, platform: str) -> Iterator[str]:
    """Yield the names a module imports, wherever in it, on that platform."""
    for node in _running(tree, platform):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _running(node: ast.AST, platform: str) -> Iterator[ast.AST]:
    """Walk the tree, but not into what never runs there: TYPE_CHECKING, and other platforms' branches."""
    yield node
    below = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and (runs := _runs(node.test, platform)) is not None:
        below = iter(node.body if runs else node.orelse)
    for child in below:
        yield from _running(child, platform)


def _runs(test: ast.expr, platform: str) -> bool | None:
    """Return what a condition is known to be, None if it is not known."""
    match test:
        case ast.Name(id="TYPE_CHECKING"):
            return False
        case ast.Compare(
            left=ast.Attribute(value=ast.Name(id="sys"), attr="platform"),
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=value)],
        ):
            return bool(value == platform)
    return None


def _modules(name: str, root: Path) -> Iterator[Path]:
    """Yield the files that importing this name loads, its packages first; none when it is not ours."""
    parts = name.split(".")
    if parts[0] not in PACKAGES:
        return
    for length in range(1, len(parts) + 1):
        place = root.joinpath(*parts[:length])
        if (package := place / "__init__.py").is_file():
            yield package
        elif (module := place.with_suffix(".py")).is_file():
            yield module
