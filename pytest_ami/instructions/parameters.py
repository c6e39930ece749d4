"""Parameters: their types, whether all have values, and the template of an instruction.

Knows parameters and texts. Must never know steps, a page or a store, and never guesses: a missing, unknown or doubtful
value is a ``ParameterError`` that names it.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from pytest_ami.lexicon.text_normalization import normalise, same_meaning
from pytest_ami.model.errors import ParameterError

from .template import fits, names, render, templatize, unlike_names
from .value_names import is_plain
from .value_types import STRICT, infer_type, suits
from .values import ParameterReader, hint_score, quotes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.workflow import Parameter

__all__ = [
    "check",
    "extract",
    "fitted",
    "infer_type",
    "instruction_template",
    "names",
    "render",
    "template_readings",
    "templatize",
    "unlike_names",
]

BY_NAME = "pass the values by name: ami.run(name=...)"
"""The way out of a sentence that does not give every value."""

_CLOSE, _MISSPELT = 0.6, 0.8


def check(
    parameters: Iterable[Parameter],
    values: Mapping[str, Any],
    *,
    grows: bool = False,
    anew: bool = False,
    run: str = "",
) -> dict[str, str]:
    """Return the values as text, in the order of the parameters; then those of new ones.

    Types are not enforced, because a test may type a wrong address on purpose.

    Args:
        parameters: The parameters of a workflow.
        values: Value by name.
        grows: Whether a name may be unknown, because a lesson follows for it. A name like a known one is a mistake.
        anew: Whether the workflow is learned anew, perhaps without some of its parameters. Beside an unknown name,
            a missing one is a mistake all the same: the value may be meant for it.
        run: The command that makes such a lesson possible.

    Raises:
        ParameterError: A value is missing or a name is unknown; all are named.
    """
    known = {parameter.name: parameter for parameter in parameters}
    unknown = [name for name in values if name not in known]
    missing = [name for name, one in known.items() if values.get(name) is None and not one.optional]
    mistaken = any(_near(name, known, _MISSPELT) for name in unknown)
    if mistaken or (missing and (unknown or not anew)) or (unknown and not grows):
        parts = [f"missing: {', '.join(missing)}"] if missing else []
        parts += [f"unknown: {', '.join(unknown)}"] if unknown else []
        raise ParameterError(
            f"The parameters do not match ({'; '.join(parts)})",
            why="A workflow takes the parameters it was learned with. Only optional ones may be missing.",
            evidence=[
                f"takes: {', '.join(known) or 'none'}",
                *(f"{name!r} may be {near!r}" for name in unknown if (near := _near(name, missing or known))),
            ],
            run="" if missing and unknown else _optional_marker(missing) if missing else run,
        )
    order = (*known, *unknown)
    return {name: _as_text(values[name]) for name in order if values.get(name) is not None}


def extract(instruction: str, parameters: Sequence[Parameter], templates: Iterable[str] = ()) -> dict[str, str]:
    """Return the parameters' values in an instruction in English or Chinese, without a model.

    The workflow's own templates come first. Otherwise values are quoted texts, addresses, dates and the like, or texts
    after ``name:`` or ``name=``, and go to the parameter that the words before them name. No template may contradict
    that.

    Raises:
        ParameterError: A value is missing or doubtful; the message names it and the values that were found.
    """
    if found := fitted(instruction, parameters, templates):
        return found
    reader = ParameterReader(instruction, tuple(parameters))
    values = reader.assign()
    missing = [one.name for one in parameters if one.name not in values and not one.optional]
    doubts = [*reader.doubts(missing), *_other_reading(instruction, parameters, templates, values)]
    if missing or doubts:
        secret = {parameter.name for parameter in parameters if parameter.secret}
        said = [f"missing: {', '.join(missing)}"] if missing else []
        raise ParameterError(
            f"The instruction does not give every parameter clearly ({'; '.join(said + doubts)})",
            why="Write a value in quotation marks after its name, such as subject 'Hello', or pass it by keyword.",
            evidence=[
                *([] if secret else [f"instruction: {instruction[:200]}"]),
                *(f"found {name}" + ("" if name in secret else f" = {value!r}") for name, value in values.items()),
                *([] if secret else reader.leftovers()),
            ],
            run=BY_NAME,
        )
    return {parameter.name: values[parameter.name] for parameter in parameters if parameter.name in values}


def instruction_template(instruction: str, values: Mapping[str, str]) -> str:
    """Return the instruction with the values in it as ``{{name}}``: quoted ones at any length.

    Leave secret values out of ``values``: texts that are not in ``values`` stay unchanged.
    """
    left = dict(values)
    out, at = [], 0
    for quote in quotes(instruction):
        same = [name for name, value in left.items() if value == quote.value and value]
        if not same:
            continue
        before = instruction[at : quote.start]
        name = max(same, key=lambda one: hint_score(one, before))
        del left[name]
        out += [before, quote.left, f"{{{{{name}}}}}", quote.right]
        at = quote.end
    quoted = "".join([*out, instruction[at:]])
    return templatize(quoted, unlike_names(left)) if left else quoted


def fitted(instruction: str, parameters: Sequence[Parameter], templates: Iterable[str]) -> dict[str, str] | None:
    """Return the values of the templates that fit, if they give every parameter.

    Raises:
        ParameterError: There are two readings.
    """
    known = {parameter.name: parameter for parameter in parameters}
    found: list[dict[str, str]] = []
    for template in _whole(templates, parameters):
        found += [values for values in template_readings(instruction, template, parameters) if values not in found]
    if len(found) > 1:
        raise ParameterError(
            "The instruction can be read in more than one way "
            f"({', '.join(name for name in known if found[0].get(name) != found[1].get(name))} doubtful)",
            why="It fits a template of the workflow, but the end of a value is not clear.",
            evidence=[
                f"reading {i}: { ({name: one for name, one in values.items() if not known[name].secret}) }"
                for i, values in enumerate(found[:3], 1)
            ],
            run=BY_NAME,
        )
    return {name: found[0][name] for name in known if name in found[0]} if found and known else None


def template_readings(text: str, template: str, parameters: Iterable[Parameter]) -> tuple[dict[str, str], ...]:
    """Return the readings of a text by a template: none, one, or the first two.

    A value fits the type of its parameter. Without quotation marks, it is one value and nothing else.
    """
    kinds = {parameter.name: parameter.type for parameter in parameters}
    quoted = {quote.value for quote in quotes(text)}

    def accepts(name: str, value: str) -> bool:
        kind = kinds.get(name)
        return kind is not None and suits(kind, value) and (kind in STRICT or value in quoted or _is_loose(value))

    return fits(template, text, accepts)


def _optional_marker(names_: Sequence[str]) -> str:
    """Return the advice for a run that leaves parameters out on purpose."""
    listed = ", ".join(f'"{name}"' for name in names_)
    return f"pass {', '.join(names_)}, or declare: @pytest.mark.learned(..., optional=({listed},))"


def _whole(templates: Iterable[str], parameters: Iterable[Parameter]) -> list[str]:
    """Return the templates that hold every parameter but optional ones, and no other name."""
    known = {parameter.name: parameter.optional for parameter in parameters}
    needed = {name for name, optional in known.items() if not optional}
    return [template for template in templates if needed <= set(names(template)) <= known.keys()]


def _other_reading(
    text: str, parameters: Sequence[Parameter], templates: Iterable[str], values: Mapping[str, str]
) -> list[str]:
    """Return a doubt if a template lies over the text, but with values that only it would take, and no reader found."""
    kinds = {parameter.name: parameter.type for parameter in parameters}
    laid = [
        found
        for template in _whole(templates, parameters)
        for found in fits(template, text, lambda name, value: suits(kinds[name], value))
    ]
    return ["the end of a value is not clear"] if laid and dict(values) not in laid else []


def _is_loose(value: str) -> bool:
    """Return whether a value without quotation marks can be a single value: not two, and no code with more text."""
    bare = value.rstrip(".")
    if value[-1:] in "。！!" or (bare != value and (infer_type(bare) != "text" or any(map(str.isdigit, bare)))):
        return False  # the sentence ends there, not the value
    words = value.split()
    coded = len(words) > 1 and any(char.isdigit() for char in words[0]) and not words[0].isdigit()
    return infer_type(value) != "text" or (is_plain(value) and (not coded or value.replace(" ", "").isalnum()))


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _near(name: str, known: Iterable[str], least: float = _CLOSE) -> str:
    options = list(known)
    meant = [option for option in options if same_meaning(name, option)]
    folded = {normalise(option): option for option in options}
    close = difflib.get_close_matches(normalise(name), list(folded), n=1, cutoff=least)
    return meant[0] if meant else folded[close[0]] if close else ""
