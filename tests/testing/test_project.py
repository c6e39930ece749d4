"""A project as a value: nothing changes it, its copy has what it learned, and a result is read from pytest's lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.testing.project import Project, Result, clean

OUT = """\
ami: mode auto (default), store .ami
test_flow.py::test_send PASSED  [ 50%]
test_flow.py::test_look STALE (missing)  [100%]
============================== learned web flows ===============================
1 replayed; 0 model calls
replayed   "send email" v1
=========================== short test summary info ============================
==================== 1 failed, 1 passed in 0.42s ====================
"""


def result(out: str) -> Result:
    return Result(project=Project(), ret=1, out=out, err="")


def test_every_with_gives_another_project() -> None:
    first = Project()
    second = first.with_test("def test_it(): ...").with_ini(ami_mode="off").with_env(DESIGN="2026").with_args("-v")

    assert (dict(first.files), dict(first.env), first.args) == ({"pytest.ini": "[pytest]\n"}, {}, ())
    assert second.files["pytest.ini"] == "[pytest]\nami_mode = off\n"
    assert second.files["test_flow.py"] == "import pytest\n\ndef test_it(): ..."
    assert (second.env["DESIGN"], second.args) == ("2026", ("-v",))
    assert first.path == second.path


def test_a_copy_has_the_files_and_what_was_learned_in_a_folder_of_its_own(tmp_path: Path) -> None:
    first = Project.at(tmp_path / "first").with_file("a/b.txt", "  text\n")
    first.write()
    for name in (".ami", "steering", "other"):
        (first.path / name).mkdir()
        (first.path / name / "file").write_text(name, "utf-8")

    second = first.copy(tmp_path / "second")
    second.write()

    found = {file.relative_to(second.path).as_posix() for file in second.path.rglob("*") if file.is_file()}
    assert found == {"pytest.ini", "a/b.txt", ".ami/file", "steering/file"}
    assert (second.path / "a" / "b.txt").read_text("utf-8") == "text\n"


def test_a_temporary_folder_goes_with_its_last_project() -> None:
    project = Project()
    folder = project.path
    other = project.with_args("-v")
    del project
    assert folder.is_dir()
    del other
    assert not folder.exists()


def test_a_result_has_outcomes_words_header_and_summary() -> None:
    found = result(OUT)
    assert found.outcomes == {"failed": 1, "passed": 1}
    assert found.words == {"test_flow.py::test_send": "PASSED", "test_flow.py::test_look": "STALE (missing)"}
    assert found.header == "ami: mode auto (default), store .ami"
    assert found.summary == ["1 replayed; 0 model calls", 'replayed   "send email" v1']


def test_a_result_without_any_of_it_is_empty() -> None:
    found = result("Segmentation fault\n")
    assert (found.outcomes, found.words, found.header, found.summary) == ({}, {}, "", [])


@pytest.mark.parametrize(
    ("name", "kept"),
    [("AMI_MODE", False), ("AMI_BROWSER", True), ("OPENAI_API_KEY", False), ("PYTEST_ADDOPTS", False), ("CI", False)],
)
def test_the_callers_settings_decide_nothing(name: str, kept: bool) -> None:  # noqa: FBT001  (drawn)
    assert (name in clean({name: "1", "HOME": "/"})) is kept
