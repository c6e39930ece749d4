"""The faults as data: read from ``faults.yaml``, found in the source by their text, and planted.

Rules of this module:

* A fault names no file. Its ``old`` text stands exactly once in the package, wherever modules are moved.
* White space does not matter, nor a comma before a closing bracket. ``:[name]`` in ``old`` stands for any dotted
  name, and in ``new`` for the same one. So a renamed variable or another line length does not hide a fault.
* ``old`` may list several spellings, the newest last. The one that stands in the package is used.

Knows texts. Must never run a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FAULTS = Path(__file__).with_name("faults.yaml")
NEEDS = ("", "browser", "plugin")

_HOLE = re.compile(r":\[(\w+)\]")
_TOKEN = re.compile(r":\[\w+\]|\w+|\s+|.", re.DOTALL)
_NAME = r"[\w.]+"


class FaultError(Exception):
    """A fault cannot be read or planted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault.

    Attributes:
        name: A word for it, unique.
        layer: The part of the code that it breaks.
        title: The fault as a sentence.
        spellings: The text to replace and its replacement, one pair for each spelling.
        tests: Names of test functions that may notice it.
        k: Expression that narrows these tests, as pytest's ``-k`` takes it; empty for all of them.
        needs: ``browser`` or ``plugin`` where only tests of that kind can notice it.
    """

    name: str
    layer: str
    title: str
    spellings: tuple[tuple[str, str], ...]
    tests: tuple[str, ...]
    k: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a fault in the source.

    Attributes:
        file: Path below the top of the checkout.
        start: Offset of the first character to replace.
        end: Offset after the last one.
        text: The replacement.
    """

    file: str
    start: int
    end: int
    text: str


def load(path: Path = FAULTS) -> tuple[Fault, ...]:
    """Return the faults in the order of the file.

    Raises:
        FaultError: An entry is not complete, or two have one name.
    """
    faults = tuple(_fault(entry) for entry in yaml.safe_load(path.read_text("utf-8")))
    names = [fault.name for fault in faults]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise FaultError(f"two faults are called {', '.join(twice)}")
    return faults


def locate(fault: Fault, sources: Mapping[str, str]) -> Spot:
    """Return the one place at which a fault can be planted.

    Args:
        fault: The fault.
        sources: The text of each file of the package by its path.

    Raises:
        FaultError: Its text stands nowhere, or more than once.
    """
    for old, new in reversed(fault.spellings):
        pattern = _pattern(old)
        hits = [(file, hit) for file, text in sources.items() for hit in pattern.finditer(text)]
        if len(hits) > 1:
            shown = ", ".join(sorted({file for file, _ in hits}))
            raise FaultError(f"its text stands {len(hits)} times in the package: {shown}")
        if hits:
            file, hit = hits[0]
            return Spot(file, hit.start(), hit.end(), _replacement(new, hit))
    raise FaultError("its text is not in the package; add its new spelling to `old` and `new`")


def _fault(entry: Mapping[str, Any]) -> Fault:
    try:
        old, new, tests = _texts(entry["old"]), _texts(entry["new"]), _texts(entry["tests"])
        if len(new) == 1:
            new *= len(old)
        return Fault(
            name=entry["name"],
            layer=entry["layer"],
            title=entry["title"],
            spellings=tuple(zip(old, new, strict=True)),
            tests=tests,
            k=entry.get("k", ""),
            needs=entry.get("needs", ""),
        )
    except (KeyError, ValueError) as error:
        raise FaultError(f"the entry {entry.get('name', entry)!r} is not complete: {error}") from None


def _replacement(new: str, hit: re.Match[str]) -> str:
    """Return ``new`` with the names that were found, its further lines as far in as the first."""
    line = hit.string[hit.string.rfind("\n", 0, hit.start()) + 1 :]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    filled = _HOLE.sub(lambda hole: hit[hole[1]], new)
    return f"\n{indent}".join(filled.rstrip("\n").split("\n"))


def _texts(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _pattern(old: str) -> re.Pattern[str]:
    """Return a pattern for ``old`` in which only the words and the signs count."""
    out: list[str] = []
    apart, word, named = False, False, set()
    for token in _TOKEN.findall(old.strip()):
        if token.isspace():
            apart = True
            continue
        hole = _HOLE.fullmatch(token)
        is_word = bool(hole) or token[0].isalnum() or token[0] == "_"
        if out:
            out.append(r"\s+" if word and is_word and apart else r"\s*")
        if hole:
            out.append(f"(?P={hole[1]})" if hole[1] in named else f"(?P<{hole[1]}>{_NAME})")
            named.add(hole[1])
        else:
            out.append((r",?\s*" if token in ")]}" else "") + re.escape(token))
        apart, word = False, is_word
    before = r"(?<!\w)" if out and (old.strip()[0].isalnum() or old.strip()[0] == "_") else ""
    after = r"(?!\w)" if word else ""
    return re.compile(before + "".join(out) + after)
