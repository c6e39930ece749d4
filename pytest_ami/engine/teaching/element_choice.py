"""Asks the teacher for a step's current element before any move is made: the cheapest question.

Rules of this module:

* At most ten elements are offered, the likeliest first, and only those that can take the action.
* The answer is one key, the step's recorded effect is the other, or the work that the page shows (a field holds the
  typed text). Without either, recorded evidence has to agree, and a deed is not asked about.
* An element already claimed by another step is not offered: steps on one page use different elements.
* The chosen element must be found again by its description alone: if another element has the same, it is refused.
* If the text of the step before brought the recorded element on screen, an open list has its successor.
* The teacher is told what the recorded evidence says of each option, also where a heal would not be sure enough.

It knows steps, observations and one question. It must never know who answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.compare import loose_similarity, with_aliases
from pytest_ami.elements.held_values import filled, held_names, held_values, holding, of_route, on_route
from pytest_ami.elements.identity import TYPED, Identity, compatible, element_query, for_ranking, rank, recognise
from pytest_ami.elements.namesakes import COLUMN, VARIES, is_its_cell, stated_route
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects.message_check import CHOICES, TEXTS
from pytest_ami.engine.recording.evidence import of_row, templated
from pytest_ami.engine.replay import ENTERED
from pytest_ami.engine.sent_requests import is_deed
from pytest_ami.engine.step_update import same_element, with_found_element
from pytest_ami.engine.teaching.counter_evidence import (
    FACT,
    against_it,
    beside_another,
    doubtful,
    in_its_view,
    searches,
)
from pytest_ami.engine.teaching.learn import without_secrets
from pytest_ami.engine.teaching.move_policy import element_refusal
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.label_synonyms import plain
from pytest_ami.lexicon.text_normalization import of_another
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Likeness, Question
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_ami.elements.candidates import CandidateScore
    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.command import Program
    from pytest_ami.model.lesson import Element, Observation, Pick
    from pytest_ami.model.look import Candidate
    from pytest_ami.model.outcome import Drift, Usage
    from pytest_ami.model.workflow import Step

MOST = 10
"""The most elements that are offered."""

CHOOSABLE = frozenset({Cause.MISSING, Cause.RENAMED, Cause.MOVED, Cause.AMBIGUOUS})
"""Causes of a drift that another element may resolve."""


def answerable(step: Step, drift: Drift) -> bool:
    """Return whether it is useful to ask for the element of a step."""
    return step.target is not None and drift.cause in CHOOSABLE and (_proves(step) or not is_deed(step))


def _proves(step: Step) -> bool:
    """Return whether the page shows that a step did its work: by a recorded effect, or by the value in a field."""
    effects = step.effects
    shows = [notice for notice in effects.notices if not notice.startswith(TEXTS)]
    found = effects.route or shows or effects.appeared or effects.vanished or effects.tab or effects.download
    return bool(found) or step.kind in ENTERED


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementAnswer:
    """The answer about the element of a step.

    Attributes:
        step: The step with the chosen element; None if none was chosen.
        usage: The cost of the answer; None without a question.
        doubted: Controls that are called like the recorded one of a deed, and that a fact rules out, as role and name.
    """

    step: Step | None = None
    usage: Usage | None = None
    doubted: tuple[str, ...] = ()


def choose_element(step: Step, steps: Sequence[Step], place: c.FrameAddress, lesson: Lesson) -> Program[ElementAnswer]:
    """Ask for the element of a step.

    Args:
        step: The stored step whose element was not found.
        steps: All steps of the flow, the finished ones in their new form.
        place: The tab and the frame in which the element was looked for.
        lesson: The lesson that would follow otherwise, with its task, values and secrets.
    """
    assert step.target is not None  # noqa: S101  (answerable)
    seen: Observation = yield c.Observe(place=c.FrameAddress(tab=place.tab))
    seen = without_secrets(seen, lesson.secrets)
    free = free_elements(step, steps, seen.elements, lesson.shown)
    ids = route_ids(seen.url)
    on_page = on_route(step.target, ids)
    known = yield from compared(step, on_page, place, lesson.shown)
    found = {one.ref: match for one in free if (match := _match(one, known))}
    recorded = filled(step.target, lesson.shown)
    brings = brought(step, lesson.shown)
    viewed = {ref: in_its_view(step, one.fingerprint, seen.url, lesson.shown) for ref, (one, _) in found.items()}
    judged = {ref: (replace(one, fingerprint=viewed[ref]), row) for ref, (one, row) in found.items()}
    likeness, cells = _likenesses(step, on_page, free, judged, lesson, brings)
    permitted = [one for one in free if not _refused(step, one, likeness[one.ref], seen.elements, lesson)]
    permitted = suggested(step, steps, permitted)
    if not _proves(step):
        permitted = [one for one in permitted if likeness[one.ref].agrees]
    offered = options(step, permitted, lesson.shown, likeness, cells)
    out = [one for one in offered if FACT in likeness[one.ref].against]
    doubted = doubtful(step, recorded, [(one.role, one.name) for one in out])
    if not offered:
        return ElementAnswer()
    question = Question(
        task=lesson.task,
        step=step.title(),
        was=_phrase(recorded.role, recorded.name, recorded.label, recorded.context),
        options=tuple(_phrase(e.role, e.name, e.label or e.placeholder, e.context) for e in offered),
        brings=brings,
        likenesses=tuple(likeness[one.ref] for one in offered),
        deed=is_deed(step),
    )
    pick: Pick = yield c.AskTeacher(situation=question)
    if pick.index is None or not 0 <= pick.index < len(offered):
        return ElementAnswer(usage=pick.usage, doubted=doubted)
    chosen = offered[pick.index]
    sketch = found[chosen.ref][0].fingerprint if chosen.ref in found else _sketch(chosen)
    target = yield from _found_again(step, sketch, chosen, place, lesson)
    changed = with_found_element(step, of_route(target, ids), chosen.frame) if target else None
    return ElementAnswer(step=changed, usage=pick.usage, doubted=doubted)


def suggested(step: Step, steps: Sequence[Step], elements: list[Element]) -> list[Element]:
    """Return the elements; only those of an open list if the text of the step before brought the recorded one.

    Args:
        step: With its recorded element.
        steps: All steps of the flow.
        elements: The elements that may be chosen.
    """
    at = next((n for n, one in enumerate(steps) if one == step), 0)
    listed = [one for one in elements if one.role in CHOICES]
    return listed if listed and at and steps[at - 1].effects.keyed else elements


def compared(
    step: Step, target: Fingerprint, place: c.FrameAddress, values: Mapping[str, str]
) -> Program[list[tuple[Candidate, CandidateScore]]]:
    """Return the page's candidates for a step, each with its full comparison with the recorded element.

    Args:
        step: The step.
        target: Its recorded element, ids as on the present route.
        place: The tab and the frame to look in.
        values: Parameter values without secrets.
    """
    found = yield c.Survey(place=place, target=element_query(target, step.kind, values), deep=True)
    seen = [one for one in found.candidates if not one.used]
    similarity = with_aliases(target.aliases, loose_similarity)
    ranking = rank(for_ranking(target, values), [one.fingerprint for one in seen], label_similarity=similarity)
    return [(seen[row.index], row) for row in ranking.rows]


def _refused(step: Step, element: Element, likeness: Likeness, elements: Sequence[Element], lesson: Lesson) -> str:
    """Return the reason why a step must not get an element. A link that leads where it led may be called otherwise."""
    if "destination" in likeness.agrees and element.role == "link" and not is_deed(step):
        lesson = replace(lesson, allow=(*lesson.allow, element.name))
    return element_refusal(step, element, elements, lesson)


def _match(
    element: Element, known: Sequence[tuple[Candidate, CandidateScore]]
) -> tuple[Candidate, CandidateScore] | None:
    """Return the candidate that an observed element is, with its comparison; None if it was not compared."""
    for candidate, row in known:
        seen = candidate.fingerprint
        same = (seen.role, seen.name, candidate.frame) == (element.role, element.name, element.frame)
        if same and _near(seen.box, element.box):
            return candidate, row
    return None


def _likenesses(
    step: Step,
    target: Fingerprint,
    free: Sequence[Element],
    found: Mapping[str, tuple[Candidate, CandidateScore]],
    lesson: Lesson,
    brings: Sequence[str],
) -> tuple[dict[str, Likeness], list[str]]:
    """Return the likeness of each observed element, and the numbers of those that are cells in place of the control.

    If a link leads where the recorded one led, it stands in another column now, and the plain cell is not meant.
    """
    recorded, seen = filled(target, lesson.shown), {ref: one.fingerprint for ref, (one, _) in found.items()}
    likeness = {one.ref: _likeness(recorded, one, found.get(one.ref), lesson.task) for one in free}
    leading = [ref for ref, one in seen.items() if leads_on(target, one, lesson.shown)]
    cells = [ref for ref, one in seen.items() if not leading and is_cell_of_record(step, one, lesson.shown)]
    for ref, one in seen.items():
        agrees = {"destination"} if ref in leading else {"cell"} if ref in cells else set()
        against = likeness[ref].against | against_it(step, one, lesson.shown, brings)
        likeness[ref] = replace(likeness[ref], agrees=likeness[ref].agrees | agrees, against=against)
    return likeness, cells


def _likeness(
    target: Fingerprint, element: Element, match: tuple[Candidate, CandidateScore] | None, task: str
) -> Likeness:
    """Return the likeness of an observed element to the recorded one; ``match`` is its comparison, if there is one."""
    worded = frozenset({"words"} if worded_like(target, element.name, task) else ())
    if match is None:
        return Likeness(agrees=worded)
    nameless = frozenset({"name"} if target.name and not element.name else ())
    beside = frozenset({"label"} if beside_another(target, match[0].fingerprint) else ())
    return Likeness(points=match[1].score, agrees=match[1].agree | worded, against=match[1].against | nameless | beside)


def worded_like(target: Fingerprint, name: str, task: str = "") -> bool:
    """Return whether a name has all words of the recorded one, and is not nearer to a control that stood beside it.

    A field that asks for a search is worded like another one. A field that asks for the same of somebody else is not
    ("Driver telephone").
    """
    if searches(target, name):
        return True
    if target.role in TYPED and of_another(target.name, name, f"{task} {target.heading} {target.landmark}"):
        return False
    own, now = _words(target.name), _words(name)
    beside = [_words(one.split("|", 2)[1]) for one in target.lookalikes if one.count("|") > 1]
    return bool(own) and own <= now and not any(own < rival <= now for rival in beside)


def _words(name: str) -> set[str]:
    return {*plain(name).casefold().split()}


def free_elements(
    step: Step, steps: Sequence[Step], elements: Sequence[Element], values: Mapping[str, str]
) -> list[Element]:
    """Return the elements that no other step claims by role and name.

    If a link "Archive" always stood beside a button "Archive", and the button is gone, the link does not replace it.

    Args:
        step: With its recorded element.
        steps: All steps of the flow.
        elements: All that the page shows.
        values: Parameter values, those of secrets left out.
    """

    def called(one: Step) -> tuple[str, str]:
        target = filled(one.target, values) if one.target else None
        return (target.role, target.name) if target else ("", "")

    taken = {called(one) for one in steps if not same_element(one, step)} - {called(step), ("", "")}
    return [element for element in elements if not element.name or (element.role, element.name) not in taken]


def brought(step: Step, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the recorded effects of a step as phrases, at most four: a download is the work itself and comes first."""
    file = fill(step.effects.download, values) if step.effects.download else ""
    keys = (*((f"download|{file}",) if file else ()), *step.effects.notices, *step.effects.appeared)
    return tuple(fill(key, values).replace("|", " ", 1) for key in keys[:4])


def is_cell_of_record(step: Step, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether an element is the cell in which the control of a step stood, in the row of the same values."""
    target = step.target
    return target is not None and is_its_cell(target, seen) and holding(target, seen, values)


def leads_on(target: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether a link of the same values leads to the same route of the application, as a fragment says it.

    The full comparison knows the path of an address only. Such an application has one path.
    """
    routed = target.role == seen.role == "link" and target.details.get("fragment")
    return bool(routed) and stated_route(target) == stated_route(seen) and holding(target, seen, values)


def options(
    step: Step,
    elements: Sequence[Element],
    values: Mapping[str, str],
    likeness: Mapping[str, Likeness] | None = None,
    cells: Collection[str] = (),
) -> list[Element]:
    """Return the elements that could be the step's, the likeliest first, at most ten.

    Args:
        step: With its recorded element.
        elements: All that the page shows.
        values: Parameter values, those of secrets left out.
        likeness: The full comparison of elements, by their numbers. One with agreeing evidence comes first.
        cells: Numbers of the elements that are cells in place of the step's control.
    """
    target = step.target
    assert target is not None  # noqa: S101  (answerable)
    held = held_values(target, values)
    others = {value for name, value in values.items() if value and f"{{{{{name}}}}}" not in step.value}
    able = [
        e
        for e in elements
        if (e.ref in cells or compatible(step.kind, target.role, e.role))
        and "disabled" not in e.state
        and not (step.kind in ENTERED and e.value in others)
    ]
    fitting = [e for e in able if all(part in f"{e.name} {e.context}" for part in held)]
    if not fitting and not names(target.name) and _tells(step, held_names(target, values)):
        fitting, held = able, ()  # the record's own page need not name the record beside each button; the effect does
    ranking = rank(filled(target, values), [_evidence(e) for e in fitting])
    score = {row.index: row.score for row in ranking.rows}
    known = likeness or {}

    def by_likelihood(i: int) -> tuple[bool, float, float, bool, int]:
        alike = known.get(fitting[i].ref, Likeness())
        return (not alike.agrees, -alike.points, -score.get(i, -99.0), not fitting[i].in_view, i)

    order = sorted(range(len(fitting)), key=by_likelihood)
    if not held:  # buttons of one name in many rows are alike, so one of them stands for all
        first = {(fitting[i].role, fitting[i].name or fitting[i].label or fitting[i].ref): i for i in reversed(order)}
        order = [i for i in order if first[fitting[i].role, fitting[i].name or fitting[i].label or fitting[i].ref] == i]
    return [fitting[i] for i in order[:MOST]]


def _tells(step: Step, record: Collection[str]) -> bool:
    """Return whether a step only opens content that names the record, so that its effect proves the right record."""
    done = any(not notice.startswith(obstacles.DIALOGS) for notice in step.effects.notices)
    return not done and bool(record) and set(record) <= set(names(" ".join(step.effects.appeared)))


def _sketch(element: Element) -> Fingerprint:
    """Return the evidence that an observation holds of an element."""
    return Fingerprint(
        tag=element.tag,
        role=element.role,
        name=element.name,
        label=element.label,
        context=element.context,
        attributes={k: v for k, v in element.attributes.items() if k in ("id", "name", "data-testid")},
        counts={"name": 1},
    )


def _found_again(
    step: Step, sketch: Fingerprint, element: Element, place: c.FrameAddress, lesson: Lesson
) -> Program[Fingerprint | None]:
    """Return the fingerprint of the chosen element; None if a description does not find it again, alone."""
    at = c.FrameAddress(tab=place.tab, frame=element.frame)
    seen = yield c.Look(place=at, target=element_query(sketch, step.kind, {}), slice=0)
    fitting = [row for row in seen.candidates if row.agree and not row.problem]
    at_home = [row for row in fitting if _near(row.fingerprint.box, element.box)]
    rows = at_home if len(at_home) == 1 else fitting
    if len(rows) != 1 or recognise(sketch, rows, {}).identity is not Identity.SAME:
        return None
    now = rows[0].fingerprint
    column = {key: sketch.details[key] for key in (COLUMN, VARIES) if key in sketch.details}
    return of_row(templated(replace(now, details=now.details | column), lesson.shown, step.kind))


def _near(box: Sequence[float] | None, other: Sequence[float]) -> bool:
    return box is not None and len(box) == len(other) and all(abs(a - b) <= 2 for a, b in zip(box, other, strict=True))  # noqa: PLR2004


def _evidence(element: Element) -> Fingerprint:
    return Fingerprint(
        tag=element.tag,
        role=element.role,
        name=element.name,
        label=element.label,
        attributes={**element.attributes, **({"placeholder": element.placeholder} if element.placeholder else {})},
        context=element.context,
        text=element.name,
    )


def _phrase(role: str, name: str, label: str, context: str) -> str:
    called = name or label
    beside = f" labelled {label!r}" if label and label != called else ""
    around = f" in {context[:80]!r}" if context and context != called else ""
    return f"{role} {called[:80]!r}{beside}{around}"
