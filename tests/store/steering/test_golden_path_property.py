"""Steering files and journals, whatever stands in them: the same back, or a refusal, and never anything else."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_ami.engine.boundary.flow_rules import FARTHEST, MOST_HOLES
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.review.golden_path import CommonError, SopAction
from pytest_ami.model.workflow import DialogAnswer, Effects, Parameter, Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.journal import JOURNALS, Journal
from pytest_ami.store.steering.file_facts import facts_of
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import RUNS, SteeringPath, fitted, parse, written
from pytest_ami.store.steering.yaml_text import TextError, dump, read
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.broken_files import CANARY, journal_files, mutated, steering_files
from tests.support.examples import tries
from tests.support.readers import Tally, journal_reads, only_plain, steering_reads, strange_facts

SINCE = "2026-01-31T08:15:00.123Z"
TRICKY = st.sampled_from(
    [
        *("yes", "No", "~", "null", "1", "-1.5", "1e3", "0x1f", "1:30", "2026-01-31", ".inf", "{{to}}", "<<", "="),
        *("#", "/html[1]", "!x", "&a", "*a", "|", "%a", "@a", "`a", "---", "...", "[a]", "{a}", "- a", "? a", "> a"),
        *("a: b", "a #b", "a:", "'", '"', "\\n", "a\nb", "a\r\nb", "\t", "\x85", "\ufeff", "\u2028", "\x00"),
        *("给 她", " x", "x ", "\U0001f600"),
    ]
)
TEXT = TRICKY | st.text(max_size=12)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
PIXELS = st.floats(-FARTHEST, FARTHEST)
ROUTES = TEXT.filter(lambda text: text.count("{{") + text.count(":id") <= MOST_HOLES)
PRINTS = st.builds(
    Fingerprint,
    tag=TEXT,
    role=TEXT,
    name=TEXT,
    attributes=st.dictionaries(TEXT, TEXT, max_size=2),
    xpath=TEXT,
    neighbours=TEXTS,
    shadow=TEXTS,
    box=st.none() | st.tuples(PIXELS, PIXELS, PIXELS, PIXELS),
    counts=st.dictionaries(TEXT, st.integers(0, 2**31 - 1), max_size=2),
)
FIELDS = PRINTS.map(lambda field: replace(field, attributes={**field.attributes, "type": "password"}))
EFFECTS = st.builds(Effects, route=ROUTES, notices=TEXTS, value=st.none() | TEXT, tab=st.booleans(), turned=ROUTES)
ANSWERS = st.builds(
    DialogAnswer,
    kind=st.sampled_from(["alert", "confirm", "prompt", "beforeunload"]),
    message=TEXT,
    accept=st.booleans(),
)
PUBLIC, SECRET = ("to", "yes", "No", "null", "给她"), ("password", "pin", "密码")
PARAMETERS = st.lists(
    st.builds(Parameter, name=st.sampled_from(PUBLIC), type=TEXT)
    | st.builds(Parameter, name=st.sampled_from(SECRET), type=TEXT, secret=st.booleans()),
    max_size=3,
    unique_by=lambda parameter: parameter.name,
).map(tuple)
VALUES_OF = {
    StepKind.GOTO: st.sampled_from(["/", "/inbox?to={{to}}#1", "https://mail.example:8443/a/:id", "inbox"]),
    StepKind.CLICK: st.sampled_from(["", "Control", "Control Shift", "middle", "@1.5,-2", "Alt @0,0"]),
    StepKind.PRESS: st.sampled_from(["Enter", "Control+a", " ", "Shift+ ", "~", "1", "{{to}}", "给"]),
    StepKind.SCROLL: st.sampled_from(["end", "0,300", "by:-0.5,1200.25"]),
    StepKind.DRAG: st.sampled_from(["10,-2.5", "0,0"]),
}
"""The values of the steps whose values have a form."""


@st.composite
def steps(draw: st.DrawFn, parameters: tuple[Parameter, ...]) -> Step:
    """A step that a flow with these parameters may have."""
    kind = draw(st.sampled_from(StepKind))
    public = [f"{{{{{p.name}}}}}" for p in parameters if p.name in PUBLIC]
    secret = [f"{{{{{p.name}}}}}" for p in parameters if p.name in SECRET]
    kind = StepKind.FILL if kind is StepKind.UPLOAD and not public else kind
    value = VALUES_OF.get(kind, TEXT)
    target: st.SearchStrategy[Any] = PRINTS
    drop: st.SearchStrategy[Any] = st.none()
    if kind in (StepKind.GOTO, StepKind.CLOSE):
        target = st.none()
    elif kind is StepKind.UPLOAD:
        value = st.lists(st.sampled_from(public), min_size=1, max_size=2).map("\n".join)
    elif kind is StepKind.FILL and secret and draw(st.booleans()):
        value, target = st.sampled_from(secret), FIELDS
    elif kind is StepKind.DRAG and draw(st.booleans()):
        value, drop = st.just("") | value, PRINTS
    return Step(
        kind=kind,
        target=draw(target),
        value=draw(value),
        effects=draw(EFFECTS),
        optional=draw(st.booleans()),
        route=draw(ROUTES),
        frame=draw(TEXTS),
        tab=draw(st.integers(0, 9)),
        drop=draw(drop),
        dialogs=tuple(draw(st.lists(ANSWERS, max_size=1))),
    )


@st.composite
def workflows(draw: st.DrawFn) -> Workflow:
    """A flow that keeps the rules of stored flows, with texts that are hard to write."""
    parameters = draw(PARAMETERS)
    return Workflow(
        task=draw(TEXT.filter(str.strip)),
        steps=tuple(draw(st.lists(steps(parameters), min_size=1, max_size=3))),
        parameters=parameters,
        id=draw(st.uuids().map(str)),
        version=draw(st.integers(1, 2**31 - 1)),
        status=draw(st.sampled_from(sorted(RUNS))),
        start=draw(TEXT),
        aliases=draw(TEXTS),
        templates=draw(TEXTS),
        label=draw(TEXT),
        description=draw(TEXT),
        key_elements=draw(TEXTS),
        sop=draw(TEXTS),
        provenance=draw(ORIGINS),
    )


ORIGINS = st.builds(Provenance, author=TEXT, reason=TEXT, run=TEXT, test=TEXT, created=TEXT, parent=TEXT)
WORKFLOWS = workflows()
PATHS = st.builds(
    SteeringPath,
    workflow=WORKFLOWS,
    since=st.just(SINCE),
    apps=TEXTS,
    natural_sop=TEXT,
    action_sop=st.lists(st.builds(SopAction, action=TEXT, target=TEXT, text=TEXT), max_size=2).map(tuple),
    common_errors=st.lists(st.builds(CommonError, error=TEXT, correction=TEXT), max_size=2).map(tuple),
    success_rate=st.none() | st.floats(0, 1),
    usage_count=st.integers(0, 9),
    source_sessions=TEXTS,
)
PLAIN = st.dictionaries(
    TEXT,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | NUMBERS | TEXT,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
        max_leaves=8,
    ),
    min_size=1,
    max_size=4,
)
OFTEN = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
VALID, JOURNALED = steering_files(), journal_files()
SEEDS = st.integers(0, 2**32)


def broken(blob: bytes, seed: int) -> bytes:
    return mutated(blob, Random(seed))  # noqa: S311  (nothing is kept secret by it)


def tried(question: Callable[[], Any]) -> Any:
    """Return the answer, or the refusal."""
    try:
        return question()
    except (TextError, StoreError) as refusal:
        return refusal


@settings(OFTEN, max_examples=100)
@given(PATHS, st.booleans())
def test_reading_a_file_back_gives_the_same_path(path: SteeringPath, pure: bool) -> None:  # noqa: FBT001
    text = written(path)

    assert parse(text.encode(), name="x.yaml", pure=pure) == path
    assert written(parse(text.encode(), name="x.yaml")) == text
    kept, fits = fitted(path)
    assert parse(fits.encode(), name="x.yaml") == kept


@OFTEN
@given(PLAIN, st.booleans())
def test_plain_data_comes_back_whoever_reads_it(data: dict[str, Any], pure: bool) -> None:  # noqa: FBT001
    text = dump(data)

    assert read(text.encode(), pure=pure).data == data
    assert all("\n" not in line for line in text.split("\n"))
    assert yaml.load(text, Loader=yaml.SafeLoader if pure else yaml.CSafeLoader) == data  # noqa: S506


@settings(OFTEN, max_examples=100)
@given(PATHS, PATHS, st.permutations(range(4)))
def test_what_files_stand_for_is_a_set(one: SteeringPath, two: SteeringPath, order: list[int]) -> None:
    facts = [*facts_of(one), *facts_of(two)]
    there, back = Lineages(), Lineages()

    there.fold(facts)
    back.fold([facts[n] for n in order])
    back.fold(facts)

    assert there.by_id == back.by_id
    assert not any(back.is_news(fact) for fact in facts)
    assert {flow.id: flow.status for flow in (one.workflow, two.workflow)} == {
        version.id: version.status for version in there.by_id.values()
    }


@pytest.mark.parametrize("pure", [False, True])
@OFTEN
@given(data=st.data())
def test_a_broken_file_is_read_or_refused(pure: bool, data: st.DataObject) -> None:  # noqa: FBT001
    blob = broken(data.draw(st.sampled_from(VALID)), data.draw(SEEDS))

    found = tried(lambda: read(blob, pure=pure))
    path = tried(lambda: parse(blob, name="x.yaml", pure=pure))

    assert isinstance(found, TextError) or only_plain(found.data)
    assert not isinstance(found, TextError) or (found.line >= 1 and found.column >= 1)
    if isinstance(path, StoreError):
        assert path.what.startswith("x.yaml:")
        assert path.run
    else:
        assert path.workflow.status in RUNS
    assert not Path(CANARY).exists()


@OFTEN
@given(blob=st.binary(max_size=200))
def test_any_bytes_are_refused_by_name(blob: bytes) -> None:
    tally = Tally()

    assert not steering_reads(blob, tally)
    assert tally.strange == 0


@tries("database")
@given(data=st.data())
def test_a_broken_journal_is_borne(data: st.DataObject) -> None:
    blob = broken(data.draw(st.sampled_from(JOURNALED)), data.draw(SEEDS))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / JOURNALS).mkdir()
        (folder / JOURNALS / "r-main.jsonl").write_bytes(blob)

        journal_reads(folder)

        assert strange_facts(folder) == 0


@tries("database")
@given(
    paths=st.lists(PATHS, min_size=1, max_size=3, unique_by=lambda path: path.workflow.task),
    seed=SEEDS,
)
def test_a_broken_file_keeps_no_other_out(paths: list[SteeringPath], seed: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for number, path in enumerate(paths):
            (folder / f"{number}.yaml").write_text(written(path), "utf-8", newline="\n")
        (folder / "z.yaml").write_bytes(broken(VALID[0], seed).replace(b"send email", b"another task"))
        store = WorkflowStore(folder / ".ami", readonly=True, steering=SteeringFolder(folder, folder / ".ami"))

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = {workflow.task: workflow for workflow in store.find_all()}

        for path in paths:
            assert found[path.workflow.task] == path.workflow
        assert not (folder / ".ami").exists()


@tries("database")
@given(workflow=WORKFLOWS)
def test_what_a_store_writes_another_store_finds(workflow: Workflow) -> None:
    with tempfile.TemporaryDirectory() as place:
        here, there = Path(place) / "here" / ".ami", Path(place) / "there" / ".ami"
        files = Path(place) / "steering"
        store = WorkflowStore(here, Journal(here, run="r"), steering=SteeringFolder(files, here))
        stored = store.promote(store.add(workflow))
        assert len(store.write_steering_files([stored.task])) == 1

        other = WorkflowStore(there, readonly=True, steering=SteeringFolder(files, there))

        assert other.find(stored.task) == replace(stored, status=Status.ACTIVE)
        assert store.write_steering_files([stored.task]) == []
