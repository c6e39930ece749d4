"""The last gate before a byte is written: no file, report or line of this process holds a declared secret.

Rules of this module:

* Each part of the program redacts the secrets that it knows (``redaction``). The gate is the second line: it knows all
  secrets that were declared in this process, and every writer passes it.
* Facts lose each secret that does not occur by chance, such as ``hunter2``. A short value or an ordinary word, such as
  ``admin``, stays: the gate knows all flows, and the facts of another flow would be garbled. ``redaction`` removes it
  from the texts that its own flow has seen.
* A text for people also loses a short value or an ordinary word that stands there as a value, in quotation marks.
* A public value, such as ``password``, stays.

It knows values and names. Must never know who writes, or where.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.forms import is_telling
from pytest_ami.engine.secrets.redaction import is_public, redact, redact_within

if TYPE_CHECKING:
    from collections.abc import Mapping


class SecretGate:
    """The secrets that no writer of this process may let through."""

    def __init__(self) -> None:
        """Start without secrets."""
        self._labels: dict[str, str] = {}
        self._words: dict[str, str] = {}

    def declare(self, secrets: Mapping[str, str]) -> None:
        """Keep values from being written from now on.

        Args:
            secrets: Values by parameter name.
        """
        for name, value in secrets.items():
            if value.strip() and not is_public(value, name):
                kept = self._labels if is_telling(value) else self._words
                kept[str(value)] = f"{{{{{name}}}}}"

    def forget(self) -> None:
        """Forget all secrets, because a new session begins in this process."""
        self._labels.clear()
        self._words.clear()

    @property
    def values(self) -> tuple[str, ...]:
        """The declared values that do not occur by chance, for covers over a picture."""
        return tuple(self._labels)

    @property
    def closed(self) -> bool:
        """Whether there is a secret to keep."""
        return bool(self._labels or self._words)

    def text(self, text: str) -> str:
        """Return a text for people with names in place of secrets."""
        if self._labels:
            text = redact(text, self._labels)
        for value, name in self._words.items():
            if value in text:
                text = _as_value(value).sub(lambda _, name=name: name, text)  # type: ignore[misc]
        return text

    def data(self, value: Any) -> Any:
        """Return plain data with names in place of secrets, at any depth."""
        return redact_within(value, self._labels) if self._labels else value


def _as_value(value: str) -> re.Pattern[str]:
    """Return a pattern that finds a word as a value; one of different characters is found as any word."""
    if value.isalpha() or value.isdecimal():
        return re.compile(rf"(?<=[\"'`]){re.escape(value)}(?=\\*[\"'`])")
    left, right = (r"(?<!\w)" if value[0].isalnum() else ""), (r"(?!\w)" if value[-1].isalnum() else "")
    return re.compile(left + re.escape(value) + right)


GATE = SecretGate()
"""The gate of this process."""
