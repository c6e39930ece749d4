"""Libraries of workflows: what is written is read, what is broken is refused, and importing takes nothing away."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import AmiError, ConfigurationError, StoreError
from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Fact, Kind, new_id
from pytest_ami.store.fold.records import Version
from pytest_ami.store.transfer.importing import plan, write_down
from pytest_ami.store.transfer.library import LibraryEntry, ancestors_of, collect, read, write
from pytest_ami.store.transitions import RESTING
from pytest_ami.store.version_fold import Lineages

pytestmark = pytest.mark.slow

TASKS = ("send email", "删除邮件")
IDS = [new_id() for _ in range(8)]
STEPS = [{"kind": "click", "target": {"tag": "button", "role": "button", "name": "Send"}}]
"""The steps of the shortest flow that may be kept."""


@dataclass
class Known:
    """The contents of a store, without a real store."""

    there: Lineages

    def lineages(self) -> Lineages:
        return self.there

    def content(self, version: Version) -> Mapping[str, Any]:
        assert isinstance(version.content, Mapping)
        return version.content

    def entries(self, *, every: bool = True) -> tuple[LibraryEntry, ...]:
        return collect(self, sorted(self.there.by_task), every=every)  # type: ignore[arg-type]

    def imports(self, blob: bytes, *, take_over: bool = False) -> Known:
        made = plan(read(blob, "x"), self.there, run="r", take_over=take_over)
        after = Lineages()
        for version in self.there.by_id.values():
            after.see_version(replace(version))
            after.see_status(version.id, version.record)
        after.fold(made.facts)
        return Known(after)

    def stands(self) -> dict[str, tuple[str, bool]]:
        return {v.id: (v.status.value, v.proven) for v in self.there.by_id.values()}

    def current(self, task: str) -> str:
        found = self.there.current(task)
        return found.id if found else ""


@st.composite
def stores(draw: st.DrawFn) -> Known:
    """A store of up to five versions out of eight, each of which grew from an earlier one or from none."""
    there = Lineages()
    for number, at in enumerate(sorted(draw(st.sets(st.integers(0, 7), max_size=5))), 1):
        task = TASKS[at % 2]
        parents = ["", *(IDS[n] for n in range(at % 2, at, 2))]
        source = {"author": "teacher:offline", "parent": draw(st.sampled_from(parents))}
        workflow = {"version": number, "steps": STEPS, "provenance": source}
        facts = [Fact(kind=Kind.VERSION.value, task=task, workflow=IDS[at], data={"workflow": workflow})]
        facts += [
            Fact(kind=Kind.STATUS.value, task=task, workflow=IDS[at], data={"status": status.value, "reason": "x"})
            for status in draw(st.lists(st.sampled_from(Status), max_size=2))
        ]
        there.fold(facts)
    return Known(there)


@given(stores())
@settings(max_examples=200, deadline=None)
def test_an_empty_store_becomes_what_was_exported(there: Known) -> None:
    blob = write(there.entries())
    here = Known(Lineages()).imports(blob)

    assert here.stands() == there.stands()
    assert [here.current(task) for task in TASKS] == [there.current(task) for task in TASKS]
    assert write(here.entries()) == blob or len({v.number for v in there.there.by_id.values()}) < len(there.stands())
    assert read(blob, "x").entries == there.entries()


@given(stores(), stores(), st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_importing_twice_is_once_and_loses_no_version(here: Known, there: Known, every: bool, over: bool) -> None:  # noqa: FBT001  (drawn)
    blob = write(there.entries(every=every))
    once = here.imports(blob, take_over=over)
    twice = once.imports(blob, take_over=over)

    assert twice.stands() == once.stands()
    assert once.stands().keys() == here.stands().keys() | {e.id for e in there.entries(every=every)}
    assert {i for i, (_, proven) in here.stands().items() if proven} <= {i for i, (_, p) in once.stands().items() if p}
    numbers = [(v.task, v.number) for v in once.there.by_id.values()]
    assert len(set(numbers)) == len(numbers)


@given(stores(), stores(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_nobody_takes_over_an_active_version_that_it_did_not_grow_from(here: Known, there: Known, every: bool) -> None:  # noqa: FBT001  (drawn)
    entries = there.entries(every=every)
    after = here.imports(write(entries))
    for task in TASKS:
        before = here.there.current(task)
        assume(before is not None)
        assert before
        lead = next((e for e in entries if e.task == task and e.runs), None)
        if before.status is Status.ACTIVE and (lead is None or before.id not in lead.ancestors):
            assert after.current(task) == before.id
            assert after.stands()[before.id] == here.stands()[before.id]


@given(stores(), stores())
@settings(max_examples=200, deadline=None)
def test_told_to_take_over_it_does(here: Known, there: Known) -> None:
    after = here.imports(write(there.entries()), take_over=True)
    for task in TASKS:
        if wanted := there.current(task):
            assert after.current(task) == wanted
            own = here.there.versions(task)
            awake = [v for v in own if v.status not in (*RESTING, Status.CANDIDATE) and v.id != wanted]
            assert wanted == here.current(task) or all(after.stands()[v.id][0] == "superseded" for v in awake)


@given(stores(), st.data())
@settings(max_examples=200, deadline=None)
def test_a_file_that_was_cut_or_changed_is_refused(there: Known, data: st.DataObject) -> None:
    blob = write(there.entries())
    at = data.draw(st.integers(0, len(blob) - 1))
    how = data.draw(st.sampled_from(["cut", "flip", "line"]))
    lines = blob.split(b"\n")
    if how == "cut":
        changed = blob[:at]
    elif how == "flip":
        changed = blob[:at] + bytes([blob[at] ^ 1]) + blob[at + 1 :]
    else:
        changed = b"\n".join(lines[: at % len(lines)] + lines[at % len(lines) + 1 :])
    assume(changed.rstrip(b"\r\n") != blob.rstrip(b"\r\n"))
    head = json.loads(lines[0])
    try:
        found = read(changed, "x")
    except AmiError as error:
        assert "othing was imported" in error.why  # noqa: PT017  (what it says is the point)
        assert error.run  # noqa: PT017  (likewise)
    else:  # only what does not matter: the name of the package that wrote it
        assert (found.digest, found.entries) == (head["sha256"], read(blob, "x").entries)


def one(**changes: Any) -> LibraryEntry:
    given: dict[str, Any] = {
        "task": "send email",
        "id": IDS[0],
        "number": 1,
        "status": Status.ACTIVE,
        "proven": True,
        "runs": True,
        "ancestors": (),
        "content": {"steps": STEPS, "version": 1},
    }
    return LibraryEntry(**{**given, **changes})


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (one(id="1"), "A task or an id is missing or malformed"),
        (one(task=""), "A task or an id is missing or malformed"),
        (one(number="1"), "must be an integer"),
        (one(content={"steps": 3}), "Expected `array`"),
        (one(content={"steps": [{"kind": "fly"}]}), "fly"),
    ],
)
def test_a_line_that_is_no_version_is_refused_by_its_number(entry: LibraryEntry, why: str) -> None:
    with pytest.raises(ConfigurationError, match="broken in line 3") as caught:
        read(write([one(id=IDS[1]), entry]), "mail.workflows")
    assert why in caught.value.why


def test_a_version_that_is_in_it_twice_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="broken"):
        read(write([one(), one(number=2)]), "x")


def test_a_newer_form_of_the_file_or_of_a_workflow_is_refused_with_what_to_install() -> None:
    blob = write([one()]).replace(b'"version":1}\n', b'"version":9}\n', 1)
    with pytest.raises(StoreError, match="newer pytest-ami") as caught:
        read(blob, "x")
    assert caught.value.run.startswith("pip install 'pytest-ami>=")
    with pytest.raises(StoreError, match="newer pytest-ami"):
        read(write([one(content={"steps": [], "schema": 99, "fly": True})]), "x")


@pytest.mark.parametrize("blob", [b"", b"\n", b"\xff\xfe", b"[]", b"{}", b"def test_mail(): ...", b"[" * 100_000])
def test_what_is_no_library_is_told_so(blob: bytes) -> None:
    with pytest.raises(ConfigurationError, match="is not a library of workflows"):
        read(blob, "x")


def test_line_ends_that_git_changed_do_not_matter() -> None:
    blob = write([one()])
    assert read(blob.replace(b"\n", b"\r\n"), "x") == read(blob, "x")


def test_a_circle_of_parents_has_an_end() -> None:
    assert ancestors_of("a", {"a": "b", "b": "c", "c": "a"}) == ("b", "c")
    assert ancestors_of("a", {"a": "a"}) == ()


def test_a_full_disk_leaves_no_half_of_an_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="cannot be used"):
        write_down(tmp_path, [Fact(kind="step")], "r")
    assert list((tmp_path / "journal").iterdir()) == []
