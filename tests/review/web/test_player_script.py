"""The rules of the step player, on the script of its page in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from playwright.sync_api import Page

from pytest_ami.model.review.annotation import CORRECT, WRONG
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.sessions import click, learned, session

pytestmark = pytest.mark.browser

STEPS = 4
DEEDS = st.tuples(
    st.sampled_from(["correct", "wrong", "skip", "back", "undo", "write"]), st.sampled_from(["", " ", "click Save"])
)
Mark = list[Any]
"""Label and correction of a step."""

PLAY = """(deeds) => {
  const player = amiPlayer, saves = [], form = document.getElementById("correction");
  player.outbox.add = (entries) => saves.push(...entries);
  player.undone = [];
  player.steps.forEach((step) => Object.assign(step, { label: null, correction: "" }));
  player.show(0, { first: true });
  return deeds.map(([deed, words]) => {
    document.getElementById("words").value = words;
    deed !== "write" ? player[deed]() : form.hidden || player.saveCorrection();
    const marks = player.steps.map(({ label, correction }) => [label, correction]);
    const saved = saves.splice(0).map(({ step, label, correction }) => [step - 1, [label, correction]]);
    return [player.at, !form.hidden, saved, marks];
  });
}"""
"""Begins anew, and returns after each deed: place, whether the field for the correction is open, saves, and marks."""


class Expected:
    """The player as the rules have it."""

    def __init__(self) -> None:
        self.at, self.opened, self.marks = 0, False, [[None, ""] for _ in range(STEPS)]
        self.undoable: list[tuple[int, Mark]] = []

    def after(self, deed: str, words: str) -> list[Any]:
        """Return what the script has to tell after a deed."""
        saved: list[Any] = []
        label, correction = before = self.marks[self.at]
        if deed in ("correct", "wrong"):
            self.undoable.append((self.at, before))
            kept = correction if deed == WRONG or label == CORRECT else ""
            saved = [[self.at, [deed, kept]]]
        elif deed == "write" and self.opened and words.strip() != correction:
            saved = [[self.at, [WRONG, words.strip()]]]
        elif deed == "undo" and self.undoable:
            saved = [list(self.undoable.pop())]
        self._go(deed, saved)
        for at, mark in saved:
            self.marks[at] = mark
        return [self.at, self.opened, saved, self.marks]

    def _go(self, deed: str, saved: list[Any]) -> None:
        if deed == "wrong":
            self.opened = True
        elif deed in ("correct", "skip") or (deed == "write" and self.opened):
            self.at, self.opened = min(self.at + 1, STEPS - 1), False
        elif deed == "back" and self.at:
            self.at, self.opened = self.at - 1, False
        elif deed == "undo" and saved:
            self.at, self.opened = saved[0][0], False


@pytest.fixture
def player(page: Page, served: str, store: WorkflowStore) -> Page:
    """The page of a session; the server answers nothing more."""
    name = session(store, learned(store, [click(f"Step {number}") for number in range(STEPS)]))
    page.goto(f"{served}/session/{name}")
    page.evaluate("() => { window.fetch = () => new Promise(() => {}) }")
    return page


# Feature: task-review-learning, Property 3: what was saved is what the player shows, and nothing else is
# Validates: Requirements 2.7, 3.4, 3.5
# Feature: task-review-learning, Property 4: correct saves the label and advances
# Validates: Requirements 3.1
# Feature: task-review-learning, Property 5: wrong saves, opens the input for the correction, and saves that too
# Validates: Requirements 3.2
# Feature: task-review-learning, Property 6: skip advances, and nothing is saved
# Validates: Requirements 3.3
@given(st.lists(DEEDS, max_size=15))
@example([("skip", "")] * (STEPS - 1) + [("wrong", ""), ("correct", ""), ("write", "click Save")])
@tries("browser", max_examples=40)
def test_each_deed_saves_and_goes_as_it_says_and_undo_takes_all_back(
    player: Page, deeds: list[tuple[str, str]]
) -> None:
    deeds = [*deeds, *[("undo", "")] * len(deeds)]
    rules = Expected()
    for deed, told in zip(deeds, player.evaluate(PLAY, deeds), strict=True):
        assert told == rules.after(*deed), deed
    assert rules.marks == [[None, ""]] * STEPS
