"""`ami record` without a browser: its arguments, its errors, and the test it proposes."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from pytest_ami.cli import app
from pytest_ami.cli.parameters import pairs
from pytest_ami.cli.record import lines_for_test
from pytest_ami.engine.recording.manual import ManualRecording
from pytest_ami.model.workflow import Parameter, Workflow


@pytest.mark.parametrize(
    "options",
    [
        ["--param", "to"],
        ["--param", "to="],
        ["--param", "my name=x"],
        ["--param", "to=a", "--param", "to=b"],
        ["--param", "to=a", "--secret", "to=b"],
        ["--task", "  "],
    ],
)
def test_arguments_that_make_no_sense_exit_2(options: list[str]) -> None:
    result = CliRunner().invoke(app.ami, ["record", "http://host/", "--task", "x", *options])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_malformed_secret_is_not_repeated_in_the_message() -> None:
    result = CliRunner().invoke(app.ami, ["record", "http://host/", "--task", "x", "--secret", "hunter2"])
    assert result.exit_code == 2
    assert "hunter2" not in result.output


def test_a_value_may_hold_an_equals_sign() -> None:
    assert pairs(["query=a=b"], "--param") == {"query": "a=b"}


@pytest.mark.slow
def test_a_browser_that_does_not_answer_is_told_in_four_parts(tmp_path: Path) -> None:
    nobody = ["--cdp", "http://127.0.0.1:9", "--dir", str(tmp_path / ".ami")]
    arguments = ["record", "http://host/", "--task", "x", *nobody]
    with ThreadPoolExecutor(1) as pool:  # the test process may have a browser of its own, and one thread holds one
        result = pool.submit(CliRunner().invoke, app.ami, arguments).result()
    assert result.exit_code == 1
    assert "No browser answers at http://127.0.0.1:9" in result.output
    assert "run next: chromium --remote-debugging-port=9222" in result.output
    assert not (tmp_path / ".ami").exists()


@pytest.mark.parametrize("task", ["send email", '写 "一封" 邮件', "2nd try!"])
def test_the_proposed_test_is_python(task: str) -> None:
    parameters = (Parameter(name="to", type="email"), Parameter(name="password", secret=True))
    taught = ManualRecording(parts=(), values={"to": "ann's@example.com"}, secrets=("password",))
    text = lines_for_test(Workflow(task=task, steps=(), parameters=parameters), "http://host/?a='b'", taught)
    ast.parse(text)
    assert 'password=os.environ["PASSWORD"]' in text
    assert f"@pytest.mark.learned({task!r})" in text or '\\"' in text or f'"{task}"' in text
