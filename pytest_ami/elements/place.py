"""Does an element stand where the recorded one stood? For an element without a key of its own, its place decides.

Rules of this module:

* An element in a dialog that was not recorded is never the recorded one, and neither is one in another dialog.
* A landmark or group that was lost while another one was gained makes another place. A wrapper that was only added, or
  a landmark that only became a ``div``, makes none.
* A row or card of other words is another row or card. Numbers count there. Elsewhere a counter may change.
* An id, a name attribute, a test id or a destination of its own is worth more than the place.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.numbered_parts import same_kind
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.relative_times import is_age, to_come

from .addresses.routes import normal_route
from .element import TEST_IDS, with_test_ids_of
from .name_match import commits, numbered, same_deed, same_name, sends_same_form
from .text_keys import begins_one, exact, fold, spaced, without_passing_hints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

IDENTITY = ("id", "name", *TEST_IDS)

LINEAGE = 4
"""The number of the six recorded ancestors that must still be there, in order, for the lineage to agree."""

ENOUGH = 2
"""The number of neighbouring texts that make a place."""

HALF = 0.5
"""The share of the texts of a row, card or box that must still be there."""

MEANS_THE_SAME = 0.8
"""The least similarity of two names of a container that mean the same."""

ROWS = frozenset({"tr", "li"})
"""Tags of elements that stand for one record each."""

LANDMARKS = frozenset({"main", "navigation", "banner", "contentinfo", "complementary", "form", "search", "menu"})
"""Roles of containers that are places even without a name."""

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
"""Roles of elements into which text is entered."""

_LAST = re.compile(r"(.+/\w+)\[(\d+)\]")
"""A path up to its last number, and that number: the place of an element among its siblings of one tag."""

_ENTRY = re.compile(r"/li\[\d+\](?!.*/li\[)")
_ORDINAL = re.compile(r"(?<![\w])\d{1,2}(?!\d)|[-_.:\[]\d{1,2}(?!\d)|(?<=[a-z])\d{1,2}$")
"""A number in a key that counts elements of one kind; a longer number may be that of a record."""


def shared(target: Fingerprint) -> bool:
    """Return whether other elements had the same role and name when it was recorded."""
    return target.counts.get("name", 1) > 1


def without_ordinals(target: Fingerprint) -> Fingerprint:
    """Return an element with look-alikes without the keys that only count it among them ("deploy-0", "form-1-city").

    Such a key is a place in a series: if the series is put in another order, it belongs to another one of them.
    """
    if not shared(target):
        return target
    kept = {key: text for key, text in target.attributes.items() if key not in IDENTITY or not _ORDINAL.search(text)}
    return replace(target, attributes=kept)


def has_key(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an own id, name attribute, test id or destination agrees."""
    now: Mapping[str, str] = seen.attributes
    if any(is_key(target, key) and target.attributes[key] == now.get(key) for key in IDENTITY):
        return True
    link = target.attributes.get("href")
    return bool(link) and link == now.get("href")


def is_key(target: Fingerprint, key: str) -> bool:
    """Return whether an attribute named one element when it was recorded."""
    counted = {"id": "id", "name": "field"}.get(key, key)
    return bool(target.attributes.get(key)) and key not in target.generated and target.counts.get(counted, 1) == 1


def stands(target: Fingerprint, seen: Fingerprint, *, held: bool = False, rivals: int = 1) -> bool:
    """Return whether an element may be the recorded one as far as its place says: a key or the place agrees.

    Args:
        target: The recorded element.
        seen: The element now.
        held: Whether parameter values identify its row: then the words around it may be data.
        rivals: How many elements agree on every decisive key.
    """
    keyed = has_key(target, seen) or (rivals == 1 and sends_same_form(target, seen))
    left = bool(dialogs(target)) and bool(seen.scope) and not dialogs(seen)
    if left or keyed or elsewhere(target, seen):
        return keyed and not left
    if held:
        return not _under_another_roof(target, seen) and not _in_another_group(target, seen)
    if shared(target):
        return _distinguished(target, seen, rivals)
    around = surroundings(target, seen)
    if around is not None:
        return around or _same_list(target, seen)
    known = target.neighbours or target.heading
    return (
        _near(target, seen)
        or _under_same_heading(target, seen)
        or not known
        or _at_home(target, seen)
        or _same_list(target, seen)
        or (rivals == 1 and (_alone(target, seen) or _in_its_dialog(target, seen)))
    )


def _in_its_dialog(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether the only element of a name stands at its path in the dialog of its title; the rest was entered."""
    titled = bool(target.name) and any(dialogs(target))
    make = [(one.tag, set(one.classes), one.absolute_xpath, one.ancestors, one.scope) for one in (target, seen)]
    return titled and target.counts.get("name") == 1 and make[0] == make[1]


def _alone(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two elements, each the only one of its name, are of the same make and place.

    An element with a name may be another entry of its list (``li``), not of another list: the entries beside it are
    data. Around a field without a name no words may stand, then or now: they may be its label, and decide.
    """
    make = [(one.tag, set(one.classes), one.ancestors, one.scope, exact(one.heading)) for one in (target, seen)]
    if target.counts.get("name") != 1 or not target.classes or make[0] != make[1]:
        return False
    if target.name:
        paths = {_ENTRY.sub("/li", one.absolute_xpath) for one in (target, seen)}
        return len(paths) == 1 and target.absolute_xpath != seen.absolute_xpath
    return target.role in FIELDS and not _words(target, target) and not _words(target, seen)


def _under_another_roof(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a record stands in a named part of the page that was not around it, under another heading."""
    if not target.scope or not seen.scope or not target.heading or not seen.heading:
        return False
    named = {one for one in _places(seen, known=True) if one.partition("|")[2]}
    gained = [one for one in named if not any(_same_place(target, other, one) for other in _places(target, known=True))]
    return bool(gained) and not _means(target, target.heading, seen.heading)


def _in_another_group(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a record stands under a heading of another deed ("Block", no longer "Invite") or another time."""
    was, now = target.heading, seen.heading
    if not was or not now or _means(target, was, now):
        return False
    return not same_deed(was, now) or to_come(was) is not to_come(now)


def may_have_moved(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a changed element may be the recorded one as far as its place says.

    A twin elsewhere has no own key and other words around it. A renamed test id is no key of a deed under a new title.
    """
    marked = replace(seen, attributes=with_test_ids_of(target.attributes, seen.attributes))
    if has_key(target, seen if commits(target, target.name) and retitled(target, seen) else marked):
        return True
    if commits(target, target.name) and (elsewhere(target, seen) or retitled(target, seen)):
        return False
    around = surroundings(target, seen)
    return around is not False and (around is True or _near(target, seen) or not elsewhere(target, seen))


def retitled(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two elements stand under headings of different meanings."""
    return bool(target.heading and seen.heading) and not _means(target, target.heading, seen.heading)


def strange_dialog(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the reason for which an element in a dialog cannot be the recorded one; empty if there is none."""
    now, was = dialogs(seen), dialogs(target)
    if not now or (not target.scope and not was):
        return ""
    if not was:
        return f'it is in the dialog "{now[0]}", which was not there'
    strict = any(commits(target, name) for name in (*was, *now))
    for name in now:
        if not any(exact(name) == exact(one) or (not strict and _means(target, one, name)) for one in was):
            unknown = not name or not all(was)  # an old recording has no name for a dialog that its heading names
            return "" if unknown and not target.scope else f'it is in the dialog "{name}", it was in "{was[0]}"'
    return ""


def dialogs(fingerprint: Fingerprint) -> tuple[str, ...]:
    """Return the names of the dialogs around an element, nearest first."""
    known = fingerprint.scope or (fingerprint.landmark,)
    return tuple(name for role, _, name in (one.partition("|") for one in known) if role in ("dialog", "alertdialog"))


def elsewhere(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element stands in another landmark, group, dialog or frame than the recorded one."""
    if bool(dialogs(target)) is not bool(dialogs(seen)) and (target.scope or dialogs(target)):
        return True
    if strange_dialog(target, seen) or _left_its_form(target, seen):
        return True
    mine, its = _places(target, known=bool(target.scope)), _places(seen, known=bool(target.scope))
    lost = [one for one in mine if not any(_same_place(target, one, other) for other in its)]
    gained = [one for one in its if not any(_same_place(target, other, one) for other in mine)]
    return bool(lost and gained)


def _left_its_form(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether the recorded button submits a form, and this one stands in none."""
    if not target.scope or not seen.scope or target.details.get("type") != "submit" or seen.role != "button":
        return False
    in_form = "form" in seen.ancestors or any(one.startswith("form|") for one in seen.scope)
    return not seen.details.get("type") and not in_form


def _places(of: Fingerprint, *, known: bool) -> tuple[str, ...]:
    entries = of.scope if known and of.scope else (of.landmark,)
    told = (one for one in entries if one and one.partition("|")[0] not in ("dialog", "alertdialog"))
    return tuple(one for one in told if one.partition("|")[2] or one.partition("|")[0] in LANDMARKS | {"page", "frame"})


def _same_place(target: Fingerprint, first: str, second: str) -> bool:
    (role, _, name), (its_role, _, its_name) = first.partition("|"), second.partition("|")
    if role != its_role:  # a group became a section; the regions of a page stay what they are
        return bool(name) and exact(name) == exact(its_name) and LANDMARKS.isdisjoint((role, its_role))
    return not name or not its_name or _means(target, name, its_name)


def _means(target: Fingerprint, first: str, second: str) -> bool:
    return (
        same_name(target, first, second)
        or fold(first) == fold(second)
        or label_similarity(first, second) >= MEANS_THE_SAME
    )


def surroundings(target: Fingerprint, seen: Fingerprint) -> bool | None:
    """Return whether the words of the row, card or box are those of the recorded one; None if they tell nothing."""
    mine, its = _without_hints(target, _words(target, target), _words(target, seen))
    if not mine or not its:
        return None
    row = shared(target) or (bool(target.context) and not ROWS.isdisjoint(target.ancestors))
    folded = exact if row else fold
    theirs = {folded(text) for text in its}
    there = [folded(text) in theirs or (not row and any(label_similarity(text, one) for one in its)) for text in mine]
    share = sum(there) / len(there)
    if row and not there[0]:
        return False
    if share > HALF or (row and share == HALF):
        return True
    return None if share else False


def _without_hints(target: Fingerprint, was: Sequence[str], now: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return two lists of texts without hints that came or went; a hint may tell one of several of a name apart."""
    return (was, now) if shared(target) else without_passing_hints(was, now)


def _at_home(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element stands at its path in its containers, beside some of the words; the rest is data."""
    here = target.absolute_xpath == seen.absolute_xpath and target.scope == seen.scope
    return here and bool(
        {fold(text) for text in _words(target, target)} & {fold(text) for text in _words(target, seen)}
    )


def _same_list(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element is the list of choices of that name at its path in its containers.

    All words beside it may be data: its present choice, and the values of the fields around it. The heading is none: it
    says for whom or what the choice is.
    """
    if retitled(target, seen):
        return False
    here = target.absolute_xpath == seen.absolute_xpath and bool(target.scope) and target.scope == seen.scope
    return here and target.role == seen.role == "combobox" and bool(target.name)


def _words(target: Fingerprint, of: Fingerprint) -> list[str]:
    """Return the texts of a box apart from the element's own name."""
    own = {exact(target.name), exact(of.name), exact(of.text)}
    return [text for text in of.texts if exact(text) not in own and any(map(str.isalnum, text)) and not is_age(text)]


def _distinguished(target: Fingerprint, seen: Fingerprint, rivals: int) -> bool:
    """Return whether evidence that look-alikes did not share identifies the element."""
    around = surroundings(target, seen)
    if around is not None:
        return around
    if target.context and same_name(target, target.context, seen.context):
        return True
    if retitled(target, seen):
        return False
    if target.neighbours:
        return _near(target, seen)
    counted = rivals in (1, target.counts.get("name"))  # one more or less shifts the paths
    return not target.context and (not counted or seen.absolute_xpath == target.absolute_xpath)


def _near(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether the neighbouring texts are still there, the nearest one among them."""
    compared = exact if numbered(target) else fold
    beside, now = _without_hints(target, target.neighbours, seen.neighbours)
    mine, its = [compared(text) for text in beside], {compared(text) for text in now}
    its |= {compared(text) for text in beside if begins_one(text, now)}
    near = set(mine) & its
    return len(near) >= min(ENOUGH, len(mine) or ENOUGH) and (mine[0] in its or len(near) > ENOUGH)


def _under_same_heading(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element stands under the same heading, at the same path or beside the same text."""
    if not target.heading or fold(target.heading) != fold(seen.heading):
        return False
    around = {fold(text) for text in (*seen.neighbours, seen.heading)}  # the heading itself may be the nearest text
    beside = bool(target.neighbours) and fold(target.neighbours[0]) in around
    return beside or not target.absolute_xpath or seen.absolute_xpath == target.absolute_xpath


def place(target: Fingerprint, seen: Fingerprint) -> int:
    """Count the signs of the same place that still agree; 0 to 7."""
    return (
        int(bool(target.landmark) and fold(target.landmark) == fold(seen.landmark))
        + int(bool(target.heading) and fold(target.heading) == fold(seen.heading))
        + int(_near(target, seen))
        + int(bool(target.context) and fold(target.context) == fold(seen.context))
        + int(_in_order(target.ancestors, seen.ancestors) >= LINEAGE)
        + int(bool(target.scope) and target.scope == seen.scope)
        + int(surroundings(target, seen) is True)
    )


def emptied(drop: Fingerprint, seen: Fingerprint) -> Fingerprint:
    """Return the box on which something is dropped with the texts that it held when it was recorded.

    A column or a basket is known by its first text and its place; the things that were dropped into it are data.
    """
    titled = bool(drop.texts) and exact(drop.texts[0]) == exact(next(iter(seen.texts), ""))
    here = drop.absolute_xpath == seen.absolute_xpath and set(drop.classes) == set(seen.classes)
    if drop.role or drop.name or not (titled and here and drop.scope == seen.scope):
        return seen
    held = {key: drop.details[key] for key in ("shown", "icon") if key in drop.details}
    details = {key: text for key, text in seen.details.items() if key not in ("shown", "icon")} | held
    return replace(
        seen, text=drop.text, cells=drop.cells, texts=drop.texts, neighbours=drop.neighbours, details=details
    )


def _in_order(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many of the tags ``first`` are in ``second``, in order (an added or removed wrapper is ignored)."""
    found = start = 0
    for tag in first:
        if tag in second[start:]:
            start = list(second).index(tag, start) + 1
            found += 1
    return found


def is_link_beside(target: Fingerprint, seen: Fingerprint, hole: str, value: str) -> bool:
    """Return whether a link is another of several links side by side, and was there beside the recorded one.

    Each link is a text itself, and no other text stands between the two: it could say what the links are for.

    Args:
        target: The recorded element, with ``{{name}}``.
        seen: The element now.
        hole: The parameter whose value named the recorded link.
        value: Its value in this run.
    """
    was, now = (_LAST.fullmatch(one.absolute_xpath) for one in (target, seen))
    mine, its = [*map(spaced, target.texts)], [*map(spaced, seen.texts)]
    if target.role != "link" or target.name != hole or spaced(seen.name) != value:
        return False
    if not was or not now or was[1] != now[1]:
        return False
    if not mine.count(value) == mine.count(hole) == its.count(value) == 1:
        return False
    there = mine.index(value)
    return there == its.index(value) and there - mine.index(hole) == int(now[2]) - int(was[2])


def is_link_of_grid(target: Fingerprint, seen: Fingerprint, hole: str, value: str) -> bool:
    """Return whether a link fills another cell under the head of the recorded one: each cell has a record of its own.

    Its address is one of the same kind. A head of several columns says nothing else about them.
    """
    head, was, now = target.details.get("head", ""), target.attributes.get("href", ""), seen.attributes.get("href", "")
    if target.role != "link" or target.name != hole or spaced(seen.name) != value:
        return False
    alike = bool(was) and (normal_route(was) == normal_route(now) or same_kind(was, now))
    return bool(head) and head == seen.details.get("head") and alike
