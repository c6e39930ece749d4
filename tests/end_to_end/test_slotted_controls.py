"""A component draws elements of the page in the slots of its shadow root: they belong to what is around the slot."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

COMPONENTS = """<script>
const define = (name, root) => customElements.define(name, class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = root; }
});
define("deck-button", "<button> <slot></slot> </button>");
define("slow-button", "<deck-button><slot></slot></deck-button>");
define("port-dialog", `<style>
  .scrim { position: fixed; inset: 0; background: #0003 }
  .body { position: fixed; top: 40px; left: 40px; width: 300px; height: 90px; overflow-y: auto; background: #fff }
</style><div role="dialog" aria-label="Boats"><div class="scrim"></div><div class="body"><slot></slot></div></div>`);
</script>"""

BUTTON = f"""{COMPONENTS}<label>Boat <input></label> <slow-button>Update</slow-button><script>
document.querySelector("slow-button").onclick = () => {{ deed(document.querySelector("input").value); say("Updated"); }};
</script>"""


def updated(page: Any, boat: str) -> None:
    page.get_by_label("Boat").fill(boat)
    page.get_by_role("button", name="Update").click()
    page.get_by_text("Updated").wait_for()


def test_a_text_in_a_slot_of_a_button_is_that_button(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(BUTTON, updated, boat="Gull")

    versions.replay(BUTTON, boat="Tern")

    assert versions.deeds == ["Tern"]


CARD = f"""{COMPONENTS}<boat-card><b>Gull, the oldest boat of the port</b> <span>Scrap</span></boat-card><script>
define("boat-card", "<div role='button' tabindex='0'><slot></slot></div>");
document.querySelector("boat-card").onclick = (event) => {{ deed(event.target.localName); say("Done"); }};
</script>"""


def scrapped(page: Any) -> None:
    page.get_by_text("Scrap").click()
    page.get_by_text("Done").wait_for()


def test_a_part_of_what_a_control_takes_in_is_clicked_itself(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(CARD, scrapped)

    versions.replay(CARD)

    assert versions.deeds == ["span"]


LIST = f"""{COMPONENTS}<port-dialog></port-dialog><script>
for (const boat of ["Gull", "Tern", "Auk", "Skua", "Petrel", "Fulmar", "Gannet"]) {{
  const one = document.createElement("p");
  one.setAttribute("role", "option");
  one.textContent = boat;
  one.onclick = () => {{ deed(boat); say(`${{boat}} is chosen`); }};
  document.querySelector("port-dialog").append(one);
}}
</script>"""
BEHIND = LIST.replace("</port-dialog>", "</port-dialog><port-dialog></port-dialog>", 1)


def chosen(page: Any, boat: str) -> None:
    page.get_by_role("option", name=boat).click()
    page.get_by_text(f"{boat} is chosen").wait_for()


def test_a_dialog_does_not_cover_what_is_drawn_in_it(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(LIST, chosen, boat="Tern")

    versions.replay(LIST, boat="Gannet")
    assert versions.deeds == ["Gannet"]

    with pytest.raises(StaleError, match="cover"):
        versions.replay(BEHIND, timeout=1.0, boat="Gannet")


DRAWER = """<button onclick="drawer.hidden = false">Choose a boat</button>
<article id="drawer" hidden><h2>Boats</h2><button onclick="finder.hidden = false; finder.focus()"><i class="seek"></i></button>
<main><input id="finder" aria-label="Boat" hidden><table></table></main></article><script>
const rows = (part) => document.querySelector("table").replaceChildren(...["Gull", "Tern", "Auk"].filter((one) => one.includes(part)).map((boat) => {
  const row = document.createElement("tr");
  row.innerHTML = `<td>${boat}</td>`;
  row.onclick = () => { deed(boat); say("Chosen"); drawer.hidden = true; };
  return row;
}));
rows("");
finder.oninput = () => rows(finder.value);
</script>"""


def found(page: Any, boat: str) -> None:
    page.get_by_role("button", name="Choose a boat").click()
    page.locator("#drawer button").click()
    page.get_by_label("Boat").fill(boat)
    page.get_by_role("cell", name=boat).click()
    page.get_by_text("Chosen").wait_for()


def test_a_drawer_around_the_main_part_is_no_record(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(DRAWER, found, boat="Gull")

    versions.replay(DRAWER, boat="Auk")

    assert versions.deeds == ["Auk"]
