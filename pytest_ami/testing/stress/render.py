"""The report of a stress run, as lines for people and as plain data. Must never know a browser or options."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click

from pytest_ami.model.printable import of_printable
from pytest_ami.report.tables import Cell, Column, heading, table
from pytest_ami.testing.redesign.catalogue import mutations
from pytest_ami.testing.redesign.mutation import Meaning
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim, TrialResult

from .course import Finding, StressRun
from .judging import JudgedRun
from .tally import MutationTally, halves, idle, parts, words

WORDS = {
    TrialResult.REPLAYED: "passed as if nothing had changed",
    TrialResult.HEALED: "healed, and right",
    TrialResult.ABSTAINED: "stopped without a wrong action: a person has to look",
    TrialResult.FAILED: "SILENT FAILURE: passed, but its effect is missing",
    TrialResult.WRONG: "WRONG: touched an element or changed data outside the flow",
    TrialResult.CAUGHT: "caught: stopped, as it should",
    TrialResult.FALSE_PASS: "FALSE PASS: passed although it is broken",
    TrialResult.UNAFFECTED: "passed, and right: the break did not affect it",
    TrialResult.UNCHANGED: "no mutation met an element on these pages",
}
SHORT = {
    TrialResult.REPLAYED: "passed",
    TrialResult.HEALED: "healed",
    TrialResult.ABSTAINED: "stopped",
    TrialResult.FAILED: "SILENT FAILURE",
    TrialResult.WRONG: "WRONG",
    TrialResult.CAUGHT: "caught",
    TrialResult.FALSE_PASS: "FALSE PASS",
    TrialResult.UNAFFECTED: "unaffected",
}
COLOURS = {
    TrialResult.WRONG: "red",
    TrialResult.FALSE_PASS: "red",
    TrialResult.FAILED: "red",
    TrialResult.ABSTAINED: "yellow",
    TrialResult.HEALED: "cyan",
}
HALVES = (("keeps", "The page still means the same"), ("breaks", "Something on the page is broken"))
INDENT = "   "
COUNTED = [Column(least=6, right=True), Column()]
"""A number, and its meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTitle:
    """The subject of a report.

    Attributes:
        task: The workflow's task.
        version: Its version.
        url: The page on which it begins.
        seed: Seed of the redesigns.
        command: The command line, without a redesign.
    """

    task: str
    version: int
    url: str
    seed: int
    command: str

    def again(self, redesign: Redesign) -> str:
        """Return the command that runs one redesign again."""
        return f"{self.command} --redesign {shlex.quote(str(redesign))}"


def in_test(redesign: Redesign) -> str:
    """Return the line that lays a redesign over the page of a test."""
    line, values = str(redesign), ", values" if "{{" in str(redesign) else ""
    raw = '"' in line and "'" in line and '"""' not in line  # it ends in a bracket, and has its own escapes
    return f'redesigned(page, r"""{line}"""{values})' if raw else f"redesigned(page, {line!r}{values})"


def data(stress_run: StressRun, title: ReportTitle) -> dict[str, Any]:
    """Return all of it as plain data."""
    rows = stress_run.rows
    return {
        "task": title.task,
        "version": title.version,
        "url": title.url,
        "seed": title.seed,
        "ended": "trouble" if stress_run.error else stress_run.ended,
        "trouble": str(stress_run.error) if stress_run.error else "",
        "bad": stress_run.bad,
        "seconds": round(stress_run.seconds, 1),
        "runs": {"control": 2, "redesigns": len(rows), "more": stress_run.extra},
        "undisturbed": {
            "touches": list(dict.fromkeys(deed.key for deed in stress_run.expected.deeds if not deed.bare)),
            "sends": list(map(str, stress_run.expected.expected_requests.requests)),
            "ends": stress_run.expected.path,
            "shows": sorted(stress_run.expected.shown),
        },
        "verdicts": halves(rows),
        "mutations": {name: part.data() for name, part in parts(rows).items()},
        "met_nothing": idle(rows),
        "faults": sorted({fault for row in rows for fault in row.observed.faults}),
        "findings": [
            {
                **one.row.plain(),
                "drawn": str(one.first),
                "also": one.also,
                "happened_again": one.again,
                "meaning": WORDS[one.row.result],
                "in_a_test": in_test(one.row.observed.redesign),
                "again": title.again(one.row.observed.redesign),
            }
            for one in stress_run.findings
        ],
        "redesigns": [row.plain() for row in rows],
    }


@of_printable
def lines(stress_run: StressRun, title: ReportTitle) -> Iterator[str]:
    """Yield the report."""
    rows, count = stress_run.rows, len(stress_run.rows)
    yield (
        f"{click.style(title.task, bold=True)}  v{title.version}  on {title.url}: {count} "
        f"redesign{'' if count == 1 else 's'}, seed {title.seed}, {stress_run.seconds:.0f} s"
    )
    yield from _undisturbed(stress_run)
    if stress_run.ended == "interrupted":
        yield "Interrupted: these are the results so far."
    yield from _verdicts(halves(rows))
    yield from _table(stress_run)
    for number, one in enumerate(stress_run.findings, 1):
        yield ""
        yield from _finding(number, one, title)
    yield ""
    yield _conclusion(stress_run)


def _undisturbed(stress_run: StressRun) -> Iterator[str]:
    expected = stress_run.expected
    touched = len({deed.key for deed in expected.deeds if not deed.bare})
    yield f"Undisturbed, twice: it touches {touched} element{'' if touched == 1 else 's'}, and sends"
    for one in expected.expected_requests.requests:
        yield f"{INDENT}{one}"
    if not expected.expected_requests.requests:
        yield f"{INDENT}nothing that changes data: the touched elements and the final page decide"
    shown = f", showing {', '.join(sorted(expected.shown))}" if expected.shown else ""
    yield f"{INDENT}and ends at {expected.path if expected.path is not None else 'one place or another'}{shown}."


def _verdicts(counts: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for half, title in HALVES:
        of = sum(counts[half].values())
        if not of:
            continue
        yield ""
        yield click.style(f"{title}: {of} redesign{'' if of == 1 else 's'}", bold=True)
        yield from table((_verdict(TrialResult(name), count) for name, count in counts[half].items()), COUNTED)
    if counts["unchanged"]["unchanged"]:
        yield ""
        count = str(counts["unchanged"]["unchanged"])
        yield from table([(count, "met no element to change, and do not count")], COUNTED)


def _verdict(result: TrialResult, count: int) -> tuple[Cell, Cell]:
    style = COLOURS.get(result, "") if count else ""
    return Cell(str(count), style), Cell(WORDS[result], style)


def _table(stress_run: StressRun) -> Iterator[str]:
    tallies = parts(stress_run.rows)
    remarkable = {name: tally for name, tally in tallies.items() if not tally.plain}
    if remarkable:
        rows = [(name, _alone(tally), _together(tally)) for name, tally in remarkable.items()]
        yield ""
        yield from table([heading("mutation", "alone", "with others"), *rows])
    fine = {name: tally for name, tally in tallies.items() if tally.plain}
    known = mutations(Meaning.KEEPS)
    ours = sorted({fault for row in stress_run.rows for fault in row.observed.faults})
    for title, names in (
        ("survived", [name for name in fine if name in known]),
        ("caught", [name for name in fine if name not in known]),
        ("met nothing to change", idle(stress_run.rows)),
        ("failed inside a mutation, which is a bug of pytest-ami", ours),
    ):
        if names:
            yield ""
            yield f"{click.style(title, bold=True)}: {', '.join(names)}"


def _alone(part: MutationTally) -> str:
    return ", ".join(f"{SHORT[TrialResult(name)]} {count}" for name, count in words(part.alone).items()) or "-"


def _together(part: MutationTally) -> str:
    of = sum(part.together.values())
    good = {TrialResult.REPLAYED, TrialResult.HEALED, TrialResult.CAUGHT, TrialResult.UNAFFECTED}
    bad = [
        f"{SHORT[TrialResult(n)]} {count}" for n, count in words(part.together).items() if TrialResult(n) not in good
    ]
    return f"{', '.join(bad) or 'none'} of {of}" if of else "-"


def _finding(number: int, finding: Finding, title: ReportTitle) -> Iterator[str]:
    row, redesign = finding.row, finding.row.observed.redesign
    yield f"{number}. {click.style(WORDS[row.result], fg=COLOURS.get(row.result), bold=True)}"
    for line in evidence(row):
        yield INDENT + line
    if finding.also:
        yield f"{INDENT}{finding.also} more run{'' if finding.also == 1 else 's'} of this kind"
    if finding.again is False:
        yield f"{INDENT}It did not happen again on the same redesign: look for other differences between the runs."
    yield f"{INDENT}in a test:  {in_test(redesign)}"
    yield f"{INDENT}again:      {title.again(redesign)}"


def evidence(row: JudgedRun) -> Iterator[str]:
    """Yield the wrong actions of a run and its missing effects."""
    if row.observed.why:
        yield row.observed.why
    if row.observed.claim is Claim.HEALED:
        yield f"healed step {', '.join(map(str, row.observed.healed))}"
    if row.wrong:
        names = dict.fromkeys(f"{deed.what} {deed.key}{' (a look-alike)' if deed.added else ''}" for deed in row.wrong)
        yield f"touched outside the flow: {', '.join(names)}"
    if row.extra:
        yield f"sent outside the flow: {', '.join(map(str, row.extra))}"
    if row.observed.claim.passes:
        if row.missing:
            yield f"did not send: {', '.join(map(str, row.missing))}"
        if not row.arrived:
            unseen = f", where {', '.join(row.unseen)} is not shown" if row.unseen else ""
            yield f"ended elsewhere: {row.observed.end.path}{unseen}"
        if row.result is TrialResult.FALSE_PASS and row.arrived:
            yield "no step of it checks the stored result: let the flow end where it is shown, or assert it in the test"


@of_printable
def single_lines(row: JudgedRun, title: ReportTitle) -> Iterator[str]:
    """Yield the report on one redesign."""
    observed = row.observed
    yield f"{click.style(title.task, bold=True)}  v{title.version}  on {title.url}"
    yield str(observed.redesign)
    for one, count in zip(observed.redesign.mutations, observed.applied, strict=True):
        what = "keeps the meaning" if one.keeps else "breaks something"
        where = f"changed {count} element{'' if count == 1 else 's'} or page" if count else "met nothing to change"
        yield f"{INDENT}{type(one).__name__}: {what}; {where}"
    yield click.style(WORDS[row.result], fg=COLOURS.get(row.result), bold=True)
    for line in (*evidence(row), *observed.faults):
        yield INDENT + line
    yield f"{INDENT}in a test:  {in_test(observed.redesign)}"


def _conclusion(stress_run: StressRun) -> str:
    if not stress_run.rows:
        return "No redesign was tried: no mutation of the catalogue fits the elements of this flow."
    if stress_run.bad:
        return click.style("This flow can pass although it must not: see above.", fg="red")
    if any(row.result is TrialResult.ABSTAINED for row in stress_run.rows):
        return "No wrong action, and no false pass. A person has to look at the runs that stopped."
    return "No wrong action, and no false pass."
