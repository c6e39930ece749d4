"""A drawing whose shapes carry no name: the text in the group of a shape says whose shape it is."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from tests.support.lab import Lab
from tests.support.versions import Versions

DRAWING = """<style>svg g.node rect { fill: #cde }</style><div id="chart" tabindex="1"><svg width="600" height="400"><g><g></g></g></svg></div>
<script>
const names = %s, made = (kind, more) => {
  const one = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const key of Object.keys(more)) one.setAttribute(key, more[key]);
  return one;
};
let chosen = "";
const plane = document.querySelector("svg g g");
names.forEach((name, at) => {
  const group = made("g", { class: "node", transform: `translate(${20 + (at %% 2) * 260}, ${20 + at * 30})` });
  group.append(made("g", {}), made("rect", { width: 200, height: 24 }), made("text", { x: 40, y: 16, style: "pointer-events: none" }));
  group.firstChild.append(made("rect", { x: 204, width: 14, height: 24 }));
  group.querySelector("text").textContent = name;
  group.querySelectorAll("rect")[1].onclick = () => { chosen = name; document.getElementById("chart").focus(); };
  group.querySelector("rect").onclick = () => deed(`button of ${name}`);
  plane.append(group);
});
document.getElementById("chart").onkeydown = (event) => {
  if (event.key !== "Delete" || !chosen) return;
  [...plane.children].find((one) => one.textContent === chosen).remove();
  deed(`deleted ${chosen}`);
  say(`${chosen} is gone`);
};
</script>"""
LAMPS = ["Lamp", "Start Lamp", "Door", "Start Door", "Pump", "Start Pump", "Fan", "Start Fan"]


def deleted(page: Any, name: str) -> None:
    node = page.locator("g.node").filter(has=page.get_by_text(name, exact=True))
    node.locator("> rect").click()
    page.keyboard.press("Delete")
    page.get_by_text(f"{name} is gone").wait_for()


def test_the_shape_beside_the_text_of_a_value_is_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(DRAWING % LAMPS, deleted, name="Pump")

    for names in (LAMPS, LAMPS[::-1]):
        for name in ("Fan", "Lamp", "Start Door"):
            versions.replay(DRAWING % names, name=name)

    assert versions.deeds == ["deleted Fan", "deleted Lamp", "deleted Start Door"] * 2


def test_no_other_shape_is_pressed_if_the_text_is_not_there(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(DRAWING % LAMPS, deleted, name="Pump")

    with pytest.raises(FlowError):
        versions.replay(DRAWING % [name for name in LAMPS if name != "Fan"], name="Fan")

    assert versions.deeds == []
