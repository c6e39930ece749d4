"""The steps of one flow as evidence: the reports of the engine joined with the moments that a witness saw.

Rules of this module:

* A step of a replay is found by its number. The steps of a lesson are what the recording was reduced to, so each takes
  the next action of the same kind on an element of the same name.
* A lesson that failed has no steps: its actions stand for them.
* The step at which a flow stopped is the last one, with the cause of the drift as its verdict.
* An effect that came true is seen in the words in which it is expected, so that both can be compared.

Pure functions over plans. Must never know a file.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.elements.addresses.routes import normal_route, route_pattern
from pytest_ami.elements.text_keys import fill, fold
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.model import command as c
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.outcome import StepEvidence
from pytest_ami.model.workflow import Effects
from pytest_ami.report.evidence import EFFECTS, evidence_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_ami.browser.pictures.witness import Moment, Witness
    from pytest_ami.engine.report import StepReport
    from pytest_ami.flow.plan import Plan
    from pytest_ami.model.workflow import Step

SHOWN = (*EFFECTS, "leads to", "sends")
"""The parts of a step's evidence that are effects."""

MOST_NOTICES = 6
"""The most messages of a page that a step keeps."""


def steps_of(plan: Plan) -> tuple[StepEvidence, ...]:
    """Return the steps of a flow that has ended, as far as they were carried out.

    Args:
        plan: The plan, with its progress and its witness.
    """
    witness, progress = plan.witness, plan.progress
    moments = _timed(witness) if witness else []
    if progress.steps and progress.lessons:
        taught = _aligned(progress.steps, moments, plan.shown)
        rows = [_taught(n, step, moment, plan.shown) for n, (step, moment) in enumerate(taught, start=1)]
    else:
        rows = [*_replayed(plan, moments), *(_acted(moment) for moment in moments if moment[0].taught)]
    if witness and rows:
        rows[-1] = replace(rows[-1], after=rows[-1].after or witness.final)
    rows += _stopped(plan, witness, len(rows))
    clean = (_clean(replace(row, step=row.step or n), plan.secrets) for n, row in enumerate(rows, start=1))
    return tuple(clean)


_Timed = tuple["Moment", float]


def _timed(witness: Witness) -> list[_Timed]:
    """Return the moments, each with its seconds: from the end of the one before to its own end."""
    ends = [witness.began, *(moment.ended or witness.began for moment in witness.moments)]
    spans = [max(0.0, after - before) for before, after in pairwise(ends)]
    return list(zip(witness.moments, spans, strict=True))


# -- a replay ---------------------------------------------------------------------------------------------------------


def _replayed(plan: Plan, moments: Sequence[_Timed]) -> Iterator[StepEvidence]:
    replayed, workflow = plan.progress.replayed, plan.workflow
    steps = plan.progress.steps or (workflow.steps if workflow else ())
    by_number = {moment.note.number: (moment, span) for moment, span in moments if moment.note}
    for report in replayed.steps if replayed else ():
        if report.number <= len(steps):
            yield _confirmed(steps[report.number - 1], report, by_number.get(report.number), plan.shown)


def _confirmed(step: Step, report: StepReport, timed: _Timed | None, values: Mapping[str, str]) -> StepEvidence:
    row = _of_step(report.number, step, timed, values)
    reasons = (*report.evidence, *((report.repair,) if report.repair else ()))
    return replace(row, verdict=_verdict(report, chosen=bool(timed and timed[0].chosen)), evidence=reasons)


def _verdict(report: StepReport, *, chosen: bool) -> str:
    if report.skipped:
        return "left out"
    if chosen:
        return "chosen"
    if report.identity is None:
        return "done"
    return "repaired" if report.repair and report.identity.value == "same" else report.identity.value


def _stopped(plan: Plan, witness: Witness | None, rows: int) -> Iterator[StepEvidence]:
    """Yield the step at which the flow stopped."""
    replayed, workflow = plan.progress.replayed, plan.workflow
    drift = replayed.drift if replayed else None
    if drift is None or workflow is None or plan.progress.steps or drift.step > len(workflow.steps):
        return
    timed = (
        next((one for one in _timed(witness) if one[0].note and one[0].note.number == drift.step), None)
        if witness
        else None
    )
    number = drift.step if not plan.progress.lessons else rows + 1
    row = _of_step(number, workflow.steps[drift.step - 1], timed, plan.shown)
    final = witness.final if witness else ""
    after = final if timed else ""
    before = row.before if timed else final
    yield replace(
        row,
        verdict=drift.cause.value,
        evidence=drift.evidence,
        seen=drift.evidence,
        texts=witness.texts if witness else (),
        before=before,
        after=after,
    )


# -- a lesson ---------------------------------------------------------------------------------------------------------


def _aligned(
    steps: Sequence[Step], moments: Sequence[_Timed], values: Mapping[str, str]
) -> Iterator[tuple[Step, _Timed | None]]:
    """Yield each step with its moment: both are in order, and a moment without a step was undone or led nowhere."""
    at = 0
    for step in steps:
        found = next((i for i in range(at, len(moments)) if _fits(step, moments[i][0], values)), None)
        yield step, None if found is None else moments[found]
        at = at if found is None else found + 1


def _fits(step: Step, moment: Moment, values: Mapping[str, str]) -> bool:
    if not moment.ok or _kind(moment.command) != step.kind.value:
        return False
    if moment.element is None or step.target is None:
        return True
    names = {fill(text, values).casefold() for text in (step.target.name, step.target.label) if text}
    return not names or bool(names & {moment.element.name.casefold(), moment.element.label.casefold()})


def _taught(number: int, step: Step, timed: _Timed | None, values: Mapping[str, str]) -> StepEvidence:
    row = _of_step(number, step, timed, values)
    chosen = timed is not None and timed[0].chosen
    return replace(row, verdict="chosen" if chosen else "taught" if timed is None or timed[0].taught else "same")


def _acted(timed: _Timed) -> StepEvidence:
    """Return an action of a lesson that left no steps."""
    moment, span = timed
    element = moment.element
    return StepEvidence(
        step=0,
        action=_kind(moment.command),
        target=f'{element.role} "{element.name or element.label}"' if element else "",
        value=moment.value,
        url=moment.url,
        thinking=moment.thinking,
        verdict="taught" if moment.ok else "refused",
        evidence=() if moment.ok else (moment.problem,),
        seen=_seen(moment, Effects(), {}),
        seconds=round(span, 3),
        before=moment.before,
        after=moment.after,
    )


# -- both -------------------------------------------------------------------------------------------------------------


def _of_step(number: int, step: Step, timed: _Timed | None, values: Mapping[str, str]) -> StepEvidence:
    row = StepEvidence(
        step=number,
        action=step.kind.value,
        target=step.target.title() if step.target else "",
        value=step.value,
        url=step.route,
        expected=tuple(_phrase(one.part, one.piece) for one in evidence_of(step) if one.part in SHOWN),
    )
    if timed is None:
        return row
    moment, span = timed
    return replace(
        row,
        url=moment.url or row.url,
        thinking=moment.thinking,
        candidates=moment.note.candidates if moment.note else (),
        margin=round(moment.note.margin, 2) if moment.note and moment.note.margin is not None else None,
        seen=_seen(moment, step.effects, values),
        seconds=round(span, 3),
        before=moment.before,
        after=moment.after,
    )


def _phrase(part: str, piece: str) -> str:
    words = {"notices": "says", "appeared": "shows", "vanished": "hides", "filtered": "leaves out", "listed": "lists"}
    return f"{words.get(part, part)} {piece.replace('|', ' ', 1)}"


def _seen(moment: Moment, effects: Effects, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return what was seen after an action, each recorded effect that came true in its recorded words."""
    came = [key for key in effects.appeared if moment.present.get(fill(key, values)) is True]
    gone = [key for key in effects.vanished if moment.present.get(fill(key, values)) is False]
    recorded = {fold(fill(key, values)): key for key in effects.notices}
    notices = [recorded.get(fold(text), text) for text in moment.notices or ()]
    notices.sort(key=lambda text: text not in effects.notices)  # the rest is cut first
    parts = (("notices", notices[:MOST_NOTICES]), ("appeared", came), ("vanished", gone))
    return (*_led(moment, effects.route, values), *(_phrase(part, text) for part, texts in parts for text in texts))


def _led(moment: Moment, recorded: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the route that an action led to, as recorded if it is the recorded one; none if the page stayed."""
    if not moment.led or moment.led == moment.url:
        return ()
    led = urlsplit(moment.led)
    here = led._replace(scheme="", netloc="", path=led.path or "/").geturl()
    same = recorded and re.fullmatch(route_pattern(recorded, values), here)
    return (f"leads to {recorded if same else normal_route(moment.led, values)}",)


def _kind(command: c.Command) -> str:
    """Return the kind of step that a command is."""
    if isinstance(command, c.Click):
        return "double_click" if command.count > 1 else "right_click" if command.button == "right" else "click"
    if isinstance(command, c.Check):
        return "check" if command.on else "uncheck"
    return "close" if isinstance(command, c.CloseTab) else type(command).__name__.lower()


def _clean(row: StepEvidence, secrets: Mapping[str, str]) -> StepEvidence:
    """Return a step without secrets, of this flow and of the process."""
    if not secrets and not GATE.closed:
        return row
    return from_plain(StepEvidence, GATE.data(redact_named(to_plain(row), secrets)))
