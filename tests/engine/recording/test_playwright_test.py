"""A workflow as a plain test: valid code, no secret, and no text of a page becomes code."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.recording.playwright_test import UNSEEN, ejected
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow
from tests.support.recordings import learned

TEXT = st.text(max_size=12) | st.sampled_from(
    ['"', "\\", "\n", "\u2028", "{{to}}", "os", "expect", "page", "class", "#"]
)


def test_a_flow_is_opened_carried_out_and_checked() -> None:
    made = ejected(replace(learned(), start="/mail"), {"to": "a@b"})
    assert made.environment == ("SEND_EMAIL_SUBJECT",)
    assert made.code.splitlines()[-5:] == [
        '    page.goto("/mail")',
        '    to = "a@b"',
        '    subject = os.environ["SEND_EMAIL_SUBJECT"]',
        "    send_email(page, to, subject)",
        '    expect(page.get_by_role("status").filter(has_text="Message sent").first).to_be_visible()',
    ]


def test_a_secret_never_stands_in_the_code() -> None:
    flow = Workflow(task="log in", steps=(), parameters=(Parameter(name="password", secret=True),))
    made = ejected(flow, {"password": "correct horse"})
    assert "correct horse" not in made.code
    assert made.environment == ("LOG_IN_PASSWORD",)


@pytest.mark.parametrize(
    "notice", ["status|Order ##", "status|Sent to your frie…", "status|", "|Sent", f"status|{'x' * 120}"]
)
def test_a_text_that_is_a_pattern_is_not_expected(notice: str) -> None:
    step = Step(kind=StepKind.PRESS, value="Enter", effects=Effects(notices=(notice,)))
    code = ejected(Workflow(task="t", steps=(step,)), {}).code
    assert UNSEEN in code
    assert "expect" not in code.partition("#")[0] + code.replace(UNSEEN, "").partition("\n")[2]


@pytest.mark.parametrize(
    ("notice", "expected"),
    [
        ("shown|Signed in as Ann", 'page.get_by_text("Signed in as Ann").filter(visible=True)'),
        ("alone|Ann", 'page.get_by_text("Ann", exact=True).filter(visible=True)'),
        ("heading|Inbox", 'page.get_by_role("heading").filter(has_text="Inbox")'),
        ("record|Ann\nElm", ""),
        ("text|Ann", ""),
    ],
)
def test_a_text_that_has_no_role_is_expected_as_a_text(notice: str, expected: str) -> None:
    step = Step(kind=StepKind.PRESS, value="Enter", effects=Effects(notices=(notice,)))
    code = ejected(Workflow(task="t", steps=(step,)), {}).code
    found = [line.strip() for line in code.splitlines() if "expect(" in line]
    assert found == ([f"expect({expected}.first).to_be_visible()"] if expected else [])


def test_a_page_of_one_record_is_left_to_the_user() -> None:
    code = ejected(Workflow(task="t", steps=(), start="/orders/:id"), {}).code
    assert "goto" not in code
    assert "/orders/:id" in code


@given(TEXT, TEXT, st.sets(TEXT, max_size=3), TEXT, TEXT)
def test_no_text_becomes_code(task: str, start: str, parameters: set[str], role: str, text: str) -> None:
    step = Step(kind=StepKind.PRESS, value=text, effects=Effects(notices=(f"{role}|{text}",)))
    named = tuple(Parameter(name=name) for name in sorted(parameters))
    values = dict.fromkeys(sorted(parameters)[:1], text)
    code = ejected(Workflow(task=task, steps=(step,), parameters=named, start=start), values).code
    space: dict[str, Any] = {}
    tree = ast.parse(code)
    assert {type(node) for node in tree.body} <= {ast.Import, ast.ImportFrom, ast.FunctionDef}
    function, test = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    assert function.name not in {argument.arg for argument in function.args.args}
    assert test.name.startswith("test_")
    exec(compile(code, "ejected", "exec"), space)  # noqa: S102  (code that we have just made)
