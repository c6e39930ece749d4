"""A value that no step decides by: nothing on the page says that the record is this run's, so a lesson needs more."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from tests.support.lab import Lab
from tests.support.versions import Versions

POOLS = """<h1>Pools</h1><ul></ul><script>
for (const name of ["local", "beta"]) {
  const row = document.createElement("li"), box = document.createElement("input");
  box.type = "checkbox";
  box.onchange = () => fetch(`/pools/${name}`, { method: "PATCH", body: "paused" }).then(() => say("Paused"));
  row.append(box);
  document.querySelector("ul").append(row);
}</script>"""


def test_a_value_that_only_a_request_carries_is_not_used(lab: Lab, page: Any) -> None:
    def pause(page: Any, pool: str) -> None:
        page.get_by_role("checkbox").first.check()
        page.get_by_text("Paused").wait_for()

    versions = Versions(lab, page)

    with pytest.raises(TeacherError, match="carried out without pool"):
        versions.learn(POOLS, pause, pool="local")


BOARD = """<h1>Board</h1><p>Dig pond</p><a href="#" onclick="say('Closed'); return false">No. 7</a><p>Mow lawn</p>"""


def test_a_value_that_only_stands_beside_an_element_is_not_used(lab: Lab, page: Any) -> None:
    def close(page: Any, title: str) -> None:
        page.get_by_text("No. 7").click()
        page.get_by_text("Closed").wait_for()

    versions = Versions(lab, page)

    with pytest.raises(TeacherError, match="carried out without title"):
        versions.learn(BOARD, close, title="Mow lawn")


EVENTS = """<h1>Booking</h1><ul><li>Regatta</li><li>Marathon</li></ul><button>Book</button><div id=out></div><script>
document.querySelector("button").onclick = () => { document.querySelector("#out").innerHTML = `@DONE@`; };
</script>"""


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    "done",
    [
        "<p role=status>Booked</p>",
        "<button>Open Regatta</button><button>New booking</button>",
        "<h2>Your booking</h2><p>It is for Regatta, in May</p>",
    ],
    ids=["listed", "in a part of a name", "in a text"],
)
def test_a_value_that_the_page_shows_by_itself_is_not_used(lab: Lab, page: Any, done: str) -> None:
    def book(page: Any, event: str) -> None:
        page.get_by_role("button", name="Book", exact=True).click()
        page.wait_for_timeout(200)

    versions = Versions(lab, page)

    with pytest.raises(TeacherError, match="carried out without event"):
        versions.learn(EVENTS.replace("@DONE@", done), book, event="Regatta")
