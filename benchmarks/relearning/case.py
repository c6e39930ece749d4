"""One flow, learned in one design and run in another with a model at hand: what it cost, and whether it was right.

Knows the stage of the redesign benchmark and the endpoint of the tests. The site's ledger is the judge, as a test's
assertions would be. Must never help the model.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_ami.engine.relearn import Progress
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.plan import Plan
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Run
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.sites.ledger import differences
from pytest_ami.sites.look import SiteLook
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.client import ModelCall, ModelOptions
from pytest_ami.teachers.llm.teacher import LLMTeacher
from pytest_ami.testing.redesign import Redesign
from tests.support.model.server import ModelServer
from tests.support.redesign.ours import TIMEOUT, Memory
from tests.support.redesign.stage import SETTLE, Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The result of one flow in another design.

    Attributes:
        name: Flow and design.
        outcome: As the run ended, or ``stopped``.
        right: Whether the ledger has nothing against it.
        replays: Whether the new version replays without a model; None where there is none.
        stored: Steps of the version that was learned first.
        new: Steps of the new version that were taught or chosen: what had changed and could not be healed.
        moves: Questions for a move.
        choices: Questions for an element.
        chosen: How many of their answers were followed.
        tokens: Tokens of all questions.
        largest: Tokens of the largest question for an element, its answer included.
        why: The obstacle, if there was one.
    """

    name: str
    outcome: str = "stopped"
    right: bool = False
    replays: bool | None = None
    stored: int = 0
    new: int = 0
    moves: int = 0
    choices: int = 0
    chosen: int = 0
    tokens: int = 0
    largest: int = 0
    why: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as a line of JSON."""
        return asdict(self)


class Observed(Attempt):
    """An attempt that keeps how its last run went."""

    progress: Progress | None = None

    def conclude(self, plan: Plan, error: AmiError | None = None) -> Run:
        """Keep the progress."""
        self.progress = plan.progress
        return super().conclude(plan, error)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """How the page differs from the one on which a flow was learned.

    Attributes:
        look: Its design.
        redesign: What was done to it besides.
    """

    look: SiteLook
    redesign: Redesign = field(default_factory=Redesign)

    @property
    def name(self) -> str:
        """A name within the flow."""
        return ", ".join(map(str, self.redesign.mutations)) or self.look.design


def relearned(subject: Subject, memory: Memory, changed: Changed, server: ModelServer, folder: Path) -> Row:
    """Run a learned flow on a changed page, where a model may be asked; then replay what came of it without one.

    Args:
        subject: The flow, in the design in which it was learned.
        memory: What was learned.
        changed: How the page differs.
        server: The endpoint.
        folder: Of a store of its own, so that no case knows of another one.
    """
    heard: list[ModelCall] = []
    teacher = LLMTeacher(
        server.model,
        base_url=server.base_url,
        api_key="local",
        vision="off",
        timeout=10,
        options=ModelOptions(listener=heard.append),
    )
    store = WorkflowStore(folder, memory.store.journal.__class__(folder, run="relearning"))
    store.promote(store.add(memory.workflow))
    mark = replace(memory.mark, teacher=teacher)
    settings = Settings(mode=Mode.AUTO, mode_reason="benchmark", timeout=TIMEOUT)
    attempt = Observed(AttemptScope("benchmarks/relearning::flow", 1, settings, store, mark))
    row = Row(name=f"{subject.title} -> {changed.name}", stored=len(memory.workflow.steps))
    values = subject.values(f"again {changed.name}")
    page = subject.open(changed.look, changed.redesign, values)[0]
    face = Ami(attempt, page)
    try:
        run = face.run(**values)
        right = _right(subject, values)
        row = replace(row, outcome=run.outcome.value, right=right)
        attempt.commit() if right else attempt.drop()
    except AmiError as error:
        attempt.drop()
        row = replace(row, why=" ".join(str(error).split())[:600])
    finally:
        face.close()
        page.context.close()
        teacher.close()
    row = _counted(row, heard, attempt.progress)
    return replace(row, replays=_replays(subject, store, mark, changed)) if row.right and row.new else row


def _counted(row: Row, heard: list[ModelCall], progress: Progress | None) -> Row:
    choices = [one for one in heard if one.purpose == "choose"]
    new = progress.chosen + sum(len(lesson.steps) for lesson in progress.lessons) if progress else 0
    return replace(
        row,
        new=new,
        moves=len(heard) - len(choices),
        choices=len(choices),
        chosen=progress.chosen if progress else 0,
        tokens=sum(one.usage.tokens for one in heard),
        largest=max((one.usage.tokens for one in choices), default=0),
    )


def _right(subject: Subject, values: dict[str, str]) -> bool:
    end = time.monotonic() + SETTLE * 2
    while any(differences(subject.task.effects(values), subject.site.effects())):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _replays(subject: Subject, store: WorkflowStore, mark: Any, changed: Changed) -> bool:
    """Return whether the new version does the same with other values, without a model."""
    settings = Settings(mode=Mode.REPLAY, mode_reason="benchmark", timeout=TIMEOUT)
    values = subject.values(f"replayed {changed.name}")
    page = subject.open(changed.look, changed.redesign, values)[0]
    face = Ami(
        Attempt(AttemptScope("benchmarks/relearning::replay", 1, settings, store, replace(mark, teacher=None))), page
    )
    try:
        face.run(**values)
        return _right(subject, values)
    except AmiError:
        return False
    finally:
        face.close()
        page.context.close()
