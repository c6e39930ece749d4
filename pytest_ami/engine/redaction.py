"""Recognises names of secrets, and removes a secret from a text in every form in which a page writes it.

Rules of this module:

* A secret is found verbatim, percent-encoded as in URLs and forms, escaped as in JSON and HTML, with its spaces
  folded, and, if it is a number, in groups.
* The longest form is replaced first. If one secret begins with another, nothing is left over.
* A secret of three characters or fewer is found as a whole word only, because it occurs in any text.
* A replacement that stands in a text already is left alone: redaction of a redacted text changes nothing.
* A secret that equals its own name (``password="password"``) is replaced only where it is a field's whole value: its
  name is written everywhere, and the label "Password" is a label.
* If a text was cut off in the middle of a secret, the beginning of the secret at its end is replaced too.
* Everything that is shown, stored or reported goes through this module: no other module replaces a secret.

Knows texts and evidence. Must never know a page, a step or a store.
"""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

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
HELD = frozenset({"value", "last_value"})
"""Fields of an operation and of a page's state that hold the value of an element."""

_CUT = 40
"""The fewest characters of a text of a page that may have been cut off."""

_BEGINNING = 6
_LONG, _HEAD = 24, 12
"""The least length of a secret whose parts are recognised by its first characters, and the number of these."""

_SHORT = 3
_GAP = r"(?:[ \-.+\u00a0]|%20|%C2%A0)?"
_CARD = 8

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


@lru_cache(maxsize=256)
def forms(secret: str) -> tuple[str, ...]:
    """Return the ways in which a page, a URL or a report writes a secret, longest first."""
    found = {secret, " ".join(secret.split())}
    found |= {quote(secret), quote(secret, safe="!'()*"), quote(secret, safe="!'()*;,/?:@&=+$#")}
    found |= {quote_plus(secret), quote_plus(secret, safe="*").replace("~", "%7E")}
    found |= {html.escape(secret), html.escape(secret, quote=False)}
    found |= {secret.replace("&", "&amp;").replace('"', "&quot;")}
    for _ in range(2):  # evidence is JSON within JSON
        found |= {json.dumps(text, ensure_ascii=plain)[1:-1] for text in found for plain in (True, False)}
    return tuple(sorted((text for text in found if text), key=lambda text: -len(text)))


def redact(text: str, secrets: Mapping[str, str]) -> str:
    """Return ``text`` with every secret in it replaced.

    Args:
        text: A text of a page, a URL or a message.
        secrets: Replacements by secret value, such as ``{"hunter2": "{{password}}"}``.
    """
    if not text:
        return text
    told = ((value, name) for value, name in secrets.items() if not _is_its_name(value, name))
    longest_first = sorted(told, key=lambda item: -len(item[0]))
    kept = _replacements(tuple(secrets.values()))
    for value, name in longest_first:
        if any(name in text for name in secrets.values()):
            text = "".join(part if i % 2 else _without(part, value, name) for i, part in enumerate(kept.split(text)))
        else:
            text = _without(text, value, name)
    written = [(form, name) for value, name in longest_first for form in forms(value)]
    return _end_taken_out(text, written) if len(text) >= _CUT else text


@lru_cache(maxsize=64)
def _replacements(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"({'|'.join(map(re.escape, names))})")


def _is_its_name(value: str, name: str) -> bool:
    return name.casefold() == f"{{{{{value.casefold()}}}}}"


def _without(text: str, value: str, name: str) -> str:
    """Return a text without any form of one secret."""
    if value.isdecimal() and len(value) >= _CARD:
        text = re.sub(rf"(?<!\d){_GAP.join(value)}(?!\d)", lambda _: name, text)
    for form in forms(value):
        text = _taken_out(text, form, name) if form in text else text
    for form in forms(value):
        text = _part_taken_out(text, form, name) if len(form) >= _LONG else text
    return text


def _taken_out(text: str, form: str, name: str) -> str:
    if len(form) > _SHORT:
        return text.replace(form, name)
    if text.strip() == form:
        return text.replace(form, name)
    if len(form) < _SHORT:
        return re.sub(rf"(?<=[?&][\w.\-]=|\w\w=){re.escape(form)}(?=[&#]|$)", lambda _: name, text)
    return re.sub(rf"(?<![\w.:\[]){re.escape(form)}(?![\w.:\]])", lambda _: name, text)


def _part_taken_out(text: str, form: str, name: str) -> str:
    at = text.find(form[:_HEAD])
    while at >= 0:
        end = at + _HEAD
        while end < len(text) and end - at < len(form) and text[end] == form[end - at]:
            end += 1
        text = text[:at] + name + text[end:]
        at = text.find(form[:_HEAD], at + len(name))
    return text


def _end_taken_out(text: str, written: list[tuple[str, str]]) -> str:
    for form, name in written:
        for length in range(min(len(form) - 1, len(text)), _BEGINNING - 1, -1):
            if text.endswith(form[:length]):
                return text[:-length] + name
    return text


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


class SecretText(str):  # noqa: SLOT000  (a text cannot have slots that are not empty)
    """A secret's value, to be typed; a traceback, or anything else that shows values, shows its name."""

    name: str

    def __new__(cls, value: str, name: str) -> SecretText:  # noqa: PYI034  (nobody derives from it)
        """Make the text ``value`` that is displayed as ``{{name}}``."""
        made = super().__new__(cls, value)
        made.name = name
        return made

    def __repr__(self) -> str:
        """Return the name."""
        return f"'{{{{{self.name}}}}}'"
