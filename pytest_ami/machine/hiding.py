"""Secrets out of what is reported and shown: by name only (DESIGN, law 6). Knows texts, no page and no step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.decide.secrecy import redact_within
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.fingerprint import Fingerprint

if TYPE_CHECKING:
    from collections.abc import Mapping


def hidden(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return ``value`` with every secret in it, at any depth, replaced by its ``{{name}}``."""
    return redact_within(value, {secret: f"{{{{{name}}}}}" for name, secret in secrets.items() if secret})


class Secret(str):  # noqa: SLOT000  (a text cannot have slots that are not empty)
    """A secret's value, to be typed; what shows values, such as a traceback, shows its name."""

    name: str

    def __new__(cls, value: str, name: str) -> Secret:  # noqa: PYI034  (nobody derives from it)
        """Make the text ``value`` that calls itself ``{{name}}``."""
        made = super().__new__(cls, value)
        made.name = name
        return made

    def __repr__(self) -> str:
        """Return the name."""
        return f"'{{{{{self.name}}}}}'"


def hidden_evidence(evidence: Fingerprint | None, secrets: Mapping[str, str]) -> Fingerprint | None:
    """Return evidence without secrets; paths are left alone, a short secret would spoil them."""
    if evidence is None or not secrets:
        return evidence
    return from_plain(Fingerprint, hidden(to_plain(evidence), secrets))
