"""The evidence about a recorded element as a template: parameter values in its texts are written as ``{{name}}``.

Knows one fingerprint and the values. Must never know the other steps.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.place import BESIDE, COLUMN, names_deed
from pytest_ami.instructions.parameters import names, templatize, unlike_names
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.fingerprint import Fingerprint

_QUOTED = re.compile(r"(['\"])(.*?)\1")
"""A text in an XPath."""


def templated(fingerprint: Fingerprint, values: Mapping[str, str], kind: StepKind) -> Fingerprint:
    """Return ``fingerprint`` with parameter values inside its texts written as ``{{name}}``.

    A field for a value is identified by its label, never by its content. The text around it counts only if fields of
    the same name must be told apart. A value that equals its parameter's name is a word of the page.
    """
    field, values = kind in (StepKind.FILL, StepKind.UPLOAD), unlike_names(values)
    around = {} if field and fingerprint.counts.get("name", 1) <= 1 else values
    within = {} if field else values
    return replace(
        fingerprint,
        name=templatize(fingerprint.name, values),
        label=templatize(fingerprint.label, values),
        text=templatize(fingerprint.text, within),
        context=templatize(fingerprint.context, around),
        heading=templatize(fingerprint.heading, around),
        landmark=templatize(fingerprint.landmark, around),
        scope=tuple(templatize(text, around) for text in fingerprint.scope),
        cells=tuple(templatize(text, around) for text in fingerprint.cells),
        texts=tuple(templatize(text, around) for text in fingerprint.texts),
        details={key: templatize(value, within) for key, value in fingerprint.details.items()},
        xpath=_QUOTED.sub(lambda one: f"{one[1]}{templatize(one[2], within)}{one[1]}", fingerprint.xpath),
        attributes={key: templatize(value, within) for key, value in fingerprint.attributes.items()},
        neighbours=tuple(templatize(text, around) for text in fingerprint.neighbours),
    )


def of_row(target: Fingerprint) -> Fingerprint:
    """Return a target without its name, if a value chose its row and the name is data of that row.

    Args:
        target: The recorded element, with ``{{name}}``.
    """
    if COLUMN not in target.details:
        return target
    details = {key: text for key, text in target.details.items() if key != COLUMN}
    held = next((text for text in (*target.cells, *target.texts, target.context) if names(text)), "")
    if names(target.name) or not names(target.context) or names_deed(target.name):
        return replace(target, details=details)
    details = {key: text for key, text in details.items() if key not in ("shown", "styled")}
    return replace(
        target, name="", text="", xpath="", details={**details, COLUMN: target.details[COLUMN], BESIDE: held}
    )
