"""Finds literals in a new workflow that belong to the one run in which it was learned.

Knows steps and the forms of values. Must never know a page or change a step: a literal may be a part of the flow, so a
finding is shown to people and decides nothing.

Rules of this module:

* A typed literal that looks like an id, a date, an address or an amount is a finding; a plain word is not.
* A pressed entry of a list is a finding, unless its name contains a parameter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.value_types import infer_type
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

ENTRIES = frozenset({"link", "option", "row", "gridcell", "treeitem", "listitem"})
"""Roles of the entries of a list."""

FEW = 2
"""The fewest look-alikes of an element that is an entry of a list."""

LONG = 4
"""The fewest words of a typed text that is a sentence of one run and not a setting of the flow."""

SHORT = 2
"""The most characters of a number that is a count and not an id."""

_TYPED = (StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD)
_KINDS = {
    "email": "an e-mail address",
    "url": "an address",
    "date": "a date",
    "time": "a time",
    "number": "a number",
    "money": "an amount",
    "file": "a file",
}
_CODE = re.compile(r"(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{5,}")
_DATED = re.compile(r"\b\d{1,2}[./ -](?:\d{1,2}|[A-Za-z]{3,9})[./ -]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\d+月\d+日")
_COUNTED = re.compile(r"\b\d{3,}\b")


def findings(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the literals that look like data of one run, one sentence each, with steps numbered from 1."""
    return tuple(f"step {number} {fact}" for number, step in enumerate(steps, start=1) for fact in _about(step))


def looks_like(text: str) -> str:
    """Return the kind of data that a literal looks like, such as ``a date``; empty for a part of the flow."""
    bare = text.strip()
    kind = infer_type(bare)
    if kind in _KINDS and not (kind == "number" and len(bare) == 1):
        return _KINDS[kind]
    if _CODE.fullmatch(bare) or (len(bare) > SHORT and is_id(bare)):
        return "an id"
    return "a text of this run" if len(bare.split()) >= LONG else ""


def _about(step: Step) -> Iterator[str]:
    if step.kind in _TYPED and step.value and not names(step.value):
        looks = looks_like(step.value) if step.kind is not StepKind.SELECT else _strict(step.value)
        if looks:
            yield f"types {step.value[:60]!r}, which looks like {looks}: make it a parameter"
    if step.kind is StepKind.GOTO and any(is_id(part) for part in re.split(r"[/?&=#]", step.value) if part):
        yield f"opens {step.value[:80]!r}, which names one record: reach it through the page"
    if step.target is not None and not names(step.target.name):
        looks = _entry(step.target)
        if looks:
            yield f"is about {step.target.title()[:80]}, which looks like {looks}: name it by a parameter"


def _strict(value: str) -> str:
    """Return the kind of data that an option looks like; a number or a word belongs to the application."""
    looks = looks_like(value)
    return looks if looks in (_KINDS["email"], _KINDS["date"], "an id") else ""


def _entry(target: Fingerprint) -> str:
    """Return a phrase for an element that is an entry of a list; empty for a control of the application."""
    if target.role not in ENTRIES or target.landmark.startswith("navigation"):
        return ""
    name = target.name
    if _DATED.search(name) or _COUNTED.search(name) or re.search(r"\S@\S+\.\S", name):
        return "one record"
    return "one entry of a list" if len(target.lookalikes) >= FEW and len(name.split()) >= LONG else ""
