"""The versions that must not run because of a verdict, for messages and for refusals before anything is stored.

It shows the outcome of the version fold. It must never set a status, or decide which version runs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.workflow import Status
from pytest_ami.store.fold.records import Version
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Collection

    from pytest_ami.model.review.annotation import StepAnnotation
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.versions import Knowledge

    from .verdict_reader import VerdictReader


class MarkedVersions:
    """The versions of a store with a step that a person marked wrong.

    Args:
        knowledge: The versions and their statuses.
        verdicts: The verdicts that stand.
    """

    def __init__(self, knowledge: Knowledge, verdicts: VerdictReader) -> None:
        """Read nothing yet."""
        self._knowledge = knowledge
        self._verdicts = verdicts

    def tasks_to_file(self, changed: Collection[str]) -> tuple[str, ...]:
        """Return the tasks whose steering files may have to follow the verdicts, sorted.

        Args:
            changed: Ids of the versions that a verdict has just put aside or given back.

        Raises:
            StoreError: The store cannot be read.
        """
        judged, versions = self._knowledge.verdicts().verdicts, self._knowledge.lineages().by_id
        filed = judged.keys() & self._knowledge.declared.keys()
        return tuple(sorted(filed | {versions[one].task for one in changed}))

    def ids(self) -> frozenset[str]:
        """Return the ids of all versions that must not run because of a mark.

        Raises:
            StoreError: The store cannot be read.
        """
        return frozenset(one.id for one in self._knowledge.lineages().by_id.values() if one.marked)

    def mark_on(self, workflow: Workflow) -> StepAnnotation | None:
        """Return a mark because of which a version must not run, or None.

        Args:
            workflow: A stored version, or one without an id that may be stored.

        Raises:
            StoreError: The store cannot be read.
        """
        lineages, task = self._knowledge.lineages(), workflow.task
        stranger = Version(id="", task=task, number=0, fact="", content=to_plain(workflow))
        found = lineages.marked_with(task, [] if workflow.id else [stranger]).get(workflow.id)
        return next((one for one in self._verdicts.standing(task) if one.fact == found), None) if found else None

    def refuse(self, workflow: Workflow, what: str) -> None:
        """Refuse a version that must not run because of a mark.

        Args:
            workflow: A stored version, or one without an id that may be stored.
            what: The version in the message, such as ``The edited path``.

        Raises:
            ConfigurationError: It has a step that a person marked wrong.
            StoreError: The store cannot be read.
        """
        mark = self.mark_on(workflow)
        if mark is not None:
            raise ConfigurationError(
                f"{what} has a step that {mark.reviewer or 'a person'} marked wrong",
                why="A step marked wrong is never replayed again, unless the verdict is withdrawn.",
                evidence=[
                    f"{mark.action} {mark.target}".rstrip(),
                    f"session {mark.session_id}, step {mark.step_num}",
                ],
                run=f"ami annotate {mark.session_id}",
            )

    def check(self, workflow: Workflow) -> Workflow:
        """Return a version that was just added with its status; warn if it has a step that was marked wrong.

        Raises:
            StoreError: The store cannot be read.
        """
        mark = self.mark_on(workflow)
        if mark is None:
            return workflow
        text = f"it has a step that {mark.reviewer or 'a person'} marked wrong: {mark.action} {mark.target}".rstrip()
        warn_bookkeeping(
            f'Version {workflow.version} of "{workflow.task}" does not run: {text}. '
            f"Run next: ami annotate {mark.session_id}"
        )
        return replace(workflow, status=Status.RETIRED)
