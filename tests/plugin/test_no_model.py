"""Replay cannot reach a model (DESIGN, law 1): with the endpoint cut off everything that was learned still passes."""

from __future__ import annotations

import pytest

from tests.support.inline import Inline
from tests.support.projects import FLOW, NODE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CUT_OFF = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "sk-none-of-your-business"}


@pytest.mark.variants(2)
@pytest.mark.parametrize("mode", ["replay", "auto"])
def test_a_replay_passes_with_the_endpoint_cut_off_and_imports_no_client(taught: Inline, mode: str) -> None:
    result = taught.apart.with_env(**CUT_OFF, MODULES="modules.txt").run("-v", f"--ami-mode={mode}")
    assert (result.ret, result.words) == (0, {NODE: "REPLAYED"})
    assert result.steady_summary == ["1 replayed; 0 model calls"]
    loaded = set((result.project.path / "modules.txt").read_text().split())
    assert "playwright" in loaded
    assert "openai" not in loaded
    if mode == "replay":
        assert not {name for name in loaded if name.startswith("pytest_ami.teachers.") and "llm" in name}


def test_learning_fails_with_a_clear_message(webmail: Inline) -> None:
    result = webmail.with_test(FLOW).with_env(**CUT_OFF).run("-v")
    assert (result.ret, result.words) == (1, {NODE: "FAILED"})
    result.matcher.fnmatch_lines(
        [
            ">       ami.run(to=*",
            "E       pytest_ami.TeacherError: The model gpt-5-mini cannot be reached",
            "E         why:      No connection: *",
            "E         evidence: endpoint: http://127.0.0.1:9/v1",
            "E         run next: curl *",
            "",
            "test_flow.py:*: TeacherError",
        ]
    )
    assert CUT_OFF["OPENAI_API_KEY"] not in result.out
    assert not [line for line in result.lines if "openai/" in line or "httpx" in line]
    assert result.store.tasks() == ()


def test_a_stale_flow_that_cannot_be_relearned_stays_stale(taught: Inline) -> None:
    result = taught.with_env(**CUT_OFF, DESIGN="2026").run("-v")
    assert (result.ret, result.words) == (1, {NODE: "STALE"})
    result.matcher.fnmatch_lines(["E * relearning failed: The model gpt-5-mini cannot be reached"])
    assert [workflow.version for workflow in result.store.versions("send email")] == [1]


@pytest.mark.nightly  # by day: test_lifecycle.py learns without one
def test_the_offline_teacher_needs_no_key(webmail: Inline) -> None:
    result = webmail.with_test(FLOW).with_env(**CUT_OFF).run("-v", "--ami-teacher=offline")
    assert result.words == {NODE: "LEARNED"}
