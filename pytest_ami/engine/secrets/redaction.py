"""Recognises names of secrets, and removes a secret from a text in every form in which a page writes it.

Rules of this module:

* ``secret_forms`` knows the spellings of a secret.
* The longest secret is replaced first. If one secret begins with another, nothing is left over.
* A value that is the name of a secret, such as ``password``, or the value of another parameter too, is public. It is
  replaced where it was typed, and never in the labels and attributes of a page.
* Everything that is shown, stored or reported goes through this module: no other module replaces a secret.

Knows texts and evidence. Must never know a page, a step or a store.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.forms import is_telling, spans
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.fingerprint import Fingerprint

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
_GAP = r"(?:[ \-.+\u00a0]|%20|%C2%A0)?"
_HOLE = re.compile(r"\{\{\s*[\w?]+\s*\}\}")

_NAMED = re.compile(r"\w[\w \-]*\w")

PATHS = frozenset({"type", "ref", "role", "tag", "absolute_xpath", "shadow", "ancestors", "box", "counts", "generated"})
"""Fields of an operation and of a fingerprint that hold no text of the page."""

STRUCTURE = frozenset({*PATHS, "xpath", "css", "classes", "id", "name", "autocomplete", "attributes"})
"""Fields that name an element to a program. Only a telling secret is removed from them."""

SPOKEN_ATTRIBUTES = frozenset({"value", "href", "title", "alt", "placeholder", "aria-label"})
"""Attributes that hold a text for people, or an address."""

TYPED = frozenset({"value", "last_value"})
"""Fields that hold exactly what was typed."""


def is_secret_name(name: str) -> bool:
    """Return whether the name of a parameter, such as ``user_password``, makes it secret without a declaration."""
    words = " ".join(word for word in _CAMEL.split(name) if word)
    return any(
        (match.start() == 0 or not words[match.start() - 1].isalnum() or not words[match.start()].isascii())
        and (match.end() == len(words) or not words[match.end()].isalnum() or not words[match.start()].isascii())
        for match in _SECRET_NAME.finditer(words)
    )


def is_public(value: str, name: str) -> bool:
    """Return whether a secret's value is no secret, because labels and names of fields are made of it.

    Args:
        value: The value.
        name: The name of its parameter, or ``{{name}}``.
    """
    if getattr(value, "public", False) or value.casefold() == name.strip("{}").casefold():
        return True
    words = " ".join(word for word in _CAMEL.split(value) if word)
    return bool(_NAMED.fullmatch(value) and _SECRET_NAME.fullmatch(words))


def redact(text: str, secrets: Mapping[str, str]) -> str:
    """Return ``text`` with every secret in it replaced, in every spelling of ``secret_forms``.

    A replacement that stands in the text already stays. A public value is replaced only where an address gives it.

    Args:
        text: A text of a page, a URL or a message.
        secrets: Replacements by secret value, such as ``{"hunter2": "{{password}}"}``.
    """
    if not text:
        return text
    for value, name in sorted(secrets.items(), key=lambda item: -len(item[0])):
        found = _values_in_query(text, value) if is_public(value, name) else spans(text, value)
        kept = [match.span() for match in _HOLE.finditer(text)] if found and "{{" in text else []
        for start, end in reversed(found):
            if not any(start < last and first < end for first, last in kept):
                text = text[:start] + name + text[end:]
    return text


def _values_in_query(text: str, value: str) -> list[tuple[int, int]]:
    """Return where the query of an address gives a value to a name."""
    if f"={value}" not in text:
        return []
    return [match.span() for match in re.finditer(rf"(?<=[\w\]]=){re.escape(value)}(?=[&#]|\Z)", text)]


def without_holes(text: str) -> str:
    """Return a template without its holes."""
    return _HOLE.sub("", text)


def redact_within(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return plain data without secrets, at any depth.

    A path of an element changes only if its texts hold a secret. A value that may occur by chance stays where a
    program reads it: in names, types and paths. The value of a field is replaced even if it is public.

    Args:
        value: Plain data, such as an operation or a fingerprint.
        secrets: As for ``redact``.
    """
    if not secrets:
        return value
    telling = {value: name for value, name in secrets.items() if is_telling(value) and not is_public(value, name)}
    return _within(value, secrets, telling)


def _within(value: Any, secrets: Mapping[str, str], telling: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, dict):
        return {
            redact(key, telling) if isinstance(key, str) else key: _part(key, item, value, secrets, telling)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_within(item, secrets, telling) for item in value]
    return value


def _part(key: str, item: Any, whole: dict[str, Any], secrets: Mapping[str, str], telling: Mapping[str, str]) -> Any:
    """Return one field of plain data without secrets."""
    if key in TYPED and isinstance(item, str):
        return secrets.get(item) or redact(item, secrets)
    if key == "attributes" and isinstance(item, dict):
        return {
            name: _within(text, secrets if name in SPOKEN_ATTRIBUTES else telling, telling)
            for name, text in item.items()
        }
    if key in PATHS:
        return _within(item, telling, telling)
    if key not in ("xpath", "css") or not isinstance(item, str):
        return _within(item, telling if key in STRUCTURE and "tag" in whole else secrets, telling)
    texts = re.findall(r"'[^']*'|\"[^\"]*\"|#[^\s>]+", item)
    if not any(redact(text.strip("'\"#"), telling) != text.strip("'\"#") for text in texts):
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
