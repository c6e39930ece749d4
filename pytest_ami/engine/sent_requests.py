"""Asks which requests the steps of a replay sent, and what follows from them for its verdict.

Rules of this module:

* A deed that reached the server when it was recorded reaches it again: if no request was sent, it was not done.
* Whatever the page says, the request must go to the same address, carry this run's values, and be accepted again.
* A deed that is known beforehand to send something else is not done: no value goes into another field while the one
  whose name the request carries is still there, with a text of its own.
* A lesson takes a step for done whose own request was accepted, although controls did not come or go as they did then.
* Only a step whose words or form say that it commits is judged, a file that is sent at once, and a choice whose request
  carries it: any other request may be telemetry. Of the button of another step, such as "Enter hours", nothing must be
  sent; but a request to the recorded address that carries another value under the key of a parameter is another deed.

It knows reports and the health of an application. It must never know a page, or what a request was about.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from pytest_ami.elements.attribution import SENT, SHOWN, UNCHANGED
from pytest_ami.elements.commits import ACTIONS, ENTER, HARMLESS, commits
from pytest_ami.elements.identity import element_query
from pytest_ami.engine.actions import permitted
from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.addressees import is_mark
from pytest_ami.engine.effects.expectation import ANY_OF
from pytest_ami.engine.effects.message_text import refuses
from pytest_ami.engine.effects.request_lines import first_of, has_more
from pytest_ami.engine.report import Done, EffectMissing, drift
from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.request_paths import orders, unasked
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.model import command as c
from pytest_ami.model.look import MOST_SENT
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import PermittedRequest, StepKind

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_ami.engine.preparation import ReplayState
    from pytest_ami.engine.replay_options import ReplayOptions
    from pytest_ami.engine.report import LocatedElement, Replayed, StepOutcome
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

PARTS = ("heading|", "dialog|", "alertdialog|", "textbox|", "combobox|", "tabpanel|")
"""Kinds of what tells that a step showed a part of the page."""

EXPECTED = "expected "
"""The start of a line of evidence that names an effect that is missing."""

_TOKEN = re.compile(r"csrf|xsrf|token|nonce|idempot|request_?id|time_?stamp", re.IGNORECASE)
"""Parts of keys whose value is another one in each request."""

TICK = 100.0
"""Milliseconds between two questions whether a request was sent."""


def is_deed(step: Step) -> bool:
    """Return whether a step sent a request when it was recorded, and is a deed by its words, its form or its key.

    So is a file that is sent as it is chosen, a choice that its own request saves, and whatever sends a request to the
    address of this run's record, or a request with the value that names the row of its element. But a button that shows
    a part of the page, with a heading or fields, may count its use.
    """
    entered = step.kind is StepKind.PRESS and step.value.casefold() in ENTER
    chosen = step.kind is StepKind.SELECT and bool(HOLE.search(step.value)) and step.value in step.sent
    shows = any(key.startswith(PARTS) for key in (*step.effects.notices, *step.effects.appeared))
    row = names(" ".join(step.target.cells)) if step.target and step.kind is StepKind.CLICK and not shows else ()
    about = {*names(step.sent.partition("?")[0]), *(set(names(step.sent)) & set(row))}
    saves = chosen or step.kind is StepKind.UPLOAD or bool(about)
    return bool(step.sent) and (entered or saves or commits(replace(step, sent="")))


def judged(step: Step) -> str:
    """Return the request by which a step is judged: of one that names no deed the values under their own names.

    Empty if there is none: a step that reads, or whose element has no name, may send anything.
    """
    if is_deed(step):
        return step.sent
    name = step.target.name if step.target and step.kind in ACTIONS else ""
    reads = not name or bool(HARMLESS & set(verbs(name)))
    return "" if reads else requests.under_own_names(step.sent)


def mark(step: Step, number: int, before: int | None, state: ReplayState) -> None:
    """Mark a step that was carried out, if its request is judged at the end.

    Args:
        step: The step.
        number: Its number.
        before: How many requests that may change something had been sent before it; None if that is not known.
        state: The state of the replay.
    """
    if before is None:
        return
    if not is_deed(step):
        state.mild += [(number, before)] if judged(step) else []
    elif state.deed is None:
        state.deed = number, before


def sent_elsewhere(
    steps: tuple[Step, ...], number: int, found: LocatedElement, options: ReplayOptions
) -> Program[tuple[str, ...]]:
    """Return the reason why a value must not be entered into another field than the recorded one; empty if it may.

    Args:
        steps: The steps of the flow.
        number: Number of the step that enters the value.
        found: The element that was found instead of the recorded one.
        options: The options of the replay.
    """
    step = steps[number - 1]
    key = step.target.attributes.get("name", "") if step.target and step.value else ""
    sends = any(requests.carries_under(later.sent, key, step.value) for later in steps[number:] if is_deed(later))
    if step.target is None or not key or not sends or found.seen.attributes.get("name", "") == key:
        return ()
    seen = yield c.Look(
        place=found.place, target=element_query(step.target, step.kind, options.shown), slot="drop", slice=0
    )
    kept = any(one.fingerprint.attributes.get("name") == key for one in seen.candidates)
    return (
        (f"the request would carry {key} from the recorded field, which is there for something else",) if kept else ()
    )


def quietly(outcome: StepOutcome, state: ReplayState) -> StepOutcome:
    """Return the outcome of a step, unless the step before it has sent something and must not: then that it did.

    A button that is proven by nothing but the next element (``confirmation.brings``) shows a part of the page, no more.
    """
    if not isinstance(outcome, Done) or not state.quiet or (outcome.sent or 0) <= (state.sent or 0):
        return outcome
    return EffectMissing(cause=Cause.WRONG_EFFECT, evidence=("expected that nothing is sent to the server",))


def undone(steps: tuple[Step, ...], state: ReplayState, options: ReplayOptions) -> Program[Drift | None]:
    """Return the drift of a deed that did not reach the server, or that the server refused; None if all is well."""
    if state.deed is None:
        return (yield from _other_value(steps, state, options))
    number, before = state.deed
    step, spent = steps[number - 1], state.used
    seen = state.confirmed or (yield c.Look(place=state.place, slice=0, timeout=TICK))
    other = _contradiction(step, seen, before, options)
    while _may_come(seen, before, other, spent, options):
        yield c.Settle(place=c.FrameAddress(tab=state.place.tab), quiet=TICK, timeout=TICK, anew=True)
        spent += TICK
        seen = yield c.Look(place=state.place, slice=0, timeout=TICK)
        other = _contradiction(step, seen, before, options)
    if len(seen.health.sent) <= before < MOST_SENT:
        other = f"expected the request {step.sent.partition('?')[0]}; nothing was sent to the server"
    failed = (*seen.health.failures, *seen.health.rejected)
    other = other or ("" if failed else _further(steps, number, seen, before, options.shown))
    if other:
        return drift(step, number, Cause.WRONG_EFFECT, (other,))
    uploads = step.kind is StepKind.UPLOAD
    refused = requests.refused(step.sent, failed, options.shown, uploads=uploads) if number == state.acted else ()
    if refused:
        return drift(step, number, Cause.WRONG_EFFECT, refused)
    return (yield from _other_value(steps, state, options))


def _other_value(steps: tuple[Step, ...], state: ReplayState, options: ReplayOptions) -> Program[Drift | None]:
    """Return the drift of a step that names no deed, and that sent another value or was refused; None otherwise."""
    if not state.mild:
        return None
    seen = state.confirmed or (yield c.Look(place=state.place, slice=0, timeout=TICK))
    failed = (*seen.health.failures, *seen.health.rejected)
    for number, before in state.mild:
        stored = requests.under_own_names(steps[number - 1].sent)
        own = [line for line in seen.health.carried[before:] if requests.may_be_recorded(stored, line, options.shown)]
        if other := requests.contradiction(stored, own, options.shown):
            return drift(steps[number - 1], number, Cause.WRONG_EFFECT, (other,))
        if number == state.acted and (refused := requests.refused(stored, failed, options.shown)):
            return drift(steps[number - 1], number, Cause.WRONG_EFFECT, refused)
    return None


def _contradiction(step: Step, seen: c.Seen, before: int, options: ReplayOptions) -> str:
    sent, earlier = seen.health.carried[before:], seen.health.carried[:before]
    if step.kind is StepKind.UPLOAD:
        sent = tuple(requests.as_upload(step.sent, line) for line in sent)
    return requests.contradiction(step.sent, sent, options.shown, earlier)


def _further(steps: tuple[Step, ...], number: int, seen: c.Seen, before: int, values: Mapping[str, str]) -> str:
    """Return the request by which more was done than the deed; empty if none was.

    It is the deed once more, with this run's values or with others, or a request whose path names a deed of its own.
    Nothing is known if the recorded action sent several, or if a later step sends to the same address.
    """
    step, later = steps[number - 1], [one.sent for one in steps[number:] if one.sent]
    if step.kind is StepKind.UPLOAD or any(map(has_more, (step.sent, *later))):
        return ""
    lines, earlier = seen.health.carried[before:], seen.health.carried[:before]
    free = [line for line in lines if not any(requests.may_be_recorded(one, line, values) for one in later)]
    own = [line for line in free if requests.may_be_recorded(step.sent, line, values)]
    word = requests.last_word(step.sent.partition(" ")[2].partition("?")[0])
    for line in free:
        path = line.partition(" ")[2].partition("?")[0]
        if line not in own and orders(path) and requests.last_word(path) != word:
            return f"it also sent {line.partition('?')[0]}, which was not recorded"
        if other := strays(step.sent, line, values, earlier):
            return f"it was sent once more, with other values: {other}"
    done = [line for line in own if line.startswith("POST ") and requests.is_recorded(step.sent, line, values)]
    keys = [[pair for pair in parse_qsl(line.partition("?")[2]) if _TOKEN.search(pair[0])] for line in done]
    if len(done) > 1 and names(step.sent.partition("?")[2]) and not (keys[0] and keys[0] in keys[1:]):
        return f"it sent {done[0].partition('?')[0]} {len(done)} times, and once when it was recorded"
    return ""


def _may_come(seen: c.Seen, before: int, other: str, spent: float, options: ReplayOptions) -> bool:
    """Return whether the request of a deed may still come: nothing was sent, or something else just now."""
    if len(seen.health.sent) <= before < MOST_SENT:
        return spent < options.patience
    return bool(other) and spent < options.rest


def awaited(step: Step, values: Mapping[str, str]) -> str:
    """Return the request of a step of which a value, or the number of addressees, is known before it is sent; or empty.

    Args:
        step: The step.
        values: Parameter values without secrets.
    """
    stored = first_of(judged(step))
    texts = [text for _, text in parse_qsl(stored.partition("?")[2])]
    return stored if any(is_mark(text) or (names(text) and {*names(text)} <= values.keys()) for text in texts) else ""


def held_to(act: c.Act, step: Step, shown: Mapping[str, str], *, doubtful: bool) -> c.Act:
    """Return the press of an element that may send the recorded request only; any other action as it is.

    Of the recorded element of a deed, any other request may pass: it may be telemetry, or a draft that is kept. Of
    another one (``doubtful``), none may.

    Args:
        act: The action.
        step: Its step.
        shown: Parameter values without secrets.
        doubtful: Whether the name of the element is put in other words.
    """
    if not isinstance(act, c.Click):
        return act
    if doubtful:
        return replace(act, only=permitted(step, shown))
    stored = awaited(step, shown)
    return replace(act, only=PermittedRequest(stored=stored, values=shown, others=True)) if stored else act


def strays(stored: str, line: str, values: Mapping[str, str], earlier: Sequence[str]) -> str:
    """Return the reason why a request is the recorded deed with other values; empty if it is not, or if it is the deed.

    Another command to the recorded address is another request, of which nothing is known.

    Args:
        stored: The request of a deed, as it was recorded.
        line: A request, with its values.
        values: Parameter values without secrets.
        earlier: The requests before the deed, which may have saved a value that it need not carry.
    """
    address, _, query = stored.partition("?")
    commands = "&".join(pair for pair in query.split("&") if not names(pair) and not is_mark(pair.partition("=")[2]))
    same = requests.is_recorded(f"{address}?{commands}" if commands else address, line, values)
    return requests.contradiction(stored, (line,), values, earlier) if same else ""


def sends_again(line: str, done: Collection[str]) -> bool:
    """Return whether a request repeats an earlier one: the same address, and no value that it did not carry.

    A request that only reads or counts does nothing again. Each page has tokens of its own.

    Args:
        line: The request, with its values.
        done: The earlier requests.
    """
    path, _, query = line.partition("?")
    own = {(key, value) for key, value in parse_qsl(query) if not _TOKEN.search(key)}
    alike = (earlier.partition("?")[2] for earlier in done if earlier.partition("?")[0] == path)
    return bool(unasked([path])) and any(own <= set(parse_qsl(carried)) for carried in alike)


def has_sent(place: c.FrameAddress, before: int | None) -> Program[bool]:
    """Return whether a request that may have changed something was sent since there were ``before`` of them."""
    seen = yield c.Look(place=place, slice=0, timeout=0)
    return len(seen.health.sent) > (before or 0)


def has_reached(step: Step, acted: c.Acted, found: LocatedElement, values: Mapping[str, str]) -> Program[bool]:
    """Return whether an action that ended with an error reached the server: then it must not be done again.

    Of a press that was held back after its first events, only the recorded request tells so: the pointer that went down
    may have saved a field that lost the focus.

    Args:
        step: The step.
        acted: The result of its action.
        found: Its element.
        values: Parameter values without secrets.
    """
    if step.kind not in ACTIONS or (acted.withheld and not acted.begun):
        return False
    seen = yield c.Look(place=found.place, slice=0, timeout=0)
    before = found.sent or 0
    if not acted.withheld:
        return len(seen.health.sent) > before
    lines = seen.health.carried[before:] if step.sent else ()
    return any(requests.may_be_recorded(step.sent, line, values) for line in lines)


def with_deeds(
    drift: Drift,
    report: Replayed,
    state: ReplayState,
    steps: tuple[Step, ...],
    values: Mapping[str, str],
    *,
    whole: bool,
) -> Program[Drift]:
    """Return a drift with two facts: the request that its step sent, and whether every element was the recorded one.

    Args:
        drift: The drift.
        report: The report so far; the last step is added to its ``sent`` if it sent a request, and it is ``accepted``
            if that was the recorded one.
        state: The state of the replay.
        steps: The steps of the flow.
        values: Parameter values without secrets.
        whole: Whether the replay began with the first step.
    """
    if state.sent is not None:
        seen = yield c.Look(place=state.place, slice=0, timeout=0)
        requests_now = seen.health.sent[state.sent :]
        report.sent += [state.acted] if requests_now else []
        if requests_now and drift.step == state.acted:
            drift = replace(drift, evidence=(*drift.evidence, f"{SENT} {requests_now[0]}"))
            report.accepted = _accepted(steps[state.acted - 1], drift, seen, state.sent, values)
    if whole and drift.cause is Cause.WRONG_EFFECT and report.partial is None and report.all_as_recorded:
        drift = replace(drift, evidence=(*drift.evidence, UNCHANGED))
    return drift


def _accepted(step: Step, drift: Drift, seen: c.Seen, before: int, values: Mapping[str, str]) -> bool:
    """Return whether a step without its effects is done by its request, and the page does not say otherwise."""
    health, lacks = seen.health, [line for line in drift.evidence if line.startswith(EXPECTED)]
    controls = len(lacks) == 1 and lacks[0].startswith(EXPECTED + ANY_OF) and not step.effects.route
    fails = any(refuses(line) for line in drift.evidence if line.startswith(SHOWN)) or bool(health.failures)
    if drift.cause is not Cause.WRONG_EFFECT or not controls or fails:
        return False
    own = is_deed(step) and set(names(step.sent)) & values.keys()
    sent, earlier = health.carried[before:], health.carried[:before]
    failed = requests.refused(step.sent, health.rejected, values)
    return bool(own and sent) and not failed and not requests.contradiction(step.sent, sent, values, earlier)
