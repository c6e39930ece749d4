"""Compares two elements key by key, and tells which groups of keys agree and which contradict.

Knows the evidence about two elements and nothing else. Must never know the rest of the page (``candidates`` does).
It is the one comparison: the element is the same where every decisive key agrees (``unchanged``), and drifted where
enough keys do.

Rules of this module:

* A key that is unknown on one side has the value 0.
* A group agrees or contradicts by evidence, never by the height of a score. A key counts only if it distinguished
  elements when it was recorded: a value that many elements shared then agrees with none of them.
* A different name is a contradiction, and so is a different destination. A different id is a contradiction only if
  nothing outweighs it, because developers rename ids.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from rapidfuzz import fuzz

from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.text_normalization import opposite, same_meaning, seeks_same

from .element import TEST_IDS, ElementEvidence, with_test_ids_of
from .text_keys import exact

LabelSimilarity = Callable[[str, str], float]
Group = Literal["name", "identity", "destination", "place", "kind"]

SAME_LABEL = 0.8
"""The least similarity of two names with the same meaning: a known synonym, a translation, a decorated name."""

GROUPS: dict[str, Group] = {
    "name": "name",
    "wording": "name",
    "id": "identity",
    "field": "identity",
    "test id": "identity",
    "link": "destination",
    "label": "destination",
    "position": "place",
    "path": "place",
    "tail": "place",
    "anchor": "place",
    "region": "place",
    "neighbours": "place",
    "landmark": "place",
    "heading": "place",
    "context": "place",
    "tag": "kind",
    "role": "kind",
    "type": "kind",
    "use": "kind",
    "classes": "kind",
    "size": "kind",
}
"""Every key with its group, in the order of the explanation."""

DECISIVE = ("role", "type", "id", "field", "test id", "link")
"""Keys that decide beside the name: if a recorded one changed or vanished, the element is not the same."""

INDEPENDENT = frozenset({"name", "identity", "destination", "place"})
"""Groups that agree or contradict independently of each other. The group ``kind`` identifies no single element."""

PLACED = 2.0
"""The points from which the place agrees: an anchored or absolute path gives two, every other sign gives one."""

FIRMLY_PLACED = 4.0
"""The points that the place needs if an id was renamed."""

BESIDE = 0.6
"""The least value of the key ``neighbours`` if one text stands for all of them."""

ALL_NEAR = 0.9
"""The least value of the key ``neighbours`` if practically all of them are still there."""

SAME_BOX = 0.85
"""The least overlap at which an element and its descendant are one object on the screen (VON Similo)."""

NEAR = 60.0
"""The distance in pixels within which an element has not moved."""

LAYOUT_TOLERANCE = 2.0
"""The layout tolerance in pixels between two renderings of the same element."""

REGIONS = frozenset({"header", "footer", "nav", "main", "aside", "form", "dialog"})
"""Elements that divide a page."""

APART = frozenset({"header", "footer", "nav", "aside", "dialog"})
"""Regions beside the content of a page: an element that is in one now, and was in none like it, is a twin."""


@dataclass(frozen=True, slots=True)
class KeyScore:
    """The value of a key.

    Attributes:
        name: The name of the key.
        group: The group of the key.
        value: A number from -1 (contradicts) over 0 (unknown) to 1 (agrees).
        weight: The points that a full agreement adds to the score.
        phrase: The comparison in words, for people.
    """

    name: str
    group: Group
    value: float
    weight: float
    phrase: str


def equal(first: str, second: str) -> float:
    """Return 1.0 for two names that differ at most in case, punctuation and white space, else 0.0."""
    return float(first == second)


def key_values(
    target: ElementEvidence, seen: ElementEvidence, label_similarity: LabelSimilarity = equal
) -> dict[str, float]:
    """Return the value of every key, from -1 to 1; unknown keys are left out.

    Args:
        target: The recorded evidence.
        seen: The evidence now.
        label_similarity: The similarity of meaning of two names, from 0 to 1; called only if both are known.
    """
    keys: dict[str, float] = {}
    if target.name and seen.name:
        same = named(target, seen, label_similarity)
        keys["name"] = same if same >= SAME_LABEL else -1.0
        keys["wording"] = 1.0 if same >= SAME_LABEL else fuzz.token_sort_ratio(target.name, seen.name) / 50.0 - 1.0
    elif target.name or seen.name:
        keys["wording"] = -0.5
    for key, attribute in (("id", "id"), ("field", "name")):
        if (mine := target.identity.get(attribute)) and (its := seen.identity.get(attribute)):
            keys[key] = 1.0 if mine == its else fuzz.ratio(mine, its) / 100.0 - 1.0
    marks = with_test_ids_of(target.identity, seen.identity)
    if tested := [target.identity[key] == marks[key] for key in TEST_IDS if _both(target.identity, marks, key)]:
        keys["test id"] = 1.0 if all(tested) else -1.0
    if target.link and seen.link:
        keys["link"] = linked(target, seen)
    if target.label and seen.label:
        keys["label"] = _sign(target.label == seen.label or label_similarity(target.label, seen.label) >= SAME_LABEL)
    _place(target, seen, keys)
    _kind(target, seen, keys)
    return keys


def unchanged(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether every decisive key that was recorded still agrees; the caller compares the name.

    If only the id differs, on an element at the same path, the id was generated for this visit.
    """
    recorded, now = key_values(target, target), key_values(target, seen)
    changed = {key for key in DECISIVE if key in recorded and now.get(key, 0.0) != 1.0}
    return not changed or (changed == {"id"} and bool(target.name) and now.get("path") == 1.0)


def named(target: ElementEvidence, seen: ElementEvidence, label_similarity: LabelSimilarity) -> float:
    """Return the similarity of the names of two elements, from 0 to 1; equal folded names give 1."""
    return 1.0 if target.name == seen.name else min(1.0, max(0.0, label_similarity(target.shown, seen.shown)))


def linked(target: ElementEvidence, seen: ElementEvidence) -> float:
    """Compare the destinations of two links: 1 for the same, above 0 for a moved page, below 0 for a different one."""
    mine, its = _site(target.host), _site(seen.host)
    if bool(mine) is not bool(its):
        return -1.0  # only a link to another origin has a host
    if mine and its and mine != its:
        return -1.0 if target.link != seen.link or target.link == "/" else 0.0
    if target.link == seen.link:
        return 1.0 if target.link != "/" or not mine or target.host == seen.host or not its else -0.5
    short, long = sorted((target.link.split("/"), seen.link.split("/")), key=len)
    inside = iter(long)
    moved = short[-1] == long[-1] and short[-1].isalpha() and all(part in inside for part in short)
    return 0.4 if moved else -1.0


def _place(target: ElementEvidence, seen: ElementEvidence, keys: dict[str, float]) -> None:
    if target.path and seen.path:
        mine, its = target.steps, seen.steps
        keys["path"] = 1.0 if target.path == seen.path else fuzz.ratio(mine, its) / 50.0 - 1.0
        both = zip(reversed(target.path.split("/")), reversed(seen.path.split("/")), strict=False)
        keys["tail"] = min(6, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))) / 3.0 - 1.0
        if not (target.landmark and seen.landmark) and (mine_in := _region(mine)) | (its_in := _region(its)):
            keys["region"] = _sign(mine_in == its_in)
    if target.anchor and seen.anchor:
        keys["anchor"] = 1.0 if target.anchor == seen.anchor else fuzz.ratio(target.anchor, seen.anchor) / 100.0 - 1.0
    if _around(target) and _around(seen):
        keys["neighbours"] = 2.0 * near(target, seen) - 1.0
    for key in ("landmark", "heading", "context"):
        mine_text, its_text = getattr(target, key), getattr(seen, key)
        if mine_text and its_text:
            keys[key] = _sign(mine_text == its_text)
    if target.box and seen.box:
        (x, y, w, h), (u, v, a, b) = target.box, seen.box
        keys["position"] = 1.0 - min(2.0, math.hypot(x - u, y - v) / 400.0)
        keys["size"] = (min(w, a) + 1) * (min(h, b) + 1) / ((max(w, a) + 1) * (max(h, b) + 1)) * 2.0 - 1.0


def _kind(target: ElementEvidence, seen: ElementEvidence, keys: dict[str, float]) -> None:
    if target.tag and seen.tag:
        keys["tag"] = _sign(target.tag == seen.tag)
        keys["use"] = _sign(target.kind == seen.kind)
    for key in ("role", "type"):
        if (mine := getattr(target, key)) and (its := getattr(seen, key)):
            keys[key] = _sign(mine == its)
    if target.classes and seen.classes:
        shared = len(target.classes & seen.classes)
        keys["classes"] = 2.0 * shared / len(target.classes | seen.classes) - 1.0


def near(target: ElementEvidence, seen: ElementEvidence) -> float:
    """Return the share of neighbouring texts that two elements have in common, from 0 to 1.

    A text that repeats the element's own name tells nothing about its place.
    """
    mine, its = _around(target), _around(seen)
    if len(mine) == 1 or len(its) == 1:
        return fuzz.token_set_ratio(" ".join(mine), " ".join(its)) / 100.0
    return len(mine & its) / min(len(mine), len(its))


def _around(element: ElementEvidence) -> frozenset[str]:
    own = set(element.name.split())
    return frozenset(text for text in element.neighbours if not set(text.split()) <= own)


def placed(target: ElementEvidence, seen: ElementEvidence, keys: Mapping[str, float]) -> float:
    """Return the points in favour of the same place; the place agrees from ``PLACED`` points on.

    A different row or card is a different place, whatever else agrees. So is a region beside the content, and so is a
    place outside of any form for the button of a form.
    """
    if keys.get("context", 0.0) < 0 and target.counts.get("name", 2) > 1:
        return 0.0
    mine, its = _region(target.steps), _region(seen.steps)
    if APART & (its - mine) or ("form" in mine - its and target.kind == "press"):
        return 0.0
    path = 2.0 * (keys.get("path", 0.0) > 0 and target.path == seen.path)
    near_by = keys.get("neighbours", -1.0)
    told = sum(len(text.split()) for text in _around(target)) > 2  # noqa: PLR2004 (two words may stand anywhere)
    signs = (
        keys.get("landmark") == 1.0,
        keys.get("heading") == 1.0,
        keys.get("context") == 1.0,
        near_by >= (BESIDE if len(target.neighbours) == 1 else 0.0),
        near_by >= ALL_NEAR and told,
        not path and keys.get("path", 0.0) >= 0.7,  # noqa: PLR2004 (the same ancestors, but for one in seven)
        keys.get("region", 0.0) > 0,
        keys.get("position", 0.0) >= 1.0 - NEAR / 400.0 or _in_column(target, seen),
    )
    return path + 2.0 * (keys.get("anchor") == 1.0) + sum(signs)


def groups(
    target: ElementEvidence, seen: ElementEvidence, keys: Mapping[str, float]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the groups that agree and those that contradict.

    Args:
        target: The recorded evidence.
        seen: The evidence now.
        keys: The ``key_values`` of the two.
    """
    agree: set[str] = set()
    against: set[str] = set()
    told = [keys[key] for key in ("id", "field", "test id") if key in keys]
    singled = [key for key in ("id", "field") if target.counts.get(key, 1) == 1]
    tested = any(target.counts.get(key, 1) == 1 for key in TEST_IDS if key in target.identity)
    if any(keys.get(key) == 1.0 for key in (*singled, *(["test id"] if tested else ()))):
        agree.add("identity")
    elif any(value < 0 for value in told):
        against.add("identity")
    if keys.get("link") == 1.0:
        agree.update({"destination"} if target.counts.get("href", 1) == 1 else ())
    elif keys.get("link", 0.0) < 0:
        against.add("destination")
    if "label" in keys and target.label != target.name:  # a field's name usually is its label: one fact, one key
        (agree if keys["label"] > 0 else against).add("destination")
    if placed(target, seen, keys) >= PLACED:
        agree.add("place")
    if keys.get("name", 0.0) < 0:
        against.add("name")
    elif keys.get("name", 0.0) > 0 and (target.counts.get("name", 1) == 1 or _told_apart(agree, keys)):
        agree.add("name")
    if keys.get("context", 0.0) < 0 and target.counts.get("name", 1) > 1:
        against.add("place")
    return frozenset(agree), frozenset(against)


def _told_apart(agree: set[str], keys: Mapping[str, float]) -> bool:
    """Return whether evidence that elements of the same name did not share identifies this one."""
    return "identity" in agree or keys.get("context") == 1.0 or keys.get("neighbours", -1.0) >= 0.0


def _region(steps: tuple[str, ...]) -> frozenset[str]:
    """Return the regions of a page that a path leads through; used if no landmark was recorded."""
    return REGIONS.intersection(steps)


def _in_column(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether the element moved only vertically: the same left edge and the same size."""
    if not target.box or not seen.box or target.box[2] * target.box[3] <= 0:
        return False
    return all(abs(target.box[at] - seen.box[at]) <= LAYOUT_TOLERANCE for at in (0, 2, 3))


def enclosed(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether an element is still in every region of the page in which it was, and in no dialog that is new."""
    was, now = _region(target.steps), _region(seen.steps)
    return was <= now and "dialog" not in now - was


def same_site(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether two links stay on one site."""
    return _site(target.host) == _site(seen.host)


def _site(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def _both(first: Mapping[str, str], second: Mapping[str, str], key: str) -> bool:
    return key in first and key in second


def _sign(agrees: bool) -> float:  # noqa: FBT001 (a fact, not a switch)
    return 1.0 if agrees else -1.0


def phrase(key: str, value: float, target: ElementEvidence, seen: ElementEvidence) -> str:
    """Return the comparison of a key in words, for people."""
    if key == "name":
        return f'called "{seen.shown[:60]}"' + ("" if value == 1.0 else f', was "{target.shown[:60]}"')
    if key == "link":
        return f"leads to {seen.link}" + ("" if value == 1.0 else f", led to {target.link}")
    if key in ("id", "field"):
        attribute = "id" if key == "id" else "name"
        now, was = seen.identity.get(attribute, ""), target.identity.get(attribute, "")
        return f"{attribute} is {now}" + ("" if value == 1.0 else f", was {was}")
    how = "the same" if value == 1.0 else "much the same" if value > 0 else "another" if value <= -1.0 else "unlike"
    return f"{how} {key}"


def related(first: ElementEvidence, second: ElementEvidence) -> bool:
    """Return whether two elements are no rivals: nested as one thing, or twins."""
    if _twins(first, second):
        return True
    short, long = sorted((first, second), key=lambda e: len(e.path))
    if not short.path or short.shadow != long.shadow or not long.path.startswith(short.path + "/"):
        return False
    return (
        long.path.count("/", len(short.path)) == 1 or first.name == second.name or _overlap(first, second) >= SAME_BOX
    )


def _twins(first: ElementEvidence, second: ElementEvidence) -> bool:
    """Return whether either element will do: the same link twice, or the same plain text."""
    if not first.name or (first.tag, first.name, first.link, first.host) != (
        second.tag,
        second.name,
        second.link,
        second.host,
    ):
        return False
    return bool(first.link) or (not first.kind and not first.role and first.context == second.context)


def _overlap(first: ElementEvidence, second: ElementEvidence) -> float:
    """Return the share of the two boxes' union that both cover, from 0 to 1."""
    if not first.box or not second.box:
        return 0.0
    (x, y, w, h), (u, v, a, b) = first.box, second.box
    common = max(0.0, min(x + w, u + a) - max(x, u)) * max(0.0, min(y + h, v + b) - max(y, v))
    union = w * h + a * b - common
    return common / union if union > 0 else 0.0


def with_aliases(aliases: Iterable[str], similarity: LabelSimilarity) -> LabelSimilarity:
    """Return ``similarity``, extended so that an earlier name of the element equals its recorded name."""
    known = {exact(name) for name in aliases}
    if not known:
        return similarity
    return lambda one, other: 1.0 if exact(other) in known and exact(one) not in known else similarity(one, other)


def loose_similarity(first: str, second: str) -> float:
    """Return the similarity of two labels; labels of the same meaning, or of one search, are the same label."""
    alike = (same_meaning(first, second) and not opposite(first, second)) or seeks_same(first, second)
    return max(label_similarity(first, second), SAME_LABEL if alike else 0.0)
