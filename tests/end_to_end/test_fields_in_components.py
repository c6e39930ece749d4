"""Fields in shadow roots of one component have one path each, the same: they are still different fields."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError, StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<form id="form"><port-field label="Boat"></port-field><port-field label="Captain"></port-field>
<button>Enter</button></form><script>
customElements.define("port-field", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = `<div><label for="field"></label><input id="field"></div>`;
    this.shadowRoot.querySelector("label").textContent = this.getAttribute("label");
  }
  get value() { return this.shadowRoot.querySelector("input").value; }
});
document.getElementById("form").onsubmit = (event) => {
  event.preventDefault();
  deed([...document.querySelectorAll("port-field")].map((field) => field.value).join(", "));
  say("Entered");
};
</script>"""


def entered(page: Any, boat: str, captain: str) -> None:
    page.locator("port-field[label=Boat] input").fill(boat)
    page.locator("port-field[label=Captain] input").fill(captain)
    page.get_by_role("button", name="Enter").click()
    page.get_by_text("Entered").wait_for()


def test_two_fields_of_a_component_are_two_steps(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM, entered, boat="Gull", captain="Ann")

    versions.replay(FORM, boat="Tern", captain="Bob")

    assert versions.deeds == ["Tern, Bob"]


CARDS = """<div id="cards"></div><script>
customElements.define("deck-button", class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<button><slot></slot></button>"; }
});
customElements.define("boat-card", class extends HTMLElement {
  show([boat, port]) {
    this.attachShadow({ mode: "open" }).innerHTML = "<style>p { margin: 2px }</style><h3></h3><p></p><deck-button>Launch</deck-button> <deck-button>Scrap</deck-button>";
    this.shadowRoot.querySelector("h3").textContent = boat;
    this.shadowRoot.querySelector("p").textContent = `lies in ${port}`;
    this.shadowRoot.querySelectorAll("deck-button").forEach((one) => {
      one.onclick = () => { deed(`${one.textContent} ${boat}`); say(`${boat}: ${one.textContent}`); };
    });
  }
});
for (const one of %s) { const card = document.createElement("boat-card"); cards.append(card); card.show(one); }
</script>"""

BOATS = '[["Gull", "Brest"], ["Heron", "Kiel"], ["Tern", "Cork"], ["Skua", "Kiel"]]'
OTHERS = '[["Skua", "Kiel"], ["Petrel", "Cork"], ["Gull", "Brest"]]'


def launched(page: Any, boat: str) -> None:
    page.locator("boat-card").filter(has=page.get_by_role("heading", name=boat)).get_by_text("Launch").click()
    page.get_by_text(f"{boat}: Launch").wait_for()


def test_a_component_among_its_like_is_the_card_of_a_record(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(CARDS % BOATS, launched, boat="Heron")

    versions.replay(CARDS % BOATS, boat="Tern")
    versions.replay(CARDS % OTHERS, boat="Petrel")
    versions.replay(CARDS % OTHERS, boat="Gull")

    assert versions.deeds == ["Launch Tern", "Launch Petrel", "Launch Gull"]


def test_no_card_of_another_record_is_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(CARDS % BOATS, launched, boat="Heron")

    with pytest.raises(FlowError, match="Heron"):
        versions.replay(CARDS % OTHERS, boat="Heron")

    assert versions.deeds == []


TABLE = """<table><thead><tr><th>Boat</th><th>Sails</th><th></th></tr></thead><tbody></tbody></table><script>
customElements.define("x-mark", class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<button aria-label="Remove">x</button>'; }
});
for (const [boat, sails] of [["Gull", ["jib"]], ["Heron", ["jib", "main"]], ["Tern", []], ["Skua", ["main"]], ["Petrel", ["jib", "main"]]]) {
  const row = document.querySelector("tbody").insertRow();
  row.insertCell().textContent = boat;
  row.insertCell().innerHTML = sails.map((sail) => `<span>${sail} <x-mark></x-mark></span>`).join("");
  row.insertCell().innerHTML = "<x-mark></x-mark>";
  row.cells[1].onclick = (event) => { if (event.target.localName === "x-mark") { deed(`sail of ${boat}`); say(`${boat} lost a sail`); } };
  row.cells[2].onclick = () => { deed(boat); say(`${boat} removed`); };
}</script>"""


def removed(page: Any, boat: str) -> None:
    page.get_by_role("row").filter(has_text=boat).locator("td").nth(2).get_by_role("button").click()
    page.get_by_text(f"{boat} removed").wait_for()


def unrigged(page: Any, boat: str) -> None:
    page.get_by_role("row").filter(has_text=boat).locator("td").nth(1).get_by_role("button").click()
    page.get_by_text(f"{boat} lost a sail").wait_for()


def test_controls_of_one_name_in_components_are_told_apart_by_their_columns(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(TABLE, removed, boat="Heron")

    versions.replay(TABLE, boat="Petrel")
    versions.replay(TABLE, boat="Gull")

    assert versions.deeds == ["Petrel", "Gull"]


def test_the_control_of_another_column_is_not_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(TABLE, unrigged, boat="Gull")

    versions.replay(TABLE, boat="Skua")
    with pytest.raises(StaleError):
        versions.replay(TABLE, boat="Tern")

    assert versions.deeds == ["sail of Skua"]
