"""Values that a page shows behind the label of their field: "To: ann@x.org" where the recording had the value alone.

Rules of this module:

* Only a value that a recorded deed has sent counts. The text of a search stands beside "Search" whatever was found.
* The label is that of the field into which the flow enters the value, or one of the same meaning. Beside another word
  the value may be noted as something else: "Cc", "Not delivered to".
* A value that the flow enters into two fields has no label.

It is pure. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.effects.message_check import LONE_TEXT
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.label_synonyms import plain, variants
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.workflow import Step


def field_labels(steps: Sequence[Step]) -> dict[str, str]:
    """Return the label of the field of each parameter that a deed of these steps sends, by the parameter's name."""
    sent = {name for step in steps for name in names(step.sent.partition("?")[2])}
    typed = [(names(step.value), step) for step in steps if step.kind is StepKind.FILL and step.target]
    labels: dict[str, set[str]] = {}
    for named, step in typed:
        label = plain(step.target.label or step.target.name) if step.target else ""
        for name in named:
            labels.setdefault(name, set()).add(label if step.value == f"{{{{{name}}}}}" else "")
    return {name: min(found) for name, found in labels.items() if name in sent and len(found) == 1 and min(found)}


def labelled(lacking: Iterable[str], labels: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return keys of texts that tell the same as lacking ones, each with the one that it replaces.

    Args:
        lacking: The keys that did not appear.
        labels: Label by parameter name.
        values: Parameter values without secrets.
    """
    alone = [key for key in lacking if key.startswith(LONE_TEXT)]
    owners = {values[name]: label for name, label in labels.items() if name in values}
    return {
        f"{LONE_TEXT}{label}: {text}": key
        for key in alone
        for text in [key.removeprefix(LONE_TEXT)]
        if text in owners
        for label in (owners[text], *variants(owners[text]))
    }
