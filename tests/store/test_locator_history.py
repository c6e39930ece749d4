"""The locators of elements over time: a row for each change, and none for what stayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Provenance, Step, StepKind, Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.locator_history import Locators
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries

pytestmark = pytest.mark.slow

TASK = "send email"


def printed(name: str, place: str = "a", role: str = "button") -> Fingerprint:
    return Fingerprint(
        tag=role, role=role, name=name, attributes={"id": f"{name}-{place}"}, xpath=f"//*[@id='{place}']",
        absolute_xpath=f"/html[1]/{place}[1]",
    )  # fmt: skip


def click(name: str, place: str = "a") -> Step:
    return Step(kind=StepKind.CLICK, target=printed(name, place))


def fill(name: str, value: str) -> Step:
    return Step(kind=StepKind.FILL, target=printed(name, role="textbox"), value=value)


def flow(*steps: Step, author: str = "teacher:offline", parent: str = "") -> Workflow:
    return Workflow(task=TASK, steps=steps, provenance=Provenance(author=author, reason="x", parent=parent))


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))


def rows(store: WorkflowStore) -> list[tuple[int, str, int, str, str]]:
    return [(row.step, row.why, row.version, row.old_name, row.name) for row in store.evolution(TASK)]


def healed(store: WorkflowStore, parent: Workflow, step: int, target: Fingerprint) -> None:
    old = parent.steps[step - 1].target
    found = {key: getattr(target, key) for key in ("absolute_xpath", "xpath", "css", "attributes", "role", "name")}
    data = {"step": step, "old_xpath": old.absolute_xpath if old else "", "new_xpath": target.absolute_xpath}
    store.journal.append(Kind.HEAL, task=TASK, workflow=parent.id, data={**data, "found": found}, test="t")


def test_an_element_has_a_row_for_each_change_and_none_for_what_stayed(store: WorkflowStore) -> None:
    one = store.add(flow(click("Compose"), click("Send")))
    two = store.add(flow(click("Compose"), click("Send", "b"), author="heal", parent=one.id))
    store.add(flow(click("Compose"), click("Deliver", "c"), parent=two.id))
    assert rows(store) == [
        (1, "recorded", 1, "", "Compose"),
        (2, "recorded", 1, "", "Send"),
        (2, "healed", 2, "Send", "Send"),
        (2, "relearned", 3, "Send", "Deliver"),
    ]
    assert [row.old_absolute_xpath for row in store.evolution(TASK)][-2:] == ["/html[1]/a[1]", "/html[1]/b[1]"]


def test_a_heal_that_made_no_version_is_told_and_one_that_did_is_told_once(store: WorkflowStore) -> None:
    one = store.add(flow(click("Send")))
    healed(store, one, 1, printed("Send", "ci"))
    assert rows(store)[1:] == [(1, "healed", 0, "Send", "Send")]
    other = WorkflowStore(store.folder, Journal(store.folder, run="r2"))
    healed(other, one, 1, printed("Send", "b"))
    other.add(flow(click("Send", "b"), author="heal", parent=one.id), test="t")
    assert rows(store)[1:] == [(1, "healed", 0, "Send", "Send"), (1, "healed", 2, "Send", "Send")]


LIVES = st.lists(
    st.tuples(
        st.sampled_from(["heal", "teacher:offline", "note"]),
        st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from("ab")), min_size=1, max_size=3),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=6,
)


@given(lives=LIVES)
@tries("database")
def test_the_rows_tell_the_locators_of_every_version(
    tmp_path_factory: pytest.TempPathFactory, lives: list[tuple[str, list[tuple[str, str]], int]]
) -> None:
    folder = tmp_path_factory.mktemp("lives") / ".ami"
    store = WorkflowStore(folder, Journal(folder, run="r1"))
    made: dict[str, Workflow] = {}
    for author, steps, which in lives:
        parent = list(made.values())[which % len(made)] if made and which else None
        targets = [click(name, place) for name, place in steps]
        if author == "note":
            if parent is not None:
                healed(store, parent, min(which, len(parent.steps)), printed(*steps[0]))
            continue
        new = store.add(flow(*targets, author=author, parent=parent.id if parent else ""), test="t")
        made[new.id] = new

    found = store.evolution(TASK)

    assert list(found) == sorted(found, key=lambda row: (row.fact, row.step))
    rows = {(row.workflow, row.step): row for row in found if row.version}
    assert len(rows) == sum(1 for row in found if row.version)
    for new in made.values():
        before = made[new.provenance.parent].steps if new.provenance.parent else ()
        for number, step in enumerate(new.steps, 1):
            old = before[number - 1].target if number <= len(before) else None
            row = rows.pop((new.id, number), None)
            assert (row is None) == (old == step.target)
            if row is not None and step.target is not None:
                assert (row.version, row.test, row.why == "healed") == (
                    new.version, "t", new.provenance.author == "heal"
                )  # fmt: skip
                assert located(row) == (
                    step.target.absolute_xpath, step.target.xpath, step.target.attributes["id"], step.target.name
                )  # fmt: skip
                assert (row.old_absolute_xpath, row.old_xpath, row.old_name) == (
                    (old.absolute_xpath, old.xpath, old.name) if old else ("", "", "")
                )
    assert not rows


def located(row: Locators) -> tuple[str, str, str, str]:
    return row.absolute_xpath, row.xpath, row.element_id, row.name


def test_what_only_the_journal_holds_is_in_the_history_and_a_query_absorbs_it_first(store: WorkflowStore) -> None:
    store.add(flow(click("Compose"), click("Send")))
    found = WorkflowStore(store.folder, readonly=True).evolution(TASK)
    assert [row.step for row in found] == [1, 2]
    asked = store.facts("SELECT step, why, version, workflow, name, fact FROM selector_evolution ORDER BY step")
    assert asked == [{key: getattr(row, key) for key in asked[0]} for row in found]
