"""Texts that stand at the end of a flow by chance: the page showed them before they were typed. Pure.

Rules of this module:

* A value that stood on the page before it was first typed is no proof of the deed if the end shows it beside other
  words: "One" in "One Item".
* A value that is alone in its line or cell at the end is no proof only if it was a line of the page's own words, such
  as an entry of the navigation. A cell or a phrase that held it before does not fill the cell of the end.
* A field that holds a value at the end holds what was typed.
* Only the first time counts: a value that a search brought to the page was typed before the page showed it.

It knows operations. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.effects.message_check import LONE_TEXT, SHOWN_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.operation import Operation

STOOD: Mapping[str, frozenset[str]] = {
    LONE_TEXT: frozenset({"own"}),
    SHOWN_TEXT: frozenset({"own", "shown"}),
}
"""For each kind of text outside of fields: the ways to stand on the page before (``PageState.stood``) that equal it."""


def chance_texts(
    kinds: Mapping[str, str], operations: Iterable[Operation], values: Mapping[str, str]
) -> frozenset[str]:
    """Return the names of the values that the end page may show without the flow: the page did so before it typed them.

    Args:
        kinds: For each value that the end page shows, by its parameter's name, the kind of the key that says how.
        operations: The recorded operations in order.
        values: Parameter values without secrets; a name that is not among them was not typed.
    """
    typed = [one for one in operations if one.type == "input"]
    return frozenset(name for name, kind in kinds.items() if _stood(values.get(name), typed) in STOOD.get(kind, ()))


def _stood(value: str | None, typed: Sequence[Operation]) -> str:
    """Return how a value stood on the page when it was first typed."""
    return next((one.before.stood for one in typed if one.value == value), "")
