"""The text of a steering file: what stands in it, what it reads back as, and what is refused and where."""

from __future__ import annotations

import difflib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.review.golden_path import CommonError, SopAction
from pytest_ami.model.workflow import Effects, Parameter, Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.facts import Kind, decode, encode, new_id
from pytest_ami.store.steering.file_facts import facts_of
from pytest_ami.store.steering.golden_path import (
    LARGEST,
    LEFT_OUT,
    SteeringPath,
    difficulty,
    fitted,
    parse,
    sentence,
    written,
)
from pytest_ami.store.steering.moments import moment_of
from pytest_ami.store.steering.yaml_text import dump
from pytest_ami.store.version_fold import Lineages

STORED = Path(__file__).parents[3] / "fixtures" / "workflows" / "send-email-2026.json"
SINCE = "2026-01-31T08:15:00.123Z"
ID = "01a2004c-be00-721e-9553-fade8d9cee82"
KEYS = (
    "task_pattern", "apps", "difficulty", "can_replay", "natural_sop", "action_sop", "parameters", "common_errors",
    "success_rate", "usage_count", "created_at", "last_updated", "source_sessions", "format", "written_by", "workflow",
)  # fmt: skip


def flow(**changes: Any) -> Workflow:
    plain = from_plain(Workflow, json.loads(STORED.read_text("utf-8")))
    return replace(plain, **{"id": ID, "status": Status.ACTIVE, **changes})


def golden(workflow: Workflow | None = None, **more: Any) -> SteeringPath:
    return SteeringPath(workflow=workflow or flow(), since=SINCE, **more)


def reread(text: str) -> SteeringPath:
    return parse(text.encode(), name="x.yaml")


def refusal(text: str | bytes) -> StoreError:
    with pytest.raises(StoreError) as caught:
        parse(text if isinstance(text, bytes) else text.encode(), name="x.yaml")
    return caught.value


def test_reading_back_gives_the_same() -> None:
    path = golden(
        apps=("https://mail.example.com",),
        natural_sop="Write a mail.\nSend it.",
        action_sop=(SopAction(action="click", target='button "Send"', method="element"),),
        common_errors=(CommonError(error='click button "Send later"', correction='click button "Send"'),),
        success_rate=0.875,
        usage_count=8,
        created_at="2026-01-30T08:15:00.123Z",
        source_sessions=("r1", "r2"),
    )

    assert reread(written(path)) == path


def test_the_keys_stand_in_their_order_and_the_types_are_the_declared_ones() -> None:
    document = yaml.safe_load(written(golden(apps=("https://a.example",), success_rate=1.0)))

    assert tuple(document) == KEYS
    assert document["task_pattern"] == "send email"
    assert document["apps"] == ["https://a.example"]
    assert document["difficulty"] == "medium"
    assert document["can_replay"] is True
    assert document["natural_sop"].splitlines()[1] == 'Type {{to}} into the textbox "Recipients".'
    assert document["action_sop"][0] == {
        "action": "click",
        "target": 'button "New message"',
        "method": "element",
        "text": "",
    }
    assert (document["usage_count"], document["created_at"]) == (0, SINCE)
    assert document["parameters"][0] == {"name": "to", "type": "email", "secret": False}
    assert document["last_updated"] == SINCE


def test_what_a_teacher_said_is_the_sop() -> None:
    path = golden(flow(sop=("Write a mail.",)))

    assert yaml.safe_load(written(path))["natural_sop"] == "Write a mail."
    assert reread(written(path)).workflow.sop == ("Write a mail.",)


def test_a_file_of_format_1_is_read() -> None:
    new = written(golden(common_errors=(CommonError(error="missing: click"),)))
    head, mark, flow_of = new.partition("\nworkflow:\n")
    document = yaml.safe_load(head)
    document |= {
        "format": 1,
        "difficulty": "hard",
        "natural_sop": document["natural_sop"].splitlines(),
        "action_sop": [f"{one['action']} {one['target']}" for one in document["action_sop"]],
        "common_errors": ["missing: click"],
    }
    del document["usage_count"], document["created_at"]
    old = dump(document).rstrip("\n") + mark + flow_of

    assert reread(old) == reread(new)
    assert reread(old).common_errors == (CommonError(error="missing: click"),)


def test_every_kind_of_step_can_be_told() -> None:
    target = Fingerprint(tag="input", role="textbox", name="To")

    told = {kind: sentence(Step(kind=kind, target=target, value="{{to}}")) for kind in StepKind}

    assert told[StepKind.FILL] == 'Type {{to}} into the textbox "To".'
    assert len(set(told.values())) == len(StepKind)
    assert all(said.endswith(".") for said in told.values())


@pytest.mark.parametrize(
    ("steps", "word"), [(1, "simple"), (5, "simple"), (6, "medium"), (12, "medium"), (13, "complex")]
)
def test_difficulty_is_a_matter_of_length(steps: int, word: str) -> None:
    assert difficulty(Workflow(task="t", steps=(Step(kind=StepKind.SCROLL),) * steps)) == word


def test_a_heal_of_one_step_changes_its_lines_and_those_of_the_version() -> None:
    old = flow()
    target = old.steps[4].target
    assert target is not None
    moved = replace(target, css="#delivery", absolute_xpath="/html[1]/body[1]/button[9]")
    steps = (*old.steps[:4], replace(old.steps[4], target=moved), *old.steps[5:])
    provenance = Provenance(author="heal", reason="healed step 5", run="r2", parent=old.id, created=SINCE)
    new = replace(old, steps=steps, version=2, id=new_id(), provenance=provenance)
    before = written(golden(old, source_sessions=("r1",))).splitlines()
    after = written(
        replace(golden(new, source_sessions=("r1", "r2"), success_rate=0.5), since="2026-02-01T00:00:00.000Z")
    )

    changed = [line[1:].strip() for line in difflib.ndiff(before, after.splitlines()) if line[:1] in "+-"]

    expected = {
        "success_rate", "created_at", "last_updated", "- r2", "id", "version", "author", "reason", "run", "parent",
        "created", "test", "css", "absolute_xpath",
    }  # fmt: skip
    assert {line.partition(":")[0] for line in changed} == expected
    assert len(changed) <= 2 * len(expected)


def test_a_secret_is_there_by_name_only() -> None:
    step = Step(kind=StepKind.FILL, target=Fingerprint(tag="input", name="Password"), value="{{password}}")
    secret = Workflow(
        task="sign in",
        steps=(step,),
        parameters=(Parameter(name="password", secret=True),),
        id=ID,
        status=Status.ACTIVE,
    )

    document = yaml.safe_load(written(golden(secret)))

    assert document["parameters"] == [{"name": "password", "type": "text", "secret": True}]
    assert document["workflow"]["steps"][0]["value"] == "{{password}}"


# -- size --------------------------------------------------------------------------------------------------------------


def long_flow(steps: int) -> Workflow:
    target = replace(
        Fingerprint(tag="button", role="button", name="Next", xpath="//button[@id='next']", css="html > body > button"),
        lookalikes=("button|Previous page of the results|row" * 3,) * 3,
        box=(1.0, 2.0, 3.0, 4.0),
        neighbours=("Results per page",) * 4,
    )
    return flow(steps=(Step(kind=StepKind.CLICK, target=target, effects=Effects(route="/next")),) * steps)


def test_a_file_that_would_be_too_large_loses_the_least_needed_evidence_first() -> None:
    path = golden(long_flow(70))

    kept, text = fitted(path)

    assert len(written(path).encode()) > LARGEST
    assert len(text.encode()) <= LARGEST
    assert kept.left_out == LEFT_OUT[: len(kept.left_out)]
    assert 0 < len(kept.left_out) < len(LEFT_OUT)
    assert reread(text) == kept
    target = kept.workflow.steps[0].target
    assert target is not None
    assert (target.lookalikes, target.name, target.xpath) == ((), "Next", "//button[@id='next']")


@pytest.mark.slow
def test_what_does_not_fit_at_all_is_named() -> None:
    with pytest.raises(StoreError, match='"send email" is too large for a steering file') as caught:
        fitted(golden(long_flow(900)))
    assert "900 steps" in caught.value.evidence


def test_what_fits_is_whole() -> None:
    assert fitted(golden()) == (golden(), written(golden()))


# -- what is refused ---------------------------------------------------------------------------------------------------

TEXT = written(golden())
MINIMAL = f"""\
task_pattern: open
last_updated: "{SINCE}"
workflow:
  id: "{ID}"
  version: 1
  status: active
  steps:
  - kind: goto
    value: /
"""


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def test_what_only_sums_up_may_be_missing_and_what_is_unknown_is_passed_over() -> None:
    found = reread(MINIMAL + "  colour: red\nfuture: {a: [1]}\n")

    assert (found.workflow.task, len(found.workflow.steps), found.success_rate) == ("open", 1, None)


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("version: 1", "version: one", "5:12", "Expected `int`, got `str` (workflow.version)"),
        ("kind: goto", "kind: dance", "8:11", "Invalid enum value 'dance' (workflow.steps[0].kind)"),
        ("status: active", "status: retired", "6:11", "retired never runs"),
        ("version: 1", "version: 0", "5:12", "version is less than 1"),
        (ID, "my own", "4:7", "not a valid id"),
        (SINCE, "yesterday", "2:15", "last_updated is not of the form"),
        (SINCE, "2099-01-31T08:15:00.123Z", "2:15", "last_updated is in the future"),
        (SINCE, "2026-13-31T08:15:00.123Z", "2:15", "last_updated is not of the form"),
        ("task_pattern: open", 'task_pattern: " "', "1:15", "task_pattern is empty"),
        ("task_pattern: open", "task_pattern: 5", "1:15", "Expected `str`, got `int` (task_pattern)"),
        ("task_pattern: open\n", "", "1:1", "missing required field `task_pattern`"),
        ("  steps:", "  tool: &a x\n  steps:", "7:9", "anchors and aliases are not allowed"),
        ("value: /", "value: *a", "9:12", "anchors and aliases are not allowed"),
        ("value: /", "value: !!python/object/apply:os.system [ls]", "9:12", "tags are not allowed"),
        ("value: /", "<<: {a: b}", "9:5", "a key that is not text"),
        ("value: /", "kind: click", "9:5", "duplicate key 'kind'"),
        ("value: /", "? [a]\n    : b", "9:7", "a key that is not text"),
        ("value: /", "3: /", "9:5", "a key that is not text: '3'"),
        ("value: /", "tab: " + "9" * 30, "9:10", "a number that is too large"),
        ("value: /", "tab: 1" + "0" * 400 + ".0", "9:10", "a number that is too large"),
        ("value: /", "more: " + "[" * 25 + "]" * 25, "9:27", "levels deep"),
        ("value: /", "value: 'x", "10:1", "not YAML"),
        ("value: /", 'value: "\\UFFFFFFFF"', "9:", "not YAML"),
        ("value: /", "value: a\x07b", "9:13", "a character that is not allowed"),
        ("workflow:", "---\nworkflow:", "3:1", "a second document"),
        ("  steps:", "<<<<<<< HEAD\n  steps:", "7:1", "an unresolved git conflict"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_place(old: str, new: str, where: str, what: str) -> None:
    assert old in MINIMAL

    error = refusal(MINIMAL.replace(old, new, 1))

    assert error.what.startswith(f"x.yaml:{where}"), error.what
    assert what in error.what
    assert error.run.startswith('git checkout -- "x.yaml"')


@pytest.mark.parametrize(
    ("blob", "what"),
    [
        (b"", "x.yaml:1:1: not a mapping"),
        (b"- a\n", "x.yaml:1:1: not a mapping"),
        (b"task_pattern: a\nb: \xff\n", "x.yaml:2:4: not UTF-8"),
        (b"a: b\nc: \x00\n", "x.yaml:2:4: a character that is not allowed, '\\x00'"),
        (b"a" * 70_000, "x.yaml:1:1: larger than"),
        (b"a:\n" + b"- b\n" * 11_000, "x.yaml:10000:3: more than 10000 values"),
    ],
)
def test_what_is_no_such_file_at_all_is_refused(blob: bytes, what: str) -> None:
    assert refusal(blob).what.startswith(what)


def test_a_mark_in_front_and_windows_line_ends_make_no_difference() -> None:
    assert reread(TEXT.replace("\n", "\r\n")) == reread("\ufeff" + TEXT) == golden()


@pytest.mark.parametrize(
    ("text", "run"),
    [
        (MINIMAL + "format: 3\nwritten_by: pytest-ami 3.1.0\n", "pip install 'pytest-ami>=3.1.0'"),
        (MINIMAL + "format: 3\nwritten_by: 'pytest-ami 1; rm -rf /'\n", "pip install --upgrade pytest-ami"),
        (MINIMAL + "  schema: 99\n", "pip install --upgrade pytest-ami"),
    ],
)
def test_a_newer_form_is_refused_with_what_to_install(text: str, run: str) -> None:
    error = refusal(text)

    assert "written by a newer pytest-ami" in error.what
    assert error.run == run


# -- facts -------------------------------------------------------------------------------------------------------------


def test_a_file_stands_for_facts_that_are_the_same_every_time() -> None:
    version, status = facts_of(golden())

    assert facts_of(golden()) == (version, status)
    assert [decode(encode(fact)[:-1]) for fact in (version, status)] == [version, status]
    assert (version.kind, status.kind) == (Kind.VERSION.value, Kind.STATUS.value)
    assert moment_of(status.id) == moment_of(version.id) == SINCE
    assert facts_of(golden(flow(status=Status.DRIFTING)))[1].id != status.id


def test_what_a_file_says_yields_to_what_the_store_says() -> None:
    lineages = Lineages()
    lineages.fold(facts_of(golden()))
    assert lineages.by_id[ID].status is Status.ACTIVE

    derived = lineages.by_id[ID].fact
    real = replace(facts_of(golden())[0], id=f"{derived[:15]}000{derived[18:]}")  # of the same millisecond
    later = replace(facts_of(golden())[1], id=new_id(), data={"status": "retired"})
    lineages.fold([real, later])

    assert (lineages.by_id[ID].fact, lineages.by_id[ID].status) == (real.id, Status.RETIRED)


def test_a_version_whose_id_a_person_took_out_has_one_that_follows_from_its_content() -> None:
    line = f'  id: "{ID}"\n'
    one, two = reread(MINIMAL.replace(line, "")), reread(MINIMAL.replace(line, ""))
    other = reread(MINIMAL.replace(line, "").replace("value: /", "value: /x"))

    assert one == two
    assert one.workflow.id not in ("", ID, other.workflow.id)
    assert moment_of(one.workflow.id) == SINCE


@pytest.mark.parametrize("text", ["", "no id", "x" * 36])
def test_an_id_that_is_none_has_no_moment(text: str) -> None:
    assert moment_of(text) == ""
