"""The laws that can be checked by looking at the modules themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pytest_ami.model import command as c

ROOT = Path(__file__).parents[2]
FORBIDDEN = ("openai", "pytest_ami.teachers", "duckdb", "playwright")

SHOW = """
import sys
def loaded(*roots):
    return sorted(m for m in sys.modules if any(m == r or m.startswith(r + ".") for r in roots))
"""

REPLAY = """
from pytest_ami.engine.replay import replay
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage

button = {"name": "Go", "on": {"click": {"notice": "status|Gone"}}}
target = Fingerprint(tag="button", role="button", name="Go")
step = Step(kind=StepKind.CLICK, target=target, effects=Effects(notices=("status|Gone",)))
report = FakePage({"/": {"elements": [button]}}).run(replay(Workflow(task="t", steps=(step,)), {}))
assert report.drift is None and len(report.steps) == 1
"""


def kinds() -> list[type]:
    """Return the commands."""
    every = (kind for kind in vars(c).values() if isinstance(kind, type))
    return [kind for kind in every if issubclass(kind, c.Command) and kind not in (c.Command, c.Act)]


def modules_after(code: str, *roots: str) -> list[str]:
    """Return the modules below ``roots`` that are loaded after ``code`` ran in a process of its own."""
    script = f"{SHOW}\n{code}\nprint(chr(10).join(loaded({', '.join(map(repr, roots))})))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_check_itself_sees_what_is_loaded() -> None:
    assert "pytest_ami.teachers.offline.teacher" in modules_after(
        "import pytest_ami.teachers.offline.teacher", *FORBIDDEN
    )


@pytest.mark.parametrize("code", ["import pytest_ami.engine.replay", "import pytest_ami.elements.identity", REPLAY])
def test_a_replay_reaches_no_teacher_no_model_no_store_and_no_browser(code: str) -> None:
    assert modules_after(code, *FORBIDDEN) == []


@pytest.mark.slow
def test_the_face_of_a_replay_reaches_no_teacher_and_no_model() -> None:
    assert modules_after("import pytest_ami.flow.facade", "openai", "pytest_ami.teachers") == []


def test_without_a_shared_store_nothing_of_it_is_imported() -> None:
    modules = "import pytest_ami.store.workflow_store, pytest_ami.plugin.run_log, pytest_ami.cli.project"
    assert modules_after(modules, "pytest_ami.store.shared", "psycopg") == []


def test_the_words_between_engine_and_browser_stay_few() -> None:
    assert 1 < len(kinds()) <= 25


def test_every_command_is_an_entry_of_the_one_table() -> None:
    from pytest_ami.browser.calls import HANDLERS

    assert set(HANDLERS) == set(kinds())


def test_the_fake_page_knows_every_word() -> None:
    from pytest_ami.testing.fake_page import FakePage

    assert [k.__name__ for k in kinds() if not hasattr(FakePage, f"_on_{k.__name__.lower()}")] == []
