"""The pages in Chromium: keys, pictures, verdicts that wait for the server, and the path by hand and by keys."""

from __future__ import annotations

import base64
import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pytest_ami.model.workflow import Status
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import TASK, click, fill, flow, learned, session
from tests.support.waiting import until

pytestmark = pytest.mark.browser

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def reviewed(store: WorkflowStore, steps: int) -> str:
    """Record a session whose steps have a picture each; that of the second step is missing."""
    version = learned(store, [click(f"Step {number}") for number in range(1, steps + 1)])
    name = session(store, version)
    folder = store.folder / "runs" / "r1"
    (folder / name).mkdir(parents=True)
    (folder / "pictures").mkdir()
    lines = []
    for number in range(1, steps + 1):
        lines.append(json.dumps({"step": number, "before": f"{number}.png"}))
        if number != 2:
            (folder / "pictures" / f"{number}.png").write_bytes(PIXEL)
    (folder / name / "steps.jsonl").write_text("\n".join(lines), "utf-8")
    return name


def saved(store: WorkflowStore, name: str) -> dict[int, tuple[str | None, str]]:
    found = (one for one in store.feedback.standing() if one.session_id == name)
    return {one.step_num: (one.user_label, one.user_correction) for one in found}


def drag(page: Page, source: Locator, target: Locator) -> None:
    """Drag as a hand does, in small moves; let go below the middle of the target."""
    start, end = source.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + end["height"] - 4, steps=8)
    page.mouse.up()


def test_a_session_is_reviewed_with_one_hand(page: Page, served: str, store: WorkflowStore) -> None:
    name = reviewed(store, 6)
    other = session(store, store.versions(TASK)[0])
    page.goto(f"{served}/session/{name}")
    caption = page.locator("#caption")

    page.keyboard.press("f")
    expect(caption).to_have_text("Step 2 of 6")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?step=2")
    expect(page.get_by_text("The picture of this step is missing.")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_label("What is right instead?")).to_be_focused()
    page.keyboard.type("leave out, f d s a z")
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(caption).to_have_text("Step 4 of 6")
    page.keyboard.press("f")
    page.keyboard.press("z")
    expect(caption).to_have_text("Step 4 of 6")
    page.keyboard.press("c")
    page.keyboard.type("fine")
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    page.keyboard.press("a")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys for one hand")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(2):
        page.keyboard.press("g")
        page.get_by_role("dialog").get_by_role("button", name="Mark correct").click()

    expect(caption).to_have_text("Step 4 of 6")
    assert page.evaluate("amiPlayer.undone.length") == 5
    until(page, "amiPlayer.outbox.waiting === 0")
    assert [(one.step_num, one.user_label) for one in store.feedback.standing() if one.session_id == other] == [
        (4, "correct")
    ]
    assert saved(store, name) == {1: ("correct", ""), 2: ("wrong", "leave out, f d s a z"), 4: ("correct", "fine")}
    page.reload()
    expect(caption).to_have_text("Step 4 of 6")
    states = page.locator("#strip a").evaluate_all("links => links.map(link => link.dataset.state)")
    assert states == ["correct", "wrong", "open", "correct", "open", "open"]


def test_a_verdict_that_cannot_be_saved_is_kept_and_sent_again(page: Page, served: str, store: WorkflowStore) -> None:
    name = reviewed(store, 3)
    page.context.route("**/verdicts", lambda route: route.abort())
    page.goto(f"{served}/session/{name}")
    beside = page.context.new_page()
    beside.goto(f"{served}/session/{name}?step=2")

    page.keyboard.press("f")
    dialog = page.get_by_role("dialog", name="verdict is not saved")
    expect(dialog).to_contain_text("kept in this browser")
    mine = page.evaluate("document.body.dataset.project")
    assert page.evaluate("Object.keys(localStorage)") == [f"ami-review-outbox-{mine}"], "another project had this port"
    beside.keyboard.press("d")
    beside.close()
    page.reload()
    expect(page.get_by_text("2 verdicts are not saved yet")).to_be_visible()
    assert saved(store, name) == {}
    page.context.unroute("**/verdicts")
    dialog = page.get_by_role("dialog", name="2 verdicts are not saved")
    dialog.get_by_role("button", name="Try again now").click()

    expect(dialog).to_be_hidden()
    expect(page.locator("#unsaved")).to_be_hidden()
    assert saved(store, name) == {1: ("correct", ""), 2: ("wrong", "")}
    assert page.evaluate("Object.values(localStorage)") == ["[]"]


def test_the_next_pictures_are_decoded_and_few_stay_in_memory(page: Page, served: str, store: WorkflowStore) -> None:
    page.goto(f"{served}/session/{reviewed(store, 110)}")
    until(page, "amiPlayer.pictures.load(amiPlayer.steps[5].pictures[0]).ready")

    for _ in range(107):
        page.keyboard.press("s")

    until(page, "document.querySelector('#picture img')?.src.endsWith('/108.png')")
    assert 90 < page.evaluate("amiPlayer.pictures.size") <= 100


def test_a_candidate_is_checked_and_accepted(page: Page, served: str, store: WorkflowStore) -> None:
    learned(store, [click("Send")])
    candidate = store.add(flow(click("Save")))
    states = [("waiting", "It begins.", False), ("green", "It replayed green.", True)]
    answers = iter({"state": state, "text": text, "done": done} for state, text, done in states)
    page.route(re.compile(r"/check(\?|$)"), lambda route: route.fulfill(json=next(answers)))
    page.clock.install()
    page.goto(f"{served}/task?task=send+email")
    page.get_by_role("button", name="Check version 2 by a replay").click()
    expect(page.get_by_text("It begins.")).to_be_visible()
    page.clock.run_for(1000)
    page.get_by_role("button", name="Accept it").click()

    expect(page.get_by_text("Version 2 is active and runs next.")).to_be_visible()
    assert [one.id for one in store.find_all()] == [candidate.id]


def test_a_path_is_edited_by_drag_and_drop_and_by_keys(page: Page, served: str, store: WorkflowStore) -> None:
    steps = [click("Compose"), fill("To", "x"), fill("To", "{{to}}"), click("Attach"), click("Send")]
    learned(store, steps)
    page.goto(f"{served}/path?task={TASK}")
    handle = page.locator(".handle")

    drag(page, handle.nth(0), handle.nth(2))
    handle.nth(0).focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Step 3:").press("m")
    page.get_by_role("button", name="Step 4:").press("Delete")
    expect(page.get_by_role("status")).to_contain_text("1 dropped, 1 merged, reordered")
    page.get_by_role("listitem").filter(has_text='click button "Send"').get_by_label("Label").fill("Send it")
    page.get_by_role("button", name="Save as a candidate").click()

    page.wait_for_url(lambda url: "/path?" not in url)
    made = store.versions(TASK)[-1]
    assert made.status is Status.CANDIDATE
    assert [step.title() for step in made.steps] == [steps[n].title() for n in (2, 0, 4)]
    assert made.sop[2] == "Send it"
