"""The intent of one instruction: whether it asks for one workflow, and the values that it gives.

Knows a tokenized instruction and the phrasing of a workflow. Must never compare workflows, and never scores a reading:
every word is accounted for, or the reading fails.

Rules of this module:

* The instruction mentions all actions and things of one name of the workflow, and nothing that no name of it
  mentions. A negation, a condition, a time or another thing is one word too many.
* Every value goes to a parameter: by the words that name it, by the noun or preposition before such a value in an
  earlier instruction, by its type if one value and one parameter of it are left, or as the last one. No value is left.
* A question is a request if it asks for the action ("could you ...?").
* A word that names a parameter does not name a thing as well, unless it *is* the thing ("apply the coupon X").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.lexicon import request_words

from .phrasing import counted, named_at_end, noun_before, preposition_before, related, stripped
from .tokenize import (
    ACTION,
    ASKS,
    FILLER,
    SOFT,
    WISHES,
    Atom,
    TokenizedText,
    Value,
    common_lexicon,
    lexicon_of,
    segment,
)
from .value_names import ARTICLES, ENDS, MOST_WORDS, is_name, is_plain
from .value_types import STRICT, suits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_ami.model.workflow import Parameter

    from .phrasing import Frame, Phrasing

_COUNTERS = frozenset("个件只台张条份封x") | {"pieces", "piece", "pcs", "pc"}


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionIntent:
    """The result of reading an instruction as a request for a workflow.

    Attributes:
        is_request: Whether it is a request for it; the values may be incomplete then.
        name: The name of the workflow whose actions and things it mentions.
        how: ``task``, ``alias`` or ``template``: the kind of that name.
        values: Values by parameter.
        sources: The source of each value.
        leftover: Values that no parameter takes.
        strange: Words that the workflow does not know.
        doubts: Doubtful points, one phrase each.
    """

    is_request: bool = False
    name: str = ""
    how: str = ""
    values: dict[str, str] = field(default_factory=dict, repr=False)
    sources: dict[str, str] = field(default_factory=dict)
    leftover: tuple[str, ...] = field(default=(), repr=False)
    strange: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    def missing(self, parameters: Sequence[Parameter]) -> tuple[str, ...]:
        """Return the parameters that need a value and got none."""
        return tuple(one.name for one in parameters if one.name not in self.values and not one.optional)


def read_intent(instruction: TokenizedText, known: Phrasing) -> InstructionIntent:
    """Read an instruction as a request for a workflow.

    A word such as "message" may name a parameter or the thing itself; both are tried, the parameter first.
    """
    first = _IntentReader(instruction, known, things_first=False).result()
    if _is_whole(first, known):
        return first
    second = _IntentReader(instruction, known, things_first=True).result()
    return second if _is_whole(second, known) or (second.is_request and not first.is_request) else first


def _is_whole(reading: InstructionIntent, known: Phrasing) -> bool:
    return reading.is_request and not reading.doubts and not reading.missing(known.workflow.parameters)


class _IntentReader:
    """One reading. Atoms and values of the instruction are used up one after the other."""

    def __init__(self, instruction: TokenizedText, known: Phrasing, *, things_first: bool) -> None:
        self.instruction, self.known = instruction, known
        self.things_first = things_first
        self.parameters = {parameter.name: parameter for parameter in known.workflow.parameters}
        self.values = list(instruction.values)
        self.used: set[int] = set()
        self.soft: set[str] = set()
        self.owner: dict[int, tuple[str, str]] = {}
        self.doubts: list[str] = []

    def result(self) -> InstructionIntent:
        """Return the result of the reading."""
        self._plain_values()
        self._choices()
        for find, source in ((self._own, "by its name"), (self._noun, "by the word before it"),
                             (self._preposition, "by the word before it")):  # fmt: skip
            self._claim(find, source)
        self._by_type()
        self._by_rest()
        self._counters()
        content, polite = self._content()
        frame, strange = self._frame(content)
        name, how = self.known.names[frame] if frame is not None else ("", "")
        question = any(atom.text in "?？" for atom in self.instruction.atoms) and not polite
        values = {name: self.values[i].text for i, (name, _) in self.owner.items()}
        leftover = tuple(value.text for i, value in enumerate(self.values) if i not in self.owner)
        stray = any(atom.text in '"“”「」『』《》' for atom in self.instruction.atoms)
        return InstructionIntent(
            is_request=frame is not None and not strange and not leftover and not question and not stray,
            name=name,
            how=how,
            values=values,
            sources=dict(self.owner.values()),
            leftover=leftover,
            strange=(*strange, *(["?"] if question else [])),
            doubts=tuple(self.doubts),
        )

    # -- the parameter of a value -------------------------------------------------------------------------------

    def _free(self) -> list[Parameter]:
        taken = {name for name, _ in self.owner.values()}
        return [parameter for parameter in self.parameters.values() if parameter.name not in taken]

    def _open(self) -> list[int]:
        return [i for i in range(len(self.values)) if i not in self.owner]

    def _claim(self, find: object, source: str) -> None:
        """Assign each remaining value by ``find``; two different values for one parameter are doubtful."""
        claims: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        free = {parameter.name for parameter in self._free()}
        for i in self._open():
            name, atoms = find(i)  # type: ignore[operator]
            if name in free and self._takes(self.parameters[name], self.values[i]):
                claims.setdefault(name, []).append((i, atoms))
        for name, found in claims.items():
            if len({self.values[i].text for i, _ in found}) > 1:
                self.doubts.append(f"{name} doubtful: two values are given for it")
                continue
            for i, atoms in found:
                self.owner[i] = (name, source)
                self._use(atoms, name)

    def _use(self, atoms: Sequence[int], name: str) -> None:
        """Take atoms as the name of a parameter; their meaning for the task becomes optional."""
        self.used.update(atoms)
        chosen = tuple(self.instruction.atoms[n] for n in atoms)
        for word in segment(chosen, common_lexicon()):
            if word.meaning.startswith(ACTION):
                self.soft.add(word.meaning.rstrip(FILLER))
        for size in range(1, len(chosen) + 1):
            for at in range(len(chosen) - size + 1):
                self.soft.update(related(chosen[at : at + size], name))
                meaning = common_lexicon().get(tuple(atom.text for atom in chosen[at : at + size]), "")
                if (name, meaning) in self.known.also:
                    self.soft.add(meaning)

    def _own(self, i: int) -> tuple[str, tuple[int, ...]]:
        before = self._before(i)
        left = stripped(self._atoms(before))
        size = named_at_end(left, self.known.own)
        if size and not self._is_thing(left[-size:]):
            return self.known.own[tuple(a.text for a in left[-size:])], before[len(left) - size :]
        after = self._after(i)
        right = self._atoms(after)
        links = lexicon_of(request_words.AS)
        for n in range(min(5, len(right)), 0, -1):
            if tuple(a.text for a in right[:n]) in links:
                for size in range(min(n + 5, len(right)), n, -1):
                    naming = tuple(a.text for a in right[n:size])
                    if naming in self.known.own:
                        return self.known.own[naming], after[:size]
        return "", ()

    def _is_thing(self, atoms: Sequence[Atom]) -> bool:
        """Return whether these words name the thing that the workflow is about."""
        meaning = common_lexicon().get(tuple(atom.text for atom in atoms), "")
        return self.things_first and any(meaning in frame for frame in self.known.names)

    def _noun(self, i: int) -> tuple[str, tuple[int, ...]]:
        return self.known.nouns.get(noun_before(self._atoms(self._before(i))), ""), ()

    def _preposition(self, i: int) -> tuple[str, tuple[int, ...]]:
        return self.known.prepositions.get(preposition_before(self._atoms(self._before(i))), ""), ()

    def _by_type(self) -> None:
        for kind in (*STRICT_ORDER, "file"):
            free = [parameter for parameter in self._free() if parameter.type == kind]
            places = [i for i in self._open() if self.values[i].kind == kind]
            if len(free) == 1 and len(places) == 1:
                self.owner[places[0]] = (free[0].name, "by its type")
                if kind == "file":
                    self.soft.add(common_lexicon()[("file",)])

    def _by_rest(self) -> None:
        free, places = self._free(), self._open()
        if len(free) == 1 and len(places) == 1 and self._takes(free[0], self.values[places[0]]):
            self.owner[places[0]] = (free[0].name, "as the only one left")

    def _takes(self, parameter: Parameter, value: Value) -> bool:
        if parameter.type in STRICT:
            return value.kind == parameter.type or (value.quoted and suits(parameter.type, value.text))
        if parameter.type == "file":
            return value.kind == "file" or value.quoted
        return True

    # -- values without quotation marks -------------------------------------------------------------------------

    def _plain_values(self) -> None:
        """Find text that stands behind the name of a parameter, up to the next mark or name."""
        atoms = self.instruction.atoms
        at = 0
        while at < len(atoms):
            size = next((n for n in range(5, 0, -1) if tuple(a.text for a in atoms[at : at + n]) in self.known.own), 0)
            if not size or not self._together(at, at + size):
                at += 1
                continue
            name = self.known.own[tuple(a.text for a in atoms[at : at + size])]
            found = self._plain_after(at + size, name)
            if found:
                first, last = found
                self._add(first, last, name)
                self._use((*range(at, first),), name)
                at = last + 1
            else:
                at += size
        if not self.owner and len(self.parameters) == 1:
            self._after_colon()

    def _plain_after(self, at: int, name: str) -> tuple[int, int] | None:
        """Return the first and last atom of a value that begins at ``at``, without links and colons."""
        atoms = self.instruction.atoms
        parameter = self.parameters[name]
        if parameter.type in STRICT or name in {owner for owner, _ in self.owner.values()}:
            return None
        links, explicit = lexicon_of(request_words.LINKS), False
        while at < len(atoms) and self._joined(at):
            if atoms[at].text in ":：=":
                explicit, at = True, at + 1
                continue
            size = next((n for n in range(4, 0, -1) if tuple(a.text for a in atoms[at : at + n]) in links), 0)
            if not size or explicit:
                break
            explicit = atoms[at].text not in ARTICLES
            at += size
        last = at - 1
        while last + 1 < len(atoms) and self._joined(last + 1) and not self._stops(last + 1, at):
            last += 1
        if last < at or last - at >= MOST_WORDS or not self._joined(at) or self._value_follows(last):
            return None
        text = self.instruction.text[atoms[at].start : atoms[last].end]
        first = next((word.meaning for word in segment(atoms[at : last + 1], common_lexicon())), FILLER)
        starts = not first.startswith((FILLER, ASKS, WISHES, ACTION)) and first not in self.known.known
        return (at, last) if (explicit or (starts and is_name(text))) and is_plain(text) else None

    def _stops(self, n: int, begin: int) -> bool:
        """Return whether a value that began at ``begin`` ends before atom ``n``."""
        text = self.instruction.atoms[n].text
        return text in ENDS or (text == "." and self._is_end(n)) or (n > begin and text in ":：=")

    def _is_end(self, n: int) -> bool:
        after = self.instruction.text[self.instruction.atoms[n].end : self.instruction.atoms[n].end + 1]
        return not after or after.isspace()

    def _after_colon(self) -> None:
        """Take the text after the only colon as the value of the only parameter: ``close issue: Missing icon``."""
        atoms = self.instruction.atoms
        colons = [n for n, atom in enumerate(atoms) if atom.text in ":："]
        parameter = next(iter(self.parameters.values()))
        if len(colons) != 1 or parameter.type in STRICT or not 0 < colons[0] < len(atoms) - 1:
            return
        first, last = colons[0] + 1, len(atoms) - 1
        while last > first and atoms[last].text in ".。!！":
            last -= 1
        begin = atoms[first].start
        start = self.instruction.text[atoms[colons[0]].end : begin]
        inner = [v for v in self.values if v.start >= begin and v.kind in ("number", "time") and not v.quoted]
        text = self.instruction.text[begin:].rstrip(" .。!！")
        if start.strip() or len(inner) != len(self.values) or any(a.text in ENDS for a in atoms[first:last]):
            return
        if last - first < MOST_WORDS and is_plain(text):
            self.values = [Value(text=text, kind="text", start=begin, end=len(self.instruction.text))]
            self.owner[0] = (parameter.name, "behind the colon")
            self.used.update(range(first, len(atoms)))

    def _add(self, first: int, last: int, name: str) -> None:
        start, end = self.instruction.atoms[first].start, self.instruction.atoms[last].end
        self.values.append(Value(text=self.instruction.text[start:end], kind="text", start=start, end=end))
        self.owner[len(self.values) - 1] = (name, "by its name")
        self.used.update(range(first, last + 1))

    def _choices(self) -> None:
        """Take a word such as "high" as the value of the one parameter that is a choice."""
        free = [parameter for parameter in self._free() if parameter.type == "choice"]
        levels = lexicon_of(request_words.LEVELS, "!")
        found = [word for word in segment(self.instruction.atoms, levels, common_lexicon()) if word.meaning == "!"]
        found = [word for word in found if not self.used & set(range(word.first, word.last + 1))]
        if len(free) != 1 or len(found) != 1:
            return
        atoms, word = self.instruction.atoms, found[0]
        start, end = atoms[word.first].start, atoms[word.last].end
        self.values.append(Value(text=self.instruction.text[start:end], kind="choice", start=start, end=end))
        self.used.update(range(word.first, word.last + 1))

    # -- remaining words ----------------------------------------------------------------------------------------

    def _counters(self) -> None:
        """Use up "pieces" and "euros" behind a number, if the workflow knows them or they have no meaning."""
        for i in self.owner:
            if self.values[i].kind in ("number", "date", "money"):
                after = self._after(i)[:1]
                if after and self.instruction.atoms[after[0]].text in self.known.units | _COUNTERS:
                    self.used.update(after)

    def _content(self) -> tuple[set[str], bool]:
        """Return the meaning of the remaining words, and whether they ask politely."""
        words = [word for run in self._runs() for word in segment(run, common_lexicon(), self.known.words)]
        polite = any(word.meaning == ASKS for word in words)
        wish = any(word.meaning in (WISHES, ASKS) for word in words)
        content: set[str] = set()
        for word in words:
            meaning = word.meaning
            if meaning in (FILLER, ASKS, WISHES) or (meaning in ("吗", "呢") and polite):
                continue
            if meaning.startswith(SOFT):
                self.soft.add(ACTION + meaning[1:])
            elif meaning.startswith(ACTION) and meaning.endswith(FILLER):
                content.add(meaning[:-1] if wish else meaning)
            else:
                content.add(meaning)
        return content, polite

    def _frame(self, content: set[str]) -> tuple[Frame | None, tuple[str, ...]]:
        content = set(counted(content))
        strange = tuple(sorted(content - self.known.known))
        fitting = [frame for frame in self.known.names if frame <= content | self.soft]
        best = max(fitting, key=lambda frame: (len(frame & content), len(frame), sorted(frame)), default=None)
        return best, strange

    def _runs(self) -> Iterator[tuple[Atom, ...]]:
        run: list[Atom] = []
        for n, atom in enumerate(self.instruction.atoms):
            if run and (n in self.used or not self._joined(n)):
                yield tuple(run)
                run = []
            if n not in self.used:
                run.append(atom)
        yield tuple(run)

    def _atoms(self, numbers: Sequence[int]) -> tuple[Atom, ...]:
        return tuple(self.instruction.atoms[n] for n in numbers)

    def _before(self, i: int) -> tuple[int, ...]:
        start = max((v.end for v in self.values if v.end <= self.values[i].start), default=0)
        end = self.values[i].start
        return tuple(n for n, atom in enumerate(self.instruction.atoms) if start <= atom.start and atom.end <= end)

    def _after(self, i: int) -> tuple[int, ...]:
        end = min((v.start for v in self.values if v.start >= self.values[i].end), default=len(self.instruction.text))
        start = self.values[i].end
        return tuple(n for n, atom in enumerate(self.instruction.atoms) if start <= atom.start and atom.end <= end)

    def _joined(self, n: int) -> bool:
        """Return whether no value stands between an atom and the one before it."""
        if not n:
            return True
        start, end = self.instruction.atoms[n - 1].end, self.instruction.atoms[n].start
        return not any(start <= value.start and value.end <= end for value in self.instruction.values)

    def _together(self, start: int, end: int) -> bool:
        return end <= len(self.instruction.atoms) and all(self._joined(n) for n in range(start + 1, end))

    def _value_follows(self, n: int) -> bool:
        """Return whether a value stands right behind an atom, with no mark between."""
        atoms, text = self.instruction.atoms, self.instruction.text
        end, start = atoms[n].end, atoms[n + 1].start if n + 1 < len(atoms) else len(text)
        return any(end <= value.start and value.end <= start for value in self.instruction.values)


STRICT_ORDER = ("email", "url", "date", "time", "money", "number")
"""Types in the order in which their values are assigned."""
