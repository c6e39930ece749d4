"""A veil over the whole window, whatever its role: a teacher sees the dialog before it, and the flow goes on in it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Observation
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = (
    """<button>Authorize</button><button>Delete</button><div style="height: 3000px"></div><button>Far away</button>"""
)
VEIL = "position: fixed; inset: 0; background: #0008"
BOX = "position: fixed; top: 100px; left: 300px; width: 300px; height: 200px; background: white"
DIALOG = '<div style="{box}"><label>Value <input></label> <button>Apply</button> <button>Close</button></div>'
FORMS = {
    "a veil beside the dialog": f'<div class="ux"><div style="{VEIL}"></div>{DIALOG.format(box=BOX)}</div>',
    "a dialog in the veil": f'<div style="{VEIL}">{DIALOG.format(box=BOX)}</div>',
    "both in the body": f'<div style="{VEIL}"></div>{DIALOG.format(box=BOX)}',
}


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


def observed(page: Any, body: str) -> list[str]:
    def program() -> c.Program[Observation]:
        seen: Observation = yield c.Observe()
        return seen

    page.set_content(body)
    session = ContextSession(page)
    try:
        return [one.name for one in SyncDriver(session).run(program()).elements]
    finally:
        session.close()


@pytest.mark.parametrize("form", FORMS)
def test_a_teacher_is_not_shown_the_controls_behind_a_veil(page: Any, form: str) -> None:
    assert observed(page, PAGE + FORMS[form]) == ["Value", "Apply", "Close"]


@pytest.mark.parametrize(
    "layer",
    [
        f'<div style="{BOX}">A note</div>',
        f'<div style="{VEIL}; pointer-events: none"></div>',
        '<div style="position: fixed; top: 0; left: 0; right: 0; height: 60px; background: white">A bar</div>',
    ],
)
def test_any_other_layer_hides_nothing_from_a_teacher(page: Any, layer: str) -> None:
    assert observed(page, PAGE + layer) == ["Authorize", "Delete", "Far away"]


def test_an_application_in_a_fixed_box_over_the_window_is_no_veil(page: Any) -> None:
    assert observed(page, f'<div style="{VEIL}; overflow: auto">{PAGE}</div>') == ["Authorize", "Delete", "Far away"]


FORM = """<button id="open">Open the form</button>
<div id="box" style="display: none; {style}"><label>Name <input id="name"></label> <button id="store">{label}</button></div>
<script>document.getElementById('open').onclick = () => {{ document.getElementById('box').style.display = 'block'; }};
document.getElementById('store').onclick = () => {{ deed(document.getElementById('name').value); say('Stored'); }};
</script>"""
WIDE = "position: fixed; top: 60px; left: 0; width: 100%; height: 600px; background: white"


def stored(page: Any, who: str) -> None:
    page.get_by_role("button", name="Open the form").click()
    page.get_by_label("Name").fill(who)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Stored").wait_for()


def test_a_layer_in_which_the_flow_has_acted_is_in_nobodys_way(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM.format(style="", label="Save"), stored, who="Ada")

    run = versions.replay(FORM.format(style=WIDE, label="Save changes"), who="Ben")

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == ["Ben"]
