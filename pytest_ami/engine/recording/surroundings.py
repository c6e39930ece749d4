"""The texts around a recorded deed: those that stood still during the lesson, and that no record has brought.

A text of the row that a press turned into another one is a state: a row that says the other one already is not what the
deed is for.

Knows a step and the operations up to it. Must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.commits import commits
from pytest_ami.elements.contradictions.edited_texts import SEPARATOR
from pytest_ami.elements.contradictions.presets import kept_presets
from pytest_ami.elements.contradictions.said_beside import TURNED, TURNS
from pytest_ami.elements.contradictions.sent_along import CHOICES, EXTENDING
from pytest_ami.elements.contradictions.surroundings import SURROUNDINGS, with_surroundings
from pytest_ami.elements.contradictions.texts_around import SOUGHT, VIEW
from pytest_ami.elements.contradictions.words import deeds_named, pairs, words_in
from pytest_ami.elements.held_values import held_names
from pytest_ami.elements.text_keys import spaced
from pytest_ami.engine.effects.row_data import BLOCK, unchanged
from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.relative_times import is_age
from pytest_ami.lexicon.units import EXTENT

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.workflow import Step


def around_deed(
    target: Fingerprint, step: Step, operations: Sequence[Operation], values: Mapping[str, str]
) -> Fingerprint:
    """Return the target of a step with the texts that say where its deed is done.

    From the first use of a value on, a page shows the data of a record: then only texts count that stood there before.
    So it is on a page with an id in its address.

    Args:
        target: The target.
        step: The step.
        operations: The operations up to its own.
        values: Parameter values without secrets.
    """
    *earlier, own = operations
    first = next((n for n, one in enumerate(operations) if _uses(one, values)), len(earlier))
    of_record = _has_id(own.url)
    standing = [
        one.fingerprint for one in operations[: first + 1] if one.fingerprint and not (of_record and _has_id(one.url))
    ]
    before = [_named(one.fingerprint, values) for one in earlier if one.fingerprint]
    target = _without_chosen_view(target, {one.text for one in earlier})
    lasting = bool(step.sent) or commits(step)
    chosen = any(one.type not in _TYPED and _uses(one, values) for one in earlier)
    if any(one.type in _TYPED and _uses(one, values) for one in earlier):
        target = replace(target, details=target.details | {SOUGHT: "yes"})
    target = kept_presets(target, lasting=lasting, of_record=of_record, chosen=chosen)
    return with_surroundings(target, before, standing, lasting=lasting)


def takes_more(target: Fingerprint) -> bool:
    """Return whether a choice beside a button names a deed or an extent: it is no data of a record."""
    labels = " | ".join(pairs(target.details.get(CHOICES, "")))
    return bool(deeds_named(labels) or set(words_in(labels)) & (EXTENDING | EXTENT))


MOST_WORDS = 2
"""The most words of a label that names a state of a record."""

_TYPED = ("input", "select")
"""Kinds of operations that enter a value; any other one with a value in its element chooses the record of it."""

_DIALOG = "dialog|"
_FIELDS = ("textbox|", "spinbutton|")


def in_form_of_record(step: Step, steps: Sequence[Step], values: Mapping[str, str]) -> bool:
    """Return whether a step presses a button in a dialog in which the record of a value is edited.

    Such a dialog came with a press on the record, and brought fields. A choice in a dialog that asks about a deed
    belongs to the deed. So does one with a longer label ("Send a letter to the member"): a state has a short name.
    """
    target = step.target
    dialogs = {one for one in target.scope if one.startswith(_DIALOG)} if target else set()
    if target is None or not dialogs or dangerous_actions(" ".join((target.name, *dialogs))):
        return False
    spoken = any(len(label.split()) > MOST_WORDS for label in pairs(target.details.get(CHOICES, "")))
    opener = next((one for one in reversed(steps) if dialogs & {*one.effects.notices}), None)
    if spoken or opener is None or opener.target is None or not held_names(opener.target, values):
        return False
    fields = any(key.startswith(_FIELDS) for key in opener.effects.appeared)
    return fields and not dangerous_actions(f"{opener.target.name} {opener.target.text}")


LONGEST_STATE = 3
"""The most words of a text that a press turns."""


def with_turned_text(step: Step, went: Sequence[str], came: Sequence[str]) -> Step:
    """Return a step whose element knows the text of its row that the press turned into another one: "on" into "off".

    Both are whole texts in a few words. A number, an age or the name of the control is none. An element outside of rows
    knows the one of a paragraph.

    Args:
        step: The step, with ``{{name}}``.
        went: Texts of the rows before the step that are not there after it.
        came: Texts of the rows that are there after the step only.
    """
    if step.target is None:
        return step
    row, beside = spaced(step.target.context), {f"{BLOCK}{text}" for text in step.target.neighbours}
    rows = [text for text in went if (spaced(text) == row if row else text in beside)]
    turned = {_turned(one, text, whole=not row) for one in rows for text in came} - {None}
    was, now = next(iter(turned), None) or ("", "") if len(turned) == 1 else ("", "")
    if not was or was not in (step.target.texts if row else step.target.neighbours) or was == step.target.name:
        return step
    return replace(step, target=replace(step.target, details=step.target.details | {TURNED: f"{was}{TURNS}{now}"}))


def _turned(row: str, text: str, *, whole: bool) -> tuple[str, str] | None:
    """Return the words of a row that were replaced, and those in their place; None if more of it is another one.

    Of a paragraph the ``whole`` texts are returned: its words are no texts of their own.
    """
    was, now = row.split(), text.split()
    first, rest = unchanged(was, now)
    lost, came = was[first : len(was) - rest], now[first : len(now) - rest]
    few = 0 < len(lost) <= LONGEST_STATE and 0 < len(came) <= LONGEST_STATE and first + rest > 0
    if not few or not all(word.isalpha() for word in (*lost, *came)) or is_age(" ".join(came)):
        return None
    return (row.removeprefix(BLOCK), text.removeprefix(BLOCK)) if whole else (" ".join(lost), " ".join(came))


def _without_chosen_view(target: Fingerprint, pressed: Collection[str]) -> Fingerprint:
    """Return a target without the views that the flow itself has chosen: the press is proven by its own effects."""
    views = target.details.get(VIEW, "")
    kept = SEPARATOR.join(one for one in views.split(SEPARATOR) if one not in pressed)
    if kept == views:
        return target
    details = {key: text for key, text in target.details.items() if key != VIEW}
    return replace(target, details=details | ({VIEW: kept} if kept else {}))


def _named(one: Fingerprint, values: Mapping[str, str]) -> Fingerprint:
    """Return an element whose surroundings name the values, as those of the target do."""
    places = one.details.get(SURROUNDINGS, "")
    return replace(one, details=one.details | {SURROUNDINGS: templatize(places, values)}) if places else one


def _uses(operation: Operation, values: Mapping[str, str]) -> bool:
    """Return whether an operation enters a value, or chooses a record by one."""
    seen = operation.fingerprint
    texts = (operation.value, *((seen.name, seen.text, seen.context) if seen else ()))
    return any(names(templatize(text, values)) for text in texts)


def _has_id(url: str) -> bool:
    """Return whether an address names a record: by a part of its path, or in its query."""
    parts = urlsplit(url)
    said = (*parts.path.split("/"), *(value for _, value in parse_qsl(parts.query)))
    return any(map(is_id, said))
