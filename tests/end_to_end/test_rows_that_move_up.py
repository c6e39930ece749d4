"""A row that is deleted: the next one moves up under the pointer, and shows controls that carry its own name."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<style>tr span { visibility: hidden } tr:hover span { visibility: visible } td { height: 40px } td:first-child { width: 400px }</style>
<table></table><script>
for (const name of ["Ash", "Birch", "Cedar", "Elm", "Fir"]) {
  const row = document.querySelector("table").insertRow();
  row.innerHTML = `<td>${name}</td><td><span><button>Delete ${name}</button> <a href="#">Edit ${name}</a></span></td>`;
  row.querySelector("button").onclick = () => {
    deed(name);
    setTimeout(() => { %s }, 100);
  };
}
</script>"""
GOES = PAGE % "row.remove()"


def deleted(page: Any, name: str) -> None:
    page.get_by_role("cell", name=name, exact=True).hover()
    page.get_by_role("button", name=f"Delete {name}").click()
    page.get_by_role("button", name=f"Delete {name}").wait_for(state="detached")
    page.wait_for_timeout(100)


def test_the_controls_of_the_row_that_moved_up_are_no_effect(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(GOES, deleted, name="Birch")
    (stored,) = lab.store.versions("task")
    assert stored.steps[-1].effects.appeared == ()

    for name in ("Elm", "Ash", "Fir"):
        versions.replay(GOES, name=name)

    assert versions.deeds == ["Elm", "Ash", "Fir"]


@pytest.mark.variants(8)
@pytest.mark.parametrize("what", ["say('Sorry')", "row.nextElementSibling.remove()"], ids=["nothing", "another row"])
def test_a_row_that_stays_is_not_deleted(lab: Lab, page: Any, what: str) -> None:
    versions = Versions(lab, page)
    versions.learn(GOES, deleted, name="Birch")

    with pytest.raises(AmiError):
        versions.replay(PAGE % what, name="Cedar")
