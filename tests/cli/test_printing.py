"""Commands on a store whose texts a stranger wrote: no text of it steers the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pytest_ami.cli.app import ami
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Provenance, Step, StepKind, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

EVIL = "a\x1b[8m\x1b]0;x\x07\u202eb\nREPLAYED [bold]m[/bold] \x9b2J"
SHOWN = "a\\x1b[8m\\x1b]0;x\\x07\\u202eb\\nREPLAYED [bold]m[/bold] \\x9b2J"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two versions of a flow whose every text is hostile."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.chdir(tmp_path)
    store = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r"))
    for name in ("one", "two"):
        target = Fingerprint(tag="button", role="button", name=f"{name} {EVIL}", absolute_xpath=EVIL)
        step = Step(kind=StepKind.CLICK, target=target, effects=Effects(notices=(f"status|{EVIL}",)))
        flow = Workflow(
            task=EVIL,
            steps=(step,),
            parameters=(Parameter(name="to"),),
            aliases=(EVIL,),
            label=EVIL,
            description=EVIL,
            provenance=Provenance(author=EVIL, reason=EVIL, test=EVIL),
        )
        stored = store.add(flow, test=EVIL)
        store.promote(stored, text=EVIL, evidence=(EVIL,))
    return tmp_path


COMMANDS = [
    ("list",),
    ("show", EVIL),
    ("show", EVIL, "--evolution"),
    ("history", EVIL),
    ("diff", EVIL, "1", "2"),
    ("stats",),
    ("match", EVIL),
    ("match", f"{EVIL} please"),
    ("prune", "--dry-run"),
    ("doctor",),
    ("accept", EVIL, "-n", "1"),
    ("rollback", EVIL),
    ("show", f"{EVIL}?"),
    ("export", "all.workflows"),
    ("absorb", EVIL),
]


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: "-".join(arguments[:1]))
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_no_text_of_a_store_steers_the_terminal(arguments: tuple[str, ...], *, as_json: bool) -> None:
    result = CliRunner().invoke(ami, [*arguments, *(["--json"] if as_json else [])], color=True)

    for bad in ("\x1b[8m", "\x1b]", "\x07", "\x9b", "\u202e"):
        assert bad not in result.output
    assert not any(line.startswith("REPLAYED") for line in result.output.splitlines())
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.usefixtures("project")
def test_the_text_is_shown_in_escapes() -> None:
    output = CliRunner().invoke(ami, ["list"], color=True).output

    assert SHOWN in output
