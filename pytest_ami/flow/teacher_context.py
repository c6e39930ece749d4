"""What surrounds a model that teaches: its record, which facts are kept of it, and the transcript.

Knows the store and the folders. Must never know what is asked or answered beyond what is written down, and is
imported only where a model may be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.decide.ladder import Record, kind_of, order
from pytest_ami.store.complaint import complain
from pytest_ami.store.facts import Kind
from pytest_ami.teach.choose import Classroom
from pytest_ami.teach.transcript import Exchange, Transcript, folder_name

if TYPE_CHECKING:
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflows import WorkflowStore

_PERFORMANCE = (
    "SELECT model, lessons, green, seconds, money FROM agent_performance WHERE kind = '{kind}' ORDER BY model"
)


@dataclass(slots=True)
class Desk:
    """One attempt's dealings with models.

    Attributes:
        store: The workflow store.
        settings: As resolved for the test.
        test: Node id.
        attempt: Number of the attempt.
        task: The task.
        secrets: Secret values by name.
    """

    store: WorkflowStore
    settings: Settings
    test: str
    attempt: int
    task: str
    secrets: Mapping[str, str] = field(repr=False)
    _transcript: Transcript | None = None

    def classroom(self) -> Classroom:
        """Return what the teacher is given."""
        if self.settings.transcripts == "on":
            folder = self.store.folder / "runs" / self.store.journal.run / folder_name(self.test, self.attempt)
            self._transcript = Transcript(folder, self.test, self.secrets, complain)
        return Classroom(order=self._order, listener=self.heard)

    def _order(self, models: Sequence[str]) -> Sequence[str]:
        """Return the models by their record on this kind of task; as they are listed where there is none."""
        if len(models) < 2:  # noqa: PLR2004
            return models
        kind = self._kind.replace("'", "''")
        try:
            rows = self.store.facts(_PERFORMANCE.format(kind=kind))
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            complain(f"The record of the models cannot be read, so they are asked as they are listed: {error}")
            return models
        return order(models, [Record(**row) for row in rows])

    @property
    def _kind(self) -> str:
        task = self.task
        for name, secret in self.secrets.items():
            task = task.replace(secret, f"{{{{{name}}}}}") if secret else task
        return kind_of(task)

    def heard(self, exchange: Exchange) -> None:
        """Write down that a model was asked, at once: it was paid for, whatever becomes of the test."""
        usage = exchange.usage
        problem = exchange.problem
        for name, secret in self.secrets.items():
            problem = problem.replace(secret, f"{{{{{name}}}}}") if secret else problem
        data = {
            "model": exchange.model,
            "kind": self._kind,
            "purpose": exchange.purpose,
            "seconds": round(usage.seconds, 3),
            "tokens": usage.tokens,
            "money": round(usage.money, 6),
            "problem": problem[:300],
        }
        self.store.journal.append(Kind.MODEL_CALL, task=self.task, data=data, test=self.test, attempt=self.attempt)
        if self._transcript is not None:
            self._transcript.note(exchange)
