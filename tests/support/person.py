"""Somebody who records by hand, on a page of this process, and what that person does on the webmail."""

from __future__ import annotations

from typing import Any

from pytest_ami.browser.manual_session import ManualSession
from pytest_ami.engine.recording.manual import workflow_of
from pytest_ami.model.workflow import Workflow
from tests.support.toolbar import Toolbar

OTHER = {"to": "third@example.com", "subject": "Other words", "body": "Quite another text"}
SECRET = "hunter-2-hunter"


class Person:
    """Somebody who records on a page of this process."""

    def __init__(self, page: Any, **known: Any) -> None:
        self.page = page
        self.bar = Toolbar(page)
        self.hand = ManualSession(page, **known)
        self.hand.prepare()

    def begin(self, url: str = "/") -> None:
        self.page.goto(url)
        self.hand.start()
        self.rest()

    def rest(self, turns: int = 10) -> None:
        for _ in range(turns):
            self.hand.turn()
            if self.hand.ended:
                return
            self.page.wait_for_timeout(50)

    def press(self, words: str) -> None:
        self.bar.press(words)
        self.rest()

    def name_it(self, name: str, *, secret: bool = False) -> None:
        """Make what was typed last a parameter, with the keyboard."""
        self.press("Parameter")
        self.page.keyboard.type(name)
        if secret:
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Space")
            self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Enter")
        self.rest()

    def workflow(self, task: str = "send email") -> Workflow:
        return workflow_of(task, self.hand.taught())[0]


def compose(page: Any) -> None:
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).wait_for()  # the fields become visible and get the focus in one go


def write(page: Any, mail: dict[str, str]) -> None:
    compose(page)
    page.get_by_label("To", exact=True).press_sequentially(mail["to"])
    page.get_by_label("Subject").fill(mail["subject"])
    page.get_by_label("Message").fill(mail["body"])


def send(page: Any) -> None:
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").filter(has_text="Message sent").wait_for()
