"""Steps as Playwright code: it runs, it holds no secret, and no text of a page becomes code."""

from __future__ import annotations

import ast
import unicodedata
from keyword import iskeyword
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_ami.engine.recording.playwright_code import code_of, variable
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import DialogAnswer, Effects, Step, StepKind
from tests.support.recordings import learned

SEND = Fingerprint(tag="button", role="button", name="Send")
BUTTON = "get_by_role('button', name='Send', exact=True)"
TO = Fingerprint(tag="input", role="textbox", name="To")
TEXT = st.text(max_size=12) | st.sampled_from(
    ['"', "'", "\\", "\n", "{x}", "{{to}}", "{{", "#", '""" + evil()', "\u2028"]
)


class Page:
    """Notes the calls that code makes on it."""

    def __init__(self, calls: list[str], path: str = "page") -> None:
        self._calls, self._path = calls, path

    def __getattr__(self, name: str) -> Page:
        return Page(self._calls, f"{self._path}.{name}")

    def __getitem__(self, index: Any) -> Any:
        return 10.0 if isinstance(index, str) else Page(self._calls, f"{self._path}[{index}]")

    def __call__(self, *args: Any, **named: Any) -> Page:
        given = [*map(repr, args), *(f"{name}={value!r}" for name, value in named.items())]
        made = f"{self._path}({', '.join(given)})"
        self._calls.append(made)
        return Page(self._calls, made)

    def __enter__(self) -> None:
        self._calls.append("begin")

    def __exit__(self, *_: object) -> None:
        self._calls.append("end")


def calls(*steps: Step, **values: str) -> list[str]:
    """Run the code of steps; return the calls of Playwright that stand for whole statements."""
    made: list[str] = []
    space: dict[str, Any] = {}
    exec(code_of(steps, "send email", values), space)  # noqa: S102  (code that we have just made)
    space["send_email"](Page(made), **values)
    return [one for n, one in enumerate(made) if not any(later.startswith(f"{one}.") for later in made[n + 1 :])]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step(kind=StepKind.GOTO, value="/mail"), "page.goto('/mail')"),
        (Step(kind=StepKind.CLICK, target=SEND), f"page.{BUTTON}.click()"),
        (
            Step(kind=StepKind.FILL, target=TO, value="to {{to}}!"),
            "page.get_by_role('textbox', name='To', exact=True).fill('to a@b!')",
        ),
        (Step(kind=StepKind.PRESS, value="Escape"), "page.keyboard.press('Escape')"),
        (Step(kind=StepKind.CLOSE, tab=1), "page.context.pages[1].close()"),
        (
            Step(kind=StepKind.CLICK, target=SEND, frame=("top", "http://x/y")),
            f"page.frame_locator('iframe[name=\"top\"]').frame_locator('iframe[src=\"http://x/y\"]').{BUTTON}.click()",
        ),
        (
            Step(kind=StepKind.SCROLL, target=SEND, value="0,120"),
            f"page.{BUTTON}.evaluate('(el) => (el || document.scrollingElement).scrollTo(0, 120)')",
        ),
    ],
)
def test_each_kind_of_step_is_one_call(step: Step, expected: str) -> None:
    assert calls(step, to="a@b") == [expected]


def test_a_drag_goes_to_an_element_or_by_a_distance() -> None:
    onto = Step(kind=StepKind.DRAG, target=SEND, drop=TO)
    away = Step(kind=StepKind.DRAG, target=SEND, value="5,-7")
    assert [one for one in calls(onto) if ".drag_to(" in one]
    assert "page.mouse.move(20.0, 8.0, steps=6)" in calls(away)


def test_an_element_is_named_by_a_key_that_only_it_had() -> None:
    shared = Fingerprint(tag="button", role="button", name="Delete", counts={"name": 3}, css="main > li:nth-child(2)")
    marked = Fingerprint(tag="div", attributes={"data-testid": "row", "id": "r7"}, generated=("id",), css="div")
    hidden = Fingerprint(tag="b", css="b", shadow=("x-app",))
    assert calls(*(Step(kind=StepKind.HOVER, target=one) for one in (shared, marked, hidden))) == [
        "page.locator('main > li:nth-child(2)').hover()",
        "page.locator('[data-testid=\"row\"]').hover()",
        "page.locator('x-app >> b').hover()",
    ]


def test_tabs_downloads_and_dialogs_are_waited_for_and_answered() -> None:
    asks = (
        DialogAnswer(kind="confirm"),
        DialogAnswer(kind="prompt", text="{{to}}"),
        DialogAnswer(kind="alert", accept=False),
    )
    step = Step(kind=StepKind.CLICK, target=SEND, effects=Effects(tab=True, download="a.pdf"), dialogs=asks)
    found = calls(step, to="a@b")
    assert [one.partition("(")[0] for one in found] == [
        "page.on",
        "page.expect_download",
        "begin",
        "page.expect_popup",
        "begin",
        "page.get_by_role",
        "end",
        "end",
        "page.remove_listener",
    ]


def test_a_learned_flow_is_a_function_of_its_parameters() -> None:
    flow = learned()
    source = code_of(flow.steps, flow.task, [parameter.name for parameter in flow.parameters])
    assert source.splitlines()[0] == "def send_email(page, to, subject):"
    assert len(source.splitlines()) == len(flow.steps) + 1


@given(TEXT)
@example("²")
@example("class")
def test_any_text_gives_a_name(text: str) -> None:
    word = variable(text)
    assert word.isidentifier()
    assert not iskeyword(word)
    assert word == unicodedata.normalize("NFKC", word)


@given(st.lists(st.tuples(st.sampled_from([*StepKind]), TEXT, TEXT, TEXT), max_size=4), TEXT, st.sets(TEXT, max_size=3))
def test_no_text_becomes_code(parts: list[Any], task: str, parameters: set[str]) -> None:
    steps = [
        Step(
            kind=kind,
            value=value,
            target=Fingerprint(tag="b", role=role, name=name, label=value, css=role, attributes={"id": name}),
            frame=(name,),
            dialogs=(DialogAnswer(kind="prompt", text=value),),
        )
        for kind, value, role, name in parts
    ]
    (function,) = ast.parse(code_of(steps, task, parameters)).body
    assert isinstance(function, ast.FunctionDef)
    arguments = {one.arg for one in function.args.args}
    known = {"page", "iter", "next", "dialog", "_answers", "_answer", "_box"}
    assert {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} <= known | arguments
