"""Heals by little: an equal name far ahead of all others, or a look and a place that did not change at all."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.elements.candidates import rank
from pytest_ami.elements.decide import Verdict, decide

ICON: dict[str, Any] = {
    "tag": "div",
    "classes": ["tool", "tool-pin"],
    "absolute_xpath": "/html[1]/body[1]/div[4]/section[1]/div[2]",
    "css": "//*[@id='tools']/div[2]",
    "neighbours": ["zoom the map out", "layers of the map"],
    "box": [300, 200, 32, 32],
}
DEALS: dict[str, Any] = {
    "tag": "a",
    "role": "link",
    "name": "Deals",
    "attributes": {"id": "js-toggle-nav"},
    "absolute_xpath": "/html[1]/body[1]/div[2]/div[2]/nav[1]/a[4]",
    "neighbours": ["free shipping", "search the shop"],
    "box": [176, 39, 125, 58],
}
PLAN: dict[str, Any] = {
    "tag": "h2",
    "name": "Select your plan",
    "absolute_xpath": "/html[1]/body[1]/div[1]/div[3]/div[1]/div[1]/div[1]/div[1]/h2[1]",
    "box": [96, 1601, 800, 52],
}
FAR: dict[str, Any] = {
    "tag": "p",
    "name": "Imprint",
    "absolute_xpath": "/html[1]/body[1]/footer[1]/p[1]",
    "neighbours": ["Contact"],
    "box": [0, 4000, 200, 20],
}


def found(was: dict[str, Any], *now: dict[str, Any]) -> Verdict:
    return decide(rank(was, [*now, FAR]), confirmed=True)


def moved(was: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**was, "absolute_xpath": was["absolute_xpath"].replace("/div[4]/", "/div[5]/"), **more}


def test_a_nameless_element_that_stands_as_it_stood_is_the_element() -> None:
    assert found(ICON, moved(ICON)).usable


@pytest.mark.parametrize(
    "other",
    [
        {"classes": ["tool", "tool-bin"]},
        {"name": "Delete the map"},
        {"neighbours": ["send to all", "print the map"]},
        {"box": [300, 260, 32, 32]},
        {"box": [300, 200, 120, 32]},
        {"tag": "span", "absolute_xpath": "/html[1]/body[1]/div[5]/section[1]/span[1]"},
        {"classes": []},
    ],
)
def test_a_nameless_element_that_looks_different_is_not(other: dict[str, Any]) -> None:
    assert not found(ICON, moved(ICON, **other)).usable


def test_two_nameless_elements_of_one_look_are_not_told_apart() -> None:
    assert not found(ICON, moved(ICON), moved(ICON, absolute_xpath="/html[1]/body[1]/div[6]/section[1]/div[2]")).usable


def renamed(**more: Any) -> dict[str, Any]:
    path = "/html[1]/body[1]/div[1]/div[1]/nav[1]/a[4]"
    return {**DEALS, "attributes": {"id": "secondary"}, "absolute_xpath": path, "box": [219, 39, 62, 63], **more}


def test_an_id_may_be_renamed_where_an_equal_name_is_far_ahead_in_its_place() -> None:
    assert found(DEALS, renamed()).usable


@pytest.mark.parametrize(
    "other",
    [
        {"name": "Offers"},
        {"neighbours": ["your account", "sign out"], "box": [900, 900, 60, 60]},
    ],
)
def test_a_renamed_id_is_another_element_where_less_agrees(other: dict[str, Any]) -> None:
    assert not found(DEALS, renamed(**other)).usable


def test_a_heading_of_another_level_is_the_heading() -> None:
    path = "/html[1]/body[1]/div[1]/div[3]/div[2]/div[1]/div[1]/div[1]/h3[1]"
    assert found(PLAN, {**PLAN, "tag": "h3", "absolute_xpath": path, "box": [278, 1708, 515, 47]}).usable


@pytest.mark.parametrize("tag", ["li", "a", "button"])
def test_something_else_with_the_text_of_a_heading_is_not(tag: str) -> None:
    path = f"/html[1]/body[1]/div[1]/div[3]/div[2]/div[1]/div[1]/div[1]/{tag}[1]"
    assert not found(PLAN, {**PLAN, "tag": tag, "absolute_xpath": path, "box": [278, 1708, 515, 47]}).usable


MORE: dict[str, Any] = {
    "tag": "button",
    "role": "button",
    "name": "Stores - shows more content",
    "absolute_xpath": "/html[1]/body[1]/div[2]/div[5]/div[1]/div[1]/div[2]/button[1]",
    "box": [785, 3213, 74, 30],
}


@pytest.mark.parametrize(("name", "heals"), [("Stores", True), ("Close all stores", False), ("Stories", False)])
def test_a_hint_for_screen_readers_is_no_part_of_a_name(name: str, heals: bool) -> None:  # noqa: FBT001 (a column)
    path = "/html[1]/body[1]/div[1]/div[1]/div[6]/div[1]/div[1]/div[1]/div[2]/button[1]"
    assert found(MORE, {**MORE, "name": name, "absolute_xpath": path, "box": [767, 4840, 72, 30]}).usable is heals
