"""Attributes a failed step: to the page, the application, the environment, the data, or time.

Rules of this module:

* Only a changed page touches a workflow's status. Every other reason needs evidence of its own. Without such
  evidence the page has changed.
* A server that answers with errors is up. Then the application is broken, whatever else failed.
* If a commit does not have its effect although every element was the recorded one, the page is unchanged: this run had
  a different outcome, such as a refused password. It says nothing about the workflow.
* A record is missing only if other records of its kind are there, or if the parameter that identifies it is empty.

It knows causes and lines of evidence. It must never know a page, a browser or a store.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.model.outcome import Cause, Reason

from .commits import commits as is_commit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

_UNREACHABLE = re.compile(
    r"ERR_(CONNECTION|NAME_NOT_RESOLVED|NAME_RESOLUTION|ADDRESS|INTERNET|NETWORK|TIMED_OUT|PROXY|TUNNEL|SSL|CERT"
    r"|EMPTY_RESPONSE|DNS)"
    r"|NS_ERROR_(CONNECTION|UNKNOWN_HOST|NET|OFFLINE|PROXY)|ECONN(REFUSED|RESET)|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH"
    r"|could not connect|connection refused|could not resolve|server with the specified hostname"
)
"""The words of Chromium, Firefox, WebKit and Node for a host that cannot be reached."""

_SERVER_ERROR = re.compile(r"(?:: |\bHTTP |\bstatus )5\d\d\b")
"""The form of a failed response in the evidence, such as ``GET http://host/path: 503``."""

SHOWN = "the page shows "
"""The start of a line of evidence that quotes the messages of the page."""

_SAYS_SO = re.compile(
    r"something went wrong|(internal|unexpected|server|unknown) error|error occurred|try again later"
    r"|(service|temporarily) unavailable|(could not|couldn't|failed to|unable to) (be |load|save|send|connect|process)"
    r"|服务器错误|系统错误|系统繁忙|内部错误|未知错误|出错了|稍后再试|稍后重试|(发送|保存|提交|加载|删除|操作)失败"
    r"|(interner|unerwarteter) fehler|ist ein fehler aufgetreten|später erneut",
    re.IGNORECASE,
)
"""Words by which an application reports its own failure. A validation message about the input is not among them."""

OTHERS = "others of its kind are there"
"""The start of a line of evidence that says: the list is there, but the record is missing."""

UNCHANGED = "every element was the recorded one"
"""The line of evidence that says that nothing but the outcome of a step differs."""

SENT = "it had sent"
"""The start of a line of evidence that names the request by which a step changed something."""

HELD = "held back before it was sent: "
"""The start of a line of evidence that names a request of the recorded element that would have been another deed."""

UNASKED = "a request was sent that the flow does not send"
"""The start of a line of evidence about a control that was pressed only to show the element of a step."""

_EMPTY = re.compile(r"^the element is identified by .*, whose value is empty now$")


def reason_of(drift: Drift, *, data_driven: bool = False, commits: bool = False) -> Reason:
    """Return the reason for a drift: page, application, environment, data or time.

    Args:
        drift: The observed drift, with its evidence.
        data_driven: Whether a parameter's value identifies the step's target, such as the row of ``{{item}}``.
        commits: Whether the step commits.
    """
    if drift.cause is Cause.NOT_READY:
        return Reason.TIMING
    if drift.cause is Cause.APP_DOWN:
        return Reason.ENVIRONMENT_DOWN if _unreachable(drift.evidence) else Reason.APPLICATION_BROKEN
    if drift.cause is Cause.WRONG_EFFECT and _says_so(drift.evidence):
        return Reason.APPLICATION_BROKEN
    if drift.cause is Cause.WRONG_EFFECT and _differs(drift.evidence, commits=commits):
        return Reason.OUTCOME_DIFFERS
    if drift.cause is Cause.MISSING and data_driven and _record_missing(drift.evidence):
        return Reason.DATA_MISSING
    return Reason.PAGE_CHANGED


def reason_at(drift: Drift, steps: Sequence[Step]) -> Reason:
    """Return the reason for a drift of one of these steps."""
    step = steps[drift.step - 1] if 0 < drift.step <= len(steps) else None
    target = step.target if step else None
    data_driven = bool(target and names(f"{target.name} {target.text} {target.context}"))
    return reason_of(drift, data_driven=data_driven, commits=bool(step and is_commit(step)))


def did_more(drift: Drift) -> bool:
    """Return whether a replay changed something that the flow does not change: nothing may follow it."""
    return any(line.startswith(UNASKED) for line in drift.evidence)


def _differs(evidence: Sequence[str], *, commits: bool) -> bool:
    """Return whether a deed of the recorded elements had another outcome, or would have had one."""
    if any(line.startswith(HELD) for line in evidence):
        return True
    return UNCHANGED in evidence and (commits or any(line.startswith(SENT) for line in evidence))


def _unreachable(evidence: Iterable[str]) -> bool:
    lines = list(evidence)
    if any(_SERVER_ERROR.search(line) for line in lines):
        return False
    return any(_UNREACHABLE.search(line) for line in lines)


def _says_so(evidence: Iterable[str]) -> bool:
    return any(line.startswith(SHOWN) and _SAYS_SO.search(line) for line in evidence)


def _record_missing(evidence: Iterable[str]) -> bool:
    return any(line.startswith(OTHERS) or _EMPTY.search(line) for line in evidence)
