"""The evidence about an element, in one spelling.

Reads a ``Fingerprint`` or a mapping that ``describe.js`` returns. Must never compare two elements (``weighing``
does that), nor know which of them is wanted.

Rules of this module:

* Any key may be missing, and any value may be of the wrong type: then it is not known, and nothing raises.
* A value that looks made by a machine is not known either: it says nothing about the next time.
* Texts are compared without case, punctuation and surplus white space. Numbers are kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any
from urllib.parse import urlsplit

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-pw")
LONGEST = 400
"""Characters of a text that are looked at: who shares the first 400 shares the rest."""

LARGEST = 1e7
"""Pixels; no page is larger."""

_MADE = re.compile(
    r"\d{3,}|^:|:r[0-9a-z]+:|[0-9a-f]{8}-[0-9a-f]{4}|(^|[-_:.])\d{2,}$|(?=\D*\d)[0-9a-f]{8,}|[a-z]\d+[a-z]+\d"
    r"|^(ember|radix|headlessui|mui|ext-gen|yui|react-aria)[-_:]?",
    re.IGNORECASE,
)
_STEP = re.compile(r"\[\d+\]$")
_PAGE = re.compile(r"(/(index|default))?\.(x?html?|php|aspx?|jsp)$|/index$", re.IGNORECASE)
_WORDS = re.compile(r"[^\w+\-#%$€@&*]+", re.UNICODE)
_BUTTONS = frozenset({"button", "submit", "reset", "image"})
_BY_ROLE = {
    **dict.fromkeys(("textbox", "searchbox", "spinbutton"), "type"),
    **dict.fromkeys(("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"), "tick"),
    **dict.fromkeys(("button", "link", "menuitem", "tab", "option", "treeitem"), "press"),
    "listbox": "choose",
}
_NO_TEXT = frozenset({"checkbox", "radio", "file", "hidden", "range", "color", *_BUTTONS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence about an element, normalised; empty where nothing is known.

    Attributes:
        tag: Lower-case tag name.
        role: ARIA role.
        kind: What can be done with it: ``press``, ``type``, ``choose``, ``tick``, ``upload``, or "" for the rest.
        type: The type attribute.
        name: What it is called, folded.
        shown: The same as it is written.
        label: The label of a field, folded.
        identity: Attributes that name one element (``id, name`` and test ids) and were not made by a machine.
        host: Host of the link without ``www.``.
        link: Path of the link, without its file type; "" for none.
        landmark: Nearest landmark, folded.
        heading: Nearest heading, folded.
        context: Text of the row or card, folded.
        neighbours: Texts around it, folded.
        path: Absolute XPath.
        anchor: Path from the nearest ancestor with an id; "" where there is none.
        shadow: Shadow hosts on the way.
        classes: Class tokens.
        box: ``(x, y, width, height)`` in CSS pixels, or None.
        counts: How many elements shared a key when it was recorded; a key that is not here was not counted.
    """

    tag: str = ""
    role: str = ""
    kind: str = ""
    type: str = ""
    name: str = ""
    shown: str = ""
    label: str = ""
    identity: Mapping[str, str] = field(default_factory=dict)
    host: str = ""
    link: str = ""
    landmark: str = ""
    heading: str = ""
    context: str = ""
    neighbours: tuple[str, ...] = ()
    path: str = ""
    anchor: str = ""
    shadow: tuple[str, ...] = ()
    classes: frozenset[str] = frozenset()
    box: tuple[float, float, float, float] | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    def title(self) -> str:
        """Return how a person would point at it."""
        called = self.shown or self.label or next(iter(self.identity.values()), "")
        return f'{self.role or self.tag or "element"} "{called[:60]}"' if called else f"<{self.tag or '?'}>"

    @property
    def steps(self) -> tuple[str, ...]:
        """Return the steps of the absolute XPath, without their indexes."""
        return tuple(_STEP.sub("", step) for step in self.path.split("/") if step)


def folded(text: str) -> str:
    """Return ``text`` as it is compared: no case, no punctuation, single spaces; as it is where that leaves nothing."""
    short = text[:LONGEST].casefold()
    return " ".join(_WORDS.sub(" ", short.replace(".", "").replace("'", "")).split()) or " ".join(short.split())


def plain(value: object) -> Mapping[str, Any]:
    """Return ``value`` as a mapping: a fingerprint's fields, a mapping itself, or nothing."""
    if isinstance(value, Mapping):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name, None) for one in fields(value)}
    return {}


def called(raw: Mapping[str, Any]) -> str:
    """Return what an element is called, as it is written; "" when nothing says so."""
    extra = _mapping(raw.get("attributes"))
    for key in ("name", "text"):
        if text := words(raw.get(key)):
            return text
    if words(extra.get("type")).lower() in _BUTTONS and (text := words(extra.get("value"))):
        return text
    return next((text for key in ("aria-label", "alt", "title", "placeholder") if (text := words(extra.get(key)))), "")


def words(value: object) -> str:
    """Return a text or a number as text; anything else is not known."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def evidence(value: object) -> Evidence:
    """Return what is known about an element.

    Args:
        value: A ``Fingerprint``, a mapping of the same keys, or anything else, about which nothing is known.
    """
    raw = plain(value)
    attributes = _mapping(raw.get("attributes"))
    made = set(_texts(raw.get("generated")))
    tag, kept_type = words(raw.get("tag")).lower(), words(attributes.get("type")).lower()
    role = words(raw.get("role")).lower()
    shown = called(raw)
    host, link = destination(words(attributes.get("href")))
    anchor = words(raw.get("css"))
    return Evidence(
        tag=tag,
        role=role,
        kind=_kind(tag, kept_type, role),
        type=kept_type,
        name=folded(shown),
        shown=" ".join(shown[:LONGEST].split()),
        label=folded(words(raw.get("label"))),
        identity={
            key: text
            for key in ("id", "name", *TEST_IDS)
            if (text := words(attributes.get(key))) and key not in made and (key in TEST_IDS or not _MADE.search(text))
        },
        host=host,
        link=link,
        landmark=folded(words(raw.get("landmark"))),
        heading=folded(words(raw.get("heading"))),
        context=folded(words(raw.get("context"))),
        neighbours=tuple(map(folded, _texts(raw.get("neighbours")))),
        path=words(raw.get("absolute_xpath")),
        anchor=anchor if ("@id" in anchor and "]/" in anchor) or (anchor.startswith("#") and " > " in anchor) else "",
        shadow=tuple(_texts(raw.get("shadow"))),
        classes=frozenset(_texts(raw.get("classes"))),
        box=box_of(raw),
        counts={
            key: count
            for key, count in _mapping(raw.get("counts")).items()
            if isinstance(count, int) and not isinstance(count, bool)
        },
    )


def destination(href: str) -> tuple[str, str]:
    """Return host (without ``www.``) and path of a link; ``("", "")`` where it leads nowhere else."""
    if not href or href[0] == "#" or href[:11].lower() == "javascript:":
        return "", ""
    try:
        parts = urlsplit(href)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return "", ""
    if href.endswith("#") and parts.path in ("", "/"):
        return "", ""
    return host, _PAGE.sub("", parts.path).rstrip("/").casefold() or "/"


def _kind(tag: str, kept_type: str, role: str) -> str:
    """Return what can be done with an element of this tag, type and role."""
    if role in _BY_ROLE:
        return _BY_ROLE[role]
    if tag == "input":
        if kept_type in ("checkbox", "radio"):
            return "tick"
        return "upload" if kept_type == "file" else "press" if kept_type in _NO_TEXT else "type"
    if tag == "textarea":
        return "type"
    if tag == "select" or role == "combobox":
        return "choose"
    return "press" if tag in ("a", "button", "summary", "option") else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: object) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [one for one in value if isinstance(one, str) and one]


def box_of(raw: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    """Return ``(x, y, width, height)`` in pixels; None unless all four are numbers."""
    box = raw.get("box")
    if not isinstance(box, Sequence) or isinstance(box, str) or len(box) != 4:  # noqa: PLR2004 (x, y, w, h)
        return None
    x, y, w, h = box
    if all(isinstance(n, int | float) and abs(n) < LARGEST for n in box):
        return float(x), float(y), float(w), float(h)
    return None
