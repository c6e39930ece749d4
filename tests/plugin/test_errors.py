"""Whatever is not as it should be: one clear message, pytest's exit codes, and nothing lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project
from tests.support.inline import Inline
from tests.support.projects import FAKED_FLOW, FAKED_NODE

RUN = 'def test_flow(ami):\n    ami.run("send email", to="x")\n'
ASYNC_PAGE = """
@pytest.fixture
def page(page):
    type(page).__module__ = "playwright.async_api"
    return page

def test_flow(ami): ...
"""
HOLD = {
    "the lock": "import sys, filelock; lock = filelock.FileLock(sys.argv[1] + '/workflows.lock'); lock.acquire()",
    "the database": "import sys, duckdb; base = duckdb.connect(sys.argv[1] + '/workflows.duckdb')",
}


@contextmanager
def held(folder: Path, how: str) -> Iterator[None]:
    """Let another process hold the store."""
    code = HOLD[how] + "; print('held', flush=True); sys.stdin.read()"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code, str(folder)], stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        yield
        assert other.stdin
        other.stdin.close()


@pytest.mark.variants(2)
@pytest.mark.parametrize("garbage", [b"garbage" * 1000, b""], ids=["garbage", "empty"])
@pytest.mark.parametrize("strict", [(), ("-W", "error")], ids=["", "strict"])
def test_a_damaged_store_is_rebuilt_from_the_journals(
    faked_taught: Inline, garbage: bytes, strict: tuple[str, ...]
) -> None:
    base = faked_taught.path / ".ami" / "workflows.duckdb"
    base.write_bytes(garbage)
    result = (faked_taught.apart if strict else faked_taught).run("-v", *strict)
    assert (result.ret, result.words) == (0, {FAKED_NODE: "REPLAYED"})
    if garbage:
        assert [path.read_bytes() for path in base.parent.glob("*.corrupt-*")] == [garbage]
    if garbage and not strict:
        result.matcher.fnmatch_lines(
            ["*AmiWarning: *workflows.duckdb was damaged *a new one is built from the journals.*"]
        )
    assert [workflow.status for workflow in result.store.versions("send email")] == [Status.ACTIVE]


def test_a_damaged_store_is_left_alone_in_replay_mode(faked_taught: Inline) -> None:
    base = faked_taught.path / ".ami" / "workflows.duckdb"
    base.write_bytes(b"garbage" * 1000)
    result = faked_taught.run("-v", "--ami-mode=replay")
    assert (result.ret, result.words) == (0, {FAKED_NODE: "REPLAYED"})
    assert base.read_bytes() == b"garbage" * 1000


@pytest.mark.nightly  # by day: a locked database in store/test_workflow_store.py
@pytest.mark.slow
@pytest.mark.parametrize("how", HOLD)
def test_while_another_process_holds_the_store_the_journals_are_read(
    faked_taught: Inline, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WorkflowStore.__init__.__kwdefaults__ or {}, "patience", 1.0)  # nobody will give it back
    with held(faked_taught.path / ".ami", how):
        result = faked_taught.run("-v")
    assert (result.ret, result.words) == (0, {FAKED_NODE: "REPLAYED"}), result.out
    held_by = "*AmiWarning: *workflows.duckdb is held by another process (*)"
    result.matcher.fnmatch_lines([f"{held_by}; the journals are read instead. Run next: ami doctor"])
    result.matcher.fnmatch_lines(["*AmiWarning: Journals were not absorbed; nothing is lost, *"])
    assert faked_taught.run("-v").words == {FAKED_NODE: "REPLAYED"}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder where nobody may write")
def test_a_store_folder_that_cannot_be_written_turns_no_test_red(faked: Inline) -> None:
    result = faked.with_test(FAKED_FLOW).run("-v", "--ami-dir=/proc/ami")
    assert (result.ret, result.words) == (0, {FAKED_NODE: "LEARNED"}), result.out
    result.matcher.fnmatch_lines(["*AmiWarning: The journal /proc/ami/* cannot be written *they are lost if *"])


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("async def test_flow(ami): ...", "test_flow.py::test_flow is an async test with a sync page"),
        (ASYNC_PAGE, "test_flow.py::test_flow is a sync test with an async page"),
    ],
    ids=["async test", "async page"],
)
def test_sync_and_async_do_not_mix(fake_page: Project, test: str, words: str) -> None:
    result = fake_page.with_test(test).run()
    assert (result.ret, result.outcomes) == (1, {"errors": 1})
    result.matcher.fnmatch_lines([words, "  why:*", "  evidence: the page comes from *", "  run next: write *"])
    assert "pytest_ami/" not in result.out


@pytest.mark.browser
def test_an_unreachable_site(webmail: Inline) -> None:
    body = """
        @pytest.mark.learned("send email", params={"to": "x"}, start="http://127.0.0.1:9/")
        def test_flow():
            raise AssertionError("the body is not reached")

        def test_open(ami):
            ami.open("http://127.0.0.1:9/")
    """
    result = webmail.with_test(body).run()
    assert (result.ret, result.outcomes) == (1, {"failed": 2})
    assert result.out.count("APPLICATION DOWN: http://127.0.0.1:9/ could not be opened") >= 2
    result.matcher.fnmatch_lines(
        ["APPLICATION DOWN: *", "  why:      The flow did not start. No workflow is affected.", "  evidence: *"]
    )
    assert '>       ami.open("http://127.0.0.1:9/")' in result.lines
    assert "pytest_ami/" not in result.out
    assert result.store.tasks() == ()


def test_a_blank_page(fake_page: Project) -> None:
    body = '@pytest.fixture\ndef page(page):\n    page.url = "about:blank"\n    return page\n\n' + RUN
    result = fake_page.with_test(body).run("--ami-mode=replay")
    assert result.outcomes == {"failed": 1}
    result.matcher.fnmatch_lines(
        [
            "E   *ConfigurationError: The page is blank, so there is nothing to run a flow on",
            "E * run next: add page.goto*",
        ]
    )


def test_a_fault_of_ours_is_called_one_and_keeps_its_frames(fake_page: Project) -> None:
    broken = """
        from dataclasses import replace

        @pytest.fixture
        def ami(ami, monkeypatch):
            monkeypatch.setattr(ami._attempt, "scope", replace(ami._attempt.scope, store=None))
            return ami

        def test_flow(ami):
            ami.run("send email", to="x")

        @pytest.mark.xfail
        def test_expected_to_fail(ami):
            ami.run("send email", to="x")
    """
    result = fake_page.with_test(broken).run("-v")
    assert result.outcomes == {"failed": 2}
    assert set(result.words.values()) == {"HARNESS ERROR"}
    assert result.summary[0] == "2 harness error; 0 model calls"
    assert "pytest_ami/" in result.out


def test_values_of_parameters_do_not_get_into_reports_by_way_of_our_frames(fake_page: Project) -> None:
    body = """
        import os

        def test_flow(ami):
            ami.run("sign in", password=os.environ["WORD"])
    """
    result = fake_page.with_test(body).with_env(WORD="hunter-two").run("-l", "--ami-mode=replay", "--junitxml=x.xml")
    assert result.outcomes == {"failed": 1}
    assert "hunter-two" not in result.out
    assert "hunter-two" not in (result.project.path / "x.xml").read_text()
