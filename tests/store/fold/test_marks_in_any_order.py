"""Marks in the version fold: whatever the order of facts, no version with a step marked wrong runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.codec import to_plain
from pytest_ami.model.workflow import Provenance, Status, Step
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.fold.outline import Outline, all_places, outline_of
from pytest_ami.store.journal import parsed
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.versions import Knowledge
from tests.support.examples import tries
from tests.support.sessions import TASK, click, fill, flow, verdict_fact, verdict_file

STEPS = (fill("To", "{{to}}"), click("Send"), click("Delete"))
NAMES = tuple(f"version-{number}" for number in range(4))
LABELS = st.sampled_from(["wrong", "wrong", "correct", None])


def version(
    name: str, steps: list[Step], parent: str = "", reason: str = "learned", number: int = 1, run: str = "r0"
) -> Fact:
    author = "person" if reason.startswith("edited") else "teacher:demo"
    source = Provenance(author=author, reason=reason, parent=parent, run=run)
    content = to_plain(replace(flow(*steps), id=name, version=number, provenance=source))
    return Fact(kind=Kind.VERSION.value, task=TASK, workflow=name, data={"workflow": content})


def status(name: str, value: Status, reason: str = "x") -> Fact:
    data = {"status": value.value, "reason": reason, "text": "t"}
    return Fact(kind=Kind.STATUS.value, task=TASK, workflow=name, data=data)


def ended(session: str, workflow: str) -> Fact:
    return Fact(kind=Kind.TEST_FINISHED.value, run="r1", task=TASK, workflow=workflow, data={"session": session})


@st.composite
def histories(draw: st.DrawFn) -> list[Fact]:
    """Facts of up to four versions, their statuses, sessions, and verdicts; some verdicts name no version or place."""
    facts: list[Fact] = []
    lengths: dict[str, int] = {}
    for number, name in enumerate(NAMES[: draw(st.integers(1, 4))], 1):
        steps = draw(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3))
        parent = draw(st.sampled_from(["", *lengths]))
        lengths[name] = len(steps)
        facts.append(version(name, steps, parent, draw(st.sampled_from(["learned", "edited path"])), number))
        facts += [status(name, one) for one in draw(st.lists(st.sampled_from(Status), max_size=2))]
    for _ in range(draw(st.integers(1, 5))):
        name = draw(st.sampled_from(sorted(lengths)))
        session, step = f"session-{draw(st.integers(0, 2))}-{name}", draw(st.integers(1, lengths[name] + 1))
        facts.append(verdict_fact(session, step, draw(LABELS), draw(st.sampled_from([name, ""]))))
        if draw(st.booleans()):
            facts.append(ended(session, name))
    return facts


def outcome(lineages: Lineages) -> tuple[Any, ...]:
    current = lineages.current(TASK)
    stands = sorted((v.id, v.status.value, bool(v.marked), v.released) for v in lineages.versions(TASK))
    return (current.id if current else "", stands)


def folded(facts: list[Fact]) -> Lineages:
    lineages = Lineages()
    lineages.fold(facts)
    return lineages


@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_any_order_of_facts_gives_the_same_version(facts: list[Fact], random: Any) -> None:
    whole = outcome(folded(facts))
    shuffled = random.sample(facts, len(facts)) + random.sample(facts, len(facts) // 2)  # some come twice
    piecewise = Lineages()
    for fact in shuffled:
        piecewise.fold([fact])
    assert outcome(folded(shuffled)) == whole
    assert outcome(piecewise) == whole


@given(histories())
@settings(max_examples=100, deadline=None)
def test_no_version_runs_in_whose_session_a_step_stands_marked_wrong(facts: list[Fact]) -> None:
    """The model keeps what the fold does not: the latest label of each step, and the step itself."""
    contents = {f.workflow: f.data["workflow"]["steps"] for f in facts if f.kind == Kind.VERSION.value}
    sessions = {f.data["session"]: f.workflow for f in facts if f.kind == Kind.TEST_FINISHED.value}
    labels: dict[tuple[str, int], tuple[Any, str]] = {}
    for fact in sorted((f for f in facts if f.kind == Kind.VERDICT.value), key=lambda f: f.id):
        labels[fact.data["session"], fact.data["step"]] = (fact.data["label"], fact.workflow)
    wrong = set()
    for (session, step), (label, named) in labels.items():
        ran = sessions.get(session, named)
        if label == "wrong" and ran and step <= len(contents[ran]):
            wrong.add((ran, step))
    places = {repr(contents[ran][max(step - 2, 0) : step]) + str(step == 1) for ran, step in wrong}
    lineages = folded(facts)
    for name, steps in contents.items():
        own = {repr(steps[max(step - 2, 0) : step]) + str(step == 1) for step in range(1, len(steps) + 1)}
        if own & places:
            assert lineages.by_id[name].status is Status.RETIRED
    current = lineages.current(TASK)
    assert current is None or not current.marked
    if not wrong:
        assert not any(one.marked for one in lineages.versions(TASK))


@pytest.mark.slow
@given(histories(), st.data())
@tries("database")
def test_the_index_of_the_database_says_what_the_fold_says(facts: list[Fact], data: st.DataObject) -> None:
    """In whatever pieces the facts are absorbed."""
    cut = data.draw(st.integers(0, len(facts)))
    shuffled = data.draw(st.permutations(facts))
    connection: duckdb.DuckDBPyConnection = empty()
    try:
        for piece in (shuffled[:cut], shuffled[cut:]):
            insert(connection, parsed(b"".join(map(encode, piece))))
        stands = connection.execute(
            "SELECT workflow, status, marked <> '', released FROM lifecycle ORDER BY 1"
        ).fetchall()
        current = connection.execute("SELECT id FROM current").fetchall()
        reasons = dict(connection.execute("SELECT workflow, reason FROM statuses").fetchall())
    finally:
        connection.close()
    lineages = folded(facts)
    assert (current[0][0] if current else "", stands) == outcome(lineages)
    for one in lineages.versions(TASK):
        assert (reasons[one.id] == "person.marked_wrong") is bool(one.marked)
        assert (reasons[one.id] == "heir") is one.heir


@pytest.mark.slow
@given(histories(), st.data())
@tries("database")
def test_facts_on_top_of_a_database_say_what_all_of_them_say(
    tmp_path_factory: pytest.TempPathFactory, facts: list[Fact], data: st.DataObject
) -> None:
    """A process reads the stored outcome, and folds the journals that are not absorbed yet."""
    folder = tmp_path_factory.mktemp("tails") / ".ami"
    shuffled = data.draw(st.permutations(facts))
    cut = data.draw(st.integers(0, len(facts)))
    (folder / "journal").mkdir(parents=True)
    verdict_file(folder / "journal" / "stored.jsonl", *shuffled[:cut])
    Database(folder).absorb()
    verdict_file(folder / "journal" / "tail.jsonl", *shuffled[cut:])
    assert outcome(Knowledge(Database(folder), None).lineages()) == outcome(folded(facts))


def test_a_withdrawn_mark_gives_the_version_back_and_the_heir_its_rest() -> None:
    good, bad = NAMES[:2]
    facts = [version(good, [*STEPS[:2]]), status(good, Status.ACTIVE), version(bad, [STEPS[0], STEPS[2]])]
    facts += [status(bad, Status.ACTIVE), status(good, Status.SUPERSEDED)]
    lineages = folded(facts)
    lineages.fold([verdict_fact("s", 2, "wrong", bad)])
    assert outcome(lineages)[0] == good
    assert lineages.by_id[good].status is Status.ACTIVE
    later = status(bad, Status.ACTIVE, "steering")  # a file that was pulled after the mark
    lineages.fold([later])
    assert outcome(lineages)[0] == good
    lineages.fold([verdict_fact("s", 2, None, bad)])
    assert outcome(lineages)[0] == bad
    assert lineages.by_id[good].status is Status.SUPERSEDED


def test_a_verdict_waits_for_its_session_and_one_of_another_task_touches_nothing() -> None:
    name = NAMES[0]
    lineages = folded([version(name, list(STEPS)), verdict_fact("s", 3, "wrong", "")])
    assert outcome(lineages)[0] == name
    lineages.fold([ended("s", name)])
    assert outcome(lineages)[0] == ""
    first, other = "00000000-0000-7000-8000-000000000000", "delete email"
    stranger = Fact(kind=Kind.TEST_FINISHED.value, task=other, workflow=name, data={"session": "s"}, id=first)
    lineages.fold([stranger])  # an earlier fact says that the session is one of another task
    assert outcome(lineages)[0] == name


def test_a_mark_on_a_step_that_the_session_relearned_touches_the_version_that_has_it() -> None:
    old, new = NAMES[:2]
    facts = [version(old, [STEPS[0]]), version(new, [STEPS[0], STEPS[2]], old, "relearned from step 2", 2, "r1")]
    lineages = folded([*facts, ended("s", old), verdict_fact("s", 2, "wrong", old)])
    assert {one.id for one in lineages.versions(TASK) if one.marked} == {new}
    assert outcome(lineages)[0] == old


def test_a_step_that_an_edit_moved_keeps_its_places_and_a_lesson_has_its_own() -> None:
    to, send, delete = (outline_of({"steps": [to_plain(step)]}).steps[0] for step in STEPS)
    base = Outline(steps=(to, delete, send))
    outlines = {
        "base": base,
        "edited": Outline(steps=(to, send, delete), parent="base", edited=True),
        "healed": Outline(steps=(to, send, delete), parent="edited", healed=True),
        "dropped": Outline(steps=(to, send), parent="base", edited=True),
        "lesson": Outline(steps=(to, send, delete), parent="base"),
    }
    places = all_places(outlines)
    marked = base.place(2)
    assert {name for name, own in places.items() if marked in own} == {"base", "edited", "healed"}


def test_an_edit_that_drops_one_of_two_equal_steps_keeps_the_other_where_it_was() -> None:
    more, text = (outline_of({"steps": [to_plain(step)]}).steps[0] for step in (click("More"), STEPS[0]))
    base = Outline(steps=(more, text, more))
    dropped = Outline(steps=(more, text), parent="base", edited=True)
    assert base.place(3) not in all_places({"base": base, "dropped": dropped})["dropped"]


@pytest.mark.parametrize(
    "content",
    [{}, {"steps": 3}, {"steps": [None, 7, {"target": 1, "kind": ["x"]}]}, {"steps": [], "provenance": "mine"}],
)
def test_content_of_any_shape_has_an_outline(content: dict[str, Any]) -> None:
    found = outline_of(content)
    assert len(found.places) == len(found.steps)


def test_parents_in_a_circle_end() -> None:
    one, other = Outline(steps=(("a",),), parent="other"), Outline(steps=(("b",),), parent="one", edited=True)
    assert all_places({"one": one, "other": other}) == all_places({"other": other, "one": one})
