"""`ami fix`: what it changes, what it leaves to a person, and when it puts a file back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.cli.source_code.fix import planned, skipped_tests
from pytest_ami.model.codec import to_plain
from pytest_ami.store.facts import Kind
from pytest_ami.watch.calls import SourceLine
from pytest_ami.watch.records import LocatorProposal
from tests.support.commands import data, run
from tests.support.projects import PLAIN
from tests.support.sessions import open_store

SOURCE = 'import os\n\n\ndef test_it(page):\n    page.get_by_role("button", name="Compose").click()\n'
ONE = LocatorProposal(
    test="test_it.py::test_it",
    key="test_it|click||x|1",
    selector='internal:role=button[name="Compose"i]',
    was='button "Compose"',
    now='button "Write"',
    code='get_by_role("button", name="Write")',
    places=(SourceLine(file="test_it.py", line=5, function="test_it"),),
    evidence=("agrees on name, place",),
    author="pytest-ami",
)

BUTTONS = """
import pytest

class Page:
    def get_by_role(self, role, name):
        assert name in {names}, "no such button"
        return self
    def click(self):
        pass

@pytest.fixture
def page():
    return Page()
"""


def project_with(root: Path, *proposals: LocatorProposal) -> None:
    (root / "test_it.py").write_text(SOURCE, "utf-8")
    store = open_store(root / ".ami")
    for one in proposals:
        store.journal.append(Kind.LOCATOR_PROPOSAL, test=one.test, data=to_plain(one))


def test_the_change_is_shown_as_a_diff_and_made_by_nobody(project: Path) -> None:
    project_with(project, ONE)
    shown = run("fix")
    assert '+    page.get_by_role("button", name="Write").click()' in shown.stdout.splitlines(), shown.output
    assert "Nothing was changed. To apply it: ami fix --apply" in shown.stdout
    assert (project / "test_it.py").read_text("utf-8") == SOURCE
    assert run("fix", "--check").exit_code == 1


@pytest.mark.slow
def test_without_a_broken_locator_the_check_passes(project: Path) -> None:
    assert run("fix", "--check").exit_code == 0
    project_with(project, ONE)
    open_store(project / ".ami").journal.append(Kind.WATCHED, test=ONE.test, data={"calls": []})
    assert run("fix", "--check").exit_code == 0
    assert data("fix")["proposals"] == []


def test_a_locator_without_a_proposal_fails_the_check_and_changes_nothing(project: Path) -> None:
    project_with(project, replace(ONE, code="", now="", author=""))
    assert run("fix", "--check").exit_code == 1
    made = data("fix")
    assert made["diff"] == ""
    assert made["proposals"][0]["left"] == "no element of the page was it beyond doubt"


def test_two_different_proposals_for_one_locator_are_left_to_a_person(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SOURCE, "utf-8")
    other = replace(ONE, test="test_it.py::test_it[2]", code='get_by_role("button", name="Reply")')
    plan = planned(tmp_path, [ONE, other])
    assert plan.after == {}
    assert all(why.startswith("the proposals differ: ") for _, why in plan.left)
    assert len(plan.left) == 2


def test_a_page_object_is_changed_where_it_names_the_locator(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it(page):\n    Mail(page).new.click()\n", "utf-8")
    made = 'class Mail:\n    def __init__(self, page):\n        self.new = page.get_by_role("button", name="Compose")\n'
    (tmp_path / "mail.py").write_text(made, "utf-8")
    places = (
        SourceLine(file="mail.py", line=9, function="send"),
        SourceLine(file="test_it.py", line=2, function="test_it"),
    )
    plan = planned(tmp_path, [replace(ONE, places=places)])
    assert plan.after == {tmp_path / "mail.py": made.replace("Compose", "Write")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "kept"),
    [
        pytest.param("['Write']", True, marks=pytest.mark.nightly),
        pytest.param("pytest.skip('today')", False, marks=pytest.mark.nightly),
        ("['Compose']", False),
    ],
)
def test_a_change_stays_only_if_its_tests_are_green(
    project: Path, monkeypatch: pytest.MonkeyPatch, names: str, *, kept: bool
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(PLAIN))
    project_with(project, ONE)
    (project / "conftest.py").write_text(BUTTONS.replace("{names}", names), "utf-8")
    shown = run("fix", "--apply")
    assert shown.exit_code == (0 if kept else 1), shown.output
    assert (project / "test_it.py").read_text("utf-8") == (SOURCE.replace("Compose", "Write") if kept else SOURCE)
    if not kept:
        assert shown.stderr.startswith("The changed tests were not green, so the files are as they were")


@pytest.mark.parametrize("name", ["../other.py", "{outside}/other.py", "link.py", "a\0b.py"])
def test_no_file_outside_the_project_is_changed(tmp_path: Path, name: str) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for path in (root / "test_it.py", tmp_path / "other.py"):
        path.write_text(SOURCE, "utf-8")
    (root / "link.py").symlink_to(tmp_path / "other.py")
    places = (SourceLine(file=name.replace("{outside}", str(tmp_path)), line=5, function="test_it"),)
    plan = planned(root, [replace(ONE, places=places)])
    assert (plan.after, [why for _, why in plan.left]) == ({}, ["its source is not of this project"])


@pytest.mark.parametrize("test", ["-pevil", "--rootdir=/tmp", "../other.py::test_it", "missing.py::test_it"])
def test_a_proposal_runs_nothing_but_a_test_of_the_project(tmp_path: Path, test: str) -> None:
    root = tmp_path / "project"
    root.mkdir()
    for path in (root / "test_it.py", tmp_path / "other.py"):
        path.write_text(SOURCE, "utf-8")
    plan = planned(root, [replace(ONE, test=test)])
    assert (plan.after, plan.tests, len(plan.left)) == ({}, {}, 1)


def test_a_source_in_another_encoding_is_left_to_a_person(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_bytes(b"# -*- coding: latin-1 -*-\n# \xe9\n" + SOURCE.encode())
    assert [why for _, why in planned(tmp_path, [ONE]).left] == ["its source is not UTF-8"]


@pytest.mark.parametrize("code", [ONE.code, ""])
def test_a_stored_text_cannot_forge_a_line(project: Path, code: str) -> None:
    project_with(project, replace(ONE, was="a\nforged", code=code, evidence=("b\nforged",)))
    assert not [line for line in run("fix").stdout.splitlines() if line.startswith("forged")]


def test_a_test_that_was_skipped_or_expected_to_fail_shows_nothing() -> None:
    cases = '<testcase name="a"/><testcase name="b"><skipped type="pytest.xfail" message=""/></testcase>'
    assert skipped_tests(f"<testsuites><testsuite>{cases}</testsuite></testsuites>") == [
        "skipped, or expected to fail: b"
    ]
