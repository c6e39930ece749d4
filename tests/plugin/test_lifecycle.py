"""Learn, replay, notice a redesign, relearn, replay: the whole plugin on the bundled webmail in a real browser."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.testing.project import Project, Result
from tests.support.projects import FLOW, NODE

pytestmark = pytest.mark.browser

COMPOSE = "/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[1]/button[1]"
WRAPPED = """
    @pytest.fixture(autouse=True)
    def wrapped(page):
        page.add_init_script('''addEventListener('DOMContentLoaded', () => {
            const b = document.querySelector('#compose-btn'), box = document.createElement('div');
            b.replaceWith(box); box.append(b); b.removeAttribute('type'); });''')
"""
"""Another place for the same button."""


def status(result: Result) -> list[tuple[int, Status]]:
    return [(workflow.version, workflow.status) for workflow in result.store.versions("send email")]


def test_the_first_run_learns(first_run: Result) -> None:
    assert first_run.words == {NODE: "LEARNED"}
    assert first_run.header == "ami: mode auto (default), store .ami"
    assert first_run.summary == [
        "1 learned; 0 model calls",
        f'learned    "send email" v1  {NODE}',
        "steering: wrote 1 golden path (git add steering)",
        "1 new version is a candidate until the first green replay: run pytest once more.",
    ]
    assert status(first_run) == [(1, Status.CANDIDATE)]


def test_the_second_run_replays_and_proves_the_candidate(taught: Project) -> None:
    result = taught.run("-v")
    assert (result.ret, result.words) == (0, {NODE: "REPLAYED"})
    assert result.steady_summary == ["1 replayed; 0 model calls"]
    assert status(result) == [(1, Status.ACTIVE)]


@pytest.mark.nightly  # by day: R and L in report/test_terminal.py, S and H below
def test_letters(taught: Project) -> None:
    """The letters of what is stale and healed are read below."""
    relearned = taught.with_env(DESIGN="2026").run()
    relearned.matcher.fnmatch_lines(["test_flow.py R *"])
    anew = taught.run("--ami-mode=relearn")
    anew.matcher.fnmatch_lines(["test_flow.py L *"])


def test_a_redesign_is_stale_in_replay_mode(taught: Project) -> None:
    result = taught.with_env(DESIGN="2026").run("-v", "--ami-mode=replay")
    assert (result.ret, result.outcomes, result.words) == (1, {"failed": 1}, {NODE: "STALE"})
    result.matcher.fnmatch_lines(
        [
            "    def test_send(ami, page, mail_site):",
            '        page.goto("/")',
            '>       ami.run(to="ann@example.com", subject="Hello", body="First mail")',
            'E       pytest_ami.StaleError: STALE: "send email" v1 stopped at step 1 of 5: click button "Compose"',
            "E         why:      missing: * Reason: page_changed, the page has changed.",
            "E         evidence: *",
            f"E                   it was at {COMPOSE}",
            f'E         run next: pytest "{NODE.replace("[", "[[]")}" --ami-mode=auto',
            "",
            "test_flow.py:*: StaleError",
        ]
    )
    assert "pytest_ami/" not in result.out  # none of our own frames
    assert result.summary == [
        "1 stale; 0 model calls",
        f'stale      "send email" v1  {NODE}',
        '           step 1, missing: click button "Compose"',
        f"           old {COMPOSE}",
        f'To relearn what is stale: pytest "{NODE}" --ami-mode=auto',
    ]


def test_full_trace_shows_everything(taught: Project) -> None:
    result = taught.with_env(DESIGN="2026").run("--full-trace", "--ami-mode=replay")
    assert "pytest_ami/flow/attempt.py" in result.out


def test_relearned_then_replayed(taught: Project) -> None:
    taught.run()
    redesigned = taught.with_env(DESIGN="2026")
    stale = redesigned.run("--ami-mode=replay")
    assert (stale.ret, status(stale)) == (1, [(1, Status.POSSIBLY_STALE)])
    stale.matcher.fnmatch_lines(["test_flow.py S *"])
    relearned = redesigned.run("-v")
    assert (relearned.ret, relearned.words) == (0, {NODE: "RELEARNED"})
    assert relearned.summary[:4] == [
        "1 relearned; 0 model calls",
        f'relearned  "send email" v2  {NODE}',
        '           step 1, missing: click button "Compose"',
        f"           old {COMPOSE}",
    ]
    assert relearned.summary[4].startswith("           new /html[1]/")
    assert status(relearned) == [(1, Status.STALE), (2, Status.CANDIDATE)]  # it did not fit in two runs
    replayed = redesigned.run("-v", "--ami-mode=auto")
    assert replayed.words == {NODE: "REPLAYED"}
    assert status(replayed) == [(1, Status.SUPERSEDED), (2, Status.ACTIVE)]


def test_a_heal_is_green_and_visible(taught: Project) -> None:
    healing = taught.with_test(WRAPPED, FLOW)
    result = healing.run("--ami-mode=replay")
    assert result.ret == 0, result.out
    result.matcher.fnmatch_lines(["test_flow.py H *"])
    assert result.steady_summary[0] == "1 healed; 0 model calls"
    assert "same element" in result.summary[2]
    assert healing.run("-v", "--ami-mode=replay").words == {NODE: "HEALED"}
    strict = healing.run("-v", "--ami-mode=replay", "--ami-strict")
    assert (strict.ret, strict.words) == (1, {NODE: "STALE"})


def test_what_machines_read(taught: Project) -> None:
    result = taught.with_env(DESIGN="2026").run("--ami-json=out/run.json", "--junitxml=junit.xml", "--ami-mode=replay")
    report = json.loads((result.project.path / "out" / "run.json").read_text("utf-8"))
    assert (report["format"], report["mode"], report["mode_reason"]) == (1, "replay", "--ami-mode")
    assert {name: n for name, n in report["counts"].items() if n} == {"stale": 1}
    (run,) = report["runs"]
    assert (run["test"], run["task"], run["outcome"], run["passed"]) == (NODE, "send email", "stale", False)
    assert (run["drift"]["step"], run["drift"]["cause"], run["version"], run["model_calls"]) == (1, "missing", 1, 0)
    found = ET.parse(result.project.path / "junit.xml").iter("property")  # noqa: S314  (our own file)
    properties = {p.get("name"): p.get("value") for p in found}
    assert float(properties.pop("ami_seconds") or 0) > 0
    assert properties == {"ami_outcome": "stale", "ami_version": "1", "ami_heals": "0", "ami_model_calls": "0"}
