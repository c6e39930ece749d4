"""The texts about observed locators: within a failure, and in the summary. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pytest_ami.model.printable import printable_line

from .records import LocatorProposal

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

MOST_EVIDENCE = 5
MOST_LINES = 20

NEXT = 'Run "ami fix" to see the change of the source as a diff.'


def failure_lines(proposal: LocatorProposal, why_not: str = "") -> list[str]:
    """Return what a failure says about its locator.

    Args:
        proposal: The locator.
        why_not: Why the run did not act on it; empty if it was not asked to.
    """
    lines = [f"ami: in the last green run this locator found {proposal.was}."]
    if proposal.code:
        lines += [f"ami: today that is {proposal.now}. Replace the locator by: {proposal.code}"]
    elif proposal.now:
        lines += [f"ami: today that is {proposal.now}. It has no name, label or id of its own to find it by."]
    else:
        lines += ["ami: no element of the page is it beyond doubt, so nothing is proposed."]
    lines += [f"  - {fact}" for fact in proposal.evidence[:MOST_EVIDENCE]]
    if not proposal.code:
        lines += [f"  - there is {one.title}: {one.code}" for one in proposal.choices[:3] if one.code]
    if why_not:
        lines.append(f"ami: the run did not act on it: {why_not}.")
    if proposal.code:
        lines.append(f"ami: {NEXT}")
    return [printable_line(line) for line in lines]  # its texts are those of a page (DESIGN law 13)


def place_of(proposal: LocatorProposal) -> str:
    """Return where a locator is used, as ``file:line``; the node id of the test if that is not known."""
    return f"{proposal.places[0].file}:{proposal.places[0].line}" if proposal.places else proposal.test


def another(was: Fingerprint, now: Fingerprint) -> str:
    """Return that a locator found an element, and another one before; of two with one name, where their places part."""
    found, before = now.title(), was.title()
    if found == before:
        here, there = now.absolute_xpath.split("/"), was.absolute_xpath.split("/")
        shared = next((at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), 0)
        if here == there:
            before += " with other attributes or texts"
        else:
            found, before = f"{found} at .../{'/'.join(here[shared:])}", f"{before} at .../{'/'.join(there[shared:])}"
    return f"found {found}, and {before} before"


def entry(kind: str, where: str, text: str) -> dict[str, str]:
    """Return one line of the summary as plain data, for reports and other processes."""
    return {"kind": kind, "where": where, "text": text}


def summary(tests: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[str]:
    """Yield the lines of the summary: counts, then one line for each locator, then the command to run next.

    Args:
        tests: The entries of each test, by node id.
    """
    rows = [(test, one) for test, entries in tests.items() for one in entries]
    if not rows:
        return
    words = {
        "healed": "healed",
        "proposed": "with a proposal",
        "broken": "without a proposal",
        "another": "on another element",
    }
    counts = {kind: sum(one["kind"] == kind for _, one in rows) for kind in words}
    yield "watched locators: " + ", ".join(f"{number} {words[kind]}" for kind, number in counts.items() if number)
    for test, one in rows[:MOST_LINES]:
        yield f"{one['kind']}: {one['where']}: {one['text']} ({test})"
    if len(rows) > MOST_LINES:
        yield f"and {len(rows) - MOST_LINES} more"
    if counts["healed"] or counts["proposed"]:
        yield NEXT
