"""A locator that failed: what it should be today, and, if the run may act, the call on that element.

Rules of this module:

* The first key is the evidence about the element, the second an expectation of the test that does not hold yet.
* Nothing is acted on whose effect may last on the server, whose element is data, or that takes a guard to be sure.
* A fault here is a warning: the test fails by its own error (DESIGN law 10).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.store.warnings import warn_bookkeeping

from . import page
from .attempt import Heal
from .judgement import LocatorFinding, found, lasting
from .messages import failure_lines
from .records import LocatorProposal, NearElement

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

    from .attempt import WatchedAttempt
    from .calls import LocatorCall

AUTHOR = "pytest-ami"

UNCHANGED = "all decisive evidence about the element still agrees"
"""The evidence of an element that is as it was, while its locator finds nothing, or several elements."""

RESOLVED = "locator resolved to"
"""The sign in Playwright's log that a locator found an element at some time: the action may have begun (law 12)."""


@dataclass(frozen=True, slots=True)
class FailedCall:
    """A call that failed.

    Attributes:
        attempt: The attempt of the test.
        send: Sends a message of Playwright's client.
        frame: The frame of the call.
        call: The call.
        was: The element that it found before.
        options: Options of its message.
    """

    attempt: WatchedAttempt
    send: page.Send
    frame: Any
    call: LocatorCall
    was: Fingerprint
    options: Mapping[str, Any]


async def examined(at: FailedCall, error: Exception) -> Any:
    """Add to an error what its locator should be today; return the result of a heal, or None.

    Args:
        at: The call.
        error: Its error; it gets the lines.
    """
    try:
        finding, choices = await _found(at)
        if finding is None:
            return None
        proposal = _proposal(at, finding, choices)
        result, why = None, ""
        if at.attempt.heals and at.call.acts and finding.now is not None and proposal.code:
            why = _objection(at, finding, finding.now, error)
            if not why:
                result, why = await _carried_out(at, finding.now, proposal)
        at.attempt.proposals.append(proposal if result is None else replace(proposal, healed=True))
        if result is None:
            _amend(error, [GATE.text(line) for line in failure_lines(proposal, why)])
    except Exception as fault:  # noqa: BLE001  (law 10: the test fails by its own error)
        warn_bookkeeping(f"A locator that failed was not examined: {type(fault).__name__}: {fault}")
        return None
    return result


async def _found(at: FailedCall) -> tuple[LocatorFinding | None, list[NearElement]]:
    """Return the element of a failed locator today; None if the locator finds it, and it is only not ready."""
    selector = at.call.selector
    number = await page.count(at.send, at.frame, selector)
    surveyed = await page.survey(at.frame, at.was, at.call.kind)
    finding = found(at.was, at.call.kind, surveyed.candidates, page.path_of(at.frame))
    if number == 1 and (finding.now is None or await page.alone(at.send, at.frame, selector, finding.now)):
        return None, []
    rows = [finding.now, *finding.nearest] if finding.now else list(finding.nearest)
    unique = {"\n".join([one.absolute_xpath, *one.shadow]): one for one in rows}.values()
    return finding, [await page.choice(at.send, at.frame, one, selector) for one in unique]


def _proposal(at: FailedCall, finding: LocatorFinding, choices: list[NearElement]) -> LocatorProposal:
    best = choices[0] if finding.now is not None and choices else NearElement(title="")
    return LocatorProposal(
        test=at.attempt.test,
        key=at.call.key,
        selector=at.call.selector,
        was=finding.was.title(),
        now=best.title,
        code=best.code,
        scopes=best.scopes,
        places=at.call.places,
        evidence=finding.verdict.evidence or (UNCHANGED,),
        choices=tuple(choices),
        author=AUTHOR if best.code else "",
    )


def _objection(at: FailedCall, finding: LocatorFinding, now: Fingerprint, error: Exception) -> str:
    """Return why a run may not act on a proposal; empty if it may."""
    log = getattr(error, "_log", None)
    if not log or any(RESOLVED in line for line in log):
        return "the locator found an element at first, or nothing says that it did not, so the action may have begun"
    if not finding.sure or at.attempt.known[at.call.key].varies:
        return "the evidence suffices for a proposal, not for an action"
    if lasting(at.call.kind, finding.was, now, enters=at.call.enters):
        return "its effect may last on the server, so a person decides"
    return ""


async def _carried_out(at: FailedCall, now: Fingerprint, proposal: LocatorProposal) -> tuple[Any, str]:
    """Carry out a call on the proposed locator; return its result, or None and why it was not carried out."""
    possible = at.attempt.possible_proofs(at.call)
    held = await asyncio.gather(*(page.holds(at.send, at.frame, one) for one in possible.values()))
    proofs = {key: one for (key, one), already in zip(possible.items(), held, strict=True) if not already}
    if not proofs:
        return None, "no expectation of the test would show whether it was right"
    selector = await page.selector_of(at.send, at.frame, now, proposal.code)
    if not selector:
        return None, "the page has changed meanwhile"
    try:
        again = {**at.options, "call_id": None}
        result = await at.send(at.frame, at.call.method, {**at.call.params, "selector": selector}, again)
    except Exception as error:  # noqa: BLE001  (the test fails by its own error)
        return None, f"the proposed element did not take the action: {str(error).splitlines()[0]}"
    frame = at.frame._guid  # noqa: SLF001  (Playwright's client)
    at.attempt.healed.append(Heal(replace(proposal, healed=True), at.call.order, proofs, frame))
    return result or {}, ""


def _amend(error: Exception, lines: list[str]) -> None:
    """Add lines to an error of Playwright: to its message, and to the log that an expectation prints."""
    log = getattr(error, "_log", None)
    if getattr(error, "_details", None) is not None and isinstance(log, list):
        log.extend(["", *lines])
        return
    message = "\n".join([str(error).rstrip(), "", *lines])
    error._message = message  # type: ignore[attr-defined]  # noqa: SLF001  (as Playwright's own rewriting does)
    error.args = (message,)
