"""Fields by elimination: the only parameter that is left over goes to the only field that can take it.

This module knows fields, parameters and the words of the task. It must never know a page or the moves so far.

Rules:

* A field whose name has another meaning takes nothing by elimination, and neither does a field for a secret.
* A number or a date goes to the only field of its kind. Any other value goes to the only empty field of the form.
* A field that is called like the thing of the task takes the only text: "New task" in "add a task".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import field_concepts
from pytest_ami.model.lesson import MoveKind

from .forms import is_search, objects
from .scoring import FITS, FieldMatch, display_name, is_field, is_secret, usable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pytest_ami.model.lesson import Element
    from pytest_ami.model.workflow import Parameter

_MARKS = {"number": ("number", "range"), "date": ("date", "calendar", "datetime local")}
"""For each type of parameter, the types and icons of fields for it."""

_ODD = frozenset({"file", "choice"})


def lone_field(
    pending: Sequence[Parameter],
    elements: Sequence[Element],
    contexts: Collection[str],
    fits: Sequence[FieldMatch],
    task: str,
    record: str = "",
) -> FieldMatch | None:
    """Return a parameter that is left over with the only field that can take it.

    Args:
        pending: The parameters that wait for a field.
        elements: The elements of the page that were not filled.
        contexts: The surroundings of the fields that were filled before.
        fits: The parameters that have a field.
        task: The task.
        record: Name of the parameter that names the record of the task, if it waits.
    """
    left = [p for p in pending if all(p.name != fit.parameter for fit in fits) and not p.secret]
    free = [e for e in elements if _takes(e) and all(e.ref != fit.element.ref for fit in fits)]
    for kind, marks in _MARKS.items():
        mine, fields = [p for p in left if p.type == kind], [e for e in free if _is(e, marks)]
        if len(mine) == len(fields) == 1 and (contexts or fits):
            return _match(mine[0], fields[0])
    texts = [p for p in left if p.type not in _ODD]
    around = {*contexts, *(fit.element.context for fit in fits)}
    empty = [e for e in free if not e.value and e.context in around]
    if len(texts) == len(empty) == 1 and not _means_another(empty[0]):
        return _match(texts[0], empty[0])
    called = [e for e in free if not e.value and objects(task) & objects(display_name(e))]
    mine = [p for p in texts if p.name == record] if record else texts
    alone = len(mine) == len(called) == 1 and (len(pending) == 1 or called[0].role == "combobox")
    return _match(mine[0], called[0]) if alone else None


def _match(parameter: Parameter, element: Element) -> FieldMatch:
    kind = MoveKind.FILL if is_field(element) else MoveKind.CLICK
    return FieldMatch(parameter=parameter.name, element=element, kind=kind, score=FITS)


def _takes(element: Element) -> bool:
    opens = element.role == "combobox" and element.tag != "select"
    return (is_field(element) or opens) and usable(element) and not is_secret(element) and not is_search(element)


def _is(element: Element, marks: Sequence[str]) -> bool:
    icon = f" {element.attributes.get('icon', '')} "
    return element.type.replace("-", " ") in marks or any(f" {mark} " in icon for mark in marks)


def _means_another(element: Element) -> bool:
    return any(concept.startswith("=") for concept in field_concepts(display_name(element)))
