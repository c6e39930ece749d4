"""The part of a control that a click hits: a card with "remove" does another thing there than beside it.

Rules of this module:

* A part tells a deed if it names one that the rest of its control does not name: by its text, by the words of its
  attributes, or by a sign, such as a cross.
* A part that told a deed must tell it again; a part that told none must not tell one now. The text of a part that
  stands where it stood may be data, unless it is a single word.
* A picture whose words tell nothing is unknown, and contradicts no other picture.
* A picture in a plain button or link is its decoration, so it may go. In any other control it may be a deed of its own,
  so it must be found again. So must one of several texts, for nobody knows each word of a command.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import exact
from pytest_ami.model.workflow import StepKind

from .words import deeds_named

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

PART = "part"
"""Detail of a control that shows several things: the part that was clicked, as ``parts.js`` writes it."""

PART_AT = "part_at"
"""Detail of a control: where its recorded part is now, if not in its middle, as ``x,y`` in pixels from its corner."""

TEXTS = frozenset({"text", "label"})
"""Kinds of parts with words; a label is the text of a plain button or link."""

PICTURES = frozenset({"sign", "icon"})
"""Kinds of parts without words; an icon is the decoration of a plain button or link."""

LOST = "part_lost"
"""Detail of a control in which the recorded part is not found."""

_SIGNS = {
    "×✕✖✗✘❌⨯⊗ｘ": "delete",
    "⋮⋯…︙•.": "more",
    "▸▾▹▿►▼▶▽△▲›»‹«⌄⌃><": "unfold",
    "+＋✚": "create",
    "✎✏🖉": "edit",
    "🗑": "delete",
}
_DRAWN = dict.fromkeys(("more", "menu", "kebab", "dots", "ellipsis", "options"), "more") | dict.fromkeys(
    ("chevron", "caret", "arrow", "expand", "collapse", "fold", "unfold", "toggle"), "unfold"
)
_REMOVES = frozenset({"close", "cancel", "discard", "remove", "delete", "clear"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part as ``parts.js`` writes it."""

    kind: str = "itself"
    text: str = ""
    words: str = ""
    path: str = ""
    rest: str = ""

    def deeds(self) -> set[str]:
        """Return the deeds that the part names and the rest of its control does not."""
        if self.kind in TEXTS:
            named = deeds_named(self.text) if exact(self.rest) else set()
        else:
            words = [word.casefold() for word in _WORD.findall(self.words)]
            named = deeds_named(" ".join(words)) | _sign(self.text) | {_DRAWN[word] for word in words if word in _DRAWN}
        named -= deeds_named(self.rest)
        return {"delete"} | (named - _REMOVES) if named & _REMOVES else named


def _sign(text: str) -> set[str]:
    return {meaning for signs, meaning in _SIGNS.items() if text and all(one in signs for one in text.replace(" ", ""))}


def other_part(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the parts that a click hits, then and now, if another deed is done there."""
    if kind is not StepKind.CLICK or not target.details.get(PART) or not seen.details.get(PART):
        return ""
    was, now = (_Part(*one.details[PART].split(" ¦ ")[:5]) for one in (target, seen))
    lost = LOST in seen.details and (was.kind == "sign" or (was.kind == "text" and exact(was.rest)))
    if not lost and not _differ(was, now):
        return ""
    return f"a click hits {_called(now)} in it, it was {_called(was)}"


def _differ(was: _Part, now: _Part) -> bool:
    texts = {was.kind, now.kind} <= TEXTS
    if texts and exact(was.text) == exact(now.text):
        return False
    old, new = was.deeds(), now.deeds()
    if {was.kind, now.kind} <= PICTURES:
        return bool(old and new and not old & new)
    if texts and was.path == now.path and not _commands(was, now):
        return False
    return bool(old) != bool(new) or bool(old and not old & new)


def _commands(*parts: _Part) -> bool:
    """Return whether a text of a part is a single word that names a deed."""
    return any(len(one.text.split()) == 1 and one.deeds() for one in parts)


def _called(part: _Part) -> str:
    return repr(part.text or part.words or part.kind)
