"""How runs and recordings of other tools went wrong, on real pages: none of it may happen here.

Each test says in which tool and under which number it was seen. See also: dead buttons, swapped handlers and messages
from before, ``test_flows.py``; whom they took for the element, ``test_peer_failures.py``; whole runs of pytest,
``plugin/test_peer_failures.py``.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.model.errors import AmiError, NotReadyError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Status
from tests.support.drawn import DISCARD, SEND, Site, button, press
from tests.support.lab import Lab

pytestmark = pytest.mark.slow

DISPATCH = button("dispatch", "Dispatch it", "id='other'")
"""``SEND`` after a redesign: none of the old evidence is left."""


@pytest.fixture
def site(page: Any, lab: Lab) -> Site:
    return Site(page, lab)


# -- the verdict ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["/gone", pytest.param("about:blank", marks=pytest.mark.nightly)])
def test_what_cannot_be_verified_is_no_success(site: Site, where: str) -> None:
    """workflow-use ``step_verifier``: where nothing can be seen of the outcome, success is assumed."""
    site.show(SEND)
    site.learn(press("Send"))
    site.show(SEND.replace("did(", f'location.href = "{where}"; did(').replace('"send")', '"send", "")'), gone="")

    with pytest.raises(AmiError):
        site.replay()


@pytest.fixture
def silent() -> Iterator[tuple[str, threading.Event]]:
    """A server that says nothing, until it closes all connections after six seconds."""
    over, lines = threading.Event(), list[socket.socket]()
    listening = socket.create_server(("127.0.0.1", 0))

    def close() -> None:
        over.set()
        for line in lines:
            line.close()

    def serve() -> None:
        try:
            while True:
                lines.append(listening.accept()[0])
        except OSError:
            close()

    ends = threading.Timer(6, close)
    ends.start()
    threading.Thread(target=serve, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/", over
    ends.cancel()
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()


def test_a_server_that_never_answers_does_not_hold_a_replay_for_ever(
    site: Site, silent: tuple[str, threading.Event]
) -> None:
    """microsoft/playwright#39235 (healers hang): a run has an end, and it is no green one."""
    url, over = silent
    site.show(SEND)
    site.learn(press("Send"))
    site.show(SEND.replace("did(", f'location.href = "{url}"; did(').replace('"send")', '"send", "")'))

    with pytest.raises(NotReadyError):
        site.replay(timeout=1.0)
    assert not over.is_set(), "it waited until the server gave up"


# -- what is stored -------------------------------------------------------------------------------------------------


@pytest.mark.nightly  # by day: relearned, then replayed, in plugin/test_lifecycle.py
def test_a_stale_version_is_not_consumed_first_for_ever(site: Site) -> None:
    """web-infra-dev/midscene#2529: a stale entry was tried, and failed, before the good one in every run."""
    site.show(SEND)
    site.learn(press("Send"))
    site.show(SEND)
    assert site.replay(mode=Mode.AUTO).version == 1
    site.show(DISPATCH)
    assert site.replay(mode=Mode.AUTO, teacher=press("Dispatch it")).outcome is Outcome.RELEARNED

    for mode in (Mode.REPLAY, Mode.AUTO, Mode.REPLAY):
        site.show(DISPATCH)
        run = site.replay(mode=mode, teacher=press("Nobody"))
        assert (run.outcome, run.version, run.drift) == (Outcome.REPLAYED, 2, None)
    assert [w.status for w in site.lab.store.versions("it")] == [Status.SUPERSEDED, Status.ACTIVE]


def test_a_poisoned_version_gives_way_to_the_last_good_one(site: Site) -> None:
    """web-infra-dev/midscene#2529: once the wrong element was cached, every run was poisoned."""
    site.show(SEND)
    site.learn(press("Send"))
    site.show(SEND)
    site.replay(mode=Mode.AUTO)
    site.show(DISCARD)
    assert site.replay(mode=Mode.AUTO, teacher=press("Discard")).outcome is Outcome.RELEARNED
    site.done()

    for _ in range(2):  # the older version fits the page: nobody is asked, and nothing else is done
        site.show(SEND)
        assert site.replay(mode=Mode.AUTO).version == 1
        assert site.done() == ["send"]


OPEN = """<button type='button' id='open' onclick='new_.hidden = false; this.hidden = true'>New mail</button>
<form id='new_' hidden>{}</form>"""


@pytest.mark.variants(8)
@pytest.mark.parametrize("at", ["/", "/#inbox"])
def test_what_was_relearned_in_the_middle_is_a_whole_plan(site: Site, at: str) -> None:
    """web-infra-dev/midscene PR #2664: a plan made mid-page was stored as the whole one."""
    site.show(OPEN.format(SEND), at)
    site.learn(press("New mail", "Send"))
    site.show(OPEN.format(DISPATCH), at)
    run = site.replay(mode=Mode.AUTO, teacher=press("New mail", "Dispatch it"))
    assert run.drift is not None
    assert (run.outcome, run.drift.step) == (Outcome.RELEARNED, 2)
    site.done()

    site.show(OPEN.format(DISPATCH), at)
    run = site.replay()
    assert (run.outcome, run.version, run.steps) == (Outcome.REPLAYED, 2, 2)
    assert site.done() == ["dispatch"]


# -- what comes and goes --------------------------------------------------------------------------------------------

COOKIES = """<div role='dialog' aria-label='Cookies' style='position:fixed;inset:0;background:#fff'><p>We use cookies.</p>
<button type='button' onclick='this.parentNode.remove()'>Accept all</button></div>"""


@pytest.mark.nightly  # by day: what was cleared away, in test_healing.py
def test_a_popup_that_was_not_there_does_not_break_the_replay(site: Site) -> None:
    """web-infra-dev/midscene#1640, #1510."""
    site.show(SEND)
    site.learn(press("Send"))
    site.show(SEND + COOKIES)

    assert site.replay().outcome is Outcome.HEALED
    assert site.done() == ["send"]


def test_what_is_optional_is_the_action_and_never_what_follows(site: Site) -> None:
    """LambdaTest/kane-cli#102: ``optional`` skipped the assertions together with the actions."""
    site.show(SEND + COOKIES)
    site.learn(press("Accept all", "Send"), optional=("Accept all",))
    for drawn in (SEND, SEND + COOKIES):
        site.show(drawn)
        assert site.replay().outcome is Outcome.REPLAYED
        assert site.done() == ["send"]
    site.show(SEND.replace("did(", "void("))

    assert site.refused() == []


@pytest.mark.variants(8)
@pytest.mark.parametrize("names", ["One Two Three", "1 2 3"], ids=["words", "numbers"])
def test_a_slow_page_is_not_taken_for_the_next_one(site: Site, names: str) -> None:
    """browserbase/stagehand#1561: the next action came before the navigation had ended, on the page before."""
    steps = names.split()

    def step(number: int) -> str:
        to = (*steps, "end")[number + 1]
        does = f'did("{steps[number]}", ""); setTimeout(() => location.href = "/{to}", 600)'
        return f"<h1>Step {steps[number]}</h1><button type='button' onclick='{does}'>Next</button>"

    def teacher(page: Any) -> None:
        for one in steps:
            page.get_by_role("heading", name=f"Step {one}").wait_for()
            page.get_by_role("button", name="Next").click()
        page.get_by_text("The end").wait_for()

    pages = {steps[1]: step(1), steps[2]: step(2), "end": "<h1>The end</h1>"}
    site.show(step(0), **pages)
    site.learn(teacher)
    site.show(step(0), **pages)

    assert site.replay().outcome is Outcome.REPLAYED
    assert site.done() == steps


def test_what_a_moment_does_to_an_element_is_no_drift(site: Site) -> None:
    """browser-use PR #3781: focus, hover and loading classes changed the hashes of elements."""
    classes = "class='btn primary {}' {}"
    site.show(button("send", "Send", classes.format("", "")) + DISCARD)
    site.learn(press("Send"))
    site.show(
        button("send", "Send", classes.format("focused hover loading is-active ripple-7f3a", "autofocus")) + DISCARD
    )

    assert site.replay().outcome is Outcome.REPLAYED
    assert site.done() == ["send"]
