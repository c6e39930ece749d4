"""Templates: text with ``{{name}}`` in place of a parameter's value. Filling, finding names, making, fitting.

Knows text and names. Must never know the meaning of a parameter, a workflow, or a page.

Rules of this module:

* A fit is full: every fixed word is there, in order, and nothing is left over. Only spaces, case, the kind of
  quotation mark and words without a meaning ("a", "the", "please", 一封, 请) may differ.
* A template without a fixed word fits nothing. If a fit is possible in two ways, both are returned.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import is_chinese
from pytest_ami.model.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HOLE = re.compile(r"\{\{([^\W\d]\w*)\}\}")
OPENING, CLOSING = "'\"“‘「『„‚«《", "'\"”’」』“‘»》"
_QUOTES = f"[{OPENING}{CLOSING}]"
_TWINS = {char: pair for pair in (",，", ":：", ";；", ".。", "!！", "?？", "(（", ")）") for char in pair}
_CHINESE_FILLERS = ("一封", "一个", "一条", "一份", "帮我", "请")
_LATIN_FILLERS = ("an", "a", "the", "please", "my")
_FILLERS = rf"(?:(?:(?:{'|'.join(_LATIN_FILLERS)})(?![^\W_])|{'|'.join(_CHINESE_FILLERS)})\s*)*"
_MORE_DIGITS = re.compile(r"[.,:/-]\d")
_PART = re.compile(rf"\s+|{'|'.join(_CHINESE_FILLERS)}|[^\W\u2e80-\uffff]+|.", re.DOTALL)


def names(template: str) -> tuple[str, ...]:
    """Return the names of the holes in ``template``, in order, each once."""
    return tuple(dict.fromkeys(HOLE.findall(template)))


def render(template: str, values: Mapping[str, str]) -> str:
    """Return ``template`` with every ``{{name}}`` replaced, in one pass: a value is never read as a template.

    Raises:
        ParameterError: ``template`` names a parameter that has no value.
    """
    unknown = [name for name in names(template) if name not in values]
    if unknown:
        raise ParameterError(
            f"No value for the parameter {unknown[0]!r}",
            why="The text needs this parameter, and the values do not contain it.",
            evidence=[f"text: {template[:200]}", f"given: {', '.join(values) or 'nothing'}"],
            run=f"ami.run({unknown[0]}=...)",
        )
    return HOLE.sub(lambda hole: values[hole[1]], template)


def templatize(text: str, values: Mapping[str, str], *, minimum: int = 3) -> str:
    """Return ``text`` with the values in it, as whole words, replaced by ``{{name}}``, longest first.

    A value shorter than ``minimum`` counts only when it is the whole text, or when a word of the parameter's name
    stands before it: "Ticket #7" is "Ticket #{{ticket}}". Between Chinese characters no end of a word can be seen, so
    there any occurrence counts. Leave secret values out. For texts of a page, leave out the values that are like their
    names as well (``unlike_names``).
    """
    for name, value in values.items():
        if value and value == text:
            return f"{{{{{name}}}}}"
    pieces: list[tuple[str, bool]] = list(split(text))
    for name, value in sorted((item for item in values.items() if item[1]), key=lambda i: -len(i[1])):
        after = None if len(value) >= minimum else _named(name)
        pieces = [new for piece in pieces for new in _cut_out(piece, name, value, after)]
    return "".join(piece for piece, _ in pieces)


def unlike_names(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values without those that equal the name of a parameter, such as ``password="password"``.

    Such a value stands in the texts of a page as a word: the label "Password" is a label in every run.
    """
    own = {name.casefold() for name in values}
    return {name: value for name, value in values.items() if value.casefold() not in own}


def split(template: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of ``template`` in order, each with whether it is a hole."""
    at = 0
    for hole in HOLE.finditer(template):
        yield template[at : hole.start()], False
        yield hole[0], True
        at = hole.end()
    yield template[at:], False


def _named(name: str) -> re.Pattern[str]:
    """Return the pattern of a text that ends with a word of a parameter's name, and perhaps a sign for "number"."""
    words = "|".join(re.escape(word) for word in name.split("_") if word)
    return re.compile(rf"(?<![^\W_])(?:{words})\s?(?:[:：#№]|no\.?|nr\.?)?\s?\Z", re.IGNORECASE)


def _cut_out(piece: tuple[str, bool], name: str, value: str, after: re.Pattern[str] | None) -> list[tuple[str, bool]]:
    text, fixed = piece
    if fixed:
        return [piece]
    out, at, start = [], 0, 0
    while (found := text.find(value, start)) >= 0:
        end = found + len(value)
        alone = not (_touching(text[found - 1 : found], value[0]) or _touching(value[-1], text[end : end + 1]))
        if not alone or (after and (not after.search(text[:found]) or _MORE_DIGITS.match(text, end))):
            start = found + 1
            continue
        out += [(text[at:found], False), (f"{{{{{name}}}}}", True)]
        at = start = end
    return [*out, (text[at:], False)]


def _touching(left: str, right: str) -> bool:
    """Return whether two characters belong to one word; Chinese ones stand alone."""
    both = [char == "_" or char.isalnum() for char in (left, right)]
    return all(both) and not (is_chinese(left) or is_chinese(right))


def fits(
    template: str, text: str, accept: Callable[[str, str], bool] = lambda _name, _value: True
) -> tuple[dict[str, str], ...]:
    """Return the ways in which ``text`` is ``template`` filled in: none, one, or the first two.

    Args:
        template: Fixed words and holes.
        text: The text to fit.
        accept: Returns whether a name may have a value; it removes doubtful fits.
    """
    pieces = list(split(template))
    if not any(char.isalnum() for piece, hole in pieces if not hole for char in piece):
        return ()
    fixed = [piece for piece, hole in pieces if not hole]
    holes = [HOLE.fullmatch(piece)[1] for piece, hole in pieces if hole]  # type: ignore[index]
    fitting = _Fitting(text.strip(), fixed, holes, accept)
    out: list[dict[str, str]] = []
    for found in fitting.solutions():
        if found not in out:
            out.append(found)
        if len(out) > 1:
            break
    return tuple(out)


class _Fitting:
    """One search for the ways to lay fixed pieces over a text; it remembers dead ends."""

    def __init__(self, text: str, fixed: list[str], holes: list[str], accept: Callable[[str, str], bool]) -> None:
        self.text, self.holes, self.accept = text, holes, accept
        last = len(fixed) - 1
        self.fixed = [re.compile(_pattern(piece, i > 0, i < last), re.IGNORECASE) for i, piece in enumerate(fixed)]
        self.quoted = [_is_quoted(fixed[i], fixed[i + 1]) for i in range(last)]
        self.repeated = {name for name in holes if holes.count(name) > 1}
        self.dead: set[tuple[int, int, tuple[tuple[str, str], ...]]] = set()

    def solutions(self) -> Iterator[dict[str, str]]:
        first = self.fixed[0].match(self.text)
        if first and (self.holes or first.end() == len(self.text)):
            yield from self._from(0, first.end(), {})

    def _from(self, index: int, at: int, bound: dict[str, str]) -> Iterator[dict[str, str]]:
        if index == len(self.holes):
            if at == len(self.text):
                yield bound
            return
        key = (index, at, tuple((n, v) for n, v in bound.items() if n in self.repeated))
        if key in self.dead:
            return
        alive = False
        for end, after in self._ends(index, at):
            name, value = self.holes[index], self.text[at:end]
            if bound.get(name, value) != value or not self.accept(name, value):
                continue
            for found in self._from(index + 1, after, {**bound, name: value}):
                alive = True
                yield found
        if not alive:
            self.dead.add(key)

    def _ends(self, index: int, at: int) -> Iterator[tuple[int, int]]:
        """Yield the possible ends of the hole, each with the end of the fixed piece after it."""
        for end in range(at, len(self.text) + 1):
            value = self.text[at:end]
            if not self.quoted[index] and (not value or value != value.strip()):
                continue
            if after := self.fixed[index + 1].match(self.text, end):
                yield end, after.end()


def _is_quoted(before: str, after: str) -> bool:
    return before[-1:] in tuple(OPENING) and after[:1] in tuple(CLOSING)


def _pattern(piece: str, hole_before: bool, hole_after: bool) -> str:  # noqa: FBT001  (the neighbours of the piece)
    """Return a pattern for fixed text: words in order; spaces and inner fillers optional; similar marks equal.

    A filler beside a hole is required, because it could belong to the value.
    """
    parts = _PART.findall(piece)
    if not hole_after:
        while parts and (parts[-1].isspace() or parts[-1] in ".。!！"):
            parts.pop()
    words = [(i, part) for i, part in enumerate(parts) if not part.isspace()]
    edges = {words[0][0] if hole_before else -1, words[-1][0] if hole_after else -1} if words else set()
    kept = [(i, part) for i, part in words if i in edges or not _is_filler(part)]
    out = "" if hole_before else rf"\s*{_FILLERS}"
    for n, (i, part) in enumerate(kept):
        if n:
            out += (r"\s+" if _latin(kept[n - 1][1]) and _latin(part) else r"\s*") + _FILLERS
        elif i and hole_before:
            out += r"\s+" if _latin(part) else r"\s*"
        out += f"[{re.escape(_TWINS[part])}]" if part in _TWINS else _QUOTES if _is_quote(part) else re.escape(part)
    if not hole_after:
        return rf"{out}[\s.。!！]*\Z"
    if parts and parts[-1].isspace():
        out += r"\s+" if kept and _latin(kept[-1][1]) else r"\s*"
    return out


def _is_filler(part: str) -> bool:
    return part in _CHINESE_FILLERS or part.lower() in _LATIN_FILLERS


def _is_quote(part: str) -> bool:
    return part in OPENING or part in CLOSING


def _latin(part: str) -> bool:
    return part[0].isalnum() and not is_chinese(part[0])
