"""The properties of steering files: where they stand, what is in them, and what a broken one costs."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.memory.error_patterns import ErrorPatternAnalyzer
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.review.annotation import WRONG, StepAnnotation
from pytest_ami.model.review.golden_path import CommonError, SopAction
from pytest_ami.model.settings import Settings
from pytest_ami.model.workflow import Status, Step, StepKind, Workflow
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, encode, new_id
from pytest_ami.store.fold.verdicts import data_of
from pytest_ami.store.journal import parsed
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import SteeringPath, parse, written
from pytest_ami.store.steering.slug import slug
from pytest_ami.store.steering.writer import described, history_query
from pytest_ami.store.warnings import AmiWarning
from tests.support.examples import tries

HUNDRED = settings(max_examples=100, deadline=None)
SINCE = "2026-01-31T08:15:00.123Z"
TEXT = st.text(max_size=12) | st.sampled_from(["yes", "a: b", "'", '"', "- x", "#", "给 她", "{{to}}"])
TASKS = TEXT.filter(lambda text: bool(text.strip()))
MARKED = st.lists(st.tuples(st.sampled_from(["s1", "s2"]), st.integers(1, 8), TEXT), min_size=1, max_size=10)
ERRORS = st.lists(st.builds(CommonError, error=TEXT, correction=TEXT), max_size=3).map(tuple)


@st.composite
def paths(draw: st.DrawFn) -> SteeringPath:
    """The contents of a steering file."""
    names = draw(st.lists(TEXT, min_size=1, max_size=4))
    steps = tuple(
        Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name)) for name in names
    )
    flow = Workflow(task=draw(TASKS), steps=steps, id=new_id(), status=Status.ACTIVE)
    return SteeringPath(
        workflow=flow,
        since=SINCE,
        natural_sop=draw(st.just("") | TEXT),
        action_sop=draw(st.just(()) | st.tuples(st.builds(SopAction, action=TEXT, target=TEXT, text=TEXT))),
        common_errors=draw(ERRORS),
        success_rate=draw(st.none() | st.floats(0, 1)),
        usage_count=draw(st.integers(0, 99)),
        created_at=draw(st.sampled_from(["", "2026-01-30T08:15:00.123Z"])),
    )


# Feature: task-review-learning, Property 10: a golden path gives a steering file that is valid YAML, in its folder
# Validates: Requirements 4.5, 4.6
@given(paths())
@HUNDRED
def test_the_file_is_valid_yaml_in_the_agreed_format(path: SteeringPath) -> None:
    document = yaml.safe_load(written(path))
    assert isinstance(document["natural_sop"], str)
    assert all(set(one) == {"action", "target", "method", "text"} for one in document["action_sop"])
    assert all(set(one) == {"error", "correction"} for one in document["common_errors"])
    assert document["difficulty"] in ("simple", "medium", "complex")
    assert document["usage_count"] == path.usage_count
    assert document["created_at"] == (path.created_at or SINCE)
    assert written(path) == written(path)  # no trace of a clock


# Feature: task-review-learning, Property 12: the error patterns of a task stand in its steering file
# Validates: Requirements 5.3
@given(MARKED)
@HUNDRED
def test_error_patterns_stand_in_the_file(marked: list[tuple[str, int, str]]) -> None:
    marks = marks_of(marked)
    analyzer = ErrorPatternAnalyzer()
    patterns = analyzer.analyze_errors(marks)
    hints = analyzer.generate_correction_hints(patterns)
    assert len(hints) == len({number for _, number, _ in marked})
    step = Step(kind=StepKind.GOTO, value="/")
    flow = Workflow(task="pay", steps=(step,), id=new_id(), status=Status.ACTIVE)
    document = yaml.safe_load(written(SteeringPath(workflow=flow, since=SINCE, common_errors=hints)))
    assert [one["error"] for one in document["common_errors"]] == [hint.error for hint in hints]


@given(MARKED)
@tries("database")
def test_a_file_is_written_with_the_error_patterns_of_the_verdicts(marked: list[tuple[str, int, str]]) -> None:
    marks = marks_of(marked)
    facts = [Fact(kind=Kind.VERDICT.value, id=one.fact, at=SINCE, task=one.task, data=data_of(one)) for one in marks]
    drifts = [Fact(kind=Kind.DRIFT.value, task="pay", data={"cause": "moved", "title": f"click {n}"}) for n in range(7)]
    with empty() as connection:
        insert(connection, parsed(b"".join(map(encode, [*facts, *drifts]))))
        history = history_query(["pay"])(connection)
    flow = Workflow(task="pay", steps=(Step(kind=StepKind.GOTO, value="/"),), id=new_id(), status=Status.ACTIVE)
    document = yaml.safe_load(written(described(flow, SINCE, history)))
    hints = ErrorPatternAnalyzer().generate_correction_hints(ErrorPatternAnalyzer().analyze_errors(marks))
    stated = [CommonError(**one) for one in document["common_errors"]]
    assert stated[: len(hints)] == list(hints)[:20]
    assert len(stated) == max(len(hints), 5)  # drifts fill up what is left


def marks_of(marked: list[tuple[str, int, str]]) -> list[StepAnnotation]:
    """Return verdicts on wrong steps, one for each step of a session."""
    return [
        StepAnnotation(
            session_id=name,
            step_num=number,
            user_label=WRONG,
            user_correction=words,
            task="pay",
            action="click",
            target=f"button {number}",
            features=(f"page:/{number}",),
            fact=new_id(),
        )
        for (name, number), words in {one[:2]: one[2] for one in marked}.items()
    ]


# Feature: task-review-learning, Property 19: the path is {steering}/golden-paths/{sanitized}.yaml, in .kiro or plain
# Validates: Requirements 8.1, 8.2
@given(TASKS, st.sampled_from([".kiro", ""]))
@HUNDRED
def test_the_path_follows_the_convention(tmp_path_factory: pytest.TempPathFactory, task: str, kiro: str) -> None:
    root = tmp_path_factory.getbasetemp() / f"project{kiro}"
    (root / kiro).mkdir(parents=True, exist_ok=True)
    folder = Settings().golden_paths(root)
    assert folder == root / (".kiro/steering" if kiro else "steering") / "golden-paths"
    file = folder / f"{slug(task)}.yaml"
    assert file.parent == folder  # no task leads to another folder
    assert Settings(steering_dir="flows").golden_paths(root) == root / "flows" / "golden-paths"


# Feature: task-review-learning, Property 20: a steering file that is read back is what was written
# Validates: Requirements 8.4
@given(paths())
@HUNDRED
def test_a_file_comes_back_as_it_was_written(path: SteeringPath) -> None:
    read = parse(written(path).encode(), name="x.yaml")
    assert written(read) == written(path)
    assert (read.common_errors, read.usage_count) == (path.common_errors, path.usage_count)
    assert read.workflow == path.workflow


# Feature: task-review-learning, Property 21: broken YAML is a warning with its line, and the run goes on
# Validates: Requirements 8.5
@given(st.integers(0, 30), st.sampled_from(["\t- [", "a: b: c", "? {", '"open', "&x y", "*x"]))
@HUNDRED
def test_a_broken_file_is_refused_with_its_line(number: int, broken: str) -> None:
    flow = Workflow(task="pay", steps=(Step(kind=StepKind.GOTO, value="/"),), id=new_id(), status=Status.ACTIVE)
    lines = written(SteeringPath(workflow=flow, since=SINCE)).splitlines()
    at = min(number, len(lines))
    text = "\n".join([*lines[:at], broken, *lines[at:]])
    with pytest.raises(StoreError, match=r"^x\.yaml:\d+:\d+: ") as caught:
        parse(text.encode(), name="x.yaml")
    assert "ignored" in caught.value.why


@given(st.integers(0, 20))
@tries("database")
def test_a_broken_file_warns_once_and_keeps_no_other_out(tmp_path_factory: pytest.TempPathFactory, number: int) -> None:
    folder = tmp_path_factory.mktemp("steering")
    flow = Workflow(task="pay", steps=(Step(kind=StepKind.GOTO, value="/"),), id=new_id(), status=Status.ACTIVE)
    text = written(SteeringPath(workflow=flow, since=SINCE))
    (folder / "pay.yaml").write_text(text, "utf-8")
    lines = written(SteeringPath(workflow=replace(flow, task="send"), since=SINCE)).splitlines()
    (folder / "send.yaml").write_text("\n".join([*lines[:number], "a: [", *lines[number:]]), "utf-8")
    steering = SteeringFolder(folder, folder / ".ami", Path(folder))
    with pytest.warns(AmiWarning, match=r"send\.yaml:\d+:\d+: "):
        found = steering.look(lambda _: False)
    assert set(found) == {"pay"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert set(steering.look(lambda _: False)) == {"pay"}
