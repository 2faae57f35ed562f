"""Values: what nobody but the owner may know, and answers nobody can change.

Owns HIDDEN and the way between answers and JSON. It must never offer a way to ask HIDDEN what it is.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NoReturn, TypeGuard

from .refusals import Leak


class Hidden:
    """Stands in a twin for a secret that is not its viewer's. There is one: HIDDEN.

    It can be kept and handed on. Whoever asks it anything (is it true, equal, less, in a set, plus one, how
    is it spelled) lets a secret decide: that raises Leak.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"

    def __copy__(self) -> "Hidden":
        return self

    def __deepcopy__(self, memo: object) -> "Hidden":
        return self


def _refuse(what: str) -> Callable[..., NoReturn]:
    def leak(self: Hidden, *others: object) -> NoReturn:
        raise Leak(f"a secret was used: {what}")

    return leak


# Every way a value can decide something or be turned into something that can.
for _name in (
    *("bool", "eq", "ne", "lt", "le", "gt", "ge", "hash", "str", "format", "bytes"),
    *("int", "float", "index", "len", "iter", "contains", "getitem", "call", "round"),
    *("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "truediv", "rtruediv"),
    *("mod", "rmod", "divmod", "rdivmod", "pow", "rpow", "neg", "pos", "abs", "invert"),
    *("and", "rand", "or", "ror", "xor", "rxor", "lshift", "rlshift", "rshift", "rrshift"),
):
    setattr(Hidden, f"__{_name}__", _refuse(_name))

HIDDEN = Hidden()
DEEPEST = 8  # levels; no answer needs more, and none may exhaust the stack


class Plain(dict[str, Any]):
    """A JSON object that holds nothing but plain JSON: nobody goes through it leaf by leaf. For views."""


_PLAIN_ALREADY = frozenset((str, int, bool, float, type(None), Plain))  # asked first: a view is drawn often


def is_hidden(value: object) -> TypeGuard[Hidden]:
    """Say whether a value is HIDDEN: for views and possible worlds, never to decide what is asked."""
    return value is HIDDEN


def freeze(value: Any, deepest: int = DEEPEST) -> Any:
    """Return a JSON value that nobody can change: lists become tuples, objects read-only mappings.

    Raises ValueError if it is nested deeper than `deepest`.
    """
    if isinstance(value, Mapping | list | tuple) and not deepest:
        raise ValueError(f"nested deeper than {DEEPEST}")
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(item, deepest - 1) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item, deepest - 1) for item in value)
    return value


def plain(value: Any) -> Any:
    """Return a frozen value as plain JSON; HIDDEN becomes {"hidden": true}, a fraction the nearest number.

    The way back is `freeze`.
    """
    kind = value.__class__
    if kind in _PLAIN_ALREADY:
        return value
    if value is HIDDEN:
        return {"hidden": True}
    if kind is dict or isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if hasattr(value, "as_json"):
        return value.as_json()
    return float(value) if isinstance(value, Fraction) else value
