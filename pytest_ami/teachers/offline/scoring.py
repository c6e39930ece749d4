"""Scores: how well the elements of a page fit a parameter or a task.

This module knows one observation, the parameters and the words of the task. It must never know earlier moves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.lexicon import vocabulary as table
from pytest_ami.lexicon.label_synonyms import key
from pytest_ami.lexicon.phrase_table import leading_verb
from pytest_ami.lexicon.text_normalization import (
    action_concepts,
    action_score,
    field_concepts,
    field_score,
    kind_of,
    normalise,
    same_meaning,
    verbs,
)
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pytest_ami.model.lesson import Element
    from pytest_ami.model.workflow import Parameter

FITS = 0.45
"""Least score of a field or a control that is used."""

_TEXT_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_CLICKABLE = frozenset({"button", "link", "menuitem", "tab", "menuitemradio", "summary"})
THINGS = (
    "link",
    "row",
    "option",
    "listitem",
    "menuitem",
    "menuitemradio",
    "treeitem",
    "tab",
    "cell",
    "gridcell",
    "button",
)
"""Roles of things that a value may name, the likeliest first."""

CHOICES = frozenset({"option", "menuitemradio", "radio", "treeitem"})
"""Roles of the entries from which a value is chosen."""
_YES, _NO = (
    frozenset(["true", "yes", "on", "1", "是", "开", "ja", "checked"]),
    frozenset(["false", "no", "off", "0", "否", "关", "nein", "unchecked"]),
)
_PRESENT = frozenset({"old", "current", "旧", "当前", "原"})
_SHOWN_OPTIONS = 20
_COVERED = 0.1
"""The points of a control whose name has all words of the task: "Add author" leads before the first "Add"."""

_ANOTHER = "=another"
_IN_ROW = re.compile(r".+[-_.\[]\d+[-_.\]\[]+")
"""The beginning of the name of a field in a row of a form: ``copies-1-`` of ``copies-1-shelf``."""

_NEW = re.compile(r"^new\s+|^新的?|^neue[rs]?\s+", re.IGNORECASE)
"""The beginning of the name of a field for a value that replaces the present one: "New email"."""

_SHORT = 4
_NEAR = 0.05
BETWEEN = re.compile(r"[,|·•–—\n]| - ")

KNOWN = 2.0
"""The score of the field that took a parameter in the stored flow: above every likeness of names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMatch:
    """A parameter, its field, and the score of the pair."""

    parameter: str
    element: Element
    kind: MoveKind
    score: float


def usable(element: Element) -> bool:
    """Return whether the element can be used at all."""
    return not {"disabled", "readonly"} & set(element.state)


def display_name(element: Element) -> str:
    """Return the best name of an element."""
    return element.name or element.label or element.placeholder


def clickable(element: Element) -> bool:
    """Return whether it is a control to click."""
    return element.role in _CLICKABLE or (element.tag == "input" and element.type in ("submit", "button", "image"))


def is_field(element: Element) -> bool:
    """Return whether it is a field for text."""
    return (element.role in _TEXT_ROLES and element.tag not in ("select", "button", "div", "span")) or (
        element.role in _TEXT_ROLES - {"combobox"} and element.type != "file"
    )


def assign(
    parameters: Iterable[Parameter],
    values: Mapping[str, str],
    elements: Sequence[Element],
    contexts: Collection[str] = (),
    known: Mapping[str, str] | None = None,
    others: Collection[tuple[str, str]] = (),
) -> list[FieldMatch]:
    """Return a field for each parameter that has one, no field twice, in the order of the page.

    Args:
        parameters: The parameters that wait for a field.
        values: Their values, without secrets.
        elements: The elements of the page.
        contexts: The surroundings of the fields that were filled before.
        known: Of some parameters the name of the field that took them in the stored flow.
        others: Names of parameters, each with the number of a field that asks for somebody else's.
    """
    wanted = list(parameters)
    old = {name for p in wanted for name in field_concepts(p.name.replace("_", " "))} & _PRESENT
    elements = elements if old else [e for e in elements if not _asks_for_the_old(e, elements)]
    able = [(p, e) for p in wanted for e in elements if (p.name, e.ref) not in others]
    found = [fit for p, e in able if (fit := _fit(p, values.get(p.name), e, contexts))]
    found += [fit for p in wanted if (fit := _known_field(p, elements, (known or {}).get(p.name, "")))]
    order = {element.ref: i for i, element in enumerate(elements)}
    place = {p.name: i for i, p in enumerate(wanted)}
    found.sort(key=lambda fit: (-round(fit.score, 3), place[fit.parameter], order[fit.element.ref]))
    taken: dict[str, FieldMatch] = {}
    for fit in found:
        if fit.parameter not in taken and all(fit.element.ref != other.element.ref for other in taken.values()):
            taken[fit.parameter] = fit
    sure = [fit for fit in taken.values() if not _contested(fit, found, taken)]
    return sorted(sure, key=lambda fit: order[fit.element.ref])


def _contested(fit: FieldMatch, found: Iterable[FieldMatch], taken: Collection[str]) -> bool:
    """Return whether a field fits a parameter without a field of its own just as well: "Reminder (days)" a day."""
    rivals = (one for one in found if one.element.ref == fit.element.ref and one.parameter not in taken)
    return any(one.score >= fit.score - _NEAR for one in rivals)


def _known_field(parameter: Parameter, elements: Sequence[Element], called: str) -> FieldMatch | None:
    """Return the only text field that is called as the one that took a parameter in the stored flow."""
    named = [e for e in elements if called and is_field(e) and normalise(display_name(e)) == normalise(called)]
    if len(named) != 1 or not usable(named[0]) or is_secret(named[0]) != parameter.secret:
        return None
    return FieldMatch(parameter=parameter.name, element=named[0], kind=MoveKind.FILL, score=KNOWN)


def _fit(parameter: Parameter, value: str | None, element: Element, contexts: Collection[str]) -> FieldMatch | None:
    if not usable(element):
        return None
    score, kind = _match(parameter, value, element)
    if score < FITS:
        return None
    score += 0.05 if element.context in contexts else 0.02 if element.context.startswith("dialog") else 0.0
    return FieldMatch(parameter=parameter.name, element=element, kind=kind, score=score)


def _asks_for_the_old(element: Element, elements: Sequence[Element]) -> bool:
    """Return whether a field asks for the present value, such as "Old password" beside "New password"."""
    concepts = set(field_concepts(display_name(element)))
    core = concepts - _PRESENT
    beside = (set(field_concepts(display_name(e))) for e in elements if e is not element and is_field(e))
    return core != concepts and any(core & other and not other & _PRESENT for other in beside)


def asks_for_the_present(element: Element) -> bool:
    """Return whether a field asks for the present secret of the account that is logged in."""
    return is_secret(element) and bool(_PRESENT & set(field_concepts(display_name(element))))


def _match(  # noqa: PLR0911  (one answer for each kind of field)
    parameter: Parameter, value: str | None, element: Element
) -> tuple[float, MoveKind]:
    named = _named(parameter.name, element)
    files = parameter.type == "file" or field_score(parameter.name, "attachment") > 0.9  # noqa: PLR2004
    if element.type == "file":
        return (max(named, 0.7) if files else 0.0), MoveKind.UPLOAD
    if parameter.type == "file":
        return 0.0, MoveKind.UPLOAD
    if element.type in ("checkbox", "radio") or element.role in ("checkbox", "radio", "switch"):
        return _ticked(parameter, value, element, named)
    if element.tag == "select" or (element.options and element.role in ("combobox", "listbox")):
        return _selected(value, element, named), MoveKind.SELECT
    if not is_field(element):
        return (named if element.role == "combobox" else 0.0), MoveKind.CLICK  # a list that a click opens
    if is_secret(element):
        fits = max(named, 0.7) if parameter.secret else named if named >= 0.9 else 0.0  # noqa: PLR2004
        return fits, MoveKind.FILL
    address = element.type == "email" or element.attributes.get("autocomplete") == "email"
    if (
        parameter.type == "email"
        and address
        and not {"=cc", "=bcc", "=from"} & set(field_concepts(display_name(element)))
    ):
        named = max(named, 0.5)
    return named + (0.02 if named and parameter.type == element.type else 0.0), MoveKind.FILL


def _named(name: str, element: Element) -> float:
    attributes = [element.attributes.get(key, "") for key in ("name", "id", "autocomplete")]
    attributes += [_IN_ROW.sub("", text) for text in attributes if _IN_ROW.match(text)]
    return max(
        field_score(name, element.name, element.label),
        0.9 * field_score(name, _NEW.sub("", element.name)) if not is_secret(element) else 0.0,
        0.95 * field_score(name, element.placeholder),
        0.85 * field_score(name, *attributes) if not _says_other(name, element) else 0.0,
    )


def _says_other(name: str, element: Element) -> bool:
    """Return whether the visible name is that of a known field that is not the parameter's."""
    concepts = field_concepts(display_name(element))
    return bool(concepts) and concepts[-1].startswith("=") and not field_score(name, display_name(element))


def is_secret(element: Element) -> bool:
    """Return whether a field takes a secret."""
    return element.type == "password" or "secret" in element.state


def _ticked(parameter: Parameter, value: str | None, element: Element, named: float) -> tuple[float, MoveKind]:
    text = normalise(value or "")
    if text and text == normalise(display_name(element)):
        return 0.9, MoveKind.CHECK
    if element.type == "radio" or element.role == "radio" or parameter.secret:
        return (0.7 if value and same_meaning(value, display_name(element)) else 0.0), MoveKind.CHECK
    if text in _YES:
        return named, MoveKind.CHECK
    return (named if text in _NO else 0.0), MoveKind.UNCHECK


def _selected(value: str | None, element: Element, named: float) -> float:
    if value is None:
        return 0.0
    offered = any(normalise(option) == normalise(value) for option in element.options)
    if offered:
        return max(named, 0.6)
    return named if len(element.options) >= _SHOWN_OPTIONS else 0.0


def closing(elements: Sequence[Element], *, agrees: bool) -> Element | None:
    """Return the control that closes a dialog, the least committing first; with ``agrees`` it may say "OK"."""
    ways = ("close", "not", "cancel", *(("confirm",) if agrees else ()))
    ranked = [
        (ways.index(verb), i)
        for i, e in enumerate(elements)
        if clickable(e)
        for verb in verbs(display_name(e))[:1]
        if verb in ways
    ]
    return elements[min(ranked)[1]] if ranked else None


def named_things(called: str, elements: Sequence[Element]) -> list[Element]:
    """Return the elements of the best kind of thing that have exactly this name; more than one is a doubt."""
    return best_things([e for e in elements if normalise(display_name(e)) == normalise(called)])


def best_things(elements: Sequence[Element]) -> list[Element]:
    """Return the elements that are of the best kind of thing among them."""
    found = [e for e in elements if usable(e) and e.role in THINGS]
    best = min((THINGS.index(e.role) for e in found), default=0)
    return [e for e in found if THINGS.index(e.role) == best]


def has_value(text: str, value: str) -> bool:
    """Return whether ``text`` contains ``value`` as whole words."""
    words, wanted = normalise(text), normalise(value)
    spaced = wanted if any(char > "\u2e7f" for char in wanted) else f" {wanted} "
    return bool(wanted) and (words == wanted or spaced in f" {words} ")


def commit_score(task: str, element: Element, values: Iterable[str] = (), contexts: Collection[str] = ()) -> float:
    """Return how well a click on the element carries out the task; elements near the filled fields score higher."""
    if not clickable(element):
        return 0.0
    score = action_score(task, without(display_name(element), values))
    if not score:
        return 0.0
    return (
        score + (0.1 if element.context in contexts else 0.0) - (0.15 if element.role == "link" else 0.0)
    )  # links open pages


def opener_score(task: str, element: Element, pending: Iterable[Parameter], hints: Iterable[str] = ()) -> float:
    """Return how likely a click on the element leads to the fields of the task."""
    name = display_name(element)
    if not (clickable(element) or element.role == "combobox") or not name:
        return 0.0
    if any(same_meaning(name, hint) for hint in hints):
        return 0.9
    reveals = 0.0
    if len(name.split()) <= _SHORT:
        reveals = 0.7 * max((field_score(p.name, name) for p in pending), default=0.0)
    leads = _leads(task, name)
    return max(leads + _COVERED * _covered(task, name, element.context) if leads else 0.0, reveals * (reveals >= FITS))


def _covered(task: str, name: str, context: str) -> float:
    """Return the share of the task's words that a name has, from 0 to 1; a word of the row around it counts half."""
    wanted = [concept for concept in action_concepts(task) if kind_of(concept) != "filler"]
    own, around = set(action_concepts(name)), set(action_concepts(context))
    points = sum(1.0 if concept in own else 0.5 if concept in around else 0.0 for concept in wanted)
    return points / len(wanted) if wanted else 0.0


def _leads(task: str, name: str) -> float:
    found, wanted = action_concepts(name), action_concepts(task)
    options: dict[str, float] = {}
    for verb in verbs(task) or ("create",):
        options.update(table.OPENERS.get(verb, {}))
    ways = [c for c in found if c[1:] in options]
    things = [c for c in found if kind_of(c) == "object"]
    score = max((options[c[1:]] for c in ways), default=0.0)
    acts = set(verbs(name)) - {"open"}  # "Cancel this registration" does it, and leads nowhere
    if not ways and not acts and things and all(c in wanted for c in things):
        score = 0.7
    for concept in found:
        if concept in ways or concept in wanted or kind_of(concept) == "filler":
            continue
        if concept == _ANOTHER and "create" in verbs(task):
            continue  # "Add another copy" adds one
        score *= {"verb": 0.2, "qualifier": 0.3}.get(kind_of(concept), 0.4)
    return score


AT_ONCE = frozenset(
    {"start", "stop", "pause", "resume", "run", "play", "call", "lock", "unlock", "clear", "reset", "connect"}
    | {"disconnect", "install", "uninstall", "restart", "shutdown", "deploy", "scan", "sync", "test", "accept"}
    | {"confirm", "approve", "reject", "pay", "buy", "delete", "remove", "discard"}
    | {"drain", "refill", "rinse", "unload", "ignite"}
)
"""Verbs of controls that act at once, also if they unfold something: nobody looks for more choices behind them."""


def menu_score(task: str, element: Element, contexts: Collection[str] = ()) -> float:
    """Return how likely the element shows more choices for the task. A list of values is a field, and no menu."""
    if element.role not in ("button", "link", "menuitem", "summary") or "expanded" in element.state:
        return 0.0
    verb = leading_verb(key(display_name(element)))
    if verb in AT_ONCE and verb not in {leading_verb(word) for word in key(task).split()}:
        return 0.0
    found = action_concepts(display_name(element))
    collapsed = bool({"collapsed", "menu"} & set(element.state))
    more = "=menu" in found
    if not (collapsed or more):
        return 0.0
    related = any(c[1:] in verbs(task) for c in found if c.startswith("="))
    if "list" in element.state and not (more or related):
        return 0.0
    return 0.3 + 0.2 * collapsed + 0.2 * more + 0.15 * related + 0.1 * (element.context in contexts)


def without(name: str, values: Iterable[str]) -> str:
    """Return a name without the values that it has as whole words, unless it is one of them."""
    for value in values:
        if value and has_value(name, value) and normalise(name) != normalise(value):
            name = normalise(name).replace(normalise(value), " ")
    return name
