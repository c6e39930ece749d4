"""Annotations that a person makes while recording: this value is a parameter, that one is a secret. Pure.

Rules of this module:

* A secret's value is replaced by its name in the whole recording, its partly typed beginnings included.
* The value of a password field is kept here only during the recording, so that the same value in another field
  gets the same name. It is never shown and never passed on.

It knows operations. It must never know a page or a store.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.engine.recording.manual import name_problem, suggested_name
from pytest_ami.engine.recording.record import MASK
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.operation import Operation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Change = Callable[[Operation], Operation]

DOTS = "••••••••"
HOLE = re.compile(r"\{\{(\?|[^\W\d]\w*)\}\}")
OperationKey = tuple[str, str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterPrompt:
    """The field whose value the person may make a parameter.

    Attributes:
        name: Name of the field.
        value: The typed text, or dots.
        suggested: Suggested name of the parameter.
        secret: Whether the value is a secret already.
        locked: Whether it must stay a secret: a hidden value is never shown again.
    """

    name: str
    value: str
    suggested: str
    secret: bool = False
    locked: bool = False


@dataclass(slots=True)
class Annotations:
    """The names that a person has assigned so far.

    Attributes:
        values: Values by name.
        secrets: Secret values by name; empty if only the page knew the value.
    """

    values: dict[str, str] = field(default_factory=dict, repr=False)
    secrets: dict[str, str] = field(default_factory=dict, repr=False)
    _masked: dict[OperationKey, str] = field(default_factory=dict, repr=False)

    @property
    def names(self) -> set[str]:
        """All names assigned so far."""
        return {*self.values, *self.secrets}

    @property
    def holes(self) -> dict[str, str]:
        """The replacements from now on: ``{{name}}`` by secret value."""
        return {value: f"{{{{{name}}}}}" for name, value in self.secrets.items() if value}

    def note_masked(self, operation: Operation, value: str) -> None:
        """Remember the value of a masked operation."""
        self._masked[_key(operation)] = value

    def clean(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Return ``texts`` without secrets."""
        return tuple(redact_named(list(texts), self.secrets))

    def prompt(self, edited: Operation) -> ParameterPrompt:
        """Return the prompt that shows an edited field to the person."""
        former, masked = self._former(edited)
        print_ = edited.fingerprint
        return ParameterPrompt(
            name=(print_.label or print_.name) if print_ else "",
            value=DOTS if masked else edited.value,
            suggested=former or suggested_name(print_, self.names),
            secret=masked,
            locked=masked,
        )

    def name(self, edited: Operation, name: str, *, secret: bool) -> tuple[str, Change | None]:
        """Give the value of ``edited`` a name; return a message for the person and the change to all operations.

        If there is no change, the name was refused.
        """
        problem = name_problem(name)
        if problem:
            return problem, None
        former, masked = self._former(edited)
        if name != former and name in self.names:
            return f"“{name}” already stands for another value.", None
        if not masked and "{{" in edited.value:
            return "A part of this value is a secret already.", None
        if masked:
            return f"Secret “{name}” is noted.", self._name_masked(edited, former, name)
        self.values.pop(former, None)
        if not secret:
            self.values[name] = edited.value
            return f"Parameter “{name}” is noted.", _same
        self.secrets[name] = edited.value
        return f"Secret “{name}” is noted.", self._hider(edited, f"{{{{{name}}}}}")

    def _former(self, edited: Operation) -> tuple[str, bool]:
        """Return the current name of the value, if any, and whether the value itself is hidden."""
        hole = HOLE.fullmatch(edited.value)
        if hole:
            return hole[1].strip("?"), True
        return next((name for name, value in self.values.items() if value == edited.value), ""), False

    def _hider(self, edited: Operation, hole: str) -> Change:
        def hide(operation: Operation) -> Operation:
            clean: Operation = from_plain(Operation, redact_named(to_plain(operation), self.secrets))
            on_the_way = bool(operation.value) and edited.value.startswith(operation.value)
            here = (operation.type, operation.url, operation.place) == (edited.type, edited.url, edited.place)
            return replace(clean, value=hole) if on_the_way and here else clean

        return hide

    def _name_masked(self, edited: Operation, former: str, name: str) -> Change:
        hole, old = f"{{{{{name}}}}}", f"{{{{{former}}}}}" if former else MASK
        raw = self.secrets.pop(former, "") or self._masked.get(_key(edited), "")
        self.secrets[name] = raw

        def rename(operation: Operation) -> Operation:
            if former:
                return from_plain(Operation, _renamed(to_plain(operation), old, hole))
            here = (operation.url, operation.place) == (edited.url, edited.place)
            same = raw and self._masked.get(_key(operation)) == raw
            return replace(operation, value=hole) if operation.value == old and (here or same) else operation

        return rename


def _key(operation: Operation) -> OperationKey:
    return operation.url, operation.ref, operation.timestamp


def _same(operation: Operation) -> Operation:
    return operation


def _renamed(plain: Mapping[str, object], old: str, new: str) -> object:
    """Return plain data with one hole renamed."""
    if isinstance(plain, str):
        return plain.replace(old, new)
    if isinstance(plain, dict):
        return {key: _renamed(item, old, new) for key, item in plain.items()}
    if isinstance(plain, (list, tuple)):
        return [_renamed(item, old, new) for item in plain]
    return plain
