"""Page evidence: whether a page shows a value as that of its own record, and not as one of many.

Rules of this module:

* The address, the title, a message, and a heading tell which record a page is about. So does a field that is called
  like the parameter and holds the value.
* An entry of a list beside other entries tells nothing, unless it is the selected one. Neither does a heading if each
  entry of the list has one, nor a text in a search.
* Behind a way to another record only the title, the headings, the dialogs and such a field count: the page of an author
  shows the titles of books.

Knows elements as they were observed. Must never know a teacher.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.commits import FIELDS
from pytest_ami.engine.teaching.commit_policy import only_looks
from pytest_ami.engine.teaching.records.rows import NOT, holds, in_line, is_another
from pytest_ami.lexicon.text_normalization import field_score, normalise, says, verbs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_ami.model.lesson import Element, Observation

CALLED = 0.9
"""The least likeness of the name of a field to that of a parameter: "Latest title" is not "Title"."""

_CHOSEN = frozenset({"selected", "checked", "current"})
_KEY_AND_VALUE = 2


def seeks(element: Element) -> bool:
    """Return whether a field only looks for something."""
    called = element.name or element.label or element.placeholder
    return only_looks(element) or element.type == "search" or verbs(called) == ("search",)


def shows(name: str, value: str, element: Element | None, observation: Observation, *, left: bool) -> bool:
    """Return whether a page shows the value of a parameter as that of its own record.

    Args:
        name: The parameter.
        value: Its value.
        element: The control of the deed; None for a key that goes to the focused element.
        observation: The page.
        left: Whether the moves led to another record.
    """
    able = [e for e in observation.elements if not seeks(e)]
    listed = [e for e in able if e.role not in FIELDS and holds(e, value) and _is_one_of_many(e, able, value)]
    if element is not None and holds(element, value) and not is_another(element, in_line(element, able), value):
        return True
    path = unquote(urlsplit(observation.url).path)
    if says([path, observation.title, *_notices(observation, listed, able)], value):
        return True
    if any(_is_field_of(e, able, name, value) for e in able) or _labelled(observation.texts, name, value):
        return True
    if left:
        return False
    once = [e for e in able if e not in listed and not (e.role in FIELDS and _is_in_grid(e, able))]
    texts = [text for e in once for text in (e.name, e.label, e.value, e.context, *e.texts)]
    return says([*texts, *_lines(observation.texts, value, listed)], value)


def _is_one_of_many(element: Element, elements: Sequence[Element], value: str) -> bool:
    others = [e for e in in_line(element, elements) if holds(e, value) == NOT]
    return bool(others) and not (_CHOSEN & {*element.state} and not any(_CHOSEN & {*e.state} for e in others))


def _notices(observation: Observation, listed: Sequence[Element], elements: Sequence[Element]) -> Iterator[str]:
    """Yield the messages and headings of a page without the headings of entries of a list."""
    entries = [e for one in listed for e in in_line(one, elements) if e not in listed]
    named = {normalise(text) for e in entries for text in (e.name, *e.cells, *e.texts)}
    headings = [normalise(text.partition("|")[2]) for text in observation.notices if text.startswith("heading|")]
    many = bool(named & {*headings})
    own = {normalise(text) for e in listed for text in (e.name, *e.cells, *e.texts)}
    for notice in observation.notices:
        text = normalise(notice.partition("|")[2])
        if not (many and text in own and headings.count(text) == 1):
            yield notice


def _is_field_of(element: Element, elements: Iterable[Element], name: str, value: str) -> bool:
    """Return whether an element is the only field of a parameter, and holds its value."""
    held = element.role in FIELDS and normalise(element.value) == normalise(value)
    called = field_score(name, *(text for text in (element.name, element.label) if text)) >= CALLED
    return held and called and not _is_in_grid(element, elements)


def _is_in_grid(element: Element, elements: Iterable[Element]) -> bool:
    """Return whether another field of the name of a field has another value, as in a list with a form in each row."""
    known = (element.role, element.name or element.label)
    return any((e.role, e.name or e.label) == known and e.value.strip() != element.value.strip() for e in elements)


def _labelled(lines: Sequence[str], name: str, value: str) -> bool:
    """Return whether a line, or two lines, are the name of a parameter and its value: ``Title | Harbour Tales``."""
    parts = [tuple(part.strip() for part in line.replace(": ", " | ").split(" | ")) for line in lines]
    pairs = [part for part in parts if len(part) == _KEY_AND_VALUE]
    pairs += [(one[0].rstrip(":"), two[0]) for one, two in pairwise(parts) if len(one) == len(two) == 1]
    return any(normalise(shown) == normalise(value) and field_score(name, key) >= CALLED for key, shown in pairs)


def _lines(lines: Sequence[str], value: str, listed: Iterable[Element]) -> Iterator[str]:
    """Yield the lines of a page without those of lists: a row beside one without the value, unless it has two cells."""
    own = {normalise(text) for e in listed for text in (e.name, e.context, " ".join(e.cells), *e.cells, *e.texts)}
    others = {line.count(" | ") for line in lines if not says([line], value)}
    for line in lines:
        many = line.count(" | ") > 1 and line.count(" | ") in others
        if not many and normalise(line.replace("|", " ")) not in own:
            yield line
