"""Text of a page for a prompt: on one line, quoted, counted, without invisible characters and secrets.

This module knows characters and tokens. It must never know a prompt.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from pytest_ami.engine.secrets.redaction import redact
from pytest_ami.model.lesson import Situation

_WORD = re.compile(r"[a-z0-9]+|[^\W\d_a-z]", re.IGNORECASE)
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})

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
