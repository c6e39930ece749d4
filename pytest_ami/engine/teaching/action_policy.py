"""Action policy: the controls a teacher may press and the fields a secret may go into, by the task and the test.

Rules of this module:

* A dangerous action (``lexicon.dangerous_actions``) is permitted if the task names it, if it belongs to an action of
  the task ("write review" publishes, "buy" pays), if the test names it in ``allow``, or if a value of the test is the
  control's name. Everything else about a control is the teacher's decision.
* Concepts are compared, not spellings: "Löschen" is permitted by the task "delete mail", "Delete account" is not.
* Content is not a command: a link of many words is a dangerous action only if it begins with one.
* A control that only confirms ("Continue", "OK") performs the action that the dialog around it asks about.
* A control without a text is read by its marks: test ids, id, name, classes, and the names of its icons.
* A secret is typed as a whole into one field that takes secrets or has the secret's name, and nowhere else.

Knows elements as they were observed. Must never know a page, a model or a browser.
"""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.forms import holds
from pytest_ami.engine.secrets.redaction import without_holes
from pytest_ami.lexicon.dangerous_actions import (
    DANGEROUS_ACTIONS,
    TOGETHER,
    begins_with_dangerous_action,
    belongs,
    dangerous_actions,
    dangerous_objects,
    icon_actions,
    plain,
)
from pytest_ami.lexicon.text_normalization import field_score, mentions, normalise
from pytest_ami.model.lesson import Element, MoveKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

NAMES = tuple(dict.fromkeys((*DANGEROUS_ACTIONS, *(deed for deed, _, _ in TOGETHER))))
"""Names of all dangerous actions, as a test permits them."""

PRESSING = frozenset(
    {MoveKind.CLICK, MoveKind.DOUBLE_CLICK, MoveKind.CHECK, MoveKind.UNCHECK, MoveKind.PRESS, MoveKind.SELECT}
)
"""Moves that may trigger the action that a control's name states."""

CONTENT = frozenset({"link", "row", "gridcell", "cell", "option", "treeitem", "listitem", "article", "tab", "heading"})
"""Roles of elements whose name is often text that a user wrote."""

COMMAND_WORDS = 5
"""The most words of a link that is a command."""

_YES = "confirm, continue, next, ok, okay, yes, proceed, agree, accept, submit, go, apply, i understand, got it, 确定, 确认, 继续, 下一步, 好, 好的, 是, 是的, 同意, 提交, bestätigen, weiter, ja, einverstanden, oui, continuer, confirmer, accepter, sí, continuar, confirmar, aceptar"  # fmt: skip
_DIALOGS = ("dialog", "alertdialog")
_SENTENCE = re.compile(r"[^.!?。！？]*[.!?。！？]?")
_FREE = frozenset({"searchbox", "combobox", "listbox"})
_NEVER_TYPES = frozenset({"search", "url", "email", "file", "date", "color", "range"})
_PURPOSES = ("one-time-code", "current-password", "new-password", "cc-")
_NAMED = 0.9
_TELLING = 3
_SHORT = 5  # bytes, so that two Chinese characters are enough: "on" and "send" may be anything, 发票已寄出 is a subject
_DESTROYING_KEYS = frozenset({"delete", "shift+delete", "control+delete", "meta+backspace"})


def why_forbidden(
    element: Element | None,
    kind: MoveKind,
    task: str,
    *,
    value: str = "",
    values: Collection[str] = (),
    allow: Collection[str] = (),
    notices: Collection[str] = (),
) -> str:
    """Return the reason why a move is not permitted, or an empty string.

    Args:
        element: The element as it was observed; None for a key that goes to the focused element.
        kind: Kind of the move.
        task: The task in the test's words.
        value: The chosen option or the pressed key, filled in.
        values: Values of the test: a control with exactly such a name is permitted.
        allow: Permissions beyond the task: names of dangerous actions, other words for them, or names of controls.
        notices: Dialogs and headings of the page, as ``role|text``: a mere "Continue" agrees to them.
    """
    if kind not in PRESSING:
        return ""
    if kind is MoveKind.PRESS and value.lower() in _DESTROYING_KEYS and (element is None or not _takes_text(element)):
        return "" if _may("delete", f"press {value}", task, allow) else reason("the key", value, "delete", task)
    called = _called(element) if element else ""
    nameless = element is not None and not (element.name or element.label)
    texts = [(called, element.role if element else "")]
    if kind is MoveKind.SELECT:
        texts = [(value, "option")]
    elif element and _says_yes(called):
        texts += [(asked, "question") for asked in _questions(element, notices)]
    meant = {normalise(name) for name in (*values, *allow)}
    for text, role in texts:
        if not text or normalise(text) in meant:
            continue
        rest = _without(text, values) if role in CONTENT else text
        if (
            role in CONTENT
            and not nameless
            and len(normalise(rest).split()) > COMMAND_WORDS
            and not begins_with_dangerous_action(rest)
        ):
            continue
        by_icon = nameless and text is called
        for deed in icon_actions(rest) if by_icon else dangerous_actions(rest):
            if not _may(deed, "" if by_icon else rest, task, allow):  # the parts of an icon's name are no things
                return reason(f"the {role or 'control'}", text, deed, task)
    return ""


def unpermitted_deed(text: str, task: str, allow: Collection[str] = ()) -> str:
    """Return the dangerous action in a browser dialog that neither task nor test permits, or an empty string.

    Args:
        text: The dialog's question.
        task: The task in the test's words.
        allow: Permissions of the test beyond the task.
    """
    asked = next((part for part in _SENTENCE.findall(text) if part.strip()), "")
    return next((deed for deed in dangerous_actions(asked) if not _may(deed, asked, task, allow)), "")


def takes_secret(element: Element, parameter: str) -> str:
    """Return the reason why the secret ``parameter`` may not be typed into an element, or an empty string."""
    called = _called(element) or element.placeholder or element.role or element.tag
    why = f'a secret goes into a password field or one that is called "{parameter}", and "{called[:60]}" is '
    if element.tag == "textarea" or element.role in _FREE or element.type in _NEVER_TYPES:
        return f"{why}free text"
    if element.type == "password":
        return ""
    if element.tag not in ("input", ""):
        return f"{why}no input"
    purpose = element.attributes.get("autocomplete", "").lower()
    if "secret" in element.state or any(part in purpose for part in _PURPOSES):
        return ""
    texts = (element.name, element.label, element.placeholder, element.attributes.get("name", ""))
    if "=search" in "".join(texts) or mentions(
        " ".join(texts), "search, query, find, 搜索, 查找, suche, recherche, buscar"
    ):
        return f"{why}a search"
    return "" if field_score(parameter, *texts) >= _NAMED else f"{why}another one"


def unknown_allowances(allow: Collection[str]) -> tuple[str, ...]:
    """Return the names that permit nothing, because they neither are nor mention a dangerous action."""
    return tuple(name for name in allow if normalise(name) not in NAMES and not dangerous_actions(name))


def _may(deed: str, text: str, task: str, allow: Collection[str]) -> bool:
    if any(normalise(name) == deed or deed in dangerous_actions(name) for name in allow):
        return True
    things = dangerous_objects(text) - dangerous_objects(task)
    return belongs(deed, task) and (deed == "send" or not things)


def _called(element: Element) -> str:
    if element.name or element.label:
        return plain(element.name or element.label)
    marks = (element.attributes.get(key, "") for key in ("data-testid", "data-test", "data-qa", "id", "name", "icon"))
    return " ".join(text for text in marks if text)


def _says_yes(called: str) -> bool:
    return mentions(called, _YES) and not dangerous_actions(called)


def _questions(element: Element, notices: Collection[str]) -> Iterator[str]:
    """Yield the questions of a page's dialogs, and of its headings: the first sentence of each."""
    role, _, title = element.context.partition(" ")
    texts = [(role, title), *(tuple(notice.split("|", 1)) for notice in notices if "|" in notice)]
    for role, text in texts:
        match = _SENTENCE.match(text)
        question = match.group() if match else ""
        if role in _DIALOGS or (role == "heading" and question.endswith(("?", "？"))):
            yield question


def _without(text: str, values: Collection[str]) -> str:
    """Return ``text`` without the values of the test."""
    for value in values:
        if len(value.encode()) > _SHORT:
            text = text.replace(value, " ")
    return text


def _takes_text(element: Element) -> bool:
    return element.role in ("textbox", "searchbox", "combobox", "spinbutton") or element.tag in ("input", "textarea")


def reason(control: str, text: str, deed: str, task: str) -> str:
    """Return the reason why a dangerous action is not permitted, in the form that ``allow_hint`` reads.

    Args:
        control: The control, such as ``the button``.
        text: Name of the control.
        deed: Name of the action.
        task: The task, which does not name the action.
    """
    called = " ".join(text.split())[:60]
    return f'{control} "{called}" would {deed}, which the task "{task}" does not mention'


def allow_hint(reason: str) -> str:
    """Return the ``allow=(...)`` that lifts a refusal of ``why_forbidden``; empty if there is none."""
    match = re.search(r'" would ([a-z ]+), which the task "', reason)
    return f'allow=("{match.group(1)}",)' if match else ""


def secrets_in(template: str, secret_names: Collection[str]) -> tuple[str, ...]:
    """Return the names of the secrets that a template uses."""
    return tuple(name for name in secret_names if f"{{{{{name}}}}}" in template.replace(" ", ""))


def literal_secret(template: str, secrets: Mapping[str, str]) -> str:
    """Return the name of a secret whose value stands in a template as literal text, or an empty string."""
    text = without_holes(template)
    found = (
        name for name, value in secrets.items() if holds(text, value) or (len(value) >= _TELLING and value in text)
    )
    return next(found, "")
