"""The request of a deed is known before it is sent, as far as it carries values of a run; another one is held back."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.sent_requests import awaited, held_to, sends_again, strays
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import PermittedRequest, Step, StepKind

VALUES = {"to": "ann@x.org", "text": "Tea at four"}
STORED = "POST /mail?text={{text}}&to={{to}}&to=~1"
RIGHT = "POST /mail?to=ann%40x.org&text=Tea%20at%20four"


def press(name: str = "Send", sent: str = STORED, **more: Any) -> Step:
    target = Fingerprint(tag="button", role="button", name=name)
    return Step(**{"kind": StepKind.CLICK, "target": target, "sent": sent, **more})


@pytest.mark.parametrize(
    ("step", "stored"),
    [
        (press(), STORED),
        (press(sent="POST /mail?to=~1"), "POST /mail?to=~1"),
        (press(sent="POST /mail"), ""),
        (press(sent="POST /mail?action=send"), ""),
        (press(sent="POST /mail?code={{password}}"), ""),
        (press("Enter hours", "POST /hours?text={{text}}"), "POST /hours?text={{text}}"),
        (press("Enter hours", "POST /hours?note={{text}}"), ""),
        (press("Show", "POST /hours?text={{text}}"), ""),
    ],
)
def test_only_a_request_with_a_value_of_the_run_or_an_addressee_is_awaited(step: Step, stored: str) -> None:
    assert awaited(step, VALUES) == stored


def test_the_press_of_a_deed_lets_all_requests_pass_but_its_own_with_other_values() -> None:
    click, doubtful = (held_to(c.Click(), press(), VALUES, doubtful=one) for one in (False, True))

    assert isinstance(click, c.Click)
    assert isinstance(doubtful, c.Click)
    assert click.only == PermittedRequest(stored=STORED, values=VALUES, others=True)
    assert doubtful.only == PermittedRequest(stored=STORED, values=VALUES)
    assert held_to(c.Click(), press(sent=""), VALUES, doubtful=False) == c.Click()
    assert held_to(c.Press(key="Enter"), press(), VALUES, doubtful=False) == c.Press(key="Enter")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (RIGHT, ""),
        (RIGHT.replace("four", "five"), "to carry text='Tea at four'"),
        (RIGHT + "&cc=all%40x.org", "to have no addressees under cc (it had 1)"),
        (RIGHT + "&to=all%40x.org", "to have 1 addressee under to (it had 2)"),
        ("POST /v2/mail?text=Coffee", "to carry text='Tea at four'"),
        ("POST /draft?text=Tea", ""),
        ("POST /mail?check=true", ""),
        ("PUT /mail?text=Coffee", ""),
    ],
)
def test_a_request_strays_if_it_is_the_recorded_one_with_another_value(line: str, why: str) -> None:
    assert strays(STORED, line, VALUES, ()) == (why and f"expected the request POST /mail {why}")


def test_another_command_to_the_recorded_address_is_another_request() -> None:
    stored = "POST /graph?operationName=send&variables.text={{text}}"

    assert strays(stored, "POST /graph?operationName=log&variables.text=pressed", VALUES, ()) == ""
    assert strays(stored, "POST /graph?operationName=send&variables.text=pressed", VALUES, ())


def test_a_value_that_an_earlier_request_has_saved_need_not_be_carried() -> None:
    stored, line = "POST /mail?text={{text}}&to={{to}}", "POST /mail?to=ann%40x.org"

    assert strays(stored, line, VALUES, ())
    assert strays(stored, line, VALUES, ("PATCH /draft?text=Tea%20at%20four",)) == ""


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("POST /order?card=4111&csrf_token=a", True),
        ("POST /order?card=4111&csrf_token=b", True),  # each page has its own
        ("POST /order", True),  # the fields were put away
        ("POST /order?card=4222", False),
        ("POST /order?card=4111&step=2", False),
        ("POST /confirm?card=4111", False),
        ("DELETE /order?card=4111", False),
    ],
)
def test_a_request_is_sent_again_at_its_address_without_new_values(line: str, *, again: bool) -> None:
    assert sends_again(line, ("POST /other?x=1", "POST /order?card=4111&name=Ada&csrf_token=a")) is again
    assert not sends_again("POST /events?n=1", ("POST /events?n=1",))  # it only counts
