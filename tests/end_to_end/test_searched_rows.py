"""Enter searches a list that is drawn anew later: a row that was there before is not pressed until then."""

from __future__ import annotations

from typing import Any

from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PEOPLE = """<h2>People</h2><label>Search <input id="field"></label><div id="list"></div><script>
const people = ['Ann Lee', 'Bo Ray', 'Cy Orr', 'Di Fox'];
let busy = false;
const draw = (text) => { list.innerHTML = ''; for (const who of people.filter((one) => one.includes(text))) {
  const row = document.createElement('div');
  row.innerHTML = `<p>${who}</p><button>Edit</button>`;
  row.lastChild.onclick = () => { if (!busy) { deed(who); say(`Editing ${who}`); } };
  list.append(row); } };
field.onkeydown = (event) => { if (event.key !== 'Enter') return;
  busy = true; setTimeout(() => { busy = false; draw(field.value); }, 700); };
draw('');
</script>"""


def edit(page: Any, who: str) -> None:
    page.get_by_label("Search").fill(who)
    page.get_by_label("Search").press("Enter")
    page.get_by_text("Ann Lee").wait_for(state="detached")
    page.get_by_role("button", name="Edit").click()
    page.get_by_text(f"Editing {who}").wait_for()


def test_a_row_that_the_search_leaves_there_is_pressed_when_the_search_is_over(lab: Lab, page: Any) -> None:
    """Streamlit loses a press on a row while its script runs."""
    versions = Versions(lab, page)
    versions.learn(PEOPLE, edit, who="Cy Orr")

    run = versions.replay(PEOPLE, who="Ann Lee")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Ann Lee"]
