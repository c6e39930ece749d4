"""An application of one page that a test draws itself, and that tells what was done on it.

Knows HTML and the lab. Must never know what a replay ought to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SHELL = """<!doctype html><html lang="en"><head><title>App</title><script>
function did(what, says) {
  sessionStorage.done = JSON.stringify([...JSON.parse(sessionStorage.done || "[]"), what]);
  window.pressed = window.event && window.event.currentTarget;
  if (says !== "") (parent.document.querySelector("[role=status]") || {}).textContent = says || what + " is done";
}
function say(text) { document.querySelector("[role=status]").textContent = text; }
</script></head><body>BODY<div role="status"></div></body></html>"""


class Site:
    """An application of one page, whose HTML a test exchanges.

    Attributes:
        pages: Body by path.
    """

    def __init__(self, page: Any, lab: Lab) -> None:
        self.page, self.lab = page, lab
        self.pages: dict[str, str] = {}
        page.set_default_timeout(3_000)
        page.route("http://app.test/**", self._answer)

    def _answer(self, route: Any) -> None:
        path = route.request.url.removeprefix("http://app.test").partition("#")[0]
        if path in self.pages:
            route.fulfill(content_type="text/html", body=SHELL.replace("BODY", self.pages[path]))

    def show(self, body: str, at: str = "/", **more: str) -> None:
        """Open the application, drawn so."""
        self.pages |= {"/": body} | {f"/{name}": text for name, text in more.items()}
        self.page.goto("about:blank")  # or an address that differs in nothing, or its # only, is not loaded again
        self.page.goto(f"http://app.test{at}")

    def done(self) -> list[str]:
        """Return what was done since it was last asked, in order."""
        found: list[str] = self.page.evaluate("JSON.parse(sessionStorage.done || '[]')")
        self.page.evaluate("delete sessionStorage.done")
        return found

    def learn(self, teacher: Callable[..., Any], params: dict[str, str] | None = None, **more: Any) -> Run:
        """Let it be shown on the page that is open."""
        run: Run = self.lab.run(self.page, "it", params or {}, teacher=teacher, **more)
        assert run.outcome is Outcome.LEARNED
        assert self.done(), "the teacher did nothing"
        return run

    def replay(self, params: dict[str, str] | None = None, **more: Any) -> Run:
        """Do it again on the page that is open, without anybody to ask."""
        run: Run = self.lab.run(self.page, "it", params or {}, **{"mode": Mode.REPLAY, "timeout": 4.0, **more})
        return run

    def refused(self, params: dict[str, str] | None = None, **more: Any) -> list[str]:
        """Do it again, see that it is refused, and return what was done nevertheless."""
        with pytest.raises(FlowError):
            self.replay(params, **more)
        return self.done()

    @property
    def target(self) -> Any:
        """The stored element of the last step."""
        workflow = self.lab.store.find("it")
        assert workflow is not None
        return workflow.steps[-1].target


def button(does: str, name: str, more: str = "") -> str:
    return f"<button type='button' onclick='did(\"{does}\")' {more}>{name}</button>"


def press(*names: str) -> Callable[..., None]:
    def teacher(page: Any, **_values: str) -> None:
        for name in names:
            page.get_by_role("button", name=name, exact=True).click()

    return teacher


SEND, DISCARD = button("send", "Send"), button("discard", "Discard")
