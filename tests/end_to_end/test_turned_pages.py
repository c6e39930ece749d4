"""A control that turns the pages of a list moved in a redesign: the other rows that it brings confirm that it is the one."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

ROWS = """<script>
const pages = [['Ann Lee', 'Bo Ray'], ['Cy Orr', 'Di Fox']];
let at = 0;
const draw = () => { list.innerHTML = ''; for (const who of pages[at]) {
  const row = document.createElement('div');
  row.innerHTML = `<p>${who}</p><button>Delete</button>`;
  row.lastChild.onclick = () => { deed(who); row.remove(); say(`${who} is gone`); };
  list.append(row); } };
next.onclick = () => setTimeout(() => { TURN; }, 60);
draw();
</script>"""
TURN = "at += 1; draw()"
NEXT = "<script>const next = document.querySelector('.next');</script>"
WAS = f"""<h2>People</h2><div id="list"></div>
<div><div><div><div><div><button class="next">Next</button></div></div></div></div></div>{NEXT}{ROWS}"""
NOW = f"""<main style="padding: 9px"><h2>People</h2><section id="list"></section>
<div><div><span>Page 1 of 2</span></div><div><div><button class="next">Next</button></div></div></div></main>{NEXT}{ROWS}"""


def delete(page: Any, who: str) -> None:
    page.get_by_role("button", name="Next").click()
    page.locator("div").filter(has=page.get_by_text(who, exact=True)).last.get_by_role("button").click()
    page.get_by_text(f"{who} is gone").wait_for()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    """The task, learned on the first release."""
    versions = Versions(lab, page)
    versions.learn(WAS.replace("TURN", TURN), delete, who="Cy Orr")
    return versions


def test_the_rows_of_the_next_page_confirm_the_control_that_moved(versions: Versions) -> None:
    run = versions.replay(NOW.replace("TURN", TURN), who="Di Fox")

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == ["Di Fox"]


OTHERS = {
    "it turns nothing": NOW.replace("TURN", "0"),
    "it sends the form": NOW.replace("TURN", TURN).replace('class="next"', 'class="next" type="submit" form="f"')
    + "<form id='f' onsubmit='return false'></form>",
    "it turns pictures beside the list": NOW.replace("TURN", "0").replace(
        "<main", "<aside><img alt='A'><button>Next</button></aside><main"
    ),
}


@pytest.mark.variants(3)
@pytest.mark.parametrize("why", OTHERS)
def test_without_other_rows_nothing_is_deleted(why: str, versions: Versions) -> None:
    with pytest.raises(AmiError):
        versions.replay(OTHERS[why], timeout=2.0, who="Di Fox")

    assert versions.deeds == []
