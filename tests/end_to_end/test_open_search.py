"""A search field that an application keeps open: the press that opened it in the lesson is left out, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://search.test"
PEOPLE = ("Ada Adams", "Ben Burke", "Cleo Wald")
PAGE = """<style>em, [role=button] {{ display: inline-block; width: 20px; height: 20px; border: 1px solid }}</style>
<main><h1>People</h1><div class="bar"><span class="sign" role="button" tabindex="0"><em data-icon="{icon}"></em></span>
<input type="{type}" placeholder="Find" value="{kept}" {state}></div>{more}<ul id="list"></ul></main>
<p role="status"></p><script>
const field = document.querySelector('.bar input'), told = document.querySelector('[role=status]');
const draw = () => {{ list.innerHTML = {people}.filter((one) => one.includes(field.value))
  .map((one) => `<li><button>${{one}}</button></li>`).join(''); }};
document.querySelector(".sign").onclick = () => {{ field.hidden = !field.hidden; }};
field.oninput = draw;
list.onclick = ({{ target }}) => {{ if (target.matches('button')) told.textContent = `has ${{target.textContent}}`; }};
draw();
</script>"""


def shown(page: Any, kept: str = "", **more: str) -> None:
    """Show the page, with the field open if a search was kept."""
    words = {"icon": "search", "type": "search", "more": "", "state": "" if kept else "hidden", **more}
    body = PAGE.format(kept=kept, people=list(PEOPLE), **words)
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def opened(page: Any, name: str) -> None:
    page.locator(".sign").click()
    page.get_by_placeholder("Find").fill(name)
    page.get_by_role("button", name=name).click()


def said(page: Any) -> str:
    return str(page.get_by_role("status").inner_text())


def test_the_press_that_opens_an_open_search_is_left_out(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "open a person", {"name": "Ada Adams"}, teacher=opened)
    for kept, name in (("Ada Adams", "Ben Burke"), ("", "Cleo Wald"), ("Ben", "Ben Burke")):
        shown(page, kept)
        lab.run(page, "open a person", {"name": name}, mode=Mode.REPLAY, timeout=5.0)
        assert said(page) == f"has {name}"


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    ("kept", "more"),
    [
        ("", {"icon": "delete"}),  # another command stands there
        ("Ada", {"icon": "delete"}),
        ("Ada", {"state": "hidden", "more": '<p><input type="search" placeholder="Find" value="Ada"></p>'}),
    ],
)
def test_another_control_or_the_field_of_another_list_is_none(
    lab: Lab, page: Any, kept: str, more: dict[str, str]
) -> None:
    shown(page)
    lab.run(page, "open a person", {"name": "Ada Adams"}, teacher=opened, timeout=5.0)
    shown(page, kept, **more)
    with pytest.raises(FlowError):
        lab.run(page, "open a person", {"name": "Ben Burke"}, mode=Mode.REPLAY, timeout=3.0)
    assert said(page) == ""


def test_a_field_that_is_no_search_may_be_open_for_another_record(lab: Lab, page: Any) -> None:
    shown(page, type="text")
    lab.run(page, "open a person", {"name": "Ada Adams"}, teacher=opened, timeout=5.0)
    shown(page, "Ada", type="text")
    with pytest.raises(FlowError):
        lab.run(page, "open a person", {"name": "Ben Burke"}, mode=Mode.REPLAY, timeout=3.0)
    assert said(page) == ""
