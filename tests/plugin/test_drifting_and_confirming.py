"""A flow that still passes while its page moves on: it is told, and what was healed can prove itself at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.outcome import StepEvidence
from pytest_ami.model.workflow import Status
from pytest_ami.store.evidence.artifacts import EvidenceReader
from pytest_ami.testing.project import Result
from tests.support.inline import Inline
from tests.support.projects import DESK, PLAIN

pytestmark = pytest.mark.browser

TEST = """
    import os
    from conftest import sent

    def show(page):
        page.locator("#go").click()

    @pytest.mark.learned("send", teacher=show)
    def test_send(ami, page, context, base_url):
        context.add_cookies([{"name": "user", "value": "ann", "url": base_url}])
        sent.clear()
        page.goto("/")
        ami.run()
        page.get_by_text("Message sent").wait_for()
        page.wait_for_timeout(100)
        assert sent == ["/sent"]
        assert "RED" not in os.environ
"""

SENT = "says status Message sent"
NODE = "test_flow.py::test_send[chromium]"


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory, playwright: Any, browser: Any) -> Inline:
    """A project whose flow is active, on the page as it was when it was recorded."""
    made = replace(Inline.at(tmp_path_factory.mktemp("desk")), playwright=playwright, browser=browser)
    made = made.with_args(*PLAIN, "-p", "no:cacheprovider")
    made = made.with_file("conftest.py", DESK).with_test(TEST)
    for _ in range(2):
        result = made.run("-v")
        assert result.ret == 0, result.out
    return made


@pytest.fixture
def desk(learned: Inline, tmp_path: Path) -> Inline:
    return learned.copy(tmp_path / "project")


def statuses(result: Result) -> list[tuple[int, str]]:
    return [(workflow.version, workflow.status.value) for workflow in result.store.versions("send")]


def reasons(result: Result) -> list[str]:
    return [json.loads(fact["data"])["reason"] for fact in result.facts if fact["kind"] == "status"]


def steps(result: Result) -> tuple[StepEvidence, ...]:
    """Return the steps that the last run of the project has kept."""
    reader = EvidenceReader(result.project.path / ".ami")
    (run,) = result.facts[-1:]
    (place,) = (reader.folder / "runs" / run["run"]).glob("*/steps.jsonl")
    return reader.steps(run["run"], place.parent.name)


def test_a_replay_keeps_its_steps_and_a_picture_of_each_only_if_asked(desk: Inline) -> None:
    (step,) = steps(desk.run())
    assert (step.verdict, step.before, step.after, step.expected[0]) == ("same", "", "", SENT)
    (step,) = steps(result := desk.run("--ami-evidence=all"))
    reader, run = EvidenceReader(result.project.path / ".ami"), result.facts[-1]["run"]
    assert all(reader.picture(run, name)[8:12] == b"WEBP" for name in (step.before, step.after))


def test_a_flow_that_passes_with_a_heal_is_drifting_and_is_told_so(desk: Inline) -> None:
    result = desk.with_env(MOVED="always").run("-v", "--ami-json=run.json")
    assert (result.ret, result.words) == (0, {NODE: "HEALED"}), result.out
    assert any(line.strip().startswith("drifting: step 1: ") for line in result.summary)
    assert result.summary[-1].strip() == 'it still passes; what moved when: ami history "send"'
    assert statuses(result) == [(1, "drifting"), (2, "candidate")]
    assert reasons(result)[-2:] == ["heal.proposed", "heal.proposed"]
    report = json.loads((result.project.path / "run.json").read_text("utf-8"))
    assert (report["drifting"], len(report["runs"][0]["drifting"])) == (1, 1)
    (step,) = steps(result)
    assert (step.verdict, bool(step.before), bool(step.after), SENT in step.seen) == ("drifted", True, True, True)
    assert step.before != step.after
    assert any(line.startswith("agrees on ") for line in step.evidence)
    assert step.candidates[0].startswith('link "Dispatch": ')
    assert result.store.facts("SELECT step, healed FROM movements") == [{"step": 1, "healed": True}]


def test_in_replay_mode_it_is_told_and_no_version_is_made(desk: Inline) -> None:
    result = desk.with_env(MOVED="always").run("-v", "--ami-mode=replay")
    assert (result.ret, result.words) == (0, {NODE: "HEALED"}), result.out
    assert any("drifting: step 1" in line for line in result.summary)
    assert statuses(result) == [(1, Status.DRIFTING.value)]
    kinds = {row.why for row in result.store.evolution("send")}
    assert kinds == {"recorded", "healed"}


def test_a_page_that_came_back_makes_it_active_again(desk: Inline) -> None:
    desk.with_env(MOVED="always").run("--ami-mode=replay")
    result = desk.run("-v")
    assert (result.words, statuses(result)) == ({NODE: "REPLAYED"}, [(1, "active")])
    assert result.steady_summary == ["1 replayed; 0 model calls"]
    assert reasons(result)[-1] == "replay.green"


def test_an_unchanged_page_writes_nothing_about_its_elements(desk: Inline) -> None:
    result = desk.run()
    assert [fact["kind"] for fact in result.facts if fact["kind"] in ("identity", "heal", "drift")] == []


def test_what_was_healed_proves_itself_at_once_from_a_clean_context(desk: Inline) -> None:
    result = desk.with_env(MOVED="always").run("-v", "--ami-confirm")
    assert (result.ret, result.words) == (0, {NODE: "HEALED"}), result.out
    assert statuses(result) == [(1, "superseded"), (2, "active")]
    assert reasons(result)[-3:] == ["heal.proposed", "confirm.green", "superseded"]
    assert any("from a clean context: green" in line for line in result.summary)


def test_what_does_not_hold_in_a_clean_context_is_put_away(desk: Inline) -> None:
    result = desk.with_env(MOVED="once").run("-v", "--ami-confirm")
    assert (result.ret, result.words) == (0, {NODE: "HEALED"}), result.out
    assert statuses(result) == [(1, "drifting"), (2, "retired")]
    assert reasons(result)[-1] == "confirm.failed"
    assert any("from a clean context: it did not fit" in line for line in result.summary)
    found = result.store.find("send")
    assert found is not None
    assert found.version == 1


def test_a_red_test_confirms_nothing(desk: Inline) -> None:
    result = desk.with_env(MOVED="always", RED="1").run("-v", "--ami-confirm")
    assert (result.ret, statuses(result)) == (1, [(1, "active")])
    assert not any("from a clean context" in line for line in result.summary)
