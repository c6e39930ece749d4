"""Forgetting never changes an outcome: a replay with an emptied memory ends exactly as with a full one."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.replay import replay
from pytest_ami.model.operation import Operation
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
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
