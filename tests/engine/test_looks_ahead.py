"""The look that follows an action comes with its result, and is not taken a second time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_ami.engine.locate import looked_ahead
from pytest_ami.engine.replay import replay
from pytest_ami.model import command as c
from pytest_ami.testing.fake_page import FakePage
from tests.engine.test_replay_property import drifted
from tests.support.pages import ACTS, VALUES, Act, end, recorded, sites
from tests.support.replays import FORM, browser

ROUNDS = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WANTED = c.Look(entered=1)
BROUGHT, TAKEN = c.Seen(url="brought"), c.Seen(url="taken")


class Bringing(FakePage):
    """A fake page that gives the look after an action with its result, as a browser does."""

    brings = True

    def answer(self, command: c.Command) -> Any:
        found = super().answer(command)
        if self.brings and isinstance(command, c.Act) and command.then and found.ok:
            return replace(found, seen=super().answer(command.then))
        return found


def looks_of(page: FakePage) -> int:
    return sum(isinstance(command, c.Look) and command.timeout > 0 for command in page.commands)


def seen_after(act: c.Act, *commands: c.Command) -> str:
    """Return where the last of these looks came from, if the action brings a look with it."""

    def program() -> c.Program[str]:
        yield act
        found: Any = None
        for command in commands:
            found = yield command
        return str(found.url)

    run = looked_ahead(program())
    result: Any = None
    try:
        while True:
            command = run.send(result)
            result = c.Acted(seen=BROUGHT) if isinstance(command, c.Act) else TAKEN
    except StopIteration as stop:
        return str(stop.value)


def test_the_look_that_was_wanted_is_not_taken_again_whatever_its_time() -> None:
    assert seen_after(c.Click(then=WANTED), replace(WANTED, timeout=77)) == "brought"


def test_another_look_is_taken() -> None:
    assert seen_after(c.Click(then=WANTED), c.Look(entered=2)) == "taken"
    assert seen_after(c.Click(then=WANTED), replace(WANTED, slice=0)) == "taken"


def test_a_look_that_comes_later_is_taken() -> None:
    assert seen_after(c.Click(then=WANTED), c.Settle(), WANTED) == "taken"
    assert seen_after(c.Click(then=WANTED), WANTED, WANTED) == "taken"


def test_a_look_that_nobody_wanted_is_no_answer() -> None:
    assert seen_after(c.Click(), WANTED) == "taken"


def test_each_step_but_the_first_is_looked_at_with_the_action_before_it() -> None:
    page, plain = Bringing(browser().routes, url="http://app.test/new"), browser(url="/new")

    first, second = (one.run(replay(FORM, {"to": "a", "subject": "b"})) for one in (page, plain))

    assert first.drift is None
    assert first == second
    assert looks_of(plain) - looks_of(page) == len(FORM.steps)
    assert looks_of(page) == 1


@ROUNDS
@given(routes=sites(), acts=ACTS, data=st.data(), drifts=st.booleans())
def test_a_replay_is_the_same_with_and_without(
    routes: dict[str, dict[str, Any]], acts: list[Act], data: st.DataObject, *, drifts: bool
) -> None:
    workflow, _ = recorded(routes, acts)
    now = drifted(routes, data) if drifts else routes
    pages = [Bringing(now), Bringing(now)]
    pages[1].brings = False

    first, second = (page.run(replay(workflow, VALUES)) for page in pages)

    assert (first.drift, first.steps, first.sent) == (second.drift, second.steps, second.sent)
    assert end(pages[0]) == end(pages[1])
    assert looks_of(pages[0]) <= looks_of(pages[1])
