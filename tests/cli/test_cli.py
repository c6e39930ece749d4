"""The command `ami` on stores built by hand: what it prints, what it returns, and that it changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pytest_ami
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.model.codec import to_plain
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import XPATH, data, executable, flow, run
from tests.support.statuses import set_status

pytestmark = pytest.mark.usefixtures("project")


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """A store with two versions of one task, a drift between them, and another task."""
    folder = project / ".ami"
    journal = Journal(folder, run="r1")
    made = WorkflowStore(folder, journal)
    first = made.promote(made.add(flow(), test="test_mail.py::test_send"))
    drift = Drift(step=1, cause=Cause.MISSING, title=first.steps[0].title(), evidence=("gone",), old_xpath=XPATH)
    journal.append(Kind.DRIFT, task=first.task, workflow=first.id, data=to_plain(drift))
    set_status(made, first, Status.POSSIBLY_STALE, reason="step 1: missing")
    made.add(flow(reason="relearned from step 1: missing", parent=first.id))
    made.add(flow("delete email"))
    return made


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"pytest-ami {pytest_ami.__version__}\n"


def test_without_a_command_the_help_is_shown_and_it_is_a_usage_error() -> None:
    result = run()
    assert result.exit_code == 2
    assert "Commands:" in result.output


@pytest.mark.parametrize("name", ["list", "show", "history", "doctor"])
def test_every_command_has_help_with_an_example_and_the_same_two_options(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example: ami {name}" in result.output
    assert "--dir" in result.output
    assert "--json" in result.output


@pytest.mark.parametrize("arguments", [("list",), ("show", "x"), ("history", "x")])
def test_without_a_store_it_says_so_and_creates_nothing(project: Path, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert "There is no workflow store at" in result.stderr
    assert "run next: pytest --ami-mode=auto" in result.stderr
    assert not (project / ".ami").exists()


def test_list_of_an_empty_store_says_what_to_do(project: Path) -> None:
    (project / ".ami").mkdir()
    result = run("list")
    assert result.exit_code == 0
    assert "Nothing has been learned yet" in result.stdout
    assert data("list") == []


def test_list_shows_the_version_that_would_run(store: WorkflowStore) -> None:
    lines = run("list").stdout.splitlines()
    assert lines[0].split() == ["task", "version", "status", "steps", "parameters", "learned", "by"]
    assert lines[1].startswith("delete email  v1")
    assert lines[2].startswith("send email    v2       candidate  2      to, pin")
    assert [(e["task"], e["version"], e["status"]) for e in data("list")] == [
        ("delete email", 1, "candidate"),
        ("send email", 2, "candidate"),
    ]


def test_show_tells_the_source_of_each_piece_of_evidence(store: WorkflowStore) -> None:
    lines = run("show", "send email", "--evidence").stdout.splitlines()
    assert lines[0] == "send email  v2"
    assert any(line.split()[:3] == ["name", "first", "recording"] for line in lines)
    pieces = [piece for step in data("show", "send email", "--evidence")["steps"] for piece in step]
    assert {piece["part"] for piece in pieces} >= {"name", "leads to"}
    assert {piece["source"] for piece in pieces} <= {"first recording", "values and routes", "second recording"}


def test_show_tells_parameters_steps_and_effects(store: WorkflowStore) -> None:
    text = run("show", "send email").stdout
    assert "send email  v2  candidate" in text
    assert "takes        to (email), pin (text, secret)" in text
    assert '1  fill textbox "To" with {{to}}' in text
    assert f"at       {XPATH}" in text
    assert "or       //input[@id='to']" in text
    assert "then     goes to /mail/sent" in text
    assert 'then     says status "Message sent"' in text
    assert "(relearned from step 1: missing)" in text


def test_show_takes_the_number_of_a_version(store: WorkflowStore) -> None:
    found = data("show", "send email", "--number", "1")
    assert (found["version"], found["status"]) == (1, "possibly_stale")
    assert [(s["number"], s["title"]) for s in found["steps"]] == [
        (1, 'fill textbox "To" with {{to}}'),
        (2, 'click button "Send"'),
    ]
    result = run("show", "send email", "--number", "7")
    assert result.exit_code == 1
    assert "versions: 1, 2" in result.stderr


@pytest.mark.parametrize("said", ["Send Email", "write a mail", "WRITE A MAIL"])
def test_a_task_is_found_by_other_case_and_by_alias(project: Path, said: str) -> None:
    WorkflowStore(project / ".ami", Journal(project / ".ami", run="r1")).add(flow())
    assert data("show", said)["task"] == "send email"


def test_an_unknown_task_is_answered_with_what_is_near(store: WorkflowStore) -> None:
    for command in ("show", "history"):
        result = run(command, "send emial")
        assert result.exit_code == 1
        assert 'No workflow is stored for "send emial"' in result.stderr
        assert "near: send email" in result.stderr
    assert "tasks: delete email, send email" in run("show", "book a flight").stderr


def test_history_tells_versions_statuses_and_drifts(store: WorkflowStore) -> None:
    text = run("history", "send email").stdout
    order = (
        "made by offline",
        "active: first green replay (replay.green)",
        "drift at step 1",
        "possibly_stale: step 1",
        "v2  made by offline",
    )
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    assert "missing: the element is not on the page any more" in text
    assert f"was {XPATH}" in text
    events = data("history", "send email")["events"]
    assert [e["kind"] for e in events] == ["version", "status", "status", "drift", "status", "version", "status"]
    assert events[3]["cause"] == "missing"


@pytest.mark.slow
def test_evolution_tells_where_an_element_was_and_where_it_is(store: WorkflowStore, project: Path) -> None:
    heal = {"step": 2, "evidence": ["two keys agree"], "old_xpath": "/html[1]/body[1]/button[1]", "new_xpath": "/new"}
    found = {"role": "button", "name": "Send", "attributes": {"id": "send"}}
    first = store.versions("send email")[0]
    Journal(project / ".ami", run="ci").append(
        Kind.HEAL, task="send email", workflow=first.id, data={**heal, "found": found}
    )
    text = run("show", "send email", "--evolution").stdout
    order = (
        "step 1",
        'recorded, v1: textbox "To"',
        "step 2",
        "healed, no version",
        "was /html",
        "at  /new",
        "id  send",
    )
    places = [text.index(words) for words in order]
    assert places == sorted(places)
    rows = data("show", "send email", "--evolution")["elements"]
    assert [(row["step"], row["why"], row["element_id"]) for row in rows][-1] == (2, "healed", "send")
    assert "healed step 2" in run("history", "send email").stdout


def test_looking_changes_nothing(store: WorkflowStore, project: Path) -> None:
    def files() -> dict[str, bytes]:
        return {str(f): f.read_bytes() for f in (project / ".ami").rglob("*") if f.is_file()}

    before = files()
    for arguments in (("list",), ("show", "send email"), ("history", "send email"), ("doctor",)):
        run(*arguments)
    assert files() == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pytest.ini", "[pytest]\nami_dir = kept\n"),
        ("pytest.ini", "[pytest]\naddopts = -q --ami-dir=kept\n"),
        ("pyproject.toml", '[tool.pytest.ini_options]\nami_dir = "kept"\n'),
        ("pyproject.toml", '[tool.pytest.ini_options]\naddopts = ["--ami-dir", "kept"]\n'),
        ("tox.ini", "[pytest]\nami_dir = kept\n"),
        ("setup.cfg", "[tool:pytest]\nami_dir = kept\n"),
    ],
)
def test_the_store_is_where_pytest_would_look(
    project: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    (project / "pytest.ini").unlink()
    (project / name).write_text(text, "utf-8")
    WorkflowStore(project / "kept", Journal(project / "kept", run="r1")).add(flow())
    (project / "deep").mkdir()
    monkeypatch.chdir(project / "deep")
    assert [entry["task"] for entry in data("list")] == ["send email"]


def test_the_command_line_wins_over_the_environment(store: WorkflowStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMI_DIR", "elsewhere")
    assert run("list").exit_code == 1
    assert len(data("list", "--dir", ".ami")) == 2


def test_a_file_that_is_not_pytests_is_passed_over(project: Path) -> None:
    (project / "pytest.ini").unlink()
    (project / "pyproject.toml").write_text("not toml at all", "utf-8")
    (project / "tox.ini").write_text("[tox]\nenvlist = py\n", "utf-8")
    assert ProjectConfig.find(project).file not in (project / "pyproject.toml", project / "tox.ini")


def test_doctor_is_content_with_a_browser_that_starts(
    project: Path, store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(project / "browser", "echo Browser 1.2")))
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "ok  browser    Browser 1.2, as configured" in result.stdout
    assert "2 tasks" in result.stdout
    assert "All is well." in result.stdout


def test_doctor_says_where_each_setting_comes_from(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pytest.ini").write_text("[pytest]\nami_timeout = 7\naddopts = --ami-strict\n", "utf-8")
    monkeypatch.setenv("AMI_TEACHER", "offline")
    monkeypatch.setenv("AMI_BROWSER", str(executable(project / "browser", "echo Browser 1.2")))
    monkeypatch.setenv("CI", "true")
    settings = data("doctor")["settings"]
    assert settings["timeout"] == {"value": 7.0, "from": "ami_timeout in pytest.ini"}
    assert settings["strict"] == {"value": True, "from": "addopts in pytest.ini"}
    assert settings["teacher"] == {"value": "offline", "from": "AMI_TEACHER"}
    assert settings["mode"] == {"value": "replay", "from": "CI detected: CI"}
    assert settings["calls"]["from"] == "default"


@pytest.mark.parametrize(
    ("variable", "value", "said", "mend"),
    [
        ("AMI_BROWSER", "no-such-browser", "named by AMI_BROWSER cannot be used", "to mend: playwright install"),
        ("AMI_TIMEOUT", "soon", "AMI_TIMEOUT is 'soon', which is not a number", "to mend: give it a valid value"),
        ("AMI_TEACHER", "llm", "OPENAI_API_KEY is not set", "to mend: export OPENAI_API_KEY"),
    ],
)
def test_doctor_says_how_to_mend_what_is_broken(
    project: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str, mend: str
) -> None:
    monkeypatch.setenv("AMI_BROWSER", str(executable(project / "browser", "echo Browser 1.2")))
    monkeypatch.setenv(variable, value)
    result = run("doctor")
    assert result.exit_code == 1, result.output
    assert said in result.stdout
    assert mend in result.stdout


def test_doctor_notices_a_browser_that_does_not_start(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = executable(project / "browser", "echo libnss3.so is missing >&2; exit 127")
    monkeypatch.setenv("AMI_BROWSER", str(broken))
    result = run("doctor")
    assert result.exit_code == 1
    assert "does not start: libnss3.so is missing" in result.stdout


def test_a_damaged_database_is_a_note_and_the_journals_still_speak(store: WorkflowStore, project: Path) -> None:
    (project / ".ami" / "workflows.duckdb").write_text("no database", "utf-8")
    result = run("list")
    assert result.exit_code == 0
    assert "send email" in result.stdout
    assert result.stderr.startswith("note: ")
    assert result.stderr.count("note: ") == 1
    assert "to mend: ami absorb" in run("doctor").stdout


def test_a_store_that_cannot_be_read_is_a_problem(project: Path) -> None:
    (project / ".ami").mkdir()
    (project / ".ami" / "journal").write_text("a file, not a folder", "utf-8")
    result = run("list")
    assert result.exit_code == 1
    assert "cannot be used" in result.stderr
    assert run("doctor").exit_code == 1


def test_doctor_notices_plugins_that_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    from pytest_ami.cli.doctor import checks

    both = {"pytest-playwright": "0.7", "pytest-playwright-asyncio": "0.7", "pytest-asyncio": "1.0"}
    monkeypatch.setattr(checks, "_installed", lambda name: both.get(name, "99"))
    assert "abort pytest together" in run("doctor").stdout
    del both["pytest-playwright"]
    monkeypatch.setattr(checks, "_installed", lambda name: both.get(name, "" if "playwright" in name[7:] else "99"))
    assert "asyncio_default_test_loop_scope = session" in run("doctor").stdout


def test_secrets_of_the_environment_are_not_shown(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-never-shown")
    for arguments in (("doctor",), ("doctor", "--json")):
        assert "sk-never-shown" not in run(*arguments).output


@pytest.mark.slow
def test_the_command_starts_light() -> None:
    heavy = ("duckdb", "playwright", "openai", "rich", "pytest", "yaml", "numpy")
    script = f"import sys; from pytest_ami.cli import app; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
