"""What `ami.run(TEXT)` makes of 200 sentences before the first lesson; `sentences` in the results.

Each sentence is read twice: on an empty store, and on a store that holds ten other tasks. The worse result counts.

* ``complete``: the values are those that a person marked, and the name of the task has the words of the task.
* ``refused``: the call was refused before a lesson.
* ``lost``: a lesson would begin, and a value of the sentence is in none of its values.
* ``misread``: a lesson would begin with a value of another extent, a value too many, or a name without the words.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from benchmarks import results
from pytest_ami.flow.resolve import select
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.matching import stored
from tests.support.model.server import ModelServer

HALVES = ("tuned", "held")
READERS = ("plain", "model")
OUTCOMES = ("complete", "refused", "lost", "misread")
_RANK = ("complete", "refused", "misread", "lost")
_MARK = re.compile(r"\[(\w+):([^\]]*)\]")
_OTHERS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One instruction.

    Attributes:
        id: Task, language and number.
        text: As a person wrote it.
        half: ``tuned`` or ``held``.
        words: Words of the task, spellings of one word separated by ``|``.
        values: The values that a person marked.
    """

    id: str
    text: str
    half: str
    words: tuple[str, ...]
    values: tuple[str, ...]


def sentences() -> tuple[Sentence, ...]:
    """Return all sentences, of both halves."""
    plain = yaml.safe_load(Path(__file__).with_name("sentences.yaml").read_text("utf-8"))
    return tuple(
        Sentence(
            id=f"{task['task']}/{language}/{number}",
            text=_MARK.sub(r"\2", text),
            half="held" if task.get("held") else "tuned",
            words=tuple(task["words"]),
            values=tuple(value for _, value in _MARK.findall(text)),
        )
        for task in plain
        for language in ("en", "zh")
        for number, text in enumerate(task[language], 1)
    )


def rows(half: str, reader: str) -> Iterator[tuple[Sentence, str, str]]:
    """Yield each sentence of a half with its outcome, and the reason for it."""
    with _scopes(reader) as scopes:
        for sentence in sentences():
            if sentence.half == half:
                found = [_outcome(sentence, scope) for scope in scopes]
                yield (sentence, *max(found, key=lambda one: _RANK.index(one[0])))


def measure(halves: tuple[str, ...] = HALVES) -> dict[str, Any]:
    """Return the figures by half and reader, and of all sentences with a model."""
    found: dict[str, dict[str, Any]] = {}
    for half in halves:
        found[half] = {}
        for reader in READERS:
            counts = Counter(result for _, result, _ in rows(half, reader))
            found[half][reader] = {"of": counts.total(), **{name: counts[name] for name in OUTCOMES}}
    with_model = [one["model"] for one in found.values()]
    return {**{key: sum(one[key] for one in with_model) for key in ("of", *OUTCOMES)}, "halves": found}


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    out = ["sentences before the first lesson:"]
    for half, readers in found["halves"].items():
        for reader, one in readers.items():
            counts = ", ".join(f"{one[name]} {name}" for name in OUTCOMES)
            out.append(f"  {half} half, {'with' if reader == 'model' else 'without'} a model: {counts} of {one['of']}")
    return out


def write(found: dict[str, Any]) -> None:
    """Put the figures into the results, the other keys left as they are."""
    results.keep("sentences", found)


def _outcome(sentence: Sentence, scope: AttemptScope) -> tuple[str, str]:
    try:
        found = select(scope, sentence.text, {}, "", lambda _call: None)
    except AmiError as error:
        return "refused", f"{error.what} | {'; '.join(error.evidence)} | {error.run}"
    why = f"{found.task!r} {found.values}"
    have, want = Counter(found.values.values()), Counter(sentence.values)
    if want - have:
        cut = any(value in other or other in value for value in want - have for other in have - want)
        return "misread" if cut and have.total() >= want.total() else "lost", why
    named = all(any(word in found.task.casefold() for word in group.split("|")) for group in sentence.words)
    kept = not any(len(value) > 1 and value in found.task for value in want)
    return ("complete" if have == want and named and kept and found.workflow is None else "misread"), why


@contextmanager
def _scopes(reader: str) -> Iterator[list[AttemptScope]]:
    """Yield a scope on an empty store, and one on a store with other tasks."""
    kept = {key: os.environ.get(key) for key in ("OPENAI_BASE_URL", "OPENAI_API_KEY")}
    with tempfile.TemporaryDirectory() as folder, ModelServer() as server:
        os.environ.update(OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="local")
        teacher = "llm" if reader == "model" else "offline"
        settings = Settings(mode=Mode.AUTO, teacher=teacher, model=server.model)
        scopes = []
        for name, others in (("empty", ()), ("full", stored()[:_OTHERS])):
            home = Path(folder, name)
            store = WorkflowStore(home, Journal(home, run="run"))
            for other in others:
                store.promote(store.add(other))
            scopes.append(AttemptScope("t.py::test", 1, settings, store))
        try:
            yield scopes
        finally:
            for key, value in kept.items():
                os.environ.pop(key, None) if value is None else os.environ.__setitem__(key, value)
