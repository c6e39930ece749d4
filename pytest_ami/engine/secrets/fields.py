"""The fields that a secret may be typed into, by the evidence about an element.

Rules of this module:

* A field takes a secret if it is a password field, if its purpose is one of the secret ones of HTML, if its name says
  that it holds a secret, or if it is called like the parameter.
* A field without any name of its own is called by its heading, if that names both the parameter and a kind of secret.
* A search, a link, a button and a file field never take one.

Knows evidence and names of parameters. Must never know a page or a value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.redaction import is_secret_name
from pytest_ami.lexicon.text_normalization import field_score

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

_PURPOSES = re.compile(r"\b(?:one-time-code|current-password|new-password|cc-(?:number|csc))\b")
_NEVER_TYPES = frozenset({"search", "url", "file", "date", "color", "range", "submit", "button", "checkbox", "radio"})
_NEVER_ROLES = frozenset({"searchbox", "button", "link", "checkbox", "radio", "switch", "slider", "menuitem", "tab"})
_NAMES = ("name", "id", "aria-label", "placeholder")
_NAMED = 0.9
"""The least score of a field that is called like the parameter."""


def field_problem(field: Fingerprint, parameter: str) -> str:
    """Return the reason why the secret ``parameter`` must not be typed into a field, or an empty string."""
    if field.attributes.get("type", "").lower() == "password":
        return ""
    texts = (field.name, field.label, *(field.attributes.get(key, "") for key in _NAMES))
    never = field.role in _NEVER_ROLES or field.attributes.get("type", "").lower() in _NEVER_TYPES
    if not never and _PURPOSES.search(field.attributes.get("autocomplete", "").lower()):
        return ""
    named = any(is_secret_name(text) for text in texts if text) or field_score(parameter, *texts) >= _NAMED
    headed = not any(texts) and field.tag == "input" and _headed(field.heading, parameter)
    if (named or headed) and not never:
        return ""
    why = f'which is no secret field and is not called "{parameter}"'
    return f"the secret {parameter} is typed into {field.title()[:80]}, {why}"


def _headed(heading: str, parameter: str) -> bool:
    """Return whether a heading names the parameter and says that it is a secret: "badge (apiKey)"."""
    words = set(re.findall(r"[^\W_]+", heading.casefold()))
    return is_secret_name(heading) and set(re.findall(r"[^\W_]+", parameter.casefold())) <= words
