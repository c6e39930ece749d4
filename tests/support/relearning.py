"""A mailing flow on a redesigned fake page, and what is left to relearn of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.replay import replay
from pytest_ami.model.lesson import Pick, Question
from pytest_ami.model.outcome import Usage
from pytest_ami.model.workflow import Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import Script, learned, lesson, site

MAILING = learned()
OTHER = {"to": "c@d.org", "subject": "New"}
Routes = dict[str, dict[str, Any]]


class Chooser(Script):
    """A script that is also asked which element a step is about; it picks the option that holds a word."""

    def __init__(self, *moves: Any, word: str | None = None) -> None:
        """Keep the word; without one it picks none."""
        super().__init__(*moves)
        self.word = word
        self.questions: list[Question] = []

    def __call__(self, asked: Any) -> Any:
        """Answer either kind of question."""
        if not isinstance(asked, Question):
            return super().__call__(asked)
        self.questions.append(asked)
        fitting = [n for n, option in enumerate(asked.options) if self.word and self.word in option]
        return Pick(index=fitting[0] if fitting else None, usage=Usage(calls=1, tokens=200))


def renamed(old: str, new: str, **more: Any) -> Routes:
    routes = site()
    for page in routes.values():
        for element in page["elements"]:
            if element["name"] == old:
                element.update({"name": new, "attributes": {}, "absolute_xpath": f"/{new}", **more})
    return routes


def worked(routes: Routes, teacher: Callable[[Any], Any], workflow: Workflow = MAILING, **more: Any) -> Progress:
    page = FakePage(routes, teacher=teacher)
    given = lesson(**more)
    return page.run(run_flow(FlowSpec(lesson=given, workflow=workflow), Progress()))


def replays(routes: Routes, progress: Progress) -> bool:
    made = replace(MAILING, steps=progress.steps)
    return FakePage(routes).run(replay(made, OTHER)).drift is None


def all_renamed() -> Routes:
    """Return the site where every control of the form is called otherwise."""
    routes = site()
    for n, element in enumerate(routes["/new"]["elements"]):
        element |= {"name": f"The {element['name']}", "attributes": {}, "absolute_xpath": f"/other/{n}"}
    routes["/new"]["elements"][-1]["on"] = {"click": {"notice": "status|Message sent", "hide": ["The Send"]}}
    return routes


FILLING = (("fill", "The To", "{{to}}"), ("fill", "The Subject", "{{subject}}"), ("check", "The Urgent", ""))
