"""Recognises names of secrets, and removes a secret from a text in every form in which a page writes it.

Rules of this module:

* ``secret_forms`` knows the spellings of a secret.
* The longest secret is replaced first. If one secret begins with another, nothing is left over.
* A replacement that stands in a text already is left alone: redaction of a redacted text changes nothing.
* A secret that equals its own name (``password="password"``) is replaced only where it is a field's whole value: its
  name is written everywhere, and the label "Password" is a label.
* Everything that is shown, stored or reported goes through this module: no other module replaces a secret.

Knows texts and evidence. Must never know a page, a step or a store.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.fingerprint import Fingerprint

from .secret_forms import spans

if TYPE_CHECKING:
    from collections.abc import Mapping

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W_]+")
_SECRET_NAME = re.compile(
    r"passwords?|passwd|passcode|pass ?phrase|passwort|pwd|secrets?|token|t?otp|pin|cvv2?|cvc2?|csc"
    r"|card ?(?:number|num|no)|(?:api|access|private|auth|encryption) ?key"
    r"|one ?time(?: ?code)?|(?:security|verification|recovery|auth) ?code"
    r"|密码|密碼|口令|验证码|驗證碼|卡号",
    re.IGNORECASE,
)
HELD = frozenset({"value", "last_value"})
"""Fields of an operation and of a page's state that hold the value of an element."""

_GAP = r"(?:[ \-.+\u00a0]|%20|%C2%A0)?"
_HOLE = re.compile(r"\{\{\s*[\w?]+\s*\}\}")

PATHS = frozenset({"type", "ref", "role", "tag", "absolute_xpath", "shadow", "ancestors", "box", "counts", "generated"})
"""Fields of an operation and of a fingerprint that hold no text of the page."""


def is_secret_name(name: str) -> bool:
    """Return whether the name of a parameter, such as ``user_password``, makes it secret without a declaration."""
    words = " ".join(word for word in _CAMEL.split(name) if word)
    return any(
        (match.start() == 0 or not words[match.start() - 1].isalnum() or not words[match.start()].isascii())
        and (match.end() == len(words) or not words[match.end()].isalnum() or not words[match.start()].isascii())
        for match in _SECRET_NAME.finditer(words)
    )


def redact(text: str, secrets: Mapping[str, str]) -> str:
    """Return ``text`` with every secret in it replaced, in every spelling of ``secret_forms``.

    A replacement that stands in the text already stays: a value may equal the name of its parameter.

    Args:
        text: A text of a page, a URL or a message.
        secrets: Replacements by secret value, such as ``{"hunter2": "{{password}}"}``.
    """
    if not text:
        return text
    told = ((value, name) for value, name in secrets.items() if not _is_its_name(value, name))
    for value, name in sorted(told, key=lambda item: -len(item[0])):
        kept = [match.span() for match in _HOLE.finditer(text)] if "{{" in text else []
        for start, end in reversed(spans(text, value)):
            if not any(start < last and first < end for first, last in kept):
                text = text[:start] + name + text[end:]
    return text


def _is_its_name(value: str, name: str) -> bool:
    return name.casefold() == f"{{{{{value.casefold()}}}}}"


def redact_within(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return plain data without secrets, at any depth; a path of an element changes only if its texts hold a secret.

    Args:
        value: Plain data, such as an operation or a fingerprint.
        secrets: As for ``redact``.
    """
    if not secrets:
        return value
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, dict):
        return {key: item if key in PATHS else _part(key, item, value, secrets) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [redact_within(item, secrets) for item in value]
    return value


def _part(key: str, item: Any, whole: dict[str, Any], secrets: Mapping[str, str]) -> Any:
    if key in HELD and (name := secrets.get(item) if isinstance(item, str) else None):
        return name
    if key not in ("xpath", "css") or not isinstance(item, str):
        return redact_within(item, secrets)
    texts = re.findall(r"'[^']*'|\"[^\"]*\"|#[^\s>]+", item)
    if not any(redact(text.strip("'\"#"), secrets) != text.strip("'\"#") for text in texts):
        return item
    return whole.get("absolute_xpath", "") if key == "xpath" else ""


def name_of_beginning(text: str, secrets: Mapping[str, str]) -> str:
    """Return the replacement of the secret that begins with ``text``, or an empty string.

    The recorder may report a slow typist in the middle of a secret. Use it for fields of secrets only: other words may
    begin like a secret by chance.
    """
    for value, name in secrets.items():
        typed = re.sub(_GAP, "", text) if value.isdecimal() else text
        if typed and typed != value and value.startswith(typed):
            return name
    return ""


def labels(secrets: Mapping[str, str]) -> dict[str, str]:
    """Return the replacement of each secret, by its value: ``{"hunter2": "{{password}}"}``.

    Args:
        secrets: Values by parameter name; empty ones are left out.
    """
    return {value: f"{{{{{name}}}}}" for name, value in secrets.items() if value}


def redact_named(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return plain data in which ``{{name}}`` stands for every secret, at any depth.

    Args:
        value: Plain data.
        secrets: Values by parameter name.
    """
    return redact_within(value, labels(secrets))


def redact_evidence(evidence: Fingerprint, secrets: Mapping[str, str]) -> Fingerprint:
    """Return an element's evidence without secrets; paths stay as they are, because a short secret would corrupt them.

    Args:
        evidence: The evidence from the page.
        secrets: Values by parameter name.
    """
    return from_plain(Fingerprint, redact_named(to_plain(evidence), secrets)) if secrets else evidence


def restored(text: str, secrets: Mapping[str, str]) -> tuple[str, ...]:
    """Return the original of a redacted text, once for each secret that it names.

    Args:
        text: The text with replacements.
        secrets: Replacements by secret value.
    """
    return tuple(text.replace(label, value) for value, label in secrets.items() if label in text)
