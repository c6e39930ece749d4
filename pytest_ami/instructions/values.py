"""Reading an instruction: its values, and their parameters by the words right before them.

Knows text and parameters. Must never know a workflow or a page, and never picks between two: it reports the doubt.

Rules of this module:

* A value is a quoted text, or looks like an address, a link, a date, a number or a file outside of quotation marks, or
  follows ``name:`` or ``name=``.
* If a parameter is secret, the text of a doubt never contains a value.
* First the words before a value decide. Then its type decides, if one value and one parameter are left. Then a single
  remaining quoted text goes to a single remaining parameter, unless its words name another field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import field_concepts, field_score, is_chinese, normalise

from . import value_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_ami.model.workflow import Parameter

__all__ = ["InstructionValue", "ParameterReader", "hint_score", "quotes"]

_PAIRS = {"'": "'", '"': '"', "“": "”", "‘": "’", "「": "」", "『": "』", "„": "“", "«": "»", "《": "》"}
_BREAK = re.compile(r"[,，;；。\n!！?？]|\b(?:and|und|with|mit)\b|以及|并且|和|并|且|、", re.IGNORECASE)
_LINKS = re.compile(
    r"(?:\s|[:：=]|\b(?:is|are|be|as|of|the|a|an|to be|reading|lautet)\b"
    r"|设为|设置为|填写|填|写成|写为|写着|应为|改为|为|是|叫|写)+$",
    re.IGNORECASE,
)
_SAYS = {
    "titled": "subject",
    "entitled": "subject",
    "题为": "subject",
    "saying": "body",
    "says": "body",
    "say": "body",
    "that says": "body",
    "说": "body",
    "正文写": "body",
    "called": "name",
    "named": "name",
    "给": "to",
    "向": "to",
    "发给": "to",
    "to": "to",
    "an": "to",
    "for": "search",
}
_KEY = re.compile(r"(?P<key>[^\W\d][\w \t-]*?)\s*(?P<mark>[:：=])(?!//)[ \t]*(?=\S)")
_END = re.compile(r"[;；\n]")
_SURE = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionValue:
    """A value found in an instruction.

    Attributes:
        value: The text of the value.
        start: The start in the instruction, quotation mark included.
        end: The end in the instruction.
        kind: The type by its form; ``quoted`` text may have any type.
        left: The opening quotation mark, or an empty string.
        right: The closing quotation mark, or an empty string.
        keyed: Whether ``name:`` or ``name=`` stands before it.
        open: Whether its end is doubtful.
    """

    value: str
    start: int
    end: int
    kind: str = "text"
    left: str = ""
    right: str = ""
    keyed: bool = False
    open: bool = False


def quotes(text: str) -> tuple[InstructionValue, ...]:
    """Return the quoted texts, outermost ones only; an apostrophe within a word is no quotation mark."""
    out, at = [], 0
    while at < len(text):
        left = text[at]
        if left in _PAIRS and not (left == "'" and at and _letter(text[at - 1])):
            end = _closing(text, at, left)
            if end > 0:
                value = text[at + 1 : end]
                kind = value_types.infer_type(value)
                out.append(InstructionValue(value=value, start=at, end=end + 1, kind=kind, left=left, right=text[end]))
                at = end + 1
                continue
        at += 1
    return tuple(out)


def hint_score(name: str, before: str) -> float:
    """Return how well the end of ``before`` names the parameter."""
    return max((field_score(name, hint) for hint in _hints(before)), default=0.0)


def _letter(char: str) -> bool:
    return char.isalnum() and not is_chinese(char)


def _closing(text: str, at: int, left: str) -> int:
    right, depth = _PAIRS[left], 1
    for i in range(at + 1, len(text)):
        if text[i] == right:
            inside = right in "'’" and _letter(text[i - 1]) and _letter(text[i + 1 : i + 2] or " ")
            depth -= 0 if inside else 1
            if not depth:
                return i
        elif text[i] == left:
            depth += 1
    return -1


def _hints(before: str) -> list[str]:
    """Return the possible names at the end of ``before``, the longest last."""
    segment = _LINKS.sub("", _BREAK.split(before.rstrip())[-1]).strip()
    if not segment:
        segment = _LINKS.sub("", before.rstrip(" ,，")).strip() if _BREAK.search(before[-5:]) is None else ""
    if not segment:
        return []
    words = re.findall(r"[^\W\u2e80-\uffff]+|[\u2e80-\uffff]", segment)
    tails = [_join(words[-size:]) for size in range(1, min(6, len(words)) + 1)]
    return [_SAYS.get(normalise(tail), tail) for tail in tails]


def _join(words: Sequence[str]) -> str:
    return "".join(word if is_chinese(word) else f" {word} " for word in words).strip()


class ParameterReader:
    """One reading of one instruction."""

    def __init__(self, instruction: str, parameters: tuple[Parameter, ...]) -> None:
        self.text, self.parameters = instruction, parameters
        self.quotes = quotes(instruction)
        self.found = sorted(self._all(), key=lambda one: one.start)
        self.owner: dict[int, str] = {}
        self.clashes: list[str] = []
        self.masked = any(parameter.secret for parameter in parameters)

    def assign(self) -> dict[str, str]:
        """Return the values that are certain, by parameter."""
        self._by_words()
        self._by_type()
        self._by_rest()
        return {name: self.found[i].value for i, name in sorted(self.owner.items())}

    def doubts(self, missing: list[str]) -> list[str]:
        """Return the doubtful points, one phrase each."""
        out = list(self.clashes)
        for i, one in enumerate(self.found):
            if one.open and self.owner.get(i):
                out.append(f"{self.owner[i]} doubtful: where does {self._show(i)} end?")
            if i not in self.owner and (one.left or one.kind == "email"):
                out.append(f"no parameter takes {self._show(i)}")
        if self._stray():
            out.append("a quotation mark has no partner")
        return out if missing or out else []

    def leftovers(self) -> list[str]:
        """Return the values without a parameter, one line each."""
        return [f"found {one.value!r}, for no parameter" for i, one in enumerate(self.found) if i not in self.owner]

    def _show(self, i: int) -> str:
        return "a value" if self.masked else repr(self.found[i].value)

    def _all(self) -> Iterator[InstructionValue]:
        yield from self.quotes
        taken = [(one.start, one.end) for one in self.quotes]
        for one in (*self._keyed(), *self._typed()):
            if all(one.end <= start or one.start >= end for start, end in taken):
                taken.append((one.start, one.end))
                yield one

    def _typed(self) -> Iterator[InstructionValue]:
        wanted = {parameter.type for parameter in self.parameters} | {"email"}
        table = {
            "email": value_types.EMAIL,
            "url": value_types.URL,
            "date": value_types.DATE,
            "file": value_types.FILE,
            "number": value_types.NUMBER,
        }
        for kind, pattern in table.items():
            for match in pattern.finditer(self.text) if kind in wanted else ():
                before, after = (
                    self.text[match.start() - 1 : match.start()],
                    self.text[match.end() : match.end() + 1],
                )
                if (before and _letter(before)) or (after and _letter(after)):
                    continue
                if kind != "date" or value_types.is_date(match[0]):
                    yield InstructionValue(value=match[0], start=match.start(), end=match.end(), kind=kind)

    def _keyed(self) -> Iterator[InstructionValue]:
        """Yield the unquoted values behind ``name:`` and ``name=``; a comma in one makes its end doubtful."""
        marks = [m for m in _KEY.finditer(self.text) if self._name_at(m) and not self._quoted(m.start())]
        for n, mark in enumerate(marks):
            limit = self._key_start(marks[n + 1]) if n + 1 < len(marks) else len(self.text)
            end = _END.search(self.text, mark.end(), limit)
            raw = self.text[mark.end() : end.start() if end else limit]
            value = raw.rstrip().rstrip(",，、")
            value = re.sub(r"[,，]?\s+(?:and|und)\s*$|[和及]\s*$", "", value).rstrip() if n + 1 < len(marks) else value
            if not value or self.text[mark.end()] in _PAIRS:
                continue
            start = mark.end()
            bounded = end is not None or self.text[: self._key_start(mark)].rstrip(" \t")[-1:] in (
                "\n",
                ";",
                "；",
            )
            doubt = not bounded and bool(re.search(r"[,，。]\s*\S", value))
            yield InstructionValue(
                value=value,
                start=start,
                end=start + len(value),
                kind=value_types.infer_type(value),
                keyed=True,
                open=doubt,
            )

    def _name_at(self, mark: re.Match[str]) -> str:
        """Return the parameter that the words before ``:`` or ``=`` name."""
        scores = {p.name: hint_score(p.name, mark["key"]) for p in self.parameters}
        best = max(scores, key=lambda name: scores[name], default="")
        return best if best and scores[best] >= _SURE else ""

    def _key_start(self, mark: re.Match[str]) -> int:
        """Return the start of the name itself: the pattern also matches words of the value before it."""
        name = self._name_at(mark)
        words = list(re.finditer(r"[^\W\u2e80-\uffff]+|[\u2e80-\uffff]", mark["key"]))
        for word in reversed(words):
            if field_score(name, mark["key"][word.start() :]) >= _SURE:
                return mark.start() + word.start()
        return mark.start()

    def _quoted(self, at: int) -> bool:
        return any(one.start <= at < one.end for one in self.quotes)

    def _before(self, i: int) -> str:
        return self.text[max((one.end for one in self.found[:i]), default=0) : self.found[i].start]

    def _takes(self, parameter: Parameter, value: InstructionValue) -> bool:
        if parameter.type in ("email", "url", "number", "date"):
            return value.kind == parameter.type
        loose = value.left or value.keyed or value.kind == parameter.type
        return bool(loose) or (value.kind == "email" and field_score(parameter.name, "email") >= 0.5)  # noqa: PLR2004

    def _by_words(self) -> None:
        wishes: dict[str, list[int]] = {}
        for i, one in enumerate(self.found):
            scores = {p.name: hint_score(p.name, self._before(i)) for p in self.parameters if self._takes(p, one)}
            best = max(scores.values(), default=0.0)
            first = [name for name, score in scores.items() if score == best]
            if best >= _SURE and len(first) == 1:
                wishes.setdefault(first[0], []).append(i)
        for name, places in wishes.items():
            if len({self.found[i].value for i in places}) > 1:
                self.clashes.append(f"{name} doubtful: {' or '.join(map(self._show, places))}")
            self.owner.update(dict.fromkeys(places, name))

    def _free(self) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.name not in self.owner.values()]

    def _by_type(self) -> None:
        for kind in ("email", "url", "number", "date", "file"):
            free = [
                p for p in self._free() if p.type == kind or (kind == "email" and p.type == "text" and p.name == "to")
            ]
            places = [i for i, one in enumerate(self.found) if i not in self.owner and one.kind == kind]
            places = [i for i in places if free and not self._names_another(i, free[0])]
            if len(free) == 1 and len({self.found[i].value for i in places}) == 1:
                self.owner.update(dict.fromkeys(places, free[0].name))
            elif free and places:
                names = ", ".join(parameter.name for parameter in free)
                self.clashes.append(f"{names} doubtful: {' or '.join(map(self._show, places))}")

    def _by_rest(self) -> None:
        free = self._free()
        places = [i for i, one in enumerate(self.found) if i not in self.owner and one.left]
        if len(free) != 1 or len(places) != 1 or not self._takes(free[0], self.found[places[0]]):
            return
        if not self._names_another(places[0], free[0]):
            self.owner[places[0]] = free[0].name

    def _names_another(self, i: int, parameter: Parameter) -> bool:
        """Return whether the words before the value name a known field other than the parameter."""
        hints = _hints(self._before(i))
        own = field_concepts(parameter.name)[-1:]
        said = [concept for hint in hints for concept in field_concepts(hint)[-1:] if concept.startswith("=")]
        said = [concept for concept in said if concept != "=email" or self.found[i].kind == "email"]
        if not said or said[0] in own or not (own and own[0].startswith("=")):
            return False
        return field_score(parameter.name, said[0][1:]) < 0.5  # noqa: PLR2004

    def _stray(self) -> bool:
        """Return whether a straight quotation mark is left over that may end a value."""
        if not any(one.left in "'\"" for one in self.quotes):
            return False
        return any(
            char in "'\""
            and not self._quoted(at)
            and not (_letter(self.text[at - 1 : at] or " ") and _letter(self.text[at + 1 : at + 2] or " "))
            for at, char in enumerate(self.text)
        )
