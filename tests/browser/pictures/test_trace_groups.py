"""The groups of a trace: one for each step, none for a lesson, and a fault is one warning."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pytest_ami.browser.pictures.trace_groups import TraceGroups
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.model import command as c
from pytest_ami.model.look import StepNote


class Tracing:
    """Notes the groups; a broken one refuses them."""

    def __init__(self, *, broken: bool = False) -> None:
        self.calls: list[str] = []
        self.broken = broken

    def group(self, name: str) -> None:
        if self.broken:
            raise RuntimeError("the context is closed\nand why")
        self.calls.append(name)

    def group_end(self) -> None:
        self.calls.append("end")


def calls(*commands: c.Command, broken: bool = False) -> tuple[list[str], list[str]]:
    """Return the calls of Playwright for a flow, and its warnings."""
    tracing, warned = Tracing(broken=broken), list[str]()
    session: Any = SimpleNamespace(context=SimpleNamespace(tracing=tracing))
    groups = TraceGroups(lambda text: text.replace("hunter2", "{{password}}"), warned.append)
    for command in commands:
        run_sync(groups.before(session, command))
    run_sync(groups.end(session))
    return tracing.calls, warned


def click(number: int, title: str = "click") -> c.Click:
    return c.Click(step=StepNote(number=number, title=title))


def test_each_step_is_a_group_whatever_it_takes() -> None:
    flow = (c.Look(), click(1), c.Look(), click(1), click(2, 'fill "hunter2"'), c.Look())
    assert calls(*flow) == (["1. click", "end", '2. fill "{{password}}"', "end"], [])


def test_a_lesson_is_in_no_group() -> None:
    assert calls(click(1), c.StartRecording(), c.Click()) == (["1. click", "end"], [])
    assert calls(c.Look(), c.Click()) == ([], [])


def test_a_fault_is_one_warning_and_ends_the_groups() -> None:
    made, warned = calls(click(1), click(2), broken=True)
    assert made == []
    assert warned == ["The steps of this flow have no groups in the trace: the context is closed"]
