"""The difference between two states of a server, in a few lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LENGTH = 160
"""Characters of one value, at most."""


def changes(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield a line for each place where two states differ."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            where = f"{path}.{key}" if path else str(key)
            if key not in after:
                yield f"{where}: gone: {_short(before[key])}"
            elif key not in before:
                yield f"{where}: new: {_short(after[key])}"
            else:
                yield from changes(before[key], after[key], where)
    elif isinstance(before, list) and isinstance(after, list):
        yield from (f"{path}: gone: {_short(one)}" for one in before if one not in after)
        yield from (f"{path}: new: {_short(one)}" for one in after if one not in before)
        if all(one in after for one in before) and all(one in before for one in after):
            yield f"{path}: another order, or another number of equal entries"
    else:
        yield f"{path}: {_short(before)} became {_short(after)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LENGTH else f"{text[: LENGTH - 1]}…"
