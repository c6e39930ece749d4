"""A tooltip takes the title of a button away while the pointer rests there: the title is the button's name all the same."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<style>#said { height: 30px }</style><h1>Pictures</h1><div>%s</div><script>
for (const button of document.querySelectorAll('button')) {
  const name = button.title;
  button.innerHTML = '<svg width="20" height="20" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  button.onmouseover = () => button.removeAttribute('title');
  button.onmouseout = () => { button.title = name; };
  let count = 0;
  button.onclick = () => { deed(name); count += 1; say(`${name}, ${count}`); };
}
</script>"""
ENLARGE, TURN, REMOVE = (f'<button title="{name}"></button>' for name in ("Enlarge", "Turn", "Remove"))


def enlarge_twice(page: Any) -> None:
    """Press the button, and press it once more while the pointer still rests there."""
    page.get_by_title("Enlarge").click()
    page.get_by_text("Enlarge, 1").wait_for()
    page.locator("button:not([title])").click()
    page.get_by_text("Enlarge, 2").wait_for()
    page.get_by_title("Turn").click()
    page.get_by_text("Turn, 1").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("buttons", [ENLARGE + TURN + REMOVE, REMOVE + TURN + ENLARGE], ids=["same", "moved"])
def test_a_button_keeps_the_name_that_its_tooltip_took(lab: Lab, page: Any, buttons: str) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % (ENLARGE + TURN + REMOVE), enlarge_twice)

    run = versions.replay(PAGE % buttons)

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Enlarge", "Enlarge", "Turn"]


def test_another_button_in_its_place_is_not_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % (ENLARGE + TURN + REMOVE), enlarge_twice)

    with pytest.raises(FlowError):
        versions.replay(PAGE % (REMOVE + TURN))

    assert versions.deeds == []
