"""Modes: whether a run learns, replays, learns anew or skips, and who decided it. No page here is a browser's."""

from __future__ import annotations

import json

import pytest

from pytest_ami.model.settings import CI_VARIABLES, detect_ci
from pytest_ami.model.workflow import Status
from pytest_ami.testing.project import Result
from tests.support.inline import Inline
from tests.support.projects import FAKED_FLOW, FAKED_NODE


def status(result: Result) -> list[tuple[int, Status]]:
    return [(workflow.version, workflow.status) for workflow in result.store.versions("send email")]


def test_replay_mode_with_nothing_stored_fails_clearly(faked: Inline) -> None:
    result = faked.with_test(FAKED_FLOW).run("-v", "--ami-mode=replay")
    assert (result.ret, result.words) == (1, {FAKED_NODE: "FAILED"})
    result.matcher.fnmatch_lines(
        [
            ">       ami.run(to=*",
            'E       pytest_ami.WorkflowMissingError: No workflow is stored for "send email", and mode replay does*',
            "E         why:      The mode comes from: --ami-mode.",
            "E         evidence: store: *",
            "E                   known tasks: none",
            "E         run next: pytest * --ami-mode=auto",
        ]
    )
    assert result.summary == ["1 failed; 0 model calls", f'failed     "send email"  {FAKED_NODE}']
    assert result.store.tasks() == ()


@pytest.mark.parametrize("variable", ["CI", "GITLAB_CI"])
def test_ci_replays_and_says_which_variable_said_so(faked_taught: Inline, variable: str) -> None:
    result = faked_taught.with_env(**{variable: "true"}).run("-v")
    assert result.header == f"ami: mode replay (CI detected: {variable}), store .ami"
    assert result.words == {FAKED_NODE: "REPLAYED"}
    assert status(result) == [(1, Status.CANDIDATE)]  # nothing is promoted


def test_ci_does_not_learn_unless_it_is_told_to(faked: Inline) -> None:
    project = faked.with_test(FAKED_FLOW).with_env(CI="1")
    refused = project.run("-v")
    assert (refused.ret, refused.words) == (1, {FAKED_NODE: "FAILED"})
    assert refused.header == "ami: mode replay (CI detected: CI), store .ami"
    told = project.run("-v", "--ami-mode=auto")
    assert (told.words, told.header) == ({FAKED_NODE: "LEARNED"}, "ami: mode auto (--ami-mode), store .ami")


def test_every_ci_variable_counts_unless_it_says_no() -> None:
    for name in CI_VARIABLES:
        assert detect_ci({name: "1"}) == name
        assert not detect_ci({name: "false"})


def test_relearn_makes_another_version(faked_taught: Inline) -> None:
    result = faked_taught.run("-v", "--ami-mode=relearn")
    assert result.words == {FAKED_NODE: "LEARNED"}
    assert [version for version, _ in status(result)] == [1, 2]


def test_off_skips_and_says_so(faked_taught: Inline) -> None:
    before = status(faked_taught.run())
    result = faked_taught.run("-rs", "--ami-mode=off")
    assert (result.ret, result.outcomes, result.summary) == (0, {"skipped": 1}, [])
    result.matcher.fnmatch_lines(["SKIPPED [[]1[]] test_flow.py:*: pytest-ami is off (--ami-mode)"])
    assert status(result) == before


def test_json_is_written_when_it_was_asked_for_and_nothing_ran(project: Inline) -> None:
    result = project.with_test("def test_unrelated():\n    pass\n").run("--ami-json=run.json")
    assert json.loads((project.path / "run.json").read_text())["runs"] == []
    assert not (project.path / ".ami").exists()
    assert result.ret == 0
