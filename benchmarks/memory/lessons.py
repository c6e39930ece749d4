"""Records real lessons: every task of the bundled sites in each design, taught by each part of a ladder of models.

Each lesson runs in Chromium and is judged twice: by the ledger of the site, as the assertions of a test would, and by a
replay with other values, which asks no model.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.support.redesign.lesson import taught
from tests.support.redesign.stage import stage

from .models import MODELS, endpoints, ladder


@dataclass(frozen=True, slots=True)
class Spent:
    """The cost of the calls of one model in one lesson.

    Attributes:
        model: The model.
        calls: Number of its calls.
        tokens: Tokens of these.
        money: Dollars.
    """

    model: str
    calls: int
    tokens: int
    money: float


@dataclass(frozen=True, slots=True)
class RecordedLesson:
    """One lesson that was really given.

    Attributes:
        task: Words of the task.
        site: The site.
        design: The design of its pages.
        first: The model that was asked first; those after it in the ladder were asked if it gave up.
        green: Whether the ledger had nothing against it.
        held: Whether its replay with other values was right as well.
        spent: The cost of each model that was asked, in the order of asking.
        why: What went wrong, if something did.
    """

    task: str
    site: str
    design: str
    first: str
    green: bool
    held: bool
    spent: tuple[Spent, ...]
    why: str = ""

    @property
    def subject(self) -> str:
        """Return the task, the site and the design in one text."""
        return f"{self.site}: {self.task} ({self.design})"

    @property
    def money(self) -> float:
        """Return the dollars of the whole lesson."""
        return sum(one.money for one in self.spent)


def recorded(
    folder: Path, part: tuple[int, int] = (0, 1), done: frozenset[tuple[str, str]] = frozenset()
) -> Iterator[RecordedLesson]:
    """Give each lesson of one part, and yield it.

    Args:
        folder: For the stores.
        part: The number of the part, from 0, and the number of parts.
        done: Subject and first model of the lessons that are recorded already.
    """
    number, of = part
    with stage() as made, endpoints() as servers:
        for at, subject in list(enumerate(made.subjects))[number::of]:
            for start, first in enumerate(MODELS):
                key = (f"{subject.name}: {subject.task.name} ({subject.look.design})", first)
                if key in done:
                    continue
                teacher, rungs = ladder(servers, MODELS[start:])
                row = taught(subject, servers[first], folder / f"{at}-{first}", teacher=teacher)
                yield RecordedLesson(
                    task=row.task,
                    site=row.site,
                    design=row.design,
                    first=first,
                    green=row.learned,
                    held=row.replayed,
                    spent=tuple(
                        Spent(rung.name.removeprefix("llm:"), spent.calls, spent.tokens, round(spent.money, 6))
                        for rung in rungs
                        if (spent := rung.spent).calls
                    ),
                    why=row.why[:200],
                )


def read(file: Path) -> list[RecordedLesson]:
    """Return the lessons that are recorded in a file; none if there is no file."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    found = map(json.loads, lines)
    return [RecordedLesson(**{**row, "spent": tuple(Spent(**one) for one in row["spent"])}) for row in found]


def record(file: Path, part: tuple[int, int]) -> None:
    """Give all lessons of a part that are not recorded in a file, and add each to it as it ends."""
    done = frozenset((lesson.subject, lesson.first) for lesson in read(file))
    with tempfile.TemporaryDirectory() as folder, file.open("a", encoding="utf-8") as out:
        for lesson in recorded(Path(folder), part, done):
            out.write(json.dumps(asdict(lesson), ensure_ascii=False) + "\n")
            out.flush()
