"""A box that a script hides is opened by the control whose own code names the box, or the variable that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HOST, Versions

OPEN = """<h1>Books</h1><div id="filters"><a href="#" id="es">Spanish</a></div>
<script>es.onclick = () => { deed('es'); say('Filtered'); };</script>"""
DRAWER = """<h1>Books</h1><div class="knob" {opener}>Filter</div>
<section id="filters" {shown} style="display: none"><b {closer}>x</b><a href="#" id="es">Spanish</a></section>
<script>es.onclick = () => {{ deed('es'); say('Filtered'); }};
const flip = (on) => {{ filters.style.display = on ? 'block' : 'none'; count(on ? 'open' : 'closed'); }};
document.querySelector('.knob').addEventListener('click', () => flip(filters.style.display === 'none'));
document.querySelector('b').addEventListener('click', () => flip(false));</script>"""
WAYS = {
    "a variable": ('x-on:click="filterOpen = true"', 'x-show="filterOpen"'),
    "a variable that is turned": ('@click.prevent="filterOpen = !filterOpen"', 'v-show="filterOpen"'),
    "the id in a handler": ("onclick=\"console.log('filters')\"", ""),
    "the id in a hook": ('data-drawer-target="filters"', ""),
}


def filtered(page: Any) -> None:
    page.get_by_role("link", name="Spanish").click()
    page.get_by_text("Filtered").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("way", WAYS)
def test_the_control_that_names_the_box_or_its_variable_opens_it(lab: Lab, page: Any, way: str) -> None:
    opener, shown = WAYS[way]
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)

    run = versions.replay(DRAWER.format(opener=opener, shown=shown, closer='x-on:click="filterOpen = false"'))

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == ["open", "es"]


def test_a_control_that_names_another_box_is_not_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)

    with pytest.raises(StaleError, match="hidden"):
        versions.replay(DRAWER.format(opener='x-on:click="sortOpen = true"', shown='x-show="filterOpen"', closer=""))

    assert versions.deeds == []


AUTHOR = """<h1>Book</h1><form><p class="author"><label for="who">Author</label> <input id="who">
<a id="add_author" href="/authors/new">Add</a></p></form>"""
IN_A_MENU = """<h1>Book</h1><form><p class="author"><label for="who">Author</label> <input id="who">
<span class="dots" @click="rowMenu = !rowMenu">more</span></p></form>
<nav id="row-menu" x-show="rowMenu" style="display: none"><a id="add_author" href="/authors/new">Add another author</a></nav>
<script>document.querySelector('.dots').onclick = () => {{
  const box = document.getElementById('row-menu'); box.style.display = box.style.display ? '' : 'none'; count('menu'); }};
</script>""".replace("{{", "{").replace("}}", "}")


def added(page: Any) -> None:
    page.get_by_role("link", name="Add").click()
    page.get_by_role("heading", name="/authors/new").wait_for()


def test_an_element_that_moved_into_a_menu_under_a_longer_name_is_relearned_with_its_opener(
    lab: Lab, page: Any
) -> None:
    versions = Versions(lab, page)
    versions.learn(AUTHOR, added)
    with pytest.raises(StaleError):
        versions.replay(IN_A_MENU)
    page.goto(f"{HOST}/")

    run = lab.run(page, "task", {}, mode=Mode.AUTO, teacher="offline", timeout=4.0)

    assert (run.outcome, run.steps) == (Outcome.RELEARNED, 2)
    assert versions.deeds == ["menu"]
    assert versions.replay(IN_A_MENU).outcome is Outcome.REPLAYED
    assert versions.deeds == ["menu", "menu"]


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "code",
    ["filterOpen = true; wipe()", "filterOpen = true; record = 7", "filterOpen = 7", "filterOpen = true, wipe()"],
)
def test_a_control_that_does_anything_else_than_open_the_box_is_not_pressed(lab: Lab, page: Any, code: str) -> None:
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)

    with pytest.raises(StaleError, match="hidden"):
        versions.replay(DRAWER.format(opener=f'x-on:click="{code}"', shown='x-show="filterOpen"', closer=""))

    assert versions.deeds == []


@pytest.mark.variants(2)
@pytest.mark.parametrize("path", ["/deed", "/seen"])
def test_a_control_that_shows_a_box_and_changes_something_ends_the_replay(lab: Lab, page: Any, path: str) -> None:
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)
    opener = "<button aria-controls=filters aria-expanded=false id=op>Filters</button>"
    script = f"op.onclick = () => {{ fetch('{path}', {{method: 'POST', body: 'pressed'}}); filters.hidden = false; }};"
    body = OPEN.replace('<div id="filters">', f'{opener}<div id="filters" hidden>').replace(
        "<script>", f"<script>{script}"
    )

    if path == "/seen":
        assert versions.replay(body).outcome is Outcome.HEALED
    else:
        with pytest.raises(StaleError, match=r"a request was sent that the flow does not send.*POST /deed"):
            versions.replay(body)

    assert versions.deeds == (["pressed", "es"] if path == "/seen" else [])  # the deed was held back


BESIDE = {
    "a box to tick": '<input type="checkbox" aria-controls="filters" onclick="filters.hidden = false">',
    "a switch": '<button type="button" role="switch" aria-controls="filters" onclick="filters.hidden = false">F</button>',
    "a link to another page": '<a href="/other" aria-controls="filters">Filters</a>',
    "a button that sends a form": '<form action="/other"><button aria-controls="filters">Filters</button></form>',
    "a request in an attribute": '<button type="button" aria-controls="filters" hx-post="/other">Filters</button>',
    "a deed in its code": """<button type="button" aria-controls="filters" onclick="deed('x')">Filters</button>""",
    "a folded button with a deed": """<button type="button" aria-expanded="false" onclick="deed('x')">F</button>""",
    "a call about a record": """<button type="button" onclick="show('filters', 'Book 7')">Filters</button>""",
    "a call that clears": """<button type="button" onclick="wipe('filters')">Filters</button>""",
    "the name of a deed": '<button type="button" aria-controls="filters">Start filtering</button>',
}


@pytest.mark.variants(12)
@pytest.mark.parametrize("control", BESIDE)
def test_a_control_beside_the_box_that_does_more_is_not_pressed(lab: Lab, page: Any, control: str) -> None:
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)
    script = "<script>const show = wipe = (id) => { filters.hidden = false; deed('x'); };"
    body = OPEN.replace('<div id="filters">', f'{BESIDE[control]}<div id="filters" hidden>').replace("<script>", script)

    with pytest.raises(StaleError, match="hidden"):
        versions.replay(body)

    assert versions.deeds == []


PLAIN_WAYS = {
    "a property": "document.getElementById('filters').hidden = false",
    "a class": "document.querySelector('#filters').classList.remove('off'); this.ariaExpanded = 'true'",
    "a call": "return toggle('filters')",
    "a state of the event": "event.preventDefault(); toggle('filters', true)",
}


@pytest.mark.variants(16)
@pytest.mark.parametrize("way", PLAIN_WAYS)
def test_a_plain_handler_opens_its_box(lab: Lab, page: Any, way: str) -> None:
    code = PLAIN_WAYS[way]
    versions = Versions(lab, page)
    versions.learn(OPEN, filtered)
    script = "<style>.off { display: none }</style><script>const toggle = (id) => { filters.hidden = false; };"
    hidden = 'class="off"' if "class" in code else "hidden"
    body = OPEN.replace(
        '<div id="filters">', f'<button type="button" onclick="{code}">Filter</button><div id="filters" {hidden}>'
    ).replace("<script>", script)

    assert versions.replay(body).outcome is Outcome.HEALED
    assert versions.deeds == ["es"]
