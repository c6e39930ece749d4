"""The call that would work in place of an instruction that cannot be read for sure.

Knows readings. Must never know a page, a store or a model.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_ami.model.errors import ParameterError

from .parameters import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .first_reading import FirstReading

_NO_TASK = "the name of the task"


def refusal(reading: FirstReading, *, secret: bool, declared: bool, model: str = "") -> ParameterError:
    """Return the error for an instruction that is not read in full, with the call that would work.

    Args:
        reading: The reading.
        secret: Whether the text may hold a secret; then no part of it is shown.
        declared: Whether the test declares the task.
        model: The model that was asked as well; empty for none.
    """
    by = f"neither the tables of words nor {model} could" if model else "the tables of words could not"
    return ParameterError(
        "The instruction was not read in full, so it is not learned",
        why=f"The first lesson fixes the task and its parameters, and {by} account for every word.",
        evidence=[] if secret else [*_points(reading), f"the text: {reading.text[:200]}"],
        run=BY_NAME if secret else rewritten(reading, declared=declared),
    )


def rewritten(reading: FirstReading, *, declared: bool = False) -> str:
    """Return the call that carries every word of a reading: the task, and each value by name.

    Args:
        reading: The reading.
        declared: Whether the test declares the task, so that the call need not name it.
    """
    if reading.unread == (reading.text.strip(),) and not reading.values:
        return (
            f"put the value in quotation marks, or add @pytest.mark.learned({_text(reading.text.strip())}) to the test"
        )
    named = [f"{name}={_text(value)}" for name, value in _arguments(reading)]
    task = [] if declared else [_text(reading.task if _is_clean(reading) else _NO_TASK)]
    return f"ami.run({', '.join([*task, *named])})"


def _is_clean(reading: FirstReading) -> bool:
    return bool(reading.task) and not any(part in reading.task for part in (*reading.unread, *reading.nameless))


def _arguments(reading: FirstReading) -> Iterator[tuple[str, str]]:
    taken = set(reading.values)
    yield from reading.values.items()
    for base, parts in (("value", reading.nameless), ("text", reading.unread)):
        for part in parts:
            name = next(n for n in _names(base) if n not in taken)
            taken.add(name)
            yield name, part


def _names(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base}_{number}"
        number += 1


def _points(reading: FirstReading) -> Iterator[str]:
    yield from (f"neither task nor value: {part!r}" for part in reading.unread)
    yield from (f"no word names {value!r}" for value in reading.nameless)
    yield from reading.doubts


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
