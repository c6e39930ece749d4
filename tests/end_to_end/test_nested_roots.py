"""An entry without a role in many shadow roots: the boxes around it hold its text too, and are not nearer to it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Members</h1><div id=top></div></main><script>
let box = $("#top");
for (let n = 0; n < 10; n++) {
  const root = box.attachShadow({mode: "open"});
  box = document.createElement("div");
  root.append(box);
}
for (const name of ["Anna", "Bert", "Chen"]) {
  const entry = document.createElement("div");
  entry.textContent = name;
  entry.onclick = () => post("/greet", {name});
  box.append(entry);
}
</script>"""


def greet(page: Any, name: str) -> None:
    page.get_by_text(name, exact=True).click()


def test_the_entry_itself_is_found(desk: Desk) -> None:
    desk.open(PAGE)
    desk.learn(greet, {"name": "Anna"})
    desk.open(PAGE)

    assert desk.replay({"name": "Chen"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/greet", {"name": "Chen"})]
