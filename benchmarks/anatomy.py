"""Where the time of a replay goes, step by step, and how often each step asks the browser.

The figures come from Playwright's own trace of the flow of ``replay_ratio``. It has every message to the driver, and a
group for each step. A step begins with its action; the look after it belongs to it, because it waits for its effects.

The time of a message is divided: ``effect`` is the time that a look spends in the page, where it waits for effects, for
the next element, and until that stands still; ``look`` is the rest of it; ``act`` is the time of all other messages.
``ours`` is the time between two messages, and ``test`` that of the test's own assertion. Counts are exact on a busy
machine too; times are not.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.find import find_browser
from pytest_ami.browser.session import ContextSession
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode

from .replay_ratio import MAIL, Stage, by_hand, stage

START = "before the first step"
"""The part of a flow that belongs to no step: the look for the first element."""

PARTS = ("look", "effect", "act", "ours", "test")
GROUPS, ASSERTION = "Tracing", "expect"
"""The class of the messages that open and close a group, which only a trace has, and the message of an assertion."""

MARK = "ami-anatomy"
"""A word that shows in a log of the browser's protocol where a flow begins and where it ends."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message to Playwright's driver, and its answer.

    Attributes:
        step: Title of the step.
        name: The function of our page scripts that it calls, or else Playwright's name of the message.
        began: When it was sent, in milliseconds.
        ended: When its answer came.
        waited: Milliseconds that a look spent in the page.
    """

    step: str
    name: str
    began: float
    ended: float
    waited: float = 0.0

    @property
    def part(self) -> str:
        """The part to which its time belongs, but for the time in the page."""
        return {"look": "look", ASSERTION: "test"}.get(self.name, "act")


def messages(lines: Iterable[str]) -> list[Message]:
    """Return the messages of a trace, in the order of their answers.

    Args:
        lines: The lines of its ``trace.trace``.
    """
    begun: dict[str, tuple[str, dict[str, Any]]] = {}
    found: list[Message] = []
    step = START
    for event in map(json.loads, lines):
        if event["type"] == "before" and event["class"] == GROUPS:
            step = event.get("title") or step
        elif event["type"] == "before":
            begun[event["callId"]] = step, event
        elif event["type"] == "after" and event["callId"] in begun:
            where, sent = begun.pop(event["callId"])
            found.append(_message(where, sent, event))
    return found


def _message(step: str, sent: dict[str, Any], answer: dict[str, Any]) -> Message:
    given = ((sent.get("params") or {}).get("arg") or {}).get("value", {}).get("a")
    name = str(given[0]["s"]) if given else str(sent["method"])
    text = ((answer.get("result") or {}).get("value") or {}).get("s", "") if name == "look" else ""
    waited = json.loads(text).get("waited", 0.0) if text else 0.0
    return Message(step, name, sent["startTime"], answer["endTime"], waited)


def by_step(sent: Sequence[Message]) -> dict[str, dict[str, Any]]:
    """Return for each step the milliseconds of its parts, and under ``trips`` the names of its own messages."""
    found: dict[str, dict[str, Any]] = {}
    last = sent[0].began if sent else 0.0
    for one in sent:
        here = found.setdefault(one.step, {**dict.fromkeys(PARTS, 0.0), "trips": []})
        took = one.ended - one.began
        here["ours"] += max(0.0, one.began - last)
        here["effect"] += min(one.waited, took)
        here[one.part] += max(0.0, took - one.waited)
        here["trips"] += [one.name] if one.name != ASSERTION else []
        last = one.ended
    return found


def numbered(sent: Sequence[Message]) -> list[Message]:
    """Return the messages of a script, each as a step of its own; its assertion belongs to the last one."""
    own = [one for one in sent if one.name != ASSERTION]
    titles = [f"{number}. {one.name}" for number, one in enumerate(own, start=1)]
    asserted = [replace(one, step=titles[-1]) for one in sent if one.name == ASSERTION]
    return [replace(one, step=title) for one, title in zip(own, titles, strict=True)] + asserted


def middle(runs: Sequence[dict[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return the steps of several runs of one flow: medians of their times, and the least and the most messages."""
    steps = []
    for step in dict.fromkeys(step for run in runs for step in run):
        here = [run[step] for run in runs if step in run]
        trips = sorted((one["trips"] for one in here), key=len)
        times = {part: round(median(one[part] for one in here), 1) for part in PARTS}
        steps.append({"step": step, "trips": [len(trips[0]), len(trips[-1])], "messages": trips[0], **times})
    return steps


def protocol_calls(log: str) -> int:
    """Return how many calls of the browser's protocol a log has between its two marks.

    Args:
        log: What ``DEBUG=pw:protocol`` writes.
    """
    sent = [line for line in log.splitlines() if "SEND \u25ba" in line]
    marks = [at for at, line in enumerate(sent) if MARK in line]
    return marks[-1] - marks[0] - 1


@contextmanager
def _logged(file: Path) -> Iterator[None]:
    """Let drivers of Playwright that start now write the calls of the browser's protocol to a file."""
    wanted = {"DEBUG": "pw:protocol", "DEBUG_FILE": str(file)}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def _flow(made: Stage, *, replays: bool, traced: bool) -> Iterator[tuple[Page, Callable[[], object]]]:
    """Yield a page on which the flow can start, and the flow: a replay, or the script by hand."""
    with made.page() as page:
        attempt = Attempt(replace(made.attempt(Mode.REPLAY).scope, traced=traced))
        face = Ami(attempt, page) if replays else None
        page.goto("/")
        yield page, (lambda: face.run(**MAIL)) if face else (lambda: by_hand(page, **MAIL))
        if face:
            face.close()
            assert attempt.runs[-1].outcome is Outcome.REPLAYED
            attempt.commit()


def _assert_sent(page: Page) -> None:
    expect(page.get_by_role("status")).to_have_text("Message sent")


def traced_run(made: Stage, *, replays: bool) -> tuple[list[Message], float]:
    """Carry out the flow once; return its messages, and the milliseconds that it spent before and after all of them."""
    with _flow(made, replays=replays, traced=True) as (page, flow), tempfile.TemporaryDirectory() as folder:
        page.context.tracing.start()
        began = time.perf_counter()
        flow()
        seconds = time.perf_counter() - began
        _assert_sent(page)
        page.context.tracing.stop(path=Path(folder) / "trace.zip")
        with zipfile.ZipFile(Path(folder) / "trace.zip") as trace:
            sent = messages(trace.read("trace.trace").decode().splitlines())
    own = [one for one in sent if one.name != ASSERTION]
    return sent, seconds * 1000 - (own[-1].ended - own[0].began)


def _protocol(tell: Callable[[str], None]) -> dict[str, int]:
    """Return how many calls of the browser's protocol a replay needs, and the script by hand."""
    found = {}
    for side, replays in {"replay": True, "script": False}.items():
        tell(f"anatomy: calls of the protocol, {side}")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "protocol.log"
            with _logged(file), stage() as made, _flow(made, replays=replays, traced=False) as (page, flow):
                page.evaluate(f"'{MARK}'")
                flow()
                _assert_sent(page)
                page.evaluate(f"'{MARK}'")
            found[side] = protocol_calls(file.read_text("utf-8", errors="replace"))
    return found


FORM = "<form><label>Name <input></label><label>City <input></label><label>Street <input></label></form>"
FIELDS = ("Name", "City", "Street")
"""A form without ids, and the labels of its fields."""


def _filled() -> c.Program[None]:
    """Fill the form as a replay does: each text brings the look for the next field."""
    looks = [
        c.Look(target=ElementQuery(kind="fill", tag="input", role="textbox", name=name, label=name), slice=0)
        for name in FIELDS
    ]
    yield looks[0]
    for name, after in zip(FIELDS, [*looks[1:], c.Look(slice=0)], strict=True):
        acted = yield c.Fill(value=name, then=after)
        assert acted.seen, acted


def _fields(tell: Callable[[str], None]) -> dict[str, int]:
    """Return how many calls of the protocol three fields without an id need, filled by a replay and by hand."""
    found = {}
    for side in ("replay", "script"):
        tell(f"anatomy: fields without an id, {side}")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "protocol.log"
            with _logged(file), sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_browser(None, os.environ).path)
                page = browser.new_page()
                page.set_content(FORM)
                session = ContextSession(page)
                page.evaluate(f"'{MARK}'")
                if side == "replay":
                    SyncDriver(session).run(_filled())
                else:
                    for name in FIELDS:
                        page.get_by_label(name).fill(name)
                page.evaluate(f"'{MARK}'")
                browser.close()
            found[side] = protocol_calls(file.read_text("utf-8", errors="replace"))
    return found


def measure(pairs: int = 12, warm_up: int = 2, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the steps of a replay and of the script by hand: messages, and the median time of each part in ms.

    Args:
        pairs: How many runs of each count.
        warm_up: How many come before them and do not.
        tell: Called with a line of progress.
    """
    runs: dict[str, list[dict[str, dict[str, Any]]]] = {"replay": [], "script": []}
    outside = []
    with stage() as made:
        for number in range(warm_up + pairs):
            tell(f"anatomy: {number + 1} of {warm_up + pairs}")
            for side, kept in runs.items():
                sent, beside = traced_run(made, replays=side == "replay")
                if number >= warm_up:
                    kept.append(by_step(sent if side == "replay" else numbered(sent)))
                    outside += [beside] if side == "replay" else []
    found: dict[str, Any] = {}
    for side, kept in runs.items():
        steps = middle(kept)
        found[side] = {"trips": [sum(step["trips"][end] for step in steps) for end in (0, 1)], "steps": steps}
    found["replay"]["outside_ms"] = round(median(outside), 1)
    return {**found, "protocol": _protocol(tell), "fields": _fields(tell), "n": pairs}


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    shown = []
    head = f"ms, median of {found['n']}"
    for side in ("replay", "script"):
        least, most = found[side]["trips"]
        trips = f"{least}" if least == most else f"{least} to {most}"
        shown.append(f"anatomy, {side}: {trips} messages, {found['protocol'][side]} calls of the browser's protocol")
        shown.append(f"  {head:34}{''.join(f'{part:>8}' for part in PARTS)}  messages")
        for step in found[side]["steps"]:
            times = "".join(f"{step[part]:8.1f}" for part in PARTS)
            shown.append(f"  {step['step'][:33]:34}{times}  {', '.join(step['messages'])}")
    fields = found["fields"]
    return [
        *shown,
        f"  before the first and after the last message: {found['replay']['outside_ms']} ms",
        f"anatomy, three fields without an id: {fields['replay']} calls of the protocol; by hand {fields['script']}",
    ]
