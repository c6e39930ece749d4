"""The foreign origins that lessons in this project have recorded, one small file each in the ``.ami`` folder.

Rules of this module:

* Only a lesson that made a new version adds an origin. A stored flow that names one adds nothing: it may come from a
  stranger, and this folder is the reason to believe it.
* A fault is no error: an origin that is not known here must be allowed by a setting.

It knows origins and files. It must never know a page or a test.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.document_origins import named_origins
from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.instructions.template import render
from pytest_ami.model.errors import TeacherError
from pytest_ami.store.journal import make_folder
from pytest_ami.store.regular_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pytest_ami.model.workflow import Step, Workflow
    from pytest_ami.store.workflow_store import WorkflowStore

FOLDER = "recorded-origins"
_LARGEST = 300


def origins_in(steps: Iterable[Step], start: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the foreign origins in the steps of a lesson.

    Args:
        steps: The steps that the lesson has recorded.
        start: URL of the page on which the flow started.
        values: Value of every parameter.
    """
    found = dict.fromkeys(origin for step in steps for origin in named_origins(step))
    relations = (text for step in steps for text in (step.origin, step.leads) if "{{" in text)
    found.update(dict.fromkeys(origin_of(render(text, values)) for text in relations))
    return tuple(origin for origin in found if origin and origin != origin_of(start))


def recorded_origins(folder: Path) -> frozenset[str]:
    """Return the origins that lessons have recorded; ``folder`` is the ``.ami`` folder."""
    found: set[str] = set()
    with suppress(OSError):
        for path in (folder / FOLDER).iterdir():
            with suppress(OSError, ValueError):
                found.add(origin_of(read_regular(path, _LARGEST).decode()))
    return frozenset(found - {""})


def note_origins(folder: Path, origins: Iterable[str]) -> None:
    """Add origins that a lesson has recorded."""
    for origin in origins:
        with suppress(OSError):
            make_folder(folder)
            (folder / FOLDER).mkdir(exist_ok=True)
            (folder / FOLDER / f"{hashlib.sha256(origin.encode()).hexdigest()[:16]}.txt").write_text(origin, "utf-8")


def keep_recorded(store: WorkflowStore, workflow: Workflow, url: str, *, again: str, **where: Any) -> Workflow:
    """Add a workflow that was recorded, and the foreign origins in it; return it as stored.

    Args:
        store: The store.
        workflow: The workflow; it has at least one step.
        url: The page on which the recording began.
        again: The command that records it again, for the error.
        **where: Test and attempt.

    Raises:
        TeacherError: It may not be kept as a flow.
        StoreError: The store cannot be written.
    """
    if broken := violation(workflow):
        raise TeacherError(
            f'"{workflow.task}" was recorded, but it cannot be kept as a flow',
            why="No stored flow may hold this, because a stored flow may come from a stranger.",
            evidence=[f"{broken.path[2:]}: {broken.what}"],
            run=again,
        )
    stored = store.add(workflow, **where)
    values = {parameter.name: "" for parameter in workflow.parameters}
    note_origins(store.folder, origins_in(workflow.steps, url, values))
    return stored
