"""The surroundings of a model that teaches: its earlier performance, the recorded facts, and the transcript.

It knows the store and the folders. It must never decide the content of a model call, and is imported only if a model
may be called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.store.facts import Kind
from pytest_ami.store.warnings import warn_bookkeeping
from pytest_ami.teachers.choose import TeacherContext
from pytest_ami.teachers.llm.client import ModelCall
from pytest_ami.teachers.llm.model_selection import ModelOrder, ModelRecord, order_models, task_kind
from pytest_ami.teachers.llm.transcript import FILE, Transcript

from .knowledge.similar_plan import similar_plan

if TYPE_CHECKING:
    from pytest_ami.model.lesson import SimilarPlan, Situation
    from pytest_ami.store.workflow_store import WorkflowStore

    from .scope import AttemptScope

_RECORDS = "FROM model_starts ORDER BY model, kind"
_AVOIDED = """
SELECT m.agent FROM agent_metrics m JOIN (
    SELECT model, max(happened) AS asked, max(max(happened)) OVER () AS newest FROM model_calls GROUP BY model
) c ON c.model = m.agent
WHERE m.crowded OR (m.slow_calls > 0 AND c.asked > c.newest - INTERVAL 1 HOUR)
ORDER BY m.agent
"""
"""A slow model is left out until others have been asked for an hour: nobody sees that an idle one has recovered."""


def transcript_path(scope: AttemptScope) -> str:
    """Return the path of an attempt's transcript, from the folder of the project; empty if there is none."""
    file = scope.artifacts / FILE
    place = PurePath(scope.settings.dir) / file.relative_to(scope.store.folder)
    return place.as_posix() if file.is_file() else ""


def choose_order(store: WorkflowStore, models: Sequence[str], kind: str, test: str = "") -> ModelOrder:
    """Return the order of models for a kind of task, by the facts of a store.

    Args:
        store: The store.
        models: Models in the user's order; at least one.
        kind: Kind of the task.
        test: Node id of the test; it spreads tests over models that are equally good.

    Raises:
        StoreError: The store cannot be read.
    """
    records = [ModelRecord(**row) for row in store.facts(_RECORDS)]
    avoided = {row["agent"] for row in store.facts(_AVOIDED)}
    return order_models(models, records, kind, test=test, avoided=avoided)


@dataclass(slots=True)
class ModelCallLog:
    """Records the model calls for one task of an attempt, with the reason why this model began the lesson.

    Attributes:
        scope: The attempt.
        task: The task.
        secrets: Secret values by name.
    """

    scope: AttemptScope
    task: str
    secrets: Mapping[str, str] = field(repr=False)
    _transcript: Transcript | None = None
    _choice: str = ""

    def teacher_context(self) -> TeacherContext:
        """Return the order of models, the listener and the plans for a teacher; start the transcript."""
        scope = self.scope
        if scope.settings.transcripts == "on":
            self._transcript = Transcript(scope.artifacts, scope.test, self.secrets, warn_bookkeeping)
        plans = self._plan if scope.settings.similar_plans == "on" else None
        return TeacherContext(order=self._order, listener=self.record, plan=plans)

    def record(self, exchange: ModelCall) -> None:
        """Record a model call at once, because it has its cost whether or not the test passes."""
        usage = exchange.usage
        data = {
            "model": exchange.model,
            "kind": self._kind,
            "purpose": exchange.purpose,
            "seconds": round(usage.seconds, 3),
            "tokens": usage.tokens,
            "money": round(usage.money, 6),
            "priced": exchange.priced,
            "choice": self._choice,
            "problem": redact_named(exchange.problem, self.secrets)[:300],
        }
        self.scope.store.journal.append(Kind.MODEL_CALL, task=self.task, data=data, **self.scope.where)
        if self._transcript is not None:
            self._transcript.note(exchange)

    def _plan(self, situation: Situation) -> SimilarPlan | None:
        """Return the plan of a similar task for the beginning of a lesson."""
        names = [parameter.name for parameter in situation.parameters]
        return similar_plan(self.scope.store, self.task, situation.observation.url, names, self.secrets)

    def _order(self, models: Sequence[str]) -> Sequence[str]:
        """Return the models by their performance at this kind of task; without such data, in the user's order."""
        if len(models) < 2:  # noqa: PLR2004
            return models
        try:
            chosen = choose_order(self.scope.store, models, self._kind, self.scope.test)
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            warn_bookkeeping(
                f"The performance of the models cannot be read, so they are asked in the listed order: {error}"
            )
            return models
        self._choice = chosen.reason
        return chosen.models

    @property
    def _kind(self) -> str:
        return task_kind(redact_named(self.task, self.secrets))
