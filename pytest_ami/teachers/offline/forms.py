"""Forms: which control sends one, whose form it is, and what belongs to a single field of it.

This module knows the elements of one page and the words of the task. It must never know the moves so far.

Rules:

* A form is not the task's if every control that sends it is for something else: "Register" is no end of "change a
  participant".
* A control that sends a form is never a way to the form.
* A control whose id names a field of the page, such as ``delete_id_author``, is about that field, not about the record.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import (
    action_concepts,
    field_concepts,
    field_score,
    kind_of,
    normalise,
    same_meaning,
    verbs,
)

from .scoring import FITS, clickable, commit_score, display_name, is_field, is_secret, usable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from pytest_ami.model.lesson import Element, Observation

SENDS = frozenset({"save", "submit", "apply", "signup", "send", "publish", "login", "transfer", "buy", "create"})
"""Verbs of buttons that carry out a form."""

_LEADS = frozenset({
    *("create", "compose", "edit", "open", "login", "signup", "search", "upload", "rename", "reply", "next"),
    *("forward", "move", "assign", "transfer", "buy", "cart", "publish", "select", "go"),
})  # fmt: skip
"""Verbs of buttons that open a form as often as they end one."""

_STAYS = frozenset({"tab", "link", "menuitem", "menuitemradio", "summary"})
"""Roles of controls that lead to something and send nothing by themselves."""

_SWITCHES = ("turn on", "turn off", "switch on", "switch off", "enable", "disable", "activate", "启用", "禁用", "开启")
_SEARCH = "=search"
_DATE = re.compile(r"\d{1,4}\D{1,3}\d{1,2}\D{1,3}\d{1,4}\D?|\d{8}")
_DATE_FORM = re.compile(r"y{2,4}\W|\W(?:yy|jj|aa)", re.IGNORECASE)
_SHORT, _CALLED, _TELLING = 4, 0.8, 3
_AGAIN = frozenset({"confirm", "repeat", "again", "确认", "再次", "重复", "verify", "retype", "wiederholen"})


def sends(element: Element) -> bool:
    """Return whether a control looks like that by which a form is sent."""
    if not clickable(element) or element.role in _STAYS or {"menu", "collapsed", "expanded"} & set(element.state):
        return False
    asked = set(verbs(display_name(element)))
    return (element.type == "submit" or bool(asked & SENDS)) and "search" not in asked


def of_another_task(task: str, elements: Sequence[Element], texts: Iterable[str]) -> bool:
    """Return whether the page has forms, and none of their controls carries out the task."""
    values = tuple(texts)
    sending = [e for e in elements if sends(e) or _says_its_deed(e)]
    able = (e for e in elements if e.role not in ("tab", "link"))
    return bool(sending) and not any(commit_score(task, e, values) >= FITS for e in able)


def things_of(page: Observation) -> set[str]:
    """Return the things that title, headings and the chosen tab of a page name."""
    heads = [text for role, _, text in (notice.partition("|") for notice in page.notices) if role == "heading"]
    return {thing for text in (page.title, *heads) for thing in objects(text)} | chosen_things(page)


def chosen_things(page: Observation) -> set[str]:
    """Return the things that the chosen tab or radio button of a page names."""
    return {thing for e in page.elements if is_current(e) for thing in objects(display_name(e))}


def is_current(element: Element) -> bool:
    """Return whether an element is the chosen tab or radio button."""
    return "selected" in element.state or (element.role == "radio" and "checked" in element.state)


def _says_its_deed(element: Element) -> bool:
    """Return whether a button says in words of its own what it does: "Sign the guest book"."""
    plain = element.role == "button" and not {"menu", "collapsed", "expanded", "list"} & set(element.state)
    return plain and clickable(element) and len(objects(display_name(element))) >= _TELLING


def headed_for_another(task: str, page: Observation) -> bool:
    """Return whether a heading names the deed of the task with another thing: "Add tag" in "add a book"."""
    heads = [text for role, _, text in (notice.partition("|") for notice in page.notices) if role == "heading"]
    things = objects(task)
    if not things or any(things & objects(text) for text in heads):
        return False
    return any(set(verbs(text)) & set(verbs(task)) and objects(text) and len(text.split()) <= _SHORT for text in heads)


def would_send(element: Element, elements: Sequence[Element]) -> bool:
    """Return whether a press may send a form: a submit beside fields, or the button of the text field before it."""
    if not sends(element):
        return False
    fields = [e for e in elements if takes_text(e)]
    if element.type == "submit" and any(e.context == element.context for e in fields):
        return True
    at = next((i for i, e in enumerate(elements) if e.ref == element.ref), 0)
    return at > 0 and takes_text(elements[at - 1])


def acts_at_once(element: Element) -> bool:
    """Return whether a button may do a deed: none of its words says that it opens something."""
    if element.role != "button" or {"menu", "collapsed", "expanded", "list"} & set(element.state):
        return False
    things = objects(display_name(element))
    general = bool(things) and things <= {"=setting", "=account"}
    return not general and not set(verbs(display_name(element))) & _LEADS


def about_a_field(element: Element, elements: Sequence[Element]) -> bool:
    """Return whether the id of a control names a field of the page, so that it does its deed to the field's entry."""
    own = set(field_concepts(element.attributes.get("id", "").replace("_", " ").replace("-", " ")))
    said = set(field_concepts(display_name(element)))
    texts = (t for e in elements if is_field(e) or e.role in ("combobox", "listbox") for t in _names_of(e))
    return any(set(field_concepts(text)) <= own - said for text in texts if field_concepts(text))


def _names_of(element: Element) -> tuple[str, ...]:
    return (element.label, element.attributes.get("name", "").replace("_", " "))


def takes_text(element: Element) -> bool:
    """Return whether a field is empty and waits for a text that is no search."""
    return is_field(element) and usable(element) and not element.value and not is_search(element)


def accepts(element: Element, value: str) -> bool:
    """Return whether a field can take a value: one for a whole date takes no "24"."""
    whole = (
        element.type == "date" or bool(_DATE_FORM.search(element.placeholder)) or bool(_DATE.fullmatch(element.value))
    )
    return not (whole and is_field(element)) or bool(_DATE.search(value))


def is_search(element: Element, parameters: Iterable[str] = ()) -> bool:
    """Return whether a field searches or filters what the page shows; a field called like a parameter takes its value.

    Args:
        element: The element.
        parameters: Names of the parameters of the task.
    """
    if not is_field(element) or not usable(element):
        return False
    if any(field_score(name, element.name, element.label) >= _CALLED for name in parameters):
        return False
    if element.role == "searchbox" or element.type == "search":
        return True
    texts = (element.name, element.label, element.placeholder)
    return any(_SEARCH in field_concepts(text) or same_meaning(text, "filter") for text in texts if text)


def repeated(filled: Sequence[Element], elements: Sequence[Element]) -> tuple[Element, Element] | None:
    """Return a filled field and the empty one that asks for the same once more, such as "Password confirmation"."""
    for first in filled:
        own = set(field_concepts(display_name(first)))
        for e in elements:
            if not is_field(e) or not usable(e) or e.value or e.ref == first.ref or is_secret(e) != is_secret(first):
                continue
            words = set(field_concepts(display_name(e)))
            again = any(word.startswith(tuple(_AGAIN)) for word in words)
            if again and own & words and words != own:
                return first, e
    return None


def switched_thing(task: str) -> str:
    """Return the object of a task that switches something: its words without the verbs."""
    words = normalise(task)
    for phrase in _SWITCHES:
        words = words.replace(phrase, " ")
    return " ".join(words.split())


def objects(text: str) -> set[str]:
    """Return the things that a text names, as concepts."""
    return {concept for concept in action_concepts(text) if kind_of(concept) == "object" and not concept.isdigit()}


def near_words(task: str, name: str) -> bool:
    """Return whether a name shares the stem of a word with the task: "Cancellation" with "cancel"."""
    mine, others = _stems(action_words(task)), _stems(action_words(name))
    return bool(mine & others)


def action_words(text: str) -> Collection[str]:
    """Return the longer words of a text."""
    return [word for word in text.casefold().split() if len(word) > _STEM]


_STEM = 4


def _stems(words: Collection[str]) -> set[str]:
    return {word[: _STEM + 1] for word in words}
