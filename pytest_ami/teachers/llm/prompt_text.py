"""Text of a page for a prompt: on one line, quoted, counted, without invisible characters and secrets.

This module knows characters, tokens, and an element as a line. It must never know a prompt.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from pytest_ami.engine.secrets.redaction import redact
from pytest_ami.model.lesson import Element, Situation

_WORD = re.compile(r"[a-z0-9]+|[^\W\d_a-z]", re.IGNORECASE)
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})

_NAMING = ("data-testid", "data-test-id", "data-test", "data-qa", "name", "id", "icon")

MASK = "[secret]"
"""Text that a prompt shows in place of a secret value."""


def tokens(text: str) -> int:
    """Return about how many tokens ``text`` has: four ASCII characters, or one other character, are one."""
    wide = sum(1 for char in text if char > "\x7f")
    return wide + (len(text) - wide + 3) // 4


def fold(text: str, limit: int = 120) -> str:
    """Return ``text`` on one line, without invisible characters and fence marks, at most ``limit`` long."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    seen = "".join(char for char in spaced if unicodedata.category(char) not in _UNSEEN)
    line = " ".join(seen.replace("<<<", "«").replace(">>>", "»").split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def quoted(text: str, limit: int = 120) -> str:
    """Return ``text`` folded and in double quotes."""
    return json.dumps(fold(text, limit), ensure_ascii=False)


def words(text: str) -> frozenset[str]:
    """Return the words of ``text``: runs of Latin letters or digits, and each character of other scripts."""
    return frozenset(match.group().lower() for match in _WORD.finditer(text))


def without_secrets(situation: Situation) -> Situation:
    """Return the situation without the values of secret parameters, in each of their spellings."""
    secrets = {situation.values.get(p.name, ""): MASK for p in situation.parameters if p.secret}
    secrets.pop("", None)
    if not secrets:
        return situation
    values = {name: text for name, text in situation.values.items() if text not in secrets}
    clean: Situation = _redacted(replace(situation, parameters=(), values=values), lambda text: redact(text, secrets))
    return replace(clean, parameters=situation.parameters)


def _redacted(value: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, tuple):
        return tuple(_redacted(item, redact) for item in value)
    if isinstance(value, dict):
        return {key: _redacted(item, redact) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _redacted(getattr(value, f.name), redact) for f in fields(value)})
    return value


def element_phrase(element: Element) -> str:
    """Return an element as a short phrase, such as ``textbox "To" in "New message"``."""
    return role_and_name(element) + _where(element)


def element_line(element: Element, *, headed: bool = False) -> str:
    """Return one numbered element, such as ``[e7] textbox "To" (value: "", required) in "New message"``.

    Args:
        element: The element.
        headed: Whether its heading is shown, if nothing else says where it stands.
    """
    facts = [f"{key}: {text}" for key, text in _facts(element) if text]
    facts += [fold(word, 30) for word in element.state]
    if not element.in_view:
        facts.append("out of view")
    if element.cover:
        facts.append(f"covered by: {quoted(element.cover, 60)}")
    if element.frame:
        facts.append(f"frame: {quoted(element.frame[-1], 60)}")
    details = f" ({', '.join(facts)})" if facts else ""
    where = _where(element) or (f" under {quoted(element.heading, 80)}" if headed and element.heading else "")
    return f"[{fold(element.ref, 12)}] {role_and_name(element)}{details}{where}"


def _facts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield the facts about an element by key; an empty text is left out."""

    def unless(text: str, known: Collection[str], limit: int = 80) -> str:
        return "" if text in known else quoted(text, limit)

    purpose = element.attributes.get("autocomplete", "")
    yield "label", unless(element.label, ("", element.name))
    yield "placeholder", unless(element.placeholder, ("", element.name, element.label))
    yield "type", unless(element.type, ("", "text", "button", "submit"), 20)
    yield "autocomplete", unless(purpose, ("", "on", "off"), 40)
    yield "tag", quoted(element.tag, 20) if element.role == "combobox" else ""
    yield "value", "" if is_secret_field(element) else unless(element.value, ("",), 120)
    yield "options", " | ".join(quoted(option, 40) for option in element.options[:20])
    if not (element.name or element.label or element.placeholder):
        yield from ((key, unless(element.attributes.get(key, ""), ("",), 60)) for key in _NAMING)


def role_and_name(element: Element) -> str:
    """Return role and name of an element, such as ``button "Send"``."""
    called = element.name or element.label or element.placeholder
    role = fold(element.role or element.tag or "element", 30)
    return f"{role} {quoted(called)}" if called else role


def _where(element: Element) -> str:
    called, around = element.name or element.label or element.placeholder, element.group or element.context
    return f" in {quoted(around, 160)}" if around and around != called else ""


def is_secret_field(element: Element) -> bool:
    """Return whether the value of a field must not be shown."""
    return "secret" in element.state or element.type == "password"
