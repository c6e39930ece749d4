"""Pairs of similar tasks on the bundled sites: a lesson for the second one, with and without the plan of the first.

The first task is demonstrated. Its store is copied, and a model over HTTP teaches the second task on each copy: once it
is shown the plan, once not; all else that the store knows, page operations among it, is the same. The site's ledger
judges the lesson, and a replay with other values.

Must never help the model: it gets the name of the task and the values.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Error as PlaywrightError

from benchmarks.staleness.workers import append, names, read
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.model.server import ModelServer
from tests.support.redesign.lesson import wrong
from tests.support.redesign.stage import Subject, stage


class Pair(NamedTuple):
    """Two similar tasks.

    Attributes:
        site: The site of both.
        first: The task that is known.
        second: The task that is learned, in the words of a test.
        task: The bundled task that does what the second one says.
        design: The design of the site.
    """

    site: str
    first: str
    second: str
    task: str
    design: str

    @property
    def name(self) -> str:
        """A name that no other pair has."""
        return f"{self.site}: {self.first} -> {self.second} ({self.design})"


def _pairs() -> tuple[Pair, ...]:
    rows = (
        ("mail", "send email", "save draft", ""),
        ("mail", "save draft", "send email", ""),
        ("mail", "archive mail", "delete mail", ""),
        ("mail", "delete mail", "archive mail", ""),
        ("mail", "archive mail", "reply to mail", ""),
        ("mail", "send email", "send email to a colleague", "send email"),
        ("shop", "add product to cart", "apply coupon", ""),
        ("shop", "add product to cart", "add gift to cart", "add product to cart"),
        ("shop", "buy product", "order product", "buy product"),
        ("shop", "write product review", "review product", "write product review"),
        ("shop", "change delivery address", "update delivery address", "change delivery address"),
        ("tracker", "create issue", "report issue", "create issue"),
        ("tracker", "close issue", "comment on issue", ""),
        ("tracker", "comment on issue", "close issue", ""),
        ("tracker", "close issue", "resolve issue", "close issue"),
        ("tracker", "set due date", "change due date", "set due date"),
        ("bank", "transfer money", "send money", "transfer money"),
        ("bank", "block card", "freeze card", "block card"),
        ("bank", "create standing order", "set up standing order", "create standing order"),
        ("bank", "change phone number", "update phone number", "change phone number"),
    )
    designs = ("2019", "2023", "2026")
    return tuple(
        Pair(site, first, second, task or second, "2019" if site == "bank" else designs[number % 3])
        for number, (site, first, second, task) in enumerate(rows)
    )


PAIRS = _pairs()
"""The pairs. The endpoint cannot teach most tasks of the bank in its later designs, with or without a plan."""

TEST = "benchmarks/memory::lesson"
PATIENCE = 5.0
TRIES = 4


def measure(tell: Callable[[str], None], only: tuple[str, ...] = (), keep: Path | None = None) -> dict[str, Any]:
    """Return the calls for each pair, with and without the plan.

    Args:
        tell: Called with a line of progress.
        only: Names of sites; all if empty.
        keep: Folder for one line of JSON a pair; what is there is kept.
    """
    file = (keep or Path(tempfile.mkdtemp())) / "pairs.jsonl"
    file.touch()
    done = names([file])
    with tempfile.TemporaryDirectory() as folder, stage(only) as made, ModelServer() as server, _endpoint(server):
        subjects = {(s.name, s.task.name, s.look.design): s for s in made.subjects}
        for number, pair in enumerate(PAIRS):
            if pair.name in done or (only and pair.site not in only):
                continue
            first = subjects[pair.site, pair.first, pair.design]
            second = subjects[pair.site, pair.task, pair.design]
            append(file, [_patiently(pair, first, second, server, Path(folder) / str(number))])
            tell(f"pairs: {pair.name}")
    return figures(read([file]))


def _patiently(pair: Pair, first: Subject, second: Subject, server: ModelServer, folder: Path) -> dict[str, Any]:
    """Return the row of a pair; a demonstration that a busy machine was too slow for is made again."""
    for number in range(TRIES):
        try:
            return _pair(pair, first, second, server, folder / str(number))
        except PlaywrightError:
            if number + 1 == TRIES:
                raise
    raise AssertionError  # not reached


def figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the rows come to: calls of the pairs whose lessons were right on both sides."""
    both = [row for row in rows if row["with"]["right"] and row["without"]["right"]]
    with_plan, without = (sum(row[side]["calls"] for row in both) for side in ("with", "without"))
    return {
        "pairs": len(rows),
        "right_with": sum(row["with"]["right"] for row in rows),
        "right_without": sum(row["without"]["right"] for row in rows),
        "right_with_both": len(both),
        "calls_with": with_plan,
        "calls_without": without,
        "share": round(with_plan / without, 3) if without else None,
        "pairs_at_most_half": sum(row["with"]["calls"] * 2 <= row["without"]["calls"] for row in both),
        "goal": 0.5,
        "rows": rows,
    }


def _pair(pair: Pair, first: Subject, second: Subject, server: ModelServer, folder: Path) -> dict[str, Any]:
    known = folder / "known"
    mark = LearnedMark(task=pair.first, teacher=first.perform, secrets=first.task.secrets)
    said = _lesson(first, mark, Settings(mode=Mode.AUTO, mode_reason="benchmark", timeout=PATIENCE), known)[1]
    if said:
        raise RuntimeError(f"{pair.first} was not demonstrated: {said}")
    row: dict[str, Any] = {"name": pair.name, **pair._asdict()}
    for side, plans in (("without", "off"), ("with", "on")):
        shutil.copytree(known, folder / side)
        before = server.calls
        settings = Settings(
            mode=Mode.AUTO,
            mode_reason="benchmark",
            timeout=PATIENCE,
            teacher="llm",
            model=server.model,
            vision="off",
            similar_plans=plans,
        )
        mark = LearnedMark(task=pair.second, secrets=second.task.secrets)
        steps, said = _lesson(second, mark, settings, folder / side)
        calls = server.calls - before
        if not said:
            replaying = settings._replace(mode=Mode.REPLAY)
            said = _lesson(second, mark, replaying, folder / side, values="replayed")[1]
        row[side] = {"calls": calls, "steps": steps, "right": not said, **({"why": said[:300]} if said else {})}
    return row


def _lesson(
    subject: Subject, mark: LearnedMark, settings: Settings, folder: Path, values: str = "lesson"
) -> tuple[int, str]:
    """Run a task once; return the number of its steps, and what is wrong with it."""
    store = WorkflowStore(folder, Journal(folder, run=f"pairs-{values}"))
    attempt = Attempt(AttemptScope(TEST, 1, settings, store, mark))
    entered: Mapping[str, str] = subject.values(values)
    page = subject.open()[0]
    face = Ami(attempt, page)
    try:
        run = face.run(**entered)
        against = wrong(subject, entered)
    except AmiError as error:
        attempt.drop()
        return 0, " ".join(str(error).split())
    else:
        attempt.drop() if against else attempt.commit()
        return run.steps, against
    finally:
        store.absorb()
        face.close()
        page.context.close()


@contextmanager
def _endpoint(server: ModelServer) -> Iterator[None]:
    """Name the endpoint in the environment, as a user does."""
    before = {name: os.environ.get(name) for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY")}
    os.environ.update(OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="local")
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
