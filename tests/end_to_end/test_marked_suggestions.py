"""A list of suggestions marks the typed words in its entries: a click on a mark chooses the entry."""

from __future__ import annotations

from typing import Any

from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://ward.test"
WARD = """<h1>Ward</h1><label>Patient <input id="who" autocomplete="off"></label><div id="found"></div>
<button onclick="saved.push(who.value); note.textContent = 'Visit planned'">Plan visit</button><p role="status" id="note"></p><script>
const saved = [], people = ['Tim', 'Tim Lee', "Ann O'Connor", 'Ann Lee'];
who.oninput = () => {
  const words = who.value.split(' ').filter(Boolean);
  found.replaceChildren(...people.filter((one) => words.every((word) => one.includes(word))).map((one) => {
    const entry = document.createElement('div');
    entry.innerHTML = words.reduce((text, word) => text.replace(word, `<span class="mark">${word}</span>`), one);
    entry.onclick = () => { who.value = one; found.replaceChildren(); };
    return entry;
  }));
};
</script>"""


def plan(page: Any, patient: str) -> None:
    page.get_by_label("Patient").press_sequentially(patient)
    page.locator(".mark").first.click()
    page.get_by_role("button", name="Plan visit").click()


def test_the_entry_is_chosen_whose_mark_was_clicked(lab: Lab, page: Any) -> None:
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=WARD))
    page.goto(SITE)
    lab.run(page, "plan a visit", {"patient": "Tim"}, teacher=plan)

    page.goto(SITE)
    lab.run(page, "plan a visit", {"patient": "Ann O'Connor"}, mode=Mode.REPLAY, timeout=4.0)

    assert page.evaluate("saved") == ["Ann O'Connor"]
