"""A click on a card with several parts: which part is hit, and whether another deed is done there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.contradictions.parts import LOST, PART
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind


def part(kind: str, text: str = "", words: str = "", path: str = "span[1]", rest: str = "Ann Lee Sales") -> str:
    return f"{kind} ¦ {text} ¦ {words} ¦ {path} ¦ {rest}"


def hits(was: str, now: str, kind: StepKind = StepKind.CLICK) -> str:
    card = Fingerprint(tag="div", role="button", name="Ann Lee Sales", scope=("page|",))
    return contradiction(replace(card, details={PART: was}), replace(card, details={PART: now}), kind)


REMOVE, NAME, CROSS = part("text", "remove", "act"), part("text", "Ann Lee", "name", "b[1]", "Sales"), part("sign", "×")
BIN = part("sign", "", "CancelIcon MuiChip-deleteIcon")
DRAWN = part("sign", "", "x1b")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (REMOVE, NAME),
        (REMOVE, "itself"),
        (NAME, REMOVE),
        ("itself", REMOVE),
        (REMOVE, part("text", "edit", "act")),
        (BIN, NAME),
        (BIN, "itself"),
        (BIN, part("sign", "", "MoreIcon MuiChip-menuIcon")),
        (CROSS, part("sign", "+")),
    ],
)
def test_another_part_that_does_another_deed_rules_the_control_out(was: str, now: str) -> None:
    assert "a click hits" in hits(was, now)
    assert not hits(was, now, StepKind.HOVER)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (REMOVE, part("text", "Remove", "btn", "div[2]/span[1]")),
        (REMOVE, part("text", "delete", "act")),
        (REMOVE, CROSS),
        (BIN, part("sign", "", "icon-trash delete", "i[1]")),
        (BIN, DRAWN),
        (CROSS, part("sign", "✕")),
        (NAME, part("text", "Bo Ray", "name", "b[1]", "Sales")),
        (NAME, "itself"),
        (part("text", "Fix login", "t", "b[1]", "open"), part("text", "Edit the profile", "t", "b[1]", "open")),
        (part("icon", "", "icon-trash", rest="Delete"), part("text", "Delete", "", rest="")),
        (part("icon", "", "icon", rest="Send"), "itself"),
        (part("text", "Send", rest=""), "itself"),
        ("", REMOVE),
    ],
)
def test_the_same_deed_in_another_part_and_data_in_a_part_are_no_contradiction(was: str, now: str) -> None:
    assert not hits(was, now)


def test_a_sign_that_is_not_found_again_rules_the_control_out_and_a_decoration_does_not() -> None:
    def lost(was: str) -> str:
        card = Fingerprint(tag="div", role="button", name="Ann Lee Sales", scope=("page|",))
        seen = replace(card, details={PART: NAME, LOST: "yes"})
        return contradiction(replace(card, details={PART: was}), seen, StepKind.CLICK)

    assert lost(DRAWN)
    assert lost(part("text", "Sales", "job"))
    assert not lost(part("icon", "", "x1b"))
    assert not lost(part("label", "Sales", "job"))
    assert not lost(part("text", "Sales", "job", rest=""))
