"""The last gate before a byte is written: no file, report or line of this process holds a declared secret.

Rules of this module:

* Each part of the program redacts the secrets that it knows (``redaction``). The gate is the second line: it knows all
  secrets that were declared in this process, and every writer passes it.
* A value that is an ordinary word is public, such as ``admin``, ``test`` or ``password``: its absence from every text
  would say more than its presence, and texts of the application would be garbled. ``redaction`` still removes it from
  what its own flow has seen.
* The gate changes texts only, never the keys of plain data, nor paths of elements.

It knows values and names. Must never know who writes, or where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .redaction import is_secret_name, redact, redact_within
from .secret_forms import ENOUGH

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORD = 8
"""The fewest letters of a value of letters alone that is no ordinary word."""

_TELLING = 4


class SecretGate:
    """The secrets that no writer of this process may let through."""

    def __init__(self) -> None:
        """Start without secrets."""
        self._labels: dict[str, str] = {}

    def declare(self, secrets: Mapping[str, str]) -> None:
        """Keep values from being written from now on.

        Args:
            secrets: Values by parameter name.
        """
        for name, value in secrets.items():
            if is_telling(str(value)) and str(value).casefold() != name.casefold():
                self._labels[str(value)] = f"{{{{{name}}}}}"

    def forget(self) -> None:
        """Forget all secrets, because a new session begins in this process."""
        self._labels.clear()

    @property
    def closed(self) -> bool:
        """Whether there is a secret to keep."""
        return bool(self._labels)

    def text(self, text: str) -> str:
        """Return a text with names in place of secrets."""
        return redact(text, self._labels) if self._labels else text

    def data(self, value: Any) -> Any:
        """Return plain data with names in place of secrets, at any depth."""
        return redact_within(value, self._labels) if self._labels else value


def is_telling(value: str) -> bool:
    """Return whether a value identifies a secret wherever it stands, and does not occur by chance."""
    bare = value.strip()
    if len(bare) < _TELLING or is_secret_name(bare):
        return False
    if bare.isalpha() and bare.isascii():
        return len(bare) >= _WORD
    return len(bare) >= ENOUGH or not bare.isalnum()


GATE = SecretGate()
"""The gate of this process."""
