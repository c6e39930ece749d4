"""The texts around a recorded deed: those that stood still during the lesson, and that no record has brought.

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
from pytest_ami.elements.contradictions.sent_along import CHOICES, EXTENDING
from pytest_ami.elements.contradictions.surroundings import SURROUNDINGS, with_surroundings
from pytest_ami.elements.contradictions.texts_around import SOUGHT, VIEW
from pytest_ami.elements.contradictions.words import deeds_named, pairs, words_in
from pytest_ami.elements.held_values import held_names
from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
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
