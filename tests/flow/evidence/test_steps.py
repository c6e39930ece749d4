"""The steps of a flow as evidence: what the engine reports, joined with what a witness saw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_ami.browser.pictures.witness import Moment, Witness
from pytest_ami.elements.identity import Identity
from pytest_ami.engine.relearn import FlowSpec, Progress
from pytest_ami.engine.report import Replayed, StepReport
from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
from pytest_ami.flow.evidence.steps import steps_of
from pytest_ami.flow.plan import Plan
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Element
from pytest_ami.model.look import StepNote
from pytest_ami.model.outcome import Cause, Drift, StepEvidence
from pytest_ami.model.workflow import Effects, Parameter
from tests.support.recordings import VALUES, learned

MAILING = learned()
OPEN, TO, *_, SEND = MAILING.steps


def planned(*moments: Moment, secrets: tuple[str, ...] = (), **progress: Any) -> Plan:
    parameters = tuple(Parameter(name=name, secret=name in secrets) for name in VALUES)
    spec = FlowSpec(lesson=Lesson(task="send email", parameters=parameters, values=VALUES), workflow=MAILING)
    witness = Witness("changes", bytes.decode, moments=list(moments), began=100.0, final="end.webp")
    return Plan(spec=spec, witness=witness, progress=Progress(**progress))


def report(number: int, **more: Any) -> StepReport:
    return StepReport(number=number, title=MAILING.steps[number - 1].title(), identity=Identity.SAME, **more)


def did(number: int, **more: Any) -> Moment:
    note = more.pop("note", StepNote(number=number))
    return Moment(command=c.Click(step=note), note=note, ended=100.0 + number, **more)


def taught(command: c.Command, role: str, name: str, **more: Any) -> Moment:
    return Moment(command=command, element=Element(ref="e1", role=role, name=name), taught=True, **more)


def test_the_step_at_which_a_flow_stopped_has_the_texts_of_its_page_without_secrets() -> None:
    drift = Drift(step=2, cause=Cause.MISSING, title="x")
    plan = planned(did(1), secrets=("subject",), replayed=Replayed(steps=[report(1)], drift=drift))
    assert plan.witness is not None
    plan.witness.texts = ("status Moved", f"Draft: {VALUES['subject']}")

    first, stopped = steps_of(plan)

    assert first.texts == ()
    assert stopped.texts == ("status Moved", "Draft: {{subject}}")


def test_a_replay_has_its_steps_with_their_times_and_what_was_seen() -> None:
    moments = [did(n, url="http://app.test/", led="http://app.test/new", notices=("status|Sent",)) for n in (1, 2)]

    rows = steps_of(planned(*moments, replayed=Replayed(steps=[report(1), report(2)])))

    assert [(row.step, row.action, row.verdict, row.seconds) for row in rows] == [
        (1, OPEN.kind.value, "same", 1.0),
        (2, TO.kind.value, "same", 1.0),
    ]
    assert rows[0].target == OPEN.target.title() if OPEN.target else False
    assert rows[0].seen == ("leads to /new", "says status Sent")
    assert rows[0].expected
    assert (rows[0].candidates, rows[0].margin) == ((), None)


def test_an_effect_that_came_true_is_seen_in_the_words_in_which_it_is_expected() -> None:
    effects = Effects(
        route="/mail/:id", notices=("status|Sent to {{to}}",), appeared=("button|Undo",), vanished=("dialog|New",)
    )
    shown = {"button|Undo": True, "dialog|New": False}
    said = ("status|2 new", f"status|Sent to {VALUES['to']}")
    moment = did(1, url="http://app.test/", led="http://app.test/mail/7", notices=said, present=shown)
    plan = planned(moment, replayed=Replayed(steps=[report(1)]))
    flow = replace(MAILING, steps=(replace(OPEN, effects=effects),))

    (row,) = steps_of(replace(plan, spec=replace(plan.spec, workflow=flow)))

    assert len(row.expected) == 4
    assert set(row.seen) - set(row.expected) == {"says status 2 new"}
    assert set(row.expected) < set(row.seen)


def test_an_effect_that_did_not_come_true_is_not_seen() -> None:
    effects = Effects(route="/mail/:id", notices=("status|Sent",), appeared=("button|Undo",), vanished=("dialog|New",))
    shown = {"button|Undo": "like", "dialog|New": True}
    moment = did(1, url="http://app.test/", led="http://app.test/login", notices=("alert|No",), present=shown)
    plan = planned(moment, replayed=Replayed(steps=[report(1)]))
    flow = replace(MAILING, steps=(replace(OPEN, effects=effects),))

    (row,) = steps_of(replace(plan, spec=replace(plan.spec, workflow=flow)))

    assert row.seen == ("leads to /login", "says alert No")
    assert not set(row.seen) & set(row.expected)


def test_a_heal_has_its_keys_its_candidates_and_its_margin() -> None:
    note = StepNote(number=1, doubtful=True, candidates=('button "Send": 9.1 points',), margin=4.25)
    healed = replace(report(1), identity=Identity.DRIFTED, evidence=("agrees on name, place",))

    (row,) = steps_of(planned(did(1, note=note, before="a.webp"), replayed=Replayed(steps=[healed])))

    assert (row.verdict, row.evidence) == ("drifted", ("agrees on name, place",))
    assert (row.candidates, row.margin) == (note.candidates, 4.25)
    assert (row.before, row.after) == ("a.webp", "end.webp")


def test_words_for_what_else_became_of_a_step() -> None:
    repaired, skipped = report(1, repair="closed the banner"), report(2, skipped=True)

    rows = steps_of(planned(did(1), did(3, chosen=True), replayed=Replayed(steps=[repaired, skipped, report(3)])))

    assert [row.verdict for row in rows] == ["repaired", "left out", "chosen"]
    assert rows[0].evidence == ("closed the banner",)


def test_a_flow_that_found_no_element_ends_with_that_step_and_the_page_as_it_was() -> None:
    drift = Drift(step=2, cause=Cause.MISSING, title="fill", evidence=("nothing is like it",))

    rows = steps_of(planned(did(1), replayed=Replayed(steps=[report(1)], drift=drift)))

    last = rows[-1]
    assert (last.step, last.verdict, last.seen) == (2, "missing", ("nothing is like it",))
    assert (last.before, last.after) == ("end.webp", "")


def test_a_step_without_its_effect_shows_the_page_after_it() -> None:
    drift = Drift(step=1, cause=Cause.WRONG_EFFECT, title="click", evidence=("expected status Sent",))

    (row,) = steps_of(planned(did(1, before="a.webp"), replayed=Replayed(drift=drift)))

    assert (row.verdict, row.before, row.after) == ("wrong_effect", "a.webp", "end.webp")


def test_the_steps_of_a_lesson_take_the_actions_that_became_steps() -> None:
    undone = taught(c.Click(), "button", "Settings", thinking="was wrong")
    opened = taught(c.Click(), "button", OPEN.target.name if OPEN.target else "", thinking="opens the form")
    filled = taught(c.Fill(value=VALUES["to"]), "textbox", TO.target.name if TO.target else "", thinking="fills in to")
    failed = replace(filled, ok=False, thinking="failed")

    rows = steps_of(planned(undone, opened, failed, filled, steps=MAILING.steps, lessons=[LessonResult()]))

    assert [row.thinking for row in rows[:2]] == ["opens the form", "fills in to"]
    assert [row.step for row in rows] == list(range(1, len(MAILING.steps) + 1))
    assert {row.verdict for row in rows} == {"taught"}


def test_a_lesson_that_failed_has_its_actions() -> None:
    moment = taught(c.Click(), "button", "Settings", thinking="tries it", ok=False, problem="it is covered")

    (row,) = steps_of(planned(moment, lessons=[LessonResult()]))

    assert row == StepEvidence(
        step=1, action="click", target='button "Settings"', thinking="tries it", verdict="refused",
        evidence=("it is covered",), after="end.webp",
    )  # fmt: skip


def test_a_demonstration_that_nobody_watched_has_its_steps() -> None:
    plan = planned(steps=MAILING.steps, lessons=[LessonResult()])
    plan.witness = None

    assert [row.action for row in steps_of(plan)] == [step.kind.value for step in MAILING.steps]


def test_a_secret_of_the_flow_is_shown_by_name_even_if_it_is_short() -> None:
    moment = did(1, notices=(f"status|Sent to {VALUES['to']}",))

    (row,) = steps_of(planned(moment, secrets=("to",), replayed=Replayed(steps=[report(1)])))

    assert row.seen == ("says status Sent to {{to}}",)
