"""The recorded evidence that still holds for the element of the action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_ami.elements.identity import agreement
from pytest_ami.model.fingerprint import Fingerprint

SEND = Fingerprint(
    tag="button",
    role="button",
    name="Send",
    attributes={"id": "send"},
    absolute_xpath="/html[1]/body[1]/button[1]",
    landmark="form|Compose",
    ancestors=("form", "body", "html"),
)
ROW = Fingerprint(tag="button", role="button", name="Delete", context="{{item}} Delete Archive", counts={"name": 2})


def now(of: Fingerprint, **changes: Any) -> Fingerprint:
    return replace(of, **changes)


def test_all_of_it_holds_on_the_page_as_it_was() -> None:
    assert agreement(SEND, now(SEND), {}) == (1.0, ())


def test_what_does_not_hold_any_more_is_told_by_name() -> None:
    share, lost = agreement(SEND, now(SEND, attributes={"id": "go"}, landmark="main|"), {})

    assert 0 < share < 1
    assert set(lost) == {"id", "landmark"}


def test_what_differs_from_record_to_record_is_not_lost() -> None:
    other = now(ROW, context="Eggs Delete Archive", neighbours=("Eggs",), absolute_xpath="/elsewhere")

    assert agreement(ROW, other, {"item": "Eggs"}) == (1.0, ())


def test_less_and_less_holds_the_more_has_moved() -> None:
    steps = [
        now(SEND),
        now(SEND, landmark="main|"),
        now(SEND, landmark="main|", attributes={"id": "go"}),
        now(SEND, landmark="main|", attributes={"id": "go"}, ancestors=("div", "html"), absolute_xpath="/a"),
    ]
    shares = [agreement(SEND, seen, {})[0] for seen in steps]

    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)
