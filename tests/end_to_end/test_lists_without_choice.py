"""A list said its choice in its name; in the next release its name is its label alone. Another list of it is not taken."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

SCRIPT = """<script>
const chosen = {};
function listed(box, label, name, options) {
  const show = (now) => { box.innerHTML = `<div><label aria-hidden="true">${label}</label><div><div class="now">${now}</div>
    <input role="combobox" aria-haspopup="listbox" aria-label="${name(now)}" readonly></div></div>`;
    box.querySelector('input').onclick = () => { const list = document.createElement('ul'); list.role = 'listbox';
      for (const one of options) { const li = document.createElement('li'); li.role = 'option'; li.textContent = one;
        li.onclick = () => { chosen[box.id] = one; list.remove(); show(one); }; list.append(li); }
      box.append(list); }; };
  show(options[0]);
}
</script>"""
SAVE = """<button id="save">Save</button><script>
save.onclick = () => { deed(JSON.stringify(chosen)); say('Saved'); };</script>"""
SHIFTS = "['Noon', 'Late', 'Night']"


def made(name: str, label: str = "Shift", *, around: str = "{}", more: str = "") -> str:
    """Return a page with a list; ``name`` is the body of the function that names it."""
    body = around.format(f'<h2>Edit</h2><div id="shift"></div>{SAVE}')
    return f"{more}{body}{SCRIPT}<script>listed(shift, '{label}', (now) => `{name}`, {SHIFTS});</script>"


WAS = made("Selected ${now}. Shift")
NOW = made("Shift", around="<main><section>{}</section></main>")
FILTER = f"""<header><div id="filter"></div></header>{SCRIPT}<script>listed(filter, 'Shift', () => 'Shift', {SHIFTS});
</script>"""


def save(page: Any, shift: str) -> None:
    page.get_by_role("combobox").last.click()
    page.get_by_role("option", name=shift, exact=True).click()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    """The task, learned on the first release."""
    versions = Versions(lab, page)
    versions.learn(WAS, save, shift="Late")
    return versions


def test_the_label_alone_names_the_list(versions: Versions) -> None:
    run = versions.replay(NOW, shift="Night")

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == ['{"shift":"Night"}']


OTHERS = {
    "a filter of that label": made("Week").replace("'Shift'", "'Week'") + FILTER,
    "a filter beside a longer label": made("Selected ${now}. Shift (weekly)", "Shift (weekly)", more=FILTER),
    "a filter above the form": made("Week", "Week", around="<main><section>{}</section></main>", more=FILTER),
}


@pytest.mark.variants(3)
@pytest.mark.parametrize("why", OTHERS)
def test_another_list_of_that_label_is_not_taken(why: str, versions: Versions) -> None:
    with pytest.raises(AmiError):
        versions.replay(OTHERS[why], timeout=2.0, shift="Night")

    assert versions.deeds == []
