"""A date that is entered before a list is opened: the list is no effect of the date, and no keys type the date."""

from __future__ import annotations

from typing import Any

from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<label>Day <input type="date" id="day"></label>
<label>Port <input id="port" role="combobox" aria-expanded="false" readonly></label><div id="list"></div>
<button id="sail">Sail</button><script>
const port = document.getElementById("port"), list = document.getElementById("list");
port.onmousedown = () => {
  list.innerHTML = '<ul role="listbox">' + ["Brest", "Kiel", "Cork"].map((one) => `<li role="option">${one}</li>`).join("") + "</ul>";
  port.setAttribute("aria-expanded", "true");
  for (const option of list.querySelectorAll("li")) option.onclick = () => {
    port.value = option.textContent;
    port.setAttribute("aria-expanded", "false");
    list.replaceChildren();
  };
};
document.getElementById("sail").onclick = () => { deed(`${document.getElementById("day").value} ${port.value}`); say("Sailed"); };
</script>"""


def sailed(page: Any, day: str, port: str) -> None:
    page.get_by_label("Day").fill(day)
    page.get_by_label("Port").click()
    page.get_by_role("option", name=port).click()
    page.get_by_role("button", name="Sail").click()
    page.get_by_text("Sailed").wait_for()


def test_a_date_is_filled_although_a_list_came_next(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM, sailed, day="2027-03-12", port="Kiel")

    versions.replay(FORM, day="2028-10-24", port="Cork")
    versions.replay(FORM, day="2027-05-05", port="Brest")

    assert versions.deeds == ["2028-10-24 Cork", "2027-05-05 Brest"]
