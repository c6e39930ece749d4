"""Reading an instruction for the first time, when no workflow defines its parameters yet.

Knows text and the names of fields. Must never know a page, and never guesses: a value without a name is an error.

Rules of this module:

* A value is defined as in ``values``: a quoted text, an address, a link, a date, a number, a file.
* The words right before it name its field. Otherwise its type names it, if no other value has that type.
* Two values of one name, or a value without a name, are refused: the first lesson fixes the names permanently.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import action_concepts, field_concepts
from pytest_ami.model.errors import ParameterError
from pytest_ami.model.workflow import Parameter

from .values import ParameterReader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .values import InstructionValue

TYPED: Mapping[str, str] = {"email": "to", "url": "url", "date": "date", "number": "amount", "file": "file"}
"""The name of a value of a type if no word names it."""

_EVERY = tuple(Parameter(name=name, type=kind) for kind, name in TYPED.items())


def first_values(instruction: str) -> dict[str, str]:
    """Return the values in an instruction by the names of their fields, in order; empty if it holds no value.

    Args:
        instruction: Free text, English or Chinese, such as ``Send "Hi" to a@b.org``.

    Raises:
        ParameterError: A value cannot be named for sure.
    """
    reader = ParameterReader(instruction, _EVERY)
    found = [one for one in reader.found if one.left or one.kind in TYPED]
    named = {one.start: _named(reader, one) for one in found}
    kinds = [one.kind for one in found if not named[one.start]]
    values: dict[str, str] = {}
    doubts: list[str] = []
    for one in found:
        name = named[one.start]
        if not name and one.kind in TYPED and kinds.count(one.kind) == 1 and TYPED[one.kind] not in named.values():
            name = TYPED[one.kind]
        if not name:
            doubts.append(f"no word names {one.value!r}")
        elif values.get(name, one.value) != one.value:
            doubts.append(f"{name} is {values[name]!r} or {one.value!r}")
        else:
            values[name] = one.value
    if doubts:
        raise ParameterError(
            "The parameters of the instruction are not certain, and this flow is not learned yet",
            why="The first lesson fixes the names of the parameters, so they must be certain.",
            evidence=[*doubts, f"the text: {instruction[:200]}"],
            run='pass them by name the first time: ami.run(to="...", subject="...")',
        )
    return values


def task_of(instruction: str, values: Mapping[str, str]) -> str:
    """Return a short name for the task of an instruction: its action in the words of the vocabulary.

    Args:
        instruction: Free text.
        values: The values in it; they are no part of the name.

    Returns:
        Such as ``send email``; empty if the vocabulary knows no verb in it.
    """
    text = instruction
    for value in sorted(values.values(), key=len, reverse=True):
        text = text.replace(value, " ")
    head = text.replace("，", ",").split(",")[0]
    said = [concept[1:] for concept in action_concepts(head) if concept.startswith("=")]
    return " ".join(dict.fromkeys(word.replace("_", " ") for word in said))


def _named(reader: ParameterReader, one: InstructionValue) -> str:
    """Return the field that the words right before a value name, or an empty string."""
    for hint in reader.hints_before(one):
        concepts = field_concepts(hint)
        if len(concepts) == 1 and concepts[0].startswith("="):
            return concepts[0][1:].replace("-", "_").replace(" ", "_")
    return ""
