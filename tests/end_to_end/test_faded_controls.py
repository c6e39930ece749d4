"""A control that fades in with its box needs no step that points at the box; one that is not there before does."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<style>.card { padding: 10px; width: 300px } @STYLE@</style><main><h1>Recipes</h1>@CARDS@</main><script>
document.querySelectorAll(".card button").forEach((one) => one.onclick = () => {
  const name = one.closest(".card").querySelector("b").textContent;
  post("/archive", {name}).then(() => { one.replaceWith("archived"); });
});
</script>"""

CARDS = "".join(
    f"<article class=card><b>{name}</b> <span class=tools><button type=button aria-label=Archive>A</button></span></article>"
    for name in ("Soup", "Bread", "Cake")
)

FADES = ".card button { opacity: 0 } .card:hover button, .card:focus-within button { opacity: 1 }"
FADES_AROUND = ".tools { opacity: 0 } .card:hover .tools { opacity: 1 }"
LETS_THROUGH = (
    ".card .tools { opacity: 0; pointer-events: none } .card:hover .tools { opacity: 1; pointer-events: auto }"
)
HIDES = ".card button { opacity: 0; visibility: hidden } .card:hover button { opacity: 1; visibility: visible }"


def archive(page: Any, name: str) -> None:
    card = page.locator(".card").filter(has_text=name)
    card.hover(position={"x": 4, "y": 4})
    card.locator("button").click()


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("style", "kinds"),
    [
        (FADES, ["click"]),
        (FADES_AROUND, ["click"]),
        (LETS_THROUGH, ["hover", "click"]),
        (HIDES, ["hover", "click"]),
    ],
    ids=["fades", "its box fades", "lets the pointer through", "hidden"],
)
def test_the_box_is_pointed_at_only_if_its_control_is_not_there_before(
    desk: Desk, style: str, kinds: list[str]
) -> None:
    page = PAGE.replace("@STYLE@", style).replace("@CARDS@", CARDS)
    desk.open(page)
    desk.learn(archive, {"name": "Bread"})

    assert [step.kind.value for step in desk.steps] == kinds

    desk.open(page)
    assert desk.replay({"name": "Cake"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/archive", {"name": "Cake"})]
