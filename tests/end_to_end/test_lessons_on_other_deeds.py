"""Where a page shows the control of a step for another deed, a flow ends before a teacher takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HOST, Versions

DIM = "position: fixed; inset: 0; background: #0008; z-index: 9"
BOX = '<div style="background: white; margin: 90px; padding: 9px">{0}</div>'


def taught(lab: Lab, page: Any, task: str, body: str, show: Callable[..., None], **params: str) -> Versions:
    versions = Versions(lab, page)
    versions.task = task
    versions.learn(body, show, **params)
    return versions


def relearned(versions: Versions, body: str, **params: str) -> Run:
    versions.body = body
    versions.page.goto(f"{HOST}/")
    run = versions.lab.run(versions.page, versions.task, params, mode=Mode.AUTO, teacher="offline", timeout=4.0)
    versions.page.wait_for_timeout(100)
    return run


def stops(versions: Versions, body: str, **params: str) -> None:
    with pytest.raises(AmiError):
        relearned(versions, body, **params)
    versions.page.wait_for_timeout(100)
    assert versions.deeds == []


# ---- a form in front of the form -----------------------------------------------------------------------------------

SHELF = """<h1>Shelves</h1><label>Signature <input id="{id}"></label> <button type="button" onclick="{deed}">Shelve book</button>"""
HERE = SHELF.format(id="sig", deed="deed('shelve ' + sig.value); say('Book shelved')")
DAMAGED = SHELF.replace("<h1>Shelves</h1>", "<h2>Damaged book</h2>").format(
    id="bad", deed="deed('damaged ' + bad.value); say('Book shelved')"
)


def shelved(page: Any, sig: str) -> None:
    page.get_by_label("Signature").fill(sig)
    page.get_by_role("button", name="Shelve book").click()
    page.get_by_text("Book shelved").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("role", ["", 'role="dialog" aria-modal="true"'])
def test_a_form_of_the_same_names_in_front_of_the_recorded_one_is_not_taken(lab: Lab, page: Any, role: str) -> None:
    versions = taught(lab, page, "shelve a book", HERE, shelved, sig="Q 12")

    stops(versions, f'{HERE}<div {role} style="{DIM}">{BOX.format(DAMAGED)}</div>', sig="Q 34")


def test_a_form_that_moved_into_a_dialog_is_relearned(lab: Lab, page: Any) -> None:
    versions = taught(lab, page, "shelve a book", HERE, shelved, sig="Q 12")
    moved = HERE.replace("sig", "code").replace("<h1>Shelves</h1>", "<h2>Shelve a book</h2>")

    run = relearned(versions, f'<h1>Shelves</h1><div role="dialog" style="{DIM}">{BOX.format(moved)}</div>', sig="Q 34")

    assert run.outcome is Outcome.RELEARNED
    assert versions.deeds == ["shelve Q 34"]


# ---- a dialog that takes more ---------------------------------------------------------------------------------------

VISIT = """<h1>Visits</h1><button onclick="deed('visit'); say('Visit booked')">Book visit</button>"""
IN_DIALOG = (
    """<h1>Visits</h1><div role="dialog" aria-modal="true" aria-label="Booking" style="{style}">{box}</div>""".replace(
        "{style}", DIM
    )
)
ASKS = "<p>{0}</p><button onclick=\"deed('{1}'); say('Visit booked')\">Book visit</button>"


def visited(page: Any) -> None:
    page.get_by_role("button", name="Book visit").click()
    page.get_by_text("Visit booked").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("text", ["For the whole family", "Every week from now on", "For all children"])
def test_a_control_in_a_new_dialog_that_takes_more_is_not_taken(lab: Lab, page: Any, text: str) -> None:
    versions = taught(lab, page, "book a visit", VISIT, visited)

    stops(versions, IN_DIALOG.format(box=BOX.format(ASKS.format(text, "more"))))


def test_a_control_in_a_new_dialog_of_the_same_deed_is_relearned(lab: Lab, page: Any) -> None:
    versions = taught(lab, page, "book a visit", VISIT, visited)

    run = relearned(versions, IN_DIALOG.format(box=BOX.format(ASKS.format("Please bring your card.", "visit"))))

    assert run.outcome is Outcome.RELEARNED
    assert versions.deeds == ["visit"]


# ---- a choice under the title of another deed ---------------------------------------------------------------------------

TREES = """<h1>Garden</h1><p>Tree: <b id="tree">none</b></p><button onclick="box.hidden = false">Choose</button>
<button onclick="deed('water ' + tree.textContent); say('Tree watered')">Water</button>
<div id="box" role="dialog" aria-label="Trees" hidden style="position: fixed; right: 0; top: 0; background: #eee">
{title}<button onclick="{deed}take('Oak')">Oak</button><button onclick="{deed}take('Elm')">Elm</button></div>
<script>const take = (what) => {{ tree.textContent = what; box.hidden = true; }};</script>"""


def watered(page: Any, tree: str) -> None:
    page.get_by_role("button", name="Choose").click()
    page.get_by_role("button", name=tree).click()
    page.get_by_role("button", name="Water").click()
    page.get_by_text("Tree watered").wait_for()


def test_a_choice_in_a_dialog_with_the_title_of_another_deed_is_not_taken(lab: Lab, page: Any) -> None:
    versions = taught(lab, page, "water a tree", TREES.format(title="", deed=""), watered, tree="Oak")

    stops(versions, TREES.format(title="<h2>Buy a tree</h2>", deed="deed('buy');"), tree="Elm")


def test_a_choice_in_a_dialog_with_a_title_of_its_own_is_taken(lab: Lab, page: Any) -> None:
    versions = taught(lab, page, "water a tree", TREES.format(title="", deed=""), watered, tree="Oak")

    relearned(versions, TREES.format(title="<h2>Which tree?</h2>", deed=""), tree="Elm")

    assert versions.deeds == ["water Elm"]


# ---- a panel of another record ---------------------------------------------------------------------------------------

PARCELS = """<h1>Parcels</h1><table>{rows}</table><aside id="side" {shown}>{title}
<button onclick="deed('return ' + open_); say('Parcel returned')">Return parcel</button></aside>
<script>let open_ = '{open}'; const show = (id) => {{ {show} }};</script>"""
ROW = "<tr><td>{0}</td><td>{1}</td><td><button onclick=\"show('{0}')\">{2}</button></td></tr>"
OPENS = "open_ = id; side.hidden = false;"
GOODS = (("P-1", "Lamp"), ("P-2", "Vase"), ("P-3", "Rug"))


def parcels(
    *,
    button: str = "View",
    show: str = OPENS,
    shown: str = "",
    opened: str = "P-1",
    title: str = "<h2>Parcel</h2>",
    goods: tuple[tuple[str, str], ...] = GOODS,
) -> str:
    rows = "".join(ROW.format(*one, button) for one in goods)
    return PARCELS.format(rows=rows, shown=shown, open=opened, show=show, title=title)


def returned(page: Any, parcel: str) -> None:
    page.locator("tr", has_text=parcel).get_by_role("button").click()
    page.get_by_role("button", name="Return parcel").click()
    page.get_by_text("Parcel returned").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    "body",
    [
        parcels(button="Inspect"),
        parcels(goods=GOODS[:1] + GOODS[2:]),
        parcels(show=""),
    ],
    ids=["the buttons have another name", "the record is gone", "the panel stays as it is"],
)
def test_a_panel_that_may_be_open_for_another_record_is_not_used(lab: Lab, page: Any, body: str) -> None:
    versions = taught(lab, page, "return a parcel", parcels(shown="hidden", opened=""), returned, parcel="P-3")

    stops(versions, body, parcel="P-2")


def test_a_panel_that_names_the_record_is_used(lab: Lab, page: Any) -> None:
    versions = taught(lab, page, "return a parcel", parcels(shown="hidden", opened=""), returned, parcel="P-3")
    named = parcels(button="Inspect", opened="P-2", title="<h2>Parcel P-2</h2>")

    relearned(versions, named, parcel="P-2")

    assert versions.deeds == ["return P-2"]
