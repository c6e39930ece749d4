"""The button of a dialog: the words beside it are what the flow entered, and the title of the dialog is its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.place import stands
from pytest_ami.model.fingerprint import Fingerprint

PATH = "/html[1]/body[1]/div[2]/div[1]/div[3]/button[2]"
OK = Fingerprint(
    tag="button",
    role="button",
    name="OK",
    classes=("btn",),
    absolute_xpath=PATH,
    ancestors=("div", "div", "body"),
    landmark="dialog|New order",
    scope=("dialog|New order", "page|"),
    neighbours=("Cancel", "ItemStatusShippedDueQuantityTagsurgentNo"),
    counts={"name": 1},
)
NOW = replace(OK, neighbours=("Cancel", "ItemStatusReturnedDueQuantityTagsblueNot"))


def test_the_only_button_of_its_name_stands_at_its_path_in_its_dialog() -> None:
    assert stands(OK, NOW)


@pytest.mark.parametrize(
    "other",
    [
        replace(NOW, absolute_xpath=PATH.replace("button[2]", "button[1]")),
        replace(NOW, landmark="dialog|Delete order", scope=("dialog|Delete order", "page|")),
        replace(NOW, classes=("btn", "danger")),
    ],
    ids=["another path", "another dialog", "another make"],
)
def test_another_button_does_not_stand_there(other: Fingerprint) -> None:
    assert not stands(OK, other)


def test_a_dialog_without_a_title_is_no_place() -> None:
    was, now = (replace(one, landmark="dialog|", scope=("dialog|", "page|")) for one in (OK, NOW))

    assert not stands(was, now)
