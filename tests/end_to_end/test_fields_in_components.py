"""Fields in shadow roots of one component have one path each, the same: they are still different fields."""

from __future__ import annotations

from typing import Any

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
