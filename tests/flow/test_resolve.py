"""From the text of a call to a flow: a stored one, a new one, or a refusal that names what is near."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.flow.resolve import Selection, select
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import WorkflowMissingError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Provenance
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.recordings import learned

MODES = [Mode.AUTO, Mode.RELEARN]


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store that knows how to send an e-mail."""
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    made.add(replace(learned(), provenance=Provenance(author="teacher:offline")))
    return made


def selected(store: WorkflowStore, text: str, mode: Mode = Mode.AUTO) -> Selection:
    scope = AttemptScope("t.py::test", 1, Settings(mode=mode, teacher="offline"), store, None)
    return select(scope, text, {}, "", lambda _call: None)


@pytest.mark.parametrize("mode", MODES)
def test_a_text_that_is_like_nothing_stored_is_a_new_task(store: WorkflowStore, mode: Mode) -> None:
    found = selected(store, "archive a page, title: 'R-17'", mode)

    assert found.workflow is None
    assert "archive" in found.task
    assert "R-17" in found.values.values()


def test_a_task_without_values_is_new_as_well(store: WorkflowStore) -> None:
    assert selected(store, "archive invoice") == Selection("archive invoice", None, {})


@pytest.mark.parametrize("mode", MODES)
def test_a_text_that_is_near_a_stored_task_is_refused(store: WorkflowStore, mode: Mode) -> None:
    with pytest.raises(WorkflowMissingError, match="send email"):
        selected(store, "send emails", mode)


def test_nothing_new_is_learned_in_replay_mode(store: WorkflowStore) -> None:
    with pytest.raises(WorkflowMissingError):
        selected(store, "archive invoice", Mode.REPLAY)
