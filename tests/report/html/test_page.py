"""The page in a browser: hostile texts stay texts, nothing is requested, verdicts become a journal that is absorbed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pytest_ami.cli.app import ami
from pytest_ami.model.outcome import Cause, Drift, StepEvidence
from pytest_ami.report.html.content import content
from pytest_ami.report.html.writer import write_report
from pytest_ami.store.facts import decode
from pytest_ami.store.journal import read
from tests.support.reports import ABOUT, Known, entry

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    "</script><style>body{display:none}</style>\u202eevil\u200b\x1b[31m\u2066{{constructor}}"
)
NAMELESS = """() => [...document.querySelectorAll("button, input, textarea")].filter((el) => !el.labels?.length
    && !(el.getAttribute("aria-label") || el.textContent).trim()).length"""
"""Counts the controls without an accessible name."""

SESSION = "01a220fb-1af0-73be-bd13-0c3e37c76b7c"


def step(number: int) -> StepEvidence:
    texts: Any = dict.fromkeys(("target", "value", "url", "thinking", "verdict"), HOSTILE)
    return StepEvidence(step=number, action="click", **texts, evidence=(HOSTILE,), seen=(HOSTILE,))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report whose texts all come from a hostile page."""
    drift = Drift(step=1, cause=Cause.MISSING, title=HOSTILE, evidence=(HOSTILE,), old_xpath=HOSTILE)
    run = {**entry("stale", SESSION, drift=drift, version=3), "task": HOSTILE, "workflow": "v3"}
    made = content(ABOUT, {HOSTILE: [run]}, Known({SESSION: (step(1), step(2))}, dialogue=HOSTILE))
    made.data["notes"], made.data["history"] = [HOSTILE], [{"run": "r", "at": HOSTILE, "counts": {"stale": 1}}] * 2
    made.data["runs"][0]["trend"] = ["red);position:fixed;inset:0;background:(red", "stale"]
    target = tmp_path_factory.mktemp("report") / "report.html"
    write_report(target, made)
    return target


@pytest.fixture
def report(path: Path, browser: Any) -> Iterator[Any]:
    """The report in a browser; `heard` has what the page asked for and said."""
    page = browser.new_page(viewport={"width": 375, "height": 800})
    page.heard = []
    page.on("request", lambda request: page.heard.append(request.url))
    page.on("console", lambda message: page.heard.append(message.text))
    page.on("pageerror", lambda error: page.heard.append(str(error)))
    page.goto(path.as_uri())
    yield page
    page.close()


def test_hostile_texts_stay_texts_and_nothing_is_requested(report: Any, path: Path) -> None:
    report.get_by_role("button", name="Evidence of step 1").click()

    assert report.title() == "Learned web flows, run run-1"
    assert report.locator("dialog img, dialog script, article script, article img").count() == 0
    shown = report.locator("body").inner_text()
    assert "<script>document.title='taken'</script>" in shown
    assert "\\u202eevil\\u200b\\u001b[31m\\u2066" in shown
    assert not any(sign in shown for sign in "\u202e\u200b\x1b\u2066")
    assert [one for one in report.heard if not one.startswith("data:")] == [path.as_uri()]
    assert report.evaluate("document.documentElement.scrollWidth") <= 375
    placed = report.locator(".trend i").evaluate_all("all => all.map((one) => getComputedStyle(one).position)")
    assert placed == ["static"] * 2


def test_everything_is_reached_and_judged_by_keys(report: Any) -> None:
    report.get_by_role("button", name="Evidence of step 1").focus()
    report.keyboard.press("Enter")
    for key in ("w", "ArrowRight", "c"):
        report.keyboard.press(key)
    report.keyboard.press("Escape")

    pressed = report.locator(".strip [aria-pressed=true]")
    assert [pressed.nth(n).get_attribute("aria-label") for n in (0, 1)] == ["Step 1 is wrong", "Step 2 is correct"]
    assert report.get_by_role("status").inner_text() == "2 verdicts"
    assert report.evaluate(NAMELESS) == 0


def test_verdicts_are_saved_as_a_journal_that_is_absorbed(report: Any, tmp_path: Path) -> None:
    report.get_by_role("button", name="Step 2 is wrong").click()
    report.get_by_label("Your name").fill("ann\u202e")
    report.get_by_role("button", name="Evidence of step 2").click()
    report.get_by_label("The right action").fill(" click\u200b it ")
    report.keyboard.press("Escape")
    with report.expect_download() as download:
        report.get_by_role("button", name="Save verdicts").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)

    fact = decode(saved.read_bytes().rstrip(b"\n"))
    assert fact is not None
    assert (fact.kind, fact.task, fact.workflow, fact.test) == ("verdict", HOSTILE, "v3", HOSTILE)
    known = {key: fact.data[key] for key in ("session", "step", "label", "reviewer", "correction", "action", "target")}
    assert known == {
        "session": SESSION, "step": 2, "label": "wrong", "reviewer": "ann\\u202e", "correction": "click\\u200b it",
        "action": "click", "target": HOSTILE,
    }  # fmt: skip
    done = CliRunner().invoke(ami, ["absorb", str(saved), "--dir", str(tmp_path / ".ami")])
    assert "1 new fact" in done.output, done.output
    again = CliRunner().invoke(ami, ["absorb", str(saved), "--dir", str(tmp_path / ".ami")])
    assert "nothing new, 1 fact known" in again.output
    assert read(saved).skipped == 0
