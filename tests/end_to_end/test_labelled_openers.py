"""A box that opens a list and holds the list's own field with its label: the label is its name, not the present choice."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<h1>Parcel</h1>{lists}<button id="go">Send</button><script>
for (const box of document.querySelectorAll('[role=button]')) box.onclick = () => {{
  const list = document.createElement('div');
  list.setAttribute('role', 'listbox');
  list.innerHTML = ['Van', 'Bike', 'Boat', 'Plane'].map((one) => `<div role="option" tabindex="-1">${{one}}</div>`).join('');
  list.onclick = (event) => {{ box.querySelector('b').textContent = event.target.textContent; list.remove(); }};
  document.body.append(list);
}};
go.onclick = () => {{ deed([...document.querySelectorAll('[role=button] b')].map((one) => one.textContent).join()); say('Sent'); }};
</script>"""
LIST = """<div role="button" tabindex="0" aria-haspopup="listbox"><label for="{id}">{label}</label><b>{now}</b>
<input id="{id}" readonly style="width:0;border:0;padding:0"></div>"""


def way(now: str) -> str:
    return FORM.format(lists=LIST.format(id="way", label="Sent by", now=now))


def both(way: str, back: str) -> str:
    first, second = (
        LIST.format(id="way", label="Sent by", now=way),
        LIST.format(id="back", label="Returned by", now=back),
    )
    return FORM.format(lists=first + second)


def show(page: Any, way: str) -> None:
    page.get_by_text("Sent by").locator("xpath=..").click()
    page.get_by_role("option", name=way).click()
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_text("Sent", exact=True).wait_for()


@pytest.mark.variants(12)
@pytest.mark.parametrize("now", ["Boat", "", "Plane"])
def test_a_list_is_opened_whatever_it_shows(lab: Lab, page: Any, now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(way("Van"), show, way="Bike")

    run = versions.replay(way(now), way="Plane" if now != "Plane" else "Van")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Plane" if now != "Plane" else "Van"]


def test_a_list_of_another_label_is_not_opened_for_its_choice(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(both("Van", "Bike"), show, way="Bike")
    other = FORM.format(lists=LIST.format(id="back", label="Returned by", now="Van"))

    with pytest.raises(FlowError):
        versions.replay(other, way="Plane")

    assert versions.deeds == []
