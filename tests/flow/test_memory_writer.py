"""Forgetting never changes an outcome: a replay with an emptied memory or emptied tiers ends as with full ones."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.replay import replay
from pytest_ami.flow.memory_writer import MemoryWriter
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.operation import Operation
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.cold.settle import settle
from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.subtask_view import SubtaskView
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.fake_page import FakePage
from tests.support.examples import tries
from tests.support.recordings import MAIL, VALUES, learned

TASK = "send email"
FLOW = learned()
DEEDS = st.lists(st.sampled_from(["remember", "fail", "forget", "prune", "restore"]), max_size=6)
LOOKS = st.sampled_from(["same", "renamed", "gone", "elsewhere"])


def live(store: WorkflowStore, deeds: list[str]) -> None:
    """Fill, prune and empty the memory of a store."""
    forgotten: list[str] = []
    for number, deed in enumerate(deeds):
        if deed in ("remember", "fail"):
            operation = Operation(type="click", url="http://app.test/", role="button", text="Send", xpath="/s")
            store.memory.add([operation], task=TASK, session_id=f"t_{number}", success=deed == "remember")
        elif deed == "forget":
            forgotten.append(store.memory.forget(TASK, "a test"))
        elif deed == "prune":
            store.memory.prune()
        elif forgotten:
            store.memory.restore(forgotten.pop(), "a test")


def verdict(workflow: Workflow, look: str) -> tuple[object, ...]:
    """Replay on a page that looks as it was, or in another way; return the outcome step by step."""
    routes = copy.deepcopy(MAIL)
    button = routes["/"]["elements"][0]
    if look == "renamed":
        button["name"] = "New message"
    elif look == "gone":
        routes["/"]["elements"] = routes["/"]["elements"][1:]
    elif look == "elsewhere":
        button["on"] = {}
    replayed = FakePage(routes).run(replay(workflow, VALUES))
    return replayed.drift, tuple(replayed.steps)


@tries("database")
@given(DEEDS, LOOKS)
def test_a_replay_ends_the_same_whatever_the_memory_holds(deeds: list[str], look: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = WorkflowStore(Path(folder), Journal(Path(folder), run="r1"))
        stored = store.promote(store.add(FLOW))
        before = verdict(stored, look)
        live(store, deeds)
        found = WorkflowStore(Path(folder), readonly=True).find(TASK)
        assert found is not None
        assert found == store.get(stored.id)
        assert verdict(found, look) == before


@pytest.mark.slow
@tries("databases")
@given(DEEDS, LOOKS, st.sampled_from(["emptied", "rubbish", "untouched"]))
def test_a_replay_ends_the_same_and_asks_no_model_whatever_the_tiers_hold(
    deeds: list[str], look: str, tiers: str
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, cold = Path(name, ".ami"), Path(name, "cold")
        store = WorkflowStore(folder, journal := Journal(folder, run="r1"))
        stored = store.promote(store.add(FLOW))
        before = verdict(stored, look)
        live(store, [*deeds, "remember", "forget"])
        known = store.memory.query_page_operations("http://app.test/")
        journal.append(Kind.RUN_FINISHED)
        store.absorb()
        settled = settle(folder, FolderTier(cold))
        assert settled.moved >= 2
        if tiers != "untouched":
            for path in cold.iterdir():
                path.unlink() if tiers == "emptied" else path.write_bytes(b"rubbish")
            store.memory.reads.hot.clear()
        later = WorkflowStore(folder, readonly=True)
        with mock.patch("openai.OpenAI", side_effect=AssertionError("a model was asked")):
            found = later.find(TASK)
            assert found == stored
            assert verdict(found, look) == before
        assert later.memory.query_page_operations("http://app.test/") == known
        assert later.facts("SELECT count(*) AS n FROM facts WHERE kind = 'model_call'") == [{"n": 0}]


def test_advice_that_cannot_be_read_is_a_warning_and_the_lesson_goes_on(tmp_path: Path) -> None:
    class Unreadable(WorkflowStore):
        @property
        def feedback(self) -> Any:
            raise RuntimeError("no verdicts")

    store = Unreadable(tmp_path, Journal(tmp_path, run="r1"))
    store.memory.add(
        [Operation(type="click", url="http://app.test/", role="button", text="Send", xpath="/s")], task="x"
    )
    scope = AttemptScope("t.py::test", 1, Settings(mode=Mode.AUTO), store, None)
    known = MemoryWriter(scope).recall("send email")
    assert known is not None
    with pytest.warns(AmiWarning, match="gets no advice of people about its task: no verdicts"):
        text = known("http://app.test/")
    assert 'click button "Send"' in text


def test_a_memory_that_cannot_be_read_is_a_warning_and_the_lesson_goes_on() -> None:
    def unreadable(_url: str) -> str:
        raise RuntimeError("no memory")

    with pytest.warns(AmiWarning, match="The memory of pages cannot be read; the task continues without it. no memory"):
        assert SubtaskView(unreadable)("http://app.test/") == ""
