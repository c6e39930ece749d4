"""Special features of the bundled tracker, in a real browser: frames, drags, menus, files, tabs, a long list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pytest_ami.sites.ledger import effect

pytestmark = pytest.mark.looks

TITLE = "Map stays blank after switching accounts"
NEIGHBOUR = "Shared link opens the start page with a screen reader"
DESIGNS = ("2019", "2023", "2026")


@pytest.fixture
def tracker(browser: Browser, tracker_site: Any) -> Iterator[Page]:
    """A page of a signed-in context on the tracker; a fault in a script of its own fails the test."""
    context = browser.new_context(base_url=tracker_site.url, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(8_000)
    context.add_cookies(tracker_site.cookies())
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    context.close()
    assert faults == []


def open_issue(page: Page, site: Any, title: str = TITLE) -> None:
    page.goto(f"/issue/{site.issue(title).key}")
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def column(page: Page, design: str, status: str) -> Locator:
    if design == "2019":
        return page.locator(f"#col-{status}")
    return page.get_by_role("region", name={"done": "Done", "progress": "In progress"}[status])


@pytest.mark.parametrize("design", ["2023", "2026"])
def test_the_editor_is_another_origin_and_keeps_its_format(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    tracker.goto("/issues")
    modern = design == "2026"
    tracker.get_by_role("button", name="Report a problem" if modern else "New issue").click()
    tracker.get_by_label("Summary" if modern else "Title", exact=True).fill("Written in a frame")
    if modern:
        tracker.get_by_role("button", name="Continue").click()
    frame = tracker.frame_locator("iframe")
    pad = frame.get_by_role("textbox", name="Details" if modern else "Description")
    pad.click()
    frame.get_by_role("button", name="Bold").click()
    pad.press_sequentially("loud")
    assert {child.url.split("/")[2].split(":")[0] for child in tracker.frames} == {"127.0.0.1", "localhost"}
    tracker.get_by_role("button", name="Submit report" if modern else "Create issue").click()
    expect(tracker.get_by_role("status")).to_have_text("Issue created")
    issue = tracker_site.issue("Written in a frame")
    assert (issue.text, issue.html) == ("loud", "<b>loud</b>")


def test_the_long_list_keeps_a_screenful_and_finds_its_way_down(tracker: Page, tracker_site: Any) -> None:
    tracker_site.redesign("2026")
    tracker.goto("/issues?view=all")
    rows = tracker.locator("[role=row][aria-rowindex]")
    expect(rows.first).to_be_visible()
    assert rows.count() < 40
    # A turn of the wheel may be lost: until its next frame is drawn, the browser takes the list for inert.
    tracker.get_by_role("table", name="Issues").evaluate("(table) => table.scrollBy(0, 30_000)")
    last = [issue for issue in tracker_site.issues if not issue.archived]
    expect(tracker.locator(f"[aria-rowindex='{30_000 // 44 + 5}'] a")).to_be_visible()
    tracker.get_by_role("table", name="Issues").press("End")
    expect(tracker.get_by_role("link", name=last[0].title, exact=True)).to_be_visible()
    assert rows.count() < 40


@pytest.mark.parametrize("design", DESIGNS)
def test_a_title_is_edited_in_its_row(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    tracker.goto("/issues")
    row = tracker.get_by_role("row").filter(has=tracker.get_by_role("link", name=TITLE, exact=True))
    if design == "2026":
        row.get_by_role("button", name="Actions").click()
        tracker.get_by_role("menuitem", name="Edit title").click()
    else:
        row.hover()
        row.get_by_role("button", name="Edit title").click()
    field = tracker.get_by_role("textbox", name="New title")
    field.fill("dropped")
    field.press("Escape")
    expect(tracker.get_by_role("link", name=TITLE, exact=True)).to_be_visible()
    assert tracker_site.effects() == ()
    if design == "2026":
        row.get_by_role("link", name=TITLE, exact=True).locator("..").dblclick(position={"x": 3, "y": 3})
    else:
        row.get_by_role("button", name="Edit title").click()
    field.fill("Map stays grey")
    field.press("Enter")
    expect(tracker.get_by_role("status")).to_have_text("Title changed")
    expect(tracker.get_by_role("link", name="Map stays grey", exact=True)).to_be_visible()
    assert tracker_site.effects() == (effect("renamed", title=TITLE, to="Map stays grey"),)


@pytest.mark.parametrize("design", DESIGNS)
def test_archiving_is_harmless_and_deleting_asks_first(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)

    def choose(name: str) -> None:
        if design == "2026":
            tracker.get_by_role("button", name="Actions").click()
            tracker.get_by_role("menuitem", name=name, exact=True).click()
        else:
            tracker.get_by_role("button", name=name, exact=True).click()

    open_issue(tracker, tracker_site)
    choose("Archive")
    expect(tracker.get_by_role("status")).to_have_text("Issue archived")
    open_issue(tracker, tracker_site, NEIGHBOUR)
    choose("Delete")
    tracker.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert [one.what for one in tracker_site.effects()] == ["archived"]
    choose("Delete")
    tracker.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(tracker.get_by_role("status")).to_have_text("Issue deleted")
    expect(tracker.get_by_role("link", name=NEIGHBOUR, exact=True)).to_have_count(0)
    assert tracker_site.effects() == (effect("archived", title=TITLE), effect("deleted", title=NEIGHBOUR))
    assert tracker_site.issue(NEIGHBOUR) is None


@pytest.mark.parametrize("design", DESIGNS)
def test_a_card_moves_by_hand_and_by_its_menu(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    tracker.goto("/board")
    card = tracker.get_by_role("listitem").filter(has=tracker.get_by_role("link", name=TITLE, exact=True))
    card.drag_to(tracker.get_by_role("link", name="Done", exact=True))
    expect(column(tracker, design, "done").get_by_role("link", name=TITLE, exact=True)).to_be_visible()
    if design == "2019":
        card.get_by_role("combobox", name="Move to").select_option("In progress")
    else:
        card.get_by_role("button", name="Move to").focus()
        tracker.keyboard.press("Enter")
        tracker.keyboard.press("ArrowDown")
        tracker.keyboard.press("Enter")
    expect(column(tracker, design, "progress").get_by_role("link", name=TITLE, exact=True)).to_be_visible()
    assert [str(one) for one in tracker_site.effects()] == [
        str(effect("moved", title=TITLE, column=column)) for column in ("done", "progress")
    ]


@pytest.mark.parametrize("design", ["2019", "2026"])
def test_a_day_is_picked_from_the_calendar(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    open_issue(tracker, tracker_site, NEIGHBOUR)
    opener = "Target date" if design == "2026" else "Open calendar"
    tracker.get_by_role("button", name=opener).click()
    dialog = tracker.get_by_role("dialog", name="Calendar")
    dialog.get_by_role("button", name="Next month").click()
    dialog.get_by_role("button", name="15").click()
    tracker.get_by_role("button", name="Save").click()
    expect(tracker.get_by_role("link", name="Issues due that day")).to_be_visible()
    assert tracker_site.issue(NEIGHBOUR).due.endswith("-15")
    assert len(tracker_site.effects()) == 1


@pytest.mark.parametrize("design", DESIGNS)
def test_files_go_up_and_come_down(tracker: Page, tracker_site: Any, design: str, tmp_path: Path) -> None:
    tracker_site.redesign(design)
    log = tmp_path / "crash.log"
    log.write_text("line one", "utf-8")
    open_issue(tracker, tracker_site)
    tracker.get_by_label("Attach a file").set_input_files(log)
    with tracker.expect_download() as came:
        tracker.get_by_role("link", name="crash.log").click()
    assert came.value.path().read_text("utf-8") == "line one"
    tracker.goto("/issues?priority=P0")
    with tracker.expect_download() as came:
        tracker.get_by_role("link", name="CSV").click()
    assert came.value.suggested_filename == "issues.csv"
    assert tracker_site.effects() == (effect("attached", title=TITLE, file="crash.log", size=8),)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_printable_view_opens_in_a_new_tab(tracker: Page, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    open_issue(tracker, tracker_site)
    if design == "2026":
        tracker.get_by_role("button", name="Actions").click()
    with tracker.expect_popup() as opened:
        tracker.get_by_role("menuitem" if design == "2026" else "link", name="Printable view").click()
    expect(opened.value.get_by_role("heading", name=TITLE)).to_be_visible()


@pytest.mark.parametrize("design", DESIGNS)
def test_only_the_right_password_opens(browser: Browser, tracker_site: Any, design: str) -> None:
    tracker_site.redesign(design)
    context = browser.new_context(base_url=tracker_site.url)
    page = context.new_page()
    page.goto("/")
    for password in ("not this one", tracker_site.PASSWORD):
        page.get_by_label("Username").fill(tracker_site.USER)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in" if design == "2026" else "Log in").click()
        found = (
            page.get_by_role("heading", name="Issues")
            if password == tracker_site.PASSWORD
            else page.get_by_role("alert")
        )
        expect(found).to_be_visible()
    context.close()
