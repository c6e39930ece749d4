"""A control that does another thing for each of its parts: the part that was clicked is clicked again, or nothing is."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

CARDS = """<main>{cards}</main><script>
document.querySelector("main").addEventListener("click", (event) => {{
  const name = event.target.closest("[data-name]").dataset.name;
  deed(`${{event.target.closest(".remove, [data-action=remove]") ? "removed" : "opened"}} ${{name}}`);
  say(`${{name}} is done`);
}});
</script>"""
CARD = '<div role="button" tabindex="0" data-name="{name}" style="width: 400px"><b>{name}</b> the boat of the port {sign}</div>'
TEXT, SIGN = (
    '<span class="remove">remove</span>',
    '<svg width="12" height="12" data-action="remove"><path d="M1 1L9 9"/></svg>',
)


def cards(sign: str) -> str:
    return CARDS.format(cards="".join(CARD.format(name=name, sign=sign) for name in ("Gull", "Tern", "Auk")))


def removed(page: Any, boat: str) -> None:
    page.locator(f"[data-name={boat}] :is(span, svg)").click()
    page.get_by_text(f"{boat} is done").wait_for()


@pytest.mark.parametrize("sign", [TEXT, SIGN], ids=["text", "sign"])
def test_the_part_of_a_card_that_was_clicked_is_clicked_again(lab: Lab, page: Any, sign: str) -> None:
    versions = Versions(lab, page)
    versions.learn(cards(sign), removed, boat="Gull")

    versions.replay(f"<p style='height: 900px'>Above</p>{cards(sign)}", boat="Auk")

    assert versions.deeds == ["removed Auk"]


def test_a_card_whose_clicked_part_is_gone_is_not_clicked(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(cards(SIGN), removed, boat="Gull")

    with pytest.raises(StaleError, match="a click hits"):
        versions.replay(cards(""), timeout=1.0, boat="Auk")

    assert versions.deeds == []
