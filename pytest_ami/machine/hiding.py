"""Secrets out of what is reported and shown: by name only (DESIGN, law 6). Knows texts, no page and no step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PATHS = frozenset({"tag", "role", "xpath", "absolute_xpath", "css", "shadow", "ancestors", "box", "counts"})
"""Parts of a fingerprint that hold no text of the page."""


def hidden(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return ``value`` with every secret in it, at any depth, replaced by its ``{{name}}``."""
    if isinstance(value, str):
        for name, secret in sorted(secrets.items(), key=lambda item: -len(item[1])):
            value = value.replace(secret, f"{{{{{name}}}}}") if secret else value
        return value
    if isinstance(value, dict):
        return {key: hidden(item, secrets) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [hidden(item, secrets) for item in value]
    return value


def hidden_texts(found: dict[str, Any] | None, secrets: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a fingerprint without secrets; its paths are left alone, a short secret would spoil them."""
    if found is None:
        return None
    return {key: item if key in PATHS else hidden(item, secrets) for key, item in found.items()}
