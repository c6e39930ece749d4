"""A deed is done once: whatever the page does after it, no replay, no lesson and no demonstration does it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.attribution import UNCHANGED, reason_at
from pytest_ami.elements.commits import commits
from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow, splice
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.commit_policy import NOT_ENTERED
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.engine.versions.rejection import replay_rejected
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.outcome import Cause, Reason
from pytest_ami.model.workflow import Effects, Workflow
from pytest_ami.teachers.offline.teacher import OfflineTeacher
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import SEND_MAIL, VALUES, Script, learned, lesson, site

Routes = dict[str, dict[str, Any]]


def mail(after: dict[str, Any] | None = None, **changes: dict[str, Any]) -> Routes:
    """Return the mail site; ``after`` is what follows the request of "Send", ``changes`` are made to its controls."""
    routes = site()
    for element in routes["/new"]["elements"]:
        if element["name"] == "Send":
            success = {"notice": "status|Message sent", "hide": ["Send"]}
            element["on"] = {"click": {"sends": "POST /send", **(success if after is None else after)}}
        element.update(changes.get(element["name"], {}))
    return routes


SENDING = learned(routes=mail())
NOTHING: dict[str, Any] = {}
BRIEF = FlowOptions(patience=2_000)
RENAMED = {"name": "Betreff", "attributes": {}, "absolute_xpath": "/betreff"}
"""A field that was redesigned, so that the page is not unchanged."""


def sends(page: FakePage) -> int:
    return len(page.health.sent)


def flow(page: FakePage, workflow: Workflow | None = SENDING, **more: Any) -> Progress:
    given, progress = more.pop("given", lesson()), more.pop("progress", Progress())
    given = replace(given, options=replace(BRIEF, **more))
    return page.run(run_flow(FlowSpec(lesson=given, workflow=workflow), progress))


class HeardPage(FakePage):
    """A page that acts when the pointer goes down and changes its element then, so that the click is held back."""

    begun = True

    def _act(self, command: c.Act, *arguments: Any, **keywords: Any) -> c.Acted:
        acted = super()._act(command, *arguments, **keywords)
        if not isinstance(command, c.Click) or not self.health.sent:
            return acted
        return replace(acted, ok=False, cause=Cause.MOVED, withheld=True, begun=self.begun, seen=None)


@pytest.mark.parametrize(("line", "times"), [("POST /send", 1), ("POST /draft", 3)])
def test_a_press_that_was_held_back_after_its_deed_is_not_made_again(line: str, times: int) -> None:
    """A list that is drawn anew when the pointer goes down: the press came three times, and undid the deed again."""
    goes = {"hide": ["Send"]} if times == 1 else {}
    page = HeardPage(mail({"sends": line, "notice": "status|Message sent", **goes}))

    report = page.run(replay(SENDING, VALUES, BRIEF))

    assert (sends(page), report.drift is None) == (times, times == 1)


def test_the_recorder_says_which_step_sent_a_request() -> None:
    assert [step.sent for step in SENDING.steps] == ["", "", "", "", "POST /send"]
    assert [commits(step) for step in SENDING.steps] == [False, False, False, False, True]


@pytest.mark.parametrize(
    "after",
    [
        NOTHING,
        {"goto": "/"},
        {"goto": "/new"},
        {"notice": "alert|The card was declined"},
        {"notice": "status|Cheers", "hide": ["Send"]},
        {"breaks": "POST /send: 500"},
        {"after": 60_000},
        {"remove": ["Send"]},
    ],
)
@pytest.mark.parametrize("teaches", ["eager", "offline", "demonstration"])
def test_whatever_follows_a_deed_on_an_unchanged_page_nobody_is_asked(after: dict[str, Any], teaches: str) -> None:
    def eager(situation: Any) -> Any:
        raise AssertionError(situation)

    page = FakePage(mail(after), teacher=eager)

    progress = flow(page, given=lesson(demonstrates=teaches == "demonstration"), url="http://app.test/")

    assert sends(page) == 1
    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.lessons == []


def test_another_outcome_on_an_unchanged_page_blames_nobody() -> None:
    report = FakePage(mail(NOTHING)).run(replay(SENDING, VALUES, BRIEF))

    assert report.drift is not None
    assert UNCHANGED in report.drift.evidence
    assert "it had sent POST /send" in report.drift.evidence
    assert reason_at(report.drift, SENDING.steps) is Reason.OUTCOME_DIFFERS
    assert report.sent == [5]


def test_another_effect_of_a_step_that_does_not_commit_is_a_redesign() -> None:
    routes = mail()
    routes["/"]["elements"][0]["on"] = {"click": {"notice": "dialog|Choose an account"}}

    report = FakePage(routes).run(replay(SENDING, VALUES, BRIEF))

    assert report.drift is not None
    assert report.drift.cause is Cause.WRONG_EFFECT
    assert reason_at(report.drift, SENDING.steps) is Reason.PAGE_CHANGED


def relearning(*moves: tuple[str, str, str] | Move) -> Script:
    """Return a teacher that finds the renamed field; the replay goes on after it, does the deed, and asks again."""
    return Script(("fill", "Betreff", "{{subject}}"), *moves)


def test_a_teacher_is_refused_a_second_deed_and_the_lesson_ends() -> None:
    script = relearning(("click", "Send", ""), ("click", "Send", ""))
    page = FakePage(mail(NOTHING, Subject=RENAMED), teacher=script)

    with pytest.raises(TeacherError, match="was done already"):
        flow(page)

    assert sends(page) == 1


def test_a_teacher_that_reports_the_new_effect_makes_a_candidate_without_a_second_deed() -> None:
    after = {"notice": "status|Cheers", "hide": ["Send"]}
    page = FakePage(mail(after, Subject=RENAMED), teacher=relearning())

    progress = flow(page)

    assert sends(page) == 1
    assert [step.kind.value for step in progress.steps] == [step.kind.value for step in SENDING.steps]
    assert progress.steps[-1].effects.notices == ("status|Cheers",)


def test_the_offline_teacher_does_not_do_a_deed_again() -> None:
    page = FakePage(mail(NOTHING, Subject=RENAMED), teacher=OfflineTeacher().advise)

    with pytest.raises(TeacherError):
        flow(page)

    assert sends(page) == 1


def test_a_demonstration_does_not_begin_anew_after_a_deed() -> None:
    routes = mail({"goto": "/sent"})
    routes["/sent"] = {"elements": [{"name": "Back", "on": {"click": {"goto": "/"}}}]}
    known = learned(*SEND_MAIL, ("click", "Back", ""), routes=routes)
    routes["/sent"] = {
        "elements": [{"name": "Return home", "absolute_xpath": "/other", "on": {"click": {"goto": "/"}}}]
    }
    page = FakePage(routes, teacher=lambda *_, **__: None)

    with pytest.raises(TeacherError, match="used already in this attempt"):
        flow(page, known, given=lesson(demonstrates=True), url="http://app.test/")

    assert sends(page) == 1
    assert not any(isinstance(command, c.Perform) for command in page.commands)


@pytest.mark.parametrize(
    "moves",
    [
        (("click", "Send", ""),) * 3,
        (("click", "Send", ""), ("fill", "To", "{{to}}"), ("click", "Send", ""), ("click", "Send", "")),
        (("click", "Send", ""), ("press", "To", "Enter"), ("press", "To", "Enter")),
    ],
)
def test_a_first_lesson_does_a_deed_once(moves: Any) -> None:
    changes = {"tag": "button", "on": {"click": {"sends": "POST /send"}}}
    enter = {"tag": "input", "on": {"press": {"sends": "POST /send"}}}
    page = FakePage(mail(NOTHING, Send=changes, To=enter), teacher=Script(*SEND_MAIL[:-1], *moves))

    with pytest.raises(TeacherError, match="was done already"):
        flow(page, None)

    assert sends(page) == 1


def test_a_first_lesson_may_do_the_same_with_something_else() -> None:
    moves = (*SEND_MAIL, ("fill", "To", "someone@else.org"), ("click", "Send", ""))
    page = FakePage(mail(NOTHING), teacher=Script(*moves))

    progress = flow(page, None)

    assert sends(page) == 2
    assert len(progress.steps) == 7


def test_after_an_error_of_the_server_other_entries_permit_nothing() -> None:
    moves = (*SEND_MAIL, ("fill", "To", "someone@else.org"), ("click", "Send", ""), ("click", "Send", ""))
    page = FakePage(mail({"breaks": "POST /send: 500"}), teacher=Script(*moves))

    with pytest.raises(TeacherError, match="was done already"):
        flow(page, None)

    assert sends(page) == 1


def test_two_deeds_that_a_green_demonstration_recorded_are_both_done() -> None:
    twice = learned(*SEND_MAIL, ("fill", "To", "someone@else.org"), ("click", "Send", ""), routes=mail(NOTHING))
    page = FakePage(mail(NOTHING))

    report = page.run(replay(twice, VALUES, BRIEF))

    assert report.drift is None
    assert sends(page) == 2


def test_a_version_never_holds_the_failed_step_and_its_repetition() -> None:
    failed, again = SENDING.steps[:1], replace(SENDING.steps[0], effects=Effects(notices=("dialog|New message",)))

    assert splice(failed, (again, *SENDING.steps[1:]), unmet=True) == (again, *SENDING.steps[1:])
    assert splice(failed, (replace(again, route="/other"),), unmet=True) == (
        replace(failed[0], effects=Effects()),
        replace(again, route="/other"),
    )


# -- an older version --------------------------------------------------------------------------------------------------


POISONED = replace(
    SENDING,
    id="v2",
    steps=(*SENDING.steps[:-1], replace(SENDING.steps[-1], effects=Effects()), replace(SENDING.steps[-1])),
)
"""The steps that a test of a refusal used to leave: the deed, and the deed again."""


def test_an_older_version_that_fits_is_followed_and_the_deed_is_done_once() -> None:
    page = FakePage(
        mail({"goto": "/sent", "notice": "status|Message sent"}) | {"/sent": {"notices": ["status|Message sent"]}}
    )
    older = learned(routes=page.routes)

    ran = page.run(replay_versions(POISONED, lambda: [replace(older, id="v1")], VALUES, BRIEF))

    assert ran.version.id == "v1"
    assert ran.replayed.drift is None
    assert ran.passed_over is not None
    assert ran.passed_over.step == 6
    assert [step.number for step in ran.replayed.steps] == [1, 2, 3, 4, 5]
    assert sends(page) == 1


def test_an_older_version_that_begins_otherwise_or_does_not_fit_is_left_alone() -> None:
    page = FakePage(mail(NOTHING))
    other = replace(SENDING, id="v1", steps=(SENDING.steps[1], *SENDING.steps[1:]))

    ran = page.run(replay_versions(SENDING, lambda: [other, replace(SENDING, id="v0")], VALUES, BRIEF))

    assert ran.version is SENDING
    assert ran.replayed.drift is not None
    assert ran.passed_over is None


def test_a_version_for_another_design_is_followed_from_the_first_step() -> None:
    routes = mail()
    page = FakePage(routes)
    assert SENDING.steps[0].target is not None
    newer = replace(SENDING.steps[0].target, name="Write", attributes={}, absolute_xpath="/write", role="link", tag="a")
    current = replace(SENDING, id="v2", steps=(replace(SENDING.steps[0], target=newer), *SENDING.steps[1:]))

    ran = page.run(replay_versions(current, lambda: [replace(SENDING, id="v1")], VALUES, BRIEF))

    assert (ran.version.id, ran.replayed.drift, sends(page)) == ("v1", None, 1)


# -- a refusal that is expected ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "refused"),
    [
        (NOTHING, 5),
        ({"notice": "alert|Unknown address"}, 5),
        (None, 0),
        ({"goto": "/"}, 0),
        ({"breaks": "POST /send: 500"}, 0),
        ({"after": 60_000}, 0),
    ],
)
def test_a_refusal_is_expected(after: dict[str, Any] | None, refused: int) -> None:
    page = FakePage(mail(after))

    found = page.run(replay_rejected(SENDING, VALUES, BRIEF))

    assert found.refused == refused
    assert bool(found.evidence) is bool(refused)
    assert sends(page) == 1


def test_a_page_that_has_changed_refuses_nothing() -> None:
    found = FakePage(mail(Subject=RENAMED)).run(replay_rejected(SENDING, VALUES, BRIEF))

    assert found.refused == 0
    assert found.replayed.drift is not None
    assert found.replayed.drift.cause is not Cause.WRONG_EFFECT


def test_a_move_that_gives_up_after_a_deed_ends_the_lesson() -> None:
    script = relearning(Move(kind=MoveKind.GIVE_UP, reason="unsure"))
    page = FakePage(mail(NOTHING, Subject=RENAMED), teacher=script)

    with pytest.raises(TeacherError, match="gave up"):
        flow(page)

    assert sends(page) == 1


def test_a_refused_entry_may_be_corrected_in_a_first_lesson() -> None:
    moves = (*SEND_MAIL, ("fill", "To", "someone@else.org"), ("click", "Send", ""), ("click", "Send", ""))
    page = FakePage(mail({"notice": "alert|The address is invalid"}), teacher=Script(*moves))

    flow(page, None)  # the last move is refused once

    assert sends(page) == 2


def test_the_deed_of_the_stored_flow_waits_for_its_values() -> None:
    script = Script(("click", "Send", ""), ("fill", "Betreff", "{{subject}}"))
    page = FakePage(mail(Subject=RENAMED), teacher=script)

    flow(page)

    assert any(NOT_ENTERED in made.problem and "{{subject}}" in made.problem for made in script.situations[-1].made)
    assert sends(page) == 1
