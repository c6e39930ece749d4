"""Key policy: what a teacher enters goes to the server under the key under which the stored flow sent it.

Rules of this module:

* A stored deed tells under which keys the server got a value. While a field of such a key is on the page, the value
  goes into no other one: two fields may have one label.
* If no field of these keys is left, the form was made anew and its keys are new ones. Then any key will do, but that of
  another record: a row of another collection, or a field that only a number tells apart.
* A field that already holds the value is served: the value may be asked for twice.
* A field without a name has no key before the request is sent. ``requests.misdirected`` judges it afterwards.
* A flow that is learned from its beginning although one is stored (``--ami-mode=relearn``) may be one of a new form:
  only the first rule holds. A person or a script that demonstrates the flow decides by itself.

Knows elements as they were observed, and stored steps. Must never know a page or a browser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.request_keys import of_other_records, same_key
from pytest_ami.engine.sent_requests import is_deed
from pytest_ami.instructions.parameters import names
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element

ENTERED = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD})


def other_key(element: Element, value: str, elements: Iterable[Element], lesson: Lesson) -> str:
    """Return the reason why a value must not be entered into a field, because it is sent as something else.

    Args:
        element: The field as it was observed.
        value: The template of the value, or the value.
        elements: All elements of the page.
        lesson: The lesson, with the stored steps that it replaces.
    """
    own = element.attributes.get("name", "")
    literal = {name for name, text in lesson.values.items() if text.strip() and text.strip() == value.strip()}
    named = {name for name in names(value) if name in lesson.values} or literal
    if not own or not named:
        return ""
    keys = [key for step in lesson.replaces if is_deed(step) for key in requests.keys_of(step.sent, named)]
    if not keys or any(same_key(own, key) for key in (*keys, *_entered(named, lesson))):
        return ""
    texts = {lesson.values[name].strip() for name in named}
    there = [one for one in elements if any(same_key(one.attributes.get("name", ""), key) for key in keys)]
    if any(one.value.strip() in texts for one in there):
        return ""
    shown = f"{{{{{min(named)}}}}}"
    if there:
        was = there[0].attributes["name"]
        return f"the stored flow sends {shown} as {keys[0]}, and {was} is on the page; the field sends it as {own}"
    if (lesson.done or lesson.remaining) and any(of_other_records(key, own) for key in keys):
        return f"the stored flow sends {shown} as {keys[0]}; the field sends it as {own}, which is another record's"
    return ""


def _entered(named: set[str], lesson: Lesson) -> list[str]:
    """Return the names of the fields into which the stored flow enters a value besides those of its deeds."""
    steps = [step for step in (*lesson.done, *lesson.replaces) if step.kind in ENTERED and step.target]
    return [step.target.attributes.get("name", "") for step in steps if step.target and named & set(names(step.value))]
