"""The steps of a workflow after a healed replay, updated with the evidence that was found. Pure.

Rules of this module:

* A healed element gets its current fingerprint. Its former names stay as aliases.
* A control that was pressed on the way becomes an optional step: it may not be needed next time.
* A step that was left out stays and becomes optional. The effects of a healed step never change here.
* A text that a lesson typed to find an entry of a list need not stay in its field: nobody has seen the form used, and
  many fields are empty again as soon as the entry is chosen.

It knows steps and reports. It must never know a page or a store.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.contradictions.surroundings import carried
from pytest_ami.elements.stated_values import with_stated
from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.message_check import CHOICES
from pytest_ami.engine.effects.partial import Partial, keeping
from pytest_ami.engine.recording.evidence import templated, without_choice
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.engine.report import Replayed, StepReport
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

MOST_ALIASES = 8
"""The most former names that are kept of an element."""


def updated_steps(steps: Sequence[Step], reports: Iterable[StepReport], values: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the steps of the version that results from a healed replay.

    Args:
        steps: The steps of the replayed version.
        reports: The reports of these steps.
        values: Parameter values without secrets.
    """
    known = {report.number: report for report in reports}
    made: list[Step] = []
    for number, step in enumerate(steps, start=1):
        report, before = known.get(number), known.get(number - 1)
        if report is None:  # it was carried out and had another effect, on the element that the step before had found
            healed = before is not None and before.new_evidence is not None and same_element(steps[number - 2], step)
            made.append(with_new_evidence(step, before, values) if before is not None and healed else step)
            continue
        made += [one for one in report.inserted if one.target not in (other.target for other in steps)]
        made.append(with_new_evidence(step, report, values))
    return tuple(made)


def partly_done(carried: Sequence[Step], report: Replayed, values: Mapping[str, str]) -> tuple[Step, ...]:
    """Return the finished steps if enough of the last one's effects came: with the element on which it was done.

    Args:
        carried: The steps that were carried out; at least one.
        report: The replay that stopped at the last of them.
        values: Parameter values without secrets.
    """
    reports = (*report.steps, *([report.unmet] if report.unmet else ()))
    *before, last = updated_steps(carried, reports, values)
    effects = keeping(carried[-1].effects, report.enough or Partial(), values)
    return (*before, replace(last, effects=effects))


def same_element(first: Step, second: Step) -> bool:
    """Return whether two steps were recorded on one element of one page, such as typing and pressing Enter."""
    if first.target is None or second.target is None or (first.tab, first.frame) != (second.tab, second.frame):
        return False
    a, b = first.target, second.target
    return first.route == second.route and (a.absolute_xpath, a.shadow, a.role) == (b.absolute_xpath, b.shadow, b.role)


def retargeted(steps: Sequence[Step], old: Step, new: Step) -> tuple[Step, ...]:
    """Return the steps with the element of ``old`` replaced by the element of ``new``, and its key in their requests.

    Args:
        steps: The steps that follow.
        old: The step as it was stored.
        new: The step as it is now, chosen or taught.
    """
    was, now = (one.target.attributes.get("name", "") if one.target else "" for one in (old, new))
    return tuple(
        replace(
            step,
            target=new.target if same_element(old, step) else step.target,
            frame=new.frame if same_element(old, step) else step.frame,
            sent=requests.rekeyed(step.sent, was, now, old.value),
        )
        for step in steps
    )


def with_new_evidence(step: Step, report: StepReport, values: Mapping[str, str]) -> Step:
    """Return a step with its element as a replay found it."""
    if report.skipped:
        return replace(step, optional=True)
    if report.new_evidence is None or step.target is None:
        return step
    now = without_choice(templated(report.new_evidence, values, step.kind), step.effects)
    return with_found_element(step, now, step.frame if report.frame is None else report.frame)


def with_found_element(step: Step, now: Fingerprint, frame: tuple[str, ...]) -> Step:
    """Return a step with its element as one look at the page found it; its former names stay as aliases.

    One look does not tell which of the texts around a deed stay whatever the values are. So those that a recording
    kept stay, and of those beside its button the ones that hold a value: "Total €118.70" is that of one cart.

    Args:
        step: The step, with its recorded element.
        now: The element, with parameter values written as ``{{name}}``.
        frame: The frame of the element.
    """
    old = step.target
    assert old is not None  # noqa: S101  (only an element is found again)
    former = [name for name in (*old.aliases, old.name) if name and name != now.name]
    aliases = tuple(dict.fromkeys(former))[-MOST_ALIASES:]
    kept = with_stated(carried(old, now), now)
    target = replace(kept, counts=old.counts, lookalikes=old.lookalikes, aliases=aliases)
    return replace(step, target=target, frame=frame)


def without_sought(steps: tuple[Step, ...], left: Sequence[Step], taught: Iterable[Step]) -> tuple[Step, ...]:
    """Return the steps; if a taught one at the end typed the name of the entry that comes next, its field may lose it.

    Args:
        steps: The finished steps.
        left: The stored steps with which the replay goes on.
        taught: The steps of all lessons of the flow.
    """
    last, entry = steps[-1] if steps else None, left[0].target if left else None
    if last is None or entry is None or last.kind is not StepKind.FILL or left[0].kind is not StepKind.CLICK:
        return steps
    sought = entry.role in CHOICES and bool(last.effects.listed) and entry.name == last.value
    own = any((one.kind, one.value) == (last.kind, last.value) for one in taught)
    return (*steps[:-1], replace(last, effects=replace(last.effects, keeps=""))) if sought and own else steps
