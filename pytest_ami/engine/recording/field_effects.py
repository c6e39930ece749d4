"""The effects of typing and choosing, from the later operations of a recording: the text of the field, and the rows.

Rules of this module:

* The text of a field counts when its form is used, after the page's own handlers, and not at the moment of typing.
* A field of another tab or frame, of another document, or of a secret is not read.

It knows operations. It must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from pytest_ami.elements.contradictions.in_series import CELLS
from pytest_ami.elements.held_values import SEPARATOR
from pytest_ami.elements.namesakes import COLUMN, VARIES
from pytest_ami.elements.stated_values import STATED
from pytest_ami.elements.text_keys import exact, spaced
from pytest_ami.engine.effects import fields
from pytest_ami.engine.effects.expectation import rows_changed
from pytest_ami.engine.effects.row_data import BLOCK, with_new_cell
from pytest_ami.engine.recording.surroundings import with_turned_text
from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.model.workflow import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.operation import Operation, PageState

HELD = frozenset({"input", "select", "check", "uncheck"})
"""Operations whose field is read again."""

SAME_FIELD = HELD | {"upload"}
"""Operations that enter something and use no form."""

PRESSES = frozenset({"click", "dblclick", "press", "drag"})
"""Operations that may use a form."""

ENTERED = frozenset({StepKind.FILL, StepKind.SELECT})
"""Kinds of steps after which a list may follow."""

AROUND = frozenset({"hover", "scroll"})
"""Operations that only bring an element into view or reach."""

INPUTS = frozenset({"input", "textarea"})
BY_KEYS = frozenset({"", "text", "search", "email", "tel", "url"})
"""Types of fields that take a text without its last character."""

SEVERAL = 2
"""The fewest rows that make a list."""

TICKS = {"check": "checked", "uncheck": "unchecked"}
"""The value of a check box after each operation, as the recorder writes it."""


def chosen_by_value(operation: Operation, values: Mapping[str, str]) -> Operation:
    """Return a choice with the value of its option instead of the text, if a parameter has this value.

    The text must name the value as well ("/south - South site"): a number that the page gives to an option may be
    a parameter's value by chance.
    """
    known = {name: value for name, value in values.items() if value and value == operation.option}
    if operation.type != "select" or operation.value in values.values() or not known:
        return operation
    return replace(operation, value=operation.option) if names(templatize(operation.value, known)) else operation


def begun(operation: Operation, later: Sequence[Operation], values: Mapping[str, str]) -> str:
    """Return ``{{name}}`` for a text with which a parameter's value begins, if that value came by it and was chosen.

    The first letters of a name bring a list, and the name is chosen from it: with another name, they would be other
    letters. The whole name brings it as well. Empty for any other text.
    """
    following = next(iter(_following(operation, later)), None)
    if operation.type != "input" or operation.secret or not operation.value.strip() or following is None:
        return ""
    if following.type != "click" or not following.before.came or operation.value in values.values():
        return ""
    print_, typed = following.fingerprint, operation.value.casefold()
    shown = {spaced(text) for text in (following.text, *((print_.name, print_.text) if print_ else ()))}
    fits = [name for name, text in values.items() if spaced(text) in shown and text.casefold().startswith(typed)]
    return f"{{{{{fits[0]}}}}}" if len(fits) == 1 else ""


def standing(operations: Sequence[Operation], values: Mapping[str, str]) -> frozenset[str]:
    """Return the texts that named parts of the last page before any of the values in them was typed or used.

    A field for "user" does not make the label "Notify user" of the box beside it.
    """
    last = operations[-1]
    here = [i for i, one in enumerate(operations) if one.type == "input" and (one.url, one.tab) == (last.url, last.tab)]
    if not here:
        return frozenset()
    before = operations[here[0]].before
    earlier = (f"{one.value} {one.text} {one.url}" for one in operations[: here[0]])
    used = " ".join((*earlier, last.url))
    typed = {operations[i].value for i in here}
    typed_here = {name: value for name, value in values.items() if value in typed}
    fresh = {name: value for name, value in typed_here.items() if templatize(used, {name: value}, minimum=1) == used}
    others = {name: value for name, value in values.items() if name not in fresh}
    texts = {spaced(key.partition("|")[2]) for key in (*before.controls, *before.notices)}
    return frozenset(text for text in texts if templatize(text, fresh) != text and templatize(text, others) == text)


def of_other_records(
    operations: Sequence[Operation], later: Sequence[Operation], values: Mapping[str, str]
) -> frozenset[str]:
    """Return the texts beside the last element that stand in a list, and hold only values that are first used later.

    A kind "Paint" that is chosen later stands in a row of the list below "New" by chance. A value that was used before,
    or by which the element itself is called, tells the record, and so does a text outside of a list.

    Args:
        operations: The operations up to the element.
        later: Those after it.
        values: Parameter values without secrets.
    """
    last = operations[-1]
    rows = [exact(row) for row in last.before.rows or () if not row.startswith(BLOCK)]
    if last.fingerprint is None or len(rows) < SEVERAL:
        return frozenset()
    used = " | ".join(_used(one) for one in operations)
    entered = {exact(text) for one in later for text in (one.value, one.text)}
    fresh = {
        name: value
        for name, value in values.items()
        if exact(value) in entered and templatize(used, {name: value}, minimum=1) == used
    }
    others = {name: value for name, value in values.items() if name not in fresh}
    texts = map(spaced, last.fingerprint.details.get(STATED, "").split(SEPARATOR))
    return frozenset(
        text
        for text in texts
        if templatize(text, fresh) != text
        and templatize(text, others) == text
        and any(exact(text) in row for row in rows)
    )


def _used(operation: Operation) -> str:
    """Return the texts by which an operation may have used a value: what was entered, and the element with its row."""
    own = operation.fingerprint
    around = (own.name, own.text, own.context, own.heading, *own.scope) if own else ()
    return " | ".join((operation.value, operation.text, operation.url, *around))


def written(operations: Sequence[Operation], values: Mapping[str, str]) -> dict[str, str]:
    """Return the values that operations before the last one typed on its page."""
    last = operations[-1]
    here = {one.value for one in operations[:-1] if one.type == "input" and (one.url, one.tab) == (last.url, last.tab)}
    return {name: value for name, value in values.items() if value in here}


def with_field(
    step: Step,
    operation: Operation,
    later: Sequence[Operation],
    final: PageState,
    after: PageState,
    values: Mapping[str, str],
) -> Step:
    """Return a step that entered a value with what its field held later, and with the rows that typing changed.

    Of a click without any other effect the rows count, such as those of a list that was turned to its next page. If it
    sent something, a new cell of its own row counts. Of Enter without any other effect they count if some went: it was
    a search, and a row that it left there is drawn anew.

    Args:
        step: The step.
        operation: Its operation.
        later: The operations after it.
        final: The page at the end.
        after: The page just before the next operation; empty if it was not seen.
        values: Parameter values without secrets.
    """
    if step.kind is StepKind.CLICK and step.sent:
        step = with_turned_text(step, *rows_changed(operation.before, after, values))
    if step.kind is StepKind.CLICK and not step.effects and not step.dialogs:
        went, came = rows_changed(operation.before, after, values)
        listed = replace(step, effects=replace(step.effects, listed=came)) if went and came else step
        return with_new_cell(listed, went, came) if step.sent else listed
    if step.kind is StepKind.PRESS and step.value == "Enter" and not step.effects and not step.dialogs:
        went, came = rows_changed(operation.before, after, values)
        return replace(step, effects=replace(step.effects, filtered=went, listed=came)) if went else step
    if operation.type not in HELD or operation.secret:
        return step
    typed = TICKS.get(operation.type, operation.value)
    kept = fields.recorded(typed, tuple(_held(operation, later, final)), copied=_copied(operation, later))
    effects = replace(step.effects, keeps=kept)
    if step.kind in ENTERED:
        changed = rows_changed(operation.before, after, values)
        went, came = (tuple(row for row in rows if not row.startswith(BLOCK)) for rows in changed)
        effects = replace(effects, filtered=went, listed=came, keyed="yes" if _keyed(step, operation, later) else "")
    return replace(step, effects=effects)


def _keyed(step: Step, operation: Operation, later: Sequence[Operation]) -> bool:
    """Return whether a text that a step types into a field brought the element of the next operation on screen.

    A button that was disabled before the text may be pressed later, after other presses.
    """
    here = _following(operation, later)
    presses = takewhile(lambda one: one.type not in SAME_FIELD, here)
    came = any(one.before.came for one in (*here[:1], *presses))
    field = step.target if step.kind is StepKind.FILL and came else None
    return field is not None and field.tag in INPUTS and field.attributes.get("type", "") in BY_KEYS


def _following(operation: Operation, later: Sequence[Operation]) -> list[Operation]:
    """Return the next operations in the same document, but for those that only bring an element into view."""
    home = (operation.tab, operation.frame)
    return [one for one in later if (one.tab, one.frame) == home and one.type not in AROUND]


def _copied(operation: Operation, later: Sequence[Operation]) -> str:
    """Return the hidden fields that had taken over the operation's text before the first use of its form."""
    key, home = f"{operation.ref}|{operation.xpath}", (operation.tab, operation.frame)
    used = (one for one in later if one.type in PRESSES and (one.tab, one.frame) == home)
    return next(used, operation).before.copied.get(key, "")


def _held(operation: Operation, later: Sequence[Operation], final: PageState) -> Iterator[str]:
    """Yield the text of the operation's field at each later use of its form, while it is in the document."""
    key, home = f"{operation.ref}|{operation.xpath}", (operation.tab, operation.frame)
    used = [one for one in later if one.type not in SAME_FIELD]
    for one in used:
        if (one.tab, one.frame) == home and key in one.before.fields:
            yield one.before.fields[key]
    if not used and key in final.fields:
        yield final.fields[key]


def edited_cell(target: Fingerprint, later: Sequence[Operation], values: Mapping[str, str]) -> Fingerprint:
    """Return the cell of a table whose text is data, because the next step writes another text into the cell itself.

    An element without a role may be all that was pressed of the cell. A field is that of the cell if it has no name, or
    that of the column's head. An entry is chosen for the cell if it is a value, and stands in no other cell of the row.

    Args:
        target: The recorded element.
        later: The operations after its own.
        values: Parameter values without secrets.
    """
    if _chosen_for(target, later, values):
        return replace(target, details=target.details | {VARIES: "yes"})
    field = later[0].fingerprint if later and later[0].type == "input" else None
    column = target.details.get(COLUMN, "")
    if field is None or not column or not (target.role in CELLS or not target.role):
        return target
    head = exact(target.details.get("head", ""))
    if any(name and exact(name) != head for name in (field.name, field.label)):
        return target
    cell = f"{target.absolute_xpath.removesuffix(column)}{column.partition('/')[0]}"
    inside = target.absolute_xpath.endswith(column) and field.absolute_xpath.startswith(f"{cell}/")
    return replace(target, details=target.details | {VARIES: "yes"}) if inside else target


def _chosen_for(cell: Fingerprint, later: Sequence[Operation], values: Mapping[str, str]) -> bool:
    """Return whether the next step clicks an entry that is a parameter's value, after a click on a cell of a row."""
    entry = later[0].fingerprint if later and later[0].type == "click" else None
    column = cell.details.get(COLUMN, "")
    if entry is None or cell.role not in CELLS or entry.role in CELLS or column != column.partition("/")[0]:
        return False
    row = cell.absolute_xpath.removesuffix(column)
    within = row != cell.absolute_xpath and entry.absolute_xpath.startswith(row)
    chosen = exact(entry.name or entry.text)
    return bool(column and chosen) and not within and chosen in {exact(value) for value in values.values()}


def shows_choice(operation: Operation, later: Sequence[Operation], final: PageState) -> bool:
    """Return whether a pressed element shows another text afterwards, in which a press after it is named.

    Then its text is the present choice of its box, as a list without a role shows it.
    """
    own, key = operation.fingerprint, f"{operation.ref}|{operation.xpath}"
    states = [*(one.before for one in later), final]
    for at, state in enumerate(states):
        text, pressed = exact(state.fields.get(key, "")), [one for one in later[:at] if one.type == "click"]
        names_ = (exact(one.text or (one.fingerprint.text if one.fingerprint else "")) for one in pressed)
        if own is not None and text and text != exact(own.text) and any(name and name in text for name in names_):
            return True
    return False


def opened_in_row(target: Fingerprint, steps: Sequence[Step], values: Mapping[str, str]) -> bool:
    """Return whether the press that brought a field acted in its row, and a value names that row.

    All cells that stand beside the field stood beside that press, and a value is the whole of one of them.

    Args:
        target: The recorded field.
        steps: The steps before its own.
        values: Parameter values without secrets, and without the value that is entered.
    """
    key = f"{target.role}|{target.name}"
    opener = next((step.target for step in reversed(steps) if key in step.effects.appeared), None)
    cells = {templatize(text, values) for text in target.cells}
    if opener is None or not target.name or not cells <= {*opener.cells}:
        return False
    return any(f"{{{{{name}}}}}" in cells for name in values)
