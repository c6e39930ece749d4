"""Texts that stand at the end of a flow by chance: the page showed them before they were typed. Pure.

Rules of this module:

* A value that stood on the page before it was first typed is no proof of the deed, if the end shows it only in the
  lines that held it then: "One" in "One Item", or an entry of the navigation. In any other line it is a proof.
* Neither is one that chose a record, if another record was called by more words with it: "Rope" beside "Rope 20 m",
  which stays when "Rope" is removed. A value that is alone in its line at the end is a proof.
* Only the first time counts: a value that a search brought to the page was typed before the page showed it.
* A field that holds a value at the end holds what was typed.

It knows operations. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import exact
from pytest_ami.engine.effects.message_check import BEYOND_TEXT, LONE_TEXT, SHOWN_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.operation import Operation


def doubtful_texts(
    kinds: Mapping[str, str], operations: Iterable[Operation], values: Mapping[str, str]
) -> dict[str, str]:
    """Return for each value that stood on the page before it was typed the key that asks for it in other lines.

    Args:
        kinds: For each value that the end page shows, by its parameter's name, the kind of the key that says how.
        operations: The recorded operations in order.
        values: Parameter values without secrets; a name that is not among them was not typed.
    """
    stood: dict[str, tuple[str, ...]] = {}
    for one in operations:
        if one.type == "input":
            stood.setdefault(one.value, one.before.stood)
    outside = [name for name, kind in kinds.items() if kind in (LONE_TEXT, SHOWN_TEXT) and name in values]
    lines = {name: stood.get(values[name], ()) for name in outside if "\n" not in values[name]}
    return {name: BEYOND_TEXT + "\n".join((values[name], *old)) for name, old in lines.items() if old}


def doubtful_choices(
    kinds: Mapping[str, str], operations: Iterable[Operation], values: Mapping[str, str]
) -> dict[str, str]:
    """Return for each value that chose a record, and stood in longer lines then, the key that asks for it in others.

    Args:
        kinds: For each value that the end page shows, by its parameter's name, the kind of the key that says how.
        operations: The recorded operations in order.
        values: Parameter values without secrets.
    """
    shown = {name: values[name] for name, kind in kinds.items() if kind == SHOWN_TEXT and name in values}
    found: dict[str, str] = {}
    for one in operations:
        cells = {exact(text) for text in one.fingerprint.cells} if one.type == "click" and one.fingerprint else set()
        for name, value in shown.items():
            lines = [line for line in one.before.stood if exact(value) in exact(line)]
            if lines and exact(value) in cells:
                found.setdefault(name, BEYOND_TEXT + "\n".join((value, *lines)))
    return found
