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


SEATS = ["Anders", "Boris", "Cyril", "Delia"]


def plan(text: str, shape: str = "<circle r='14' cx='{x}' cy='30'/>", step: int = 120) -> str:
    """Return a plan of seats; the text of each stands at ``text``, from its shape at ``x``; ``last`` begins anew."""
    places = [(40 + step * n, 40 + step * ((n + 1) % len(SEATS)), n) for n in range(len(SEATS))]
    groups = "".join(
        f"<g>{shape.format(x=x)}<text {text.format(x=x, following=following, y=20 * n)}>{SEATS[n]}</text></g>"
        for x, following, n in places
    )
    return f"""<svg width="700" height="160">{groups}</svg><script>
for (const group of document.querySelectorAll("g")) group.firstChild.onclick = () => {{
  deed(`freed ${{group.textContent}}`); say(`The seat of ${{group.textContent}} is free`);
}};</script>"""


UNDER = plan("x='{x}' y='66' text-anchor='middle'")


def freed(page: Any, name: str) -> None:
    page.locator("g").filter(has=page.get_by_text(name, exact=True)).locator("> :first-child").click()
    page.get_by_text(f"The seat of {name} is free").wait_for()


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "now",
    [
        plan("x='{x}' y='12' text-anchor='middle'"),
        plan("x='{x}' dx='22' y='34'"),
        plan("x='{x}' dx='12' y='34'", shape="<circle r='3' cx='{x}' cy='30'/>", step=30),
        plan("x='560' y='{y}' dy='30'"),
        plan("x='{x}' y='150'"),
    ],
    ids=["above", "beside", "close together", "in a list at the side", "far below"],
)
def test_the_texts_of_shapes_may_move(lab: Lab, page: Any, now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(UNDER, freed, name="Boris")

    versions.replay(now, name="Cyril")

    assert versions.deeds == ["freed Cyril"]


@pytest.mark.variants(8)
@pytest.mark.parametrize("text", ["x='{following}' y='66' text-anchor='middle'", "x='{following}' y='34'"])
def test_a_text_at_the_shape_of_another_group_names_nothing(lab: Lab, page: Any, text: str) -> None:
    versions = Versions(lab, page)
    versions.learn(UNDER, freed, name="Boris")

    with pytest.raises(FlowError):
        versions.replay(plan(text), name="Cyril")

    assert versions.deeds == []
