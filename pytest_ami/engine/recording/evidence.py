"""The evidence about a recorded element as a template: parameter values in its texts are written as ``{{name}}``.

Knows one fingerprint and the values. Must never know the other steps.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import normal_route, templated_url
from pytest_ami.elements.contradictions.said_beside import CHOOSES
from pytest_ami.elements.contradictions.surroundings import BRANCH
from pytest_ami.elements.namesakes import BESIDE, COLUMN, VARIES, data_of_row
from pytest_ami.elements.text_keys import CUT, exact, is_cut, spaced
from pytest_ami.engine.effects.expectation import messages
from pytest_ami.instructions.parameters import names, templatize, unlike_names
from pytest_ami.lexicon.dates import dated
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.vocabulary import SUCCESS
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.operation import Operation, PageState
    from pytest_ami.model.workflow import Effects, Step

_DAY = re.compile(r"day|date|tag|datum|jour|fecha|(?<![a-z])d[ií]a|日", re.IGNORECASE)
"""Words in the names of parameters whose values are days."""

BEGUN = 3
"""The fewest characters of a value at the end of a text that was cut within it."""

SURELY = 8
"""So many of them need no space before them: texts of two elements may stand side by side without one."""

SHARED = "shared"
"""Detail of an element in a row: the words that all rows beside it have as well."""

DIALOGS = ("dialog|", "alertdialog|")
"""Begins of the containers whose name is the title of a dialog."""

_QUOTED = re.compile(r"(['\"])(.*?)\1")
"""A text in an XPath."""


def templated(
    fingerprint: Fingerprint, values: Mapping[str, str], kind: StepKind, route: str = "", *, of_row: bool = False
) -> Fingerprint:
    """Return ``fingerprint`` with parameter values inside its texts written as ``{{name}}``.

    A field for a value is identified by its label, never by its content. The text around it counts only if fields of
    the same name must be told apart, if it has no name, or if it was opened in a row that a value names: then a value
    in its row says whose field it is. A value that equals its parameter's name is a word of the page.
    Neither is one whose words are in every row of the list, while another value names the row: structure, not data.
    A container that is named after a record is always that of the record, and so is a dialog whose title holds a value
    ("Refund order 17"). So is the address to which the form of a field is sent, as far as the page's own address names
    the record.

    Args:
        fingerprint: The recorded element.
        values: Parameter values without secrets, and without the value that the step enters.
        kind: The action on the element.
        route: The address of its page as a template.
        of_row: Whether a press in the row of a value opened it there (``opened_in_row``).
    """
    field, values = kind in (StepKind.FILL, StepKind.UPLOAD), unlike_names(values)
    named = bool(fingerprint.name or fingerprint.label)
    around = {} if field and named and not of_row and fingerprint.counts.get("name", 1) <= 1 else values
    within, branch = {} if field else values, values  # the branch above a field is a container
    titles = {text.partition("|")[2] for text in fingerprint.scope if text.startswith(DIALOGS)}
    of_title = values if fingerprint.heading in titles else around
    sent = {name: value for name, value in values.items() if name in names(route)} if field else values
    return replace(
        fingerprint,
        name=templatize(fingerprint.name, values) if field else _dated(fingerprint.name, values),
        label=templatize(fingerprint.label, values),
        text=templatize(fingerprint.text, within),
        context=templatize(fingerprint.context, _of_record(fingerprint, around)),
        heading=templatize(fingerprint.heading, of_title),
        landmark=_container(fingerprint.landmark, values, around),
        scope=tuple(_container(text, values, around) for text in fingerprint.scope),
        cells=tuple(templatize(text, around) for text in fingerprint.cells),
        texts=tuple(templatize(text, around) for text in fingerprint.texts),
        details={
            key: templated_url(value, sent)
            if key == "action"
            else templatize(value, branch if key == BRANCH else within)
            for key, value in fingerprint.details.items()
            if key != SHARED
        },
        xpath=_QUOTED.sub(lambda one: f"{one[1]}{_with_day(one[2], within)}{one[1]}", fingerprint.xpath),
        attributes={key: _with_day(value, within) for key, value in fingerprint.attributes.items()},
        neighbours=tuple(_beside(text, around) for text in fingerprint.neighbours),
    )


def _of_record(row: Fingerprint, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values that may name the record of a row: those that are no words of all rows of its list.

    A value that fills a cell stays, and so do all values if the row would hold none without them.
    """
    shared, whole = set(row.details.get(SHARED, "").split()), {exact(text) for text in (*row.cells, *row.texts)}
    words = {name: set(re.findall(r"[^\W_]+", value.lower())) for name, value in values.items()}
    of_list = {name for name, some in words.items() if some and some <= shared and exact(values[name]) not in whole}
    left = {name: value for name, value in values.items() if name not in of_list}
    return left if names(templatize(f"{row.name} {row.text} {row.context}", left)) else values


def _beside(text: str, values: Mapping[str, str]) -> str:
    """Return a text beside an element as a template; of one that was cut, the beginning of a value at its end is it."""
    if not is_cut(text):
        return templatize(text, values)
    length, name = max(((_begun(text, spaced(value)), name) for name, value in values.items()), default=(0, ""))
    template = templatize(text[: len(text) - length], values) + (f"{{{{{name}}}}}" if length else "")
    return f"{template}{CUT}" if names(template) else template


def _begun(text: str, value: str) -> int:
    """Return how many characters of a value a text ends with, before the value is whole: a word, or no chance."""
    for length in range(min(len(value) - 1, len(text)), BEGUN - 1, -1):
        if text.endswith(value[:length]) and (length >= SURELY or not text[: len(text) - length][-1:].isalnum()):
            return length
    return 0


def with_words(
    target: Fingerprint, recorded: Fingerprint | None, words: Collection[str], typed: Mapping[str, str] | None = None
) -> Fingerprint:
    """Return a target whose heading and containers keep the texts that are words of the page.

    A group "user" that is typed below "Add user" does not name that part of the page. But a heading that the flow has
    typed is data of every element below it, also of a field.

    Args:
        target: The recorded element as a template.
        recorded: The element as it was recorded.
        words: Texts that named parts of the page before any of the values in them was typed (``standing``).
        typed: The values that were typed into other fields of the page before (``written``).
    """
    if recorded is None:
        return target
    if spaced(recorded.heading) not in words:
        target = _below_typed(target, typed or {})
    pairs = zip(target.scope, recorded.scope, strict=True)
    return replace(
        target,
        heading=recorded.heading if spaced(recorded.heading) in words else target.heading,
        scope=tuple(was if spaced(was.partition("|")[2]) in words else own for own, was in pairs),
    )


def _below_typed(target: Fingerprint, typed: Mapping[str, str]) -> Fingerprint:
    """Return a target whose heading is, as a whole, a value that was typed: here, and where it is the nearest text."""
    heading = target.heading
    name = next((name for name, value in typed.items() if heading and spaced(value) == spaced(heading)), "")
    if not name:
        return target
    near = tuple(f"{{{{{name}}}}}" if text == heading else text for text in target.neighbours)
    return replace(target, heading=f"{{{{{name}}}}}", neighbours=near)


def under_record(
    target: Fingerprint, kind: StepKind, steps: Sequence[Step], values: Mapping[str, str], words: Collection[str] = ()
) -> Fingerprint:
    """Return a field with its heading as a template, if an earlier step brought this heading, or stands below it.

    The heading says whose record is open then ("Edit Ada"). Any other word above a field may equal a value by chance.

    Args:
        target: The recorded element as a template.
        kind: The action on it; only text fields do not know yet whose they are.
        steps: The steps before its own.
        values: Parameter values without secrets.
        words: Texts that named parts of the page before any of the values in them was typed.
    """
    if kind is not StepKind.FILL or spaced(target.heading) in words:
        return target
    heading = templatize(target.heading, unlike_names(values))
    brought = [key.partition("|")[2] for step in steps for key in step.effects.appeared if key.startswith("heading|")]
    known = [*brought, *(step.target.heading for step in steps if step.target)]
    named = bool(names(heading)) and any(f"{one} ".startswith(f"{heading} ") for one in known)
    return replace(target, heading=heading) if named else target


POINTED = "pointed"
"""Detail of a recorded option that the pointer alone marked as selected."""


_AROUND = ("cells", "texts", "neighbours")
_LOADING = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,2} ?(?:…|\.\.\.)")
"""A text of a few words that goes on in dots: the page will replace it."""


def loaded(target: Fingerprint) -> Fingerprint:
    """Return a recorded field without the text of a list that was still loading when it was all around the field.

    Only a field is meant, and only if nothing else is in its box: a cell "Details…" of a row keeps its column.
    """
    loading = {text for text in target.cells if _LOADING.fullmatch(text)}
    if target.tag not in ("input", "textarea") or not loading or len(loading) < len(target.cells):
        return target
    kept: dict[str, Any] = {key: tuple(text for text in getattr(target, key) if text not in loading) for key in _AROUND}
    return replace(target, **kept)


def unmarked(target: Fingerprint, effects: Effects) -> Fingerprint:
    """Return an option without its mark if pressing it chose it: then it was marked because the pointer was there.

    An option that is chosen already would be taken back by the press, and what it is called would not appear. An option
    that was not marked before the pointer came is meant as well if the pointer alone marked it: in such a list the mark
    says nothing about what is chosen, and a replay may find it there, below a pointer that rests.

    Args:
        target: The recorded element as a template.
        effects: The effects of its step.
    """
    chosen = target.name and any(target.name in key.partition("|")[2] for key in effects.appeared)
    details = {key: text for key, text in target.details.items() if key != POINTED}
    if target.role == "option" and chosen and (details.get("selected") == "true" or POINTED in target.details):
        details.pop("selected", None)
    return replace(target, details=details) if details != target.details else target


def without_shown(target: Fingerprint, *, chosen: bool) -> Fingerprint:
    """Return a target without a role as the label over it names it, if the text that it shows is the present choice.

    Args:
        target: The recorded element as a template.
        chosen: Whether its text is the present choice (``field_effects.shows_choice``).
    """
    details = {key: text for key, text in target.details.items() if key != CHOOSES}
    if not chosen or CHOOSES not in target.details:
        return replace(target, details=details) if CHOOSES in target.details else target
    kept: dict[str, Any] = {key: tuple(text for text in getattr(target, key) if text != target.text) for key in _AROUND}
    own = {key: value for key, value in target.attributes.items() if key != "title"}
    return replace(target, text="", attributes=own, context="", **kept)


def without_choice(
    target: Fingerprint, effects: Effects, own: Sequence[Operation] = (), following: Sequence[Operation] = ()
) -> Fingerprint:
    """Return a button that opens a list without the present choice as its name: another one may stand there.

    The name is the choice if the list that it opened offers it. A button that does not say that it opens a list keeps
    the choice as its name; but if a parameter chose just that one again, the name was no value of the parameter.

    Args:
        target: The recorded element as a template.
        effects: The effects of its step.
        own: Its operation, if it is known.
        following: The next operation, if there is one.
    """
    if f"option|{target.name}" not in effects.appeared:
        return target
    if target.opens_list():
        return target.without_choice()
    recorded = next((one.fingerprint for one in own), None)
    again = any(recorded and one.role == "option" and one.text == recorded.name for one in following)
    if recorded is None or not again or not names(target.name):
        return target
    kept: dict[str, Any] = {key: getattr(recorded, key) for key in ("name", "text", "label", *_AROUND)}
    return replace(target, **kept)


def _dated(name: str, values: Mapping[str, str]) -> str:
    """Return the name of a control as a template; the day of a date in it is that of the value that is called a day."""
    template, day = _with_day(name, values), _day_of(name, values)
    if names(template) or not day:
        return template
    return re.sub(rf"-{values[day]}(?![\d-])", f"-{{{{{day}}}}}", dated(name))


def _with_day(text: str, values: Mapping[str, str]) -> str:
    """Return a text as a template; beside a month or a year that are values, the day of its date is a value, too."""
    template, day = templatize(text, values), _day_of(text, values)
    if not day or not names(template):
        return template
    number = re.compile(rf"(?<![\w{{]){values[day]}(?![\w}}])")
    return number.sub(f"{{{{{day}}}}}", template) if len(number.findall(template)) == 1 else template


def _day_of(text: str, values: Mapping[str, str]) -> str:
    """Return the name of the parameter that is called a day and gives the day of the date in a text, if one does.

    A value that another parameter has as well may be that one.
    """
    written = dated(text)
    days = [key for key, value in values.items() if value.isdecimal() and _DAY.search(key)] if written != text else []
    found = [key for key in days if re.search(rf"-{values[key]}(?![\d-])", written)]
    alone = len(found) == 1 and list(values.values()).count(values[found[0]]) == 1
    return found[0] if alone else ""


def _container(container: str, values: Mapping[str, str], around: Mapping[str, str]) -> str:
    """Return ``role|name`` of a container; a name that is exactly a value is the record that the flow has opened.

    Args:
        container: The container as it was recorded.
        values: All values.
        around: Those that count in a text around the element; in the title of a dialog all of them do.
    """
    role, bar, called = container.partition("|")
    name = next((name for name, value in values.items() if value and value == called), "")
    own = f"{role}{bar}{{{{{name}}}}}" if name else container
    return templatize(own, values if container.startswith(DIALOGS) else around)


def of_row(target: Fingerprint) -> Fingerprint:
    """Return a target without its name, if a value chose its row and the name is data of that row.

    Args:
        target: The recorded element, with ``{{name}}``.
    """
    if COLUMN not in target.details:
        return target
    details = {key: text for key, text in target.details.items() if key not in (COLUMN, VARIES)}
    if names(f"{target.name} {target.text}") or not names(target.context) or not _is_data(target):
        plain = not target.role and bool(names(target.context))  # the page finds it by its column alone
        return replace(target, details=details | ({COLUMN: target.details[COLUMN]} if plain else {}))
    held = next((text for text in (*target.cells, *target.texts, target.context) if names(text)), "")
    details = {key: text for key, text in details.items() if key not in ("shown", "styled")}
    details |= {key: target.details[key] for key in (COLUMN, VARIES) if key in target.details} | {BESIDE: held}
    return replace(target, name="", text="", xpath="", details=details)


def _is_data(target: Fingerprint) -> bool:
    """Return whether the text of an element is data of its row: a time, a number, or a name of the row's own."""
    told = [text for text in (target.name, target.text) if text]
    return all(data_of_row(text, varies=VARIES in target.details) for text in told) and bool(told)


def without_banners(step: Step, past: Sequence[Operation], values: Mapping[str, str]) -> Step:
    """Return a step that leads to another page without the messages that this page showed before the flow went there.

    A list has its banner again when the flow comes back to it. A message of success is told each time.

    Args:
        step: The step, with its effects.
        past: The operations up to it.
        values: Parameter values without secrets.
    """
    route = step.effects.route
    before = [one.before for one in past if route and normal_route(one.before.url, unlike_names(values)) == route]
    stood = {key for state in before for key in messages(state, values) if not mentions(key, SUCCESS)}
    kept = tuple(key for key in step.effects.notices if key not in stood)
    return replace(step, effects=replace(step.effects, notices=kept)) if kept != step.effects.notices else step


def without_passer(step: Step, before: Sequence[Step], after: PageState) -> Step:
    """Return a key or a text without its only effect, if that is the going of a control that had come by the way.

    A side bar shows a button while the pointer is over it, and takes its time to hide it again. The step that brought
    the control brought other things as well, and they are still there.

    Args:
        step: The step, with its effects.
        before: The steps before it.
        after: The page after it.
    """
    gone, others = step.effects.vanished, replace(step.effects, vanished=(), value=None, refusals=())
    if step.kind not in (StepKind.PRESS, StepKind.FILL) or len(gone) != 1 or others:
        return step
    brought = next((one.effects.appeared for one in reversed(before) if gone[0] in one.effects.appeared), ())
    stays = any(key in after.controls or key in after.notices for key in brought if key != gone[0])
    return replace(step, effects=replace(step.effects, vanished=())) if stays else step
