"""Workflows and their history, as lines for people and as plain data.

Lines carry colours, and `click.echo` removes them if the output is not a terminal. This module must never read files
or options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.codec import to_plain
from pytest_ami.model.outcome import Cause
from pytest_ami.model.printable import of_printable
from pytest_ami.report.evidence import evidence_of
from pytest_ami.report.messages import CAUSES
from pytest_ami.report.tables import Cell, Column, heading, table
from pytest_ami.store.facts import Kind

if TYPE_CHECKING:
    from pytest_ami.model.outcome import Usage
    from pytest_ami.model.workflow import Effects, Parameter, Step, Workflow
    from pytest_ami.store.facts import Fact
    from pytest_ami.store.locator_history import Locators
    from pytest_ami.store.workflow_store import WorkflowStore

COLOURS = {"active": "green", "candidate": "cyan", "drifting": "yellow", "possibly_stale": "yellow", "stale": "red"}

NUMBER = Column(least=3, right=True)
"""The column of a step's number."""

ABOUT, DETAILS, PLACES = ([Column(least=least), Column()] for least in (14, 13, 7))
PIECES = [Column(least=17), Column(least=18), Column()]
"""The columns of a report: all blocks of one report have the same widths, as far as their names fit."""

TELLING = ("identity.", "confirm.", "person.", "unused")
"""Beginnings of the reasons of a status whose evidence no other event shows."""


def listing(store: WorkflowStore) -> list[dict[str, Any]]:
    """Return one entry for every task."""
    return [
        {
            "task": w.task,
            "version": w.version,
            "status": w.status.value,
            "steps": len(w.steps),
            "parameters": [p.name for p in w.parameters],
            "created": w.provenance.created,
            "author": w.provenance.author,
            "id": w.id,
        }
        for w in store.find_all()
    ]


@of_printable
def listing_lines(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of `ami list`."""
    if not entries:
        yield "Nothing has been learned yet. Run pytest on a test with the learned marker."
        return
    rows: list[tuple[str | Cell, ...]] = [
        heading("task", "version", "status", "steps", "parameters", "learned", "by"),
        *(
            (
                entry["task"],
                f"v{entry['version']}",
                Cell(entry["status"], COLOURS.get(entry["status"], "")),
                str(entry["steps"]),
                ", ".join(entry["parameters"]) or "-",
                day(entry["created"]),
                entry["author"].removeprefix("teacher:"),
            )
            for entry in entries
        ),
    ]
    yield from table(rows)


def workflow(version: Workflow) -> dict[str, Any]:
    """Return a workflow as plain data, each step with its number and its title."""
    plain: dict[str, Any] = to_plain(version)
    steps = zip(plain.get("steps", []), version.steps, strict=True)
    plain["steps"] = [{"number": n, "title": s.title(), **p} for n, (p, s) in enumerate(steps, 1)]
    return {**plain, "id": version.id, "task": version.task, "version": version.version, "status": version.status.value}


@of_printable
def workflow_lines(version: Workflow) -> Iterator[str]:
    """Yield the report of `ami show`."""
    status = version.status.value
    source = version.provenance
    yield f"{click.style(version.task, bold=True)}  v{version.version}  {click.style(status, fg=COLOURS.get(status))}"
    about = {
        "label": version.label,
        "about": version.description,
        "made": " ".join(part for part in (day(source.created), _by(source.author), f"({source.reason})") if part),
        "branch": " ".join(part for part in (source.branch, source.commit[:8]) if part),
        "learned": _learned(source.cost) if source.cost else "",
        "test": source.test,
        "starts": version.start,
        "takes": ", ".join(f"{p.name} ({', '.join(_kinds(p))})" for p in version.parameters),
        "aliases": ", ".join(version.aliases),
        "instructions": "; ".join(version.templates),
    }
    yield from table(((f"  {name}", text) for name, text in about.items() if text), ABOUT, gap=1)
    for number, step in enumerate(version.steps, 1):
        yield ""
        yield from _title(number, step)
        yield from table(((Cell(f"     {name}", "dim"), text) for name, text in _about(step)), DETAILS, gap=1)


def _kinds(parameter: Parameter) -> tuple[str, ...]:
    """Return the type of a parameter, and whether it is secret or optional."""
    marks = {"secret": parameter.secret, "optional": parameter.optional}
    return (parameter.type, *(name for name, is_so in marks.items() if is_so))


def _learned(cost: Usage) -> str:
    """Return the cost of the lessons of a version."""
    parts = [f"in {cost.seconds:.1f} s", f"{cost.calls:,} model calls" if cost.calls else "no model call"]
    parts += [f"{cost.tokens:,} tokens"] if cost.tokens else []
    parts += [f"${cost.money:.4f}"] if cost.money else []
    return ", ".join(parts)


def evidence(version: Workflow) -> dict[str, Any]:
    """Return the evidence of `ami show --evidence` as plain data."""
    steps = [[piece._asdict() for piece in evidence_of(step)] for step in version.steps]
    return {"task": version.task, "version": version.version, "steps": steps}


@of_printable
def evidence_lines(version: Workflow) -> Iterator[str]:
    """Yield the report of `ami show --evidence`."""
    yield f"{click.style(version.task, bold=True)}  v{version.version}"
    for number, step in enumerate(version.steps, 1):
        yield ""
        yield from _title(number, step)
        yield from table(((f"     {part}", source, text) for part, text, source in evidence_of(step)), PIECES, gap=1)


def _title(number: int, step: Step) -> Iterator[str]:
    optional = "(optional)" if step.optional else ""
    yield from table([(str(number), Cell(step.title(), "bold"), optional)], [NUMBER, Column(), Column()])


def _about(step: Step) -> Iterator[tuple[str, str]]:
    if step.frame:
        yield "frame", " > ".join(step.frame)
    if step.tab:
        yield "tab", str(step.tab + 1)
    if step.target:
        yield "at", step.target.absolute_xpath or step.target.xpath or step.target.css
        if step.target.xpath and step.target.xpath != step.target.absolute_xpath:
            yield "or", step.target.xpath
    for text in _effects(step.effects):
        yield "then", text


def _effects(effects: Effects) -> Iterator[str]:
    if effects.route:
        yield f"goes to {effects.route}"
    for notice in effects.notices:
        yield f"says {_control(notice)}"
    if effects.appeared:
        yield f"shows {_several(effects.appeared)}"
    if effects.vanished:
        yield f"hides {_several(effects.vanished)}"
    if effects.value is not None:
        yield f"holds {effects.value}"
    if effects.tab:
        yield "opens a tab"


def _several(keys: Sequence[str], most: int = 4) -> str:
    shown = ", ".join(_control(key) for key in keys[:most])
    return shown + (f" and {len(keys) - most} more" if len(keys) > most else "")


def _control(key: str) -> str:
    role, _, name = key.partition("|")
    return f'{role} "{name}"' if name else role


def history(versions: Iterable[Workflow], facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """Return the events of a task, oldest first."""
    numbers = {w.id: w.version for w in versions}
    events = []
    for fact in facts:
        data: dict[str, Any] = dict(fact.data)
        if fact.kind == Kind.VERSION:
            content = data.pop("workflow", {})
            source = content.get("provenance", {})
            data = {key: source.get(key, "") for key in ("author", "reason", "branch", "commit")}
            data["steps"] = len(content.get("steps", ()))
        event = {"at": fact.at, "kind": fact.kind, "version": numbers.get(fact.workflow, 0)}
        events.append({**event, **data, "test": fact.test, "run": fact.run, "workflow": fact.workflow})
    return events


def without_pruned(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events of the versions that have not been pruned."""
    from pytest_ami.store.pruning import PRUNED

    last = {event["workflow"]: event for event in events if event["kind"] == Kind.STATUS}
    pruned = {workflow for workflow, event in last.items() if event.get("reason") == PRUNED}
    return [event for event in events if event["workflow"] not in pruned]


@of_printable
def history_lines(task: str, events: Iterable[Mapping[str, Any]], hidden: int = 0) -> Iterator[str]:
    """Yield the report of `ami history`.

    Args:
        task: The task.
        events: Its events.
        hidden: Number of omitted events.
    """
    yield click.style(task, bold=True)
    before = ""
    for event in events:
        when = moment(event["at"])
        shown, before = (when if when != before else " " * len(when)), when
        first, *more = list(_event(event))
        yield f"  {shown}  v{event['version']}  {first}"
        for line in more:
            yield f"  {' ' * len(when)}      {line}"
    if hidden:
        yield f"  {hidden} events of pruned versions are left out: --all shows them."


def _event(event: Mapping[str, Any]) -> Iterator[str]:
    if event["kind"] == Kind.VERSION:
        where = f" on branch {event['branch']}" if event["branch"] else ""
        by = f"{_by(event['author'])}{where}"
        yield f"{click.style('made', bold=True)} {by}, {event['steps']} steps: {event['reason']}"
        if event["test"]:
            yield event["test"]
    elif event["kind"] == Kind.STATUS:
        status = str(event.get("status", ""))
        reason, text = str(event.get("reason", "")), event.get("text")
        said = reason if text is None else f"{text} ({reason})" if text != reason else reason
        where = f" on branch {event['branch']}" if event.get("branch") else ""
        yield f"{click.style(status, fg=COLOURS.get(status))}{where}: {said}"
        if reason.startswith(TELLING):
            yield from event.get("evidence", ())
    elif event["kind"] == Kind.VERDICT:
        step = f"step {event.get('step')}: {event.get('action', '')} {event.get('target', '')}".rstrip(": ")
        label = event.get("label")
        deed = f"marked {click.style(str(label), bold=True)}" if label else "withdrew the verdict on"
        yield f"{event.get('reviewer') or 'a person'} {deed} {step}"
        yield from (f"{key}: {event[key]}" for key in ("correction", "session") if event.get(key))
    elif event["kind"] == Kind.HEAL:
        yield f"{click.style('healed', fg='yellow')} step {event.get('step')}"
        yield from event.get("evidence", ())
        yield from _places(event)
    else:
        cause = str(event.get("cause", ""))
        known = cause in {c.value for c in Cause}
        yield f"{click.style('drift', fg='yellow')} at step {event.get('step')}: {event.get('title', '')}"
        reason = f" ({event['reason']})" if event.get("reason") else ""
        yield (f"{cause}: {CAUSES[Cause(cause)]}" if known else cause) + reason
        yield from event.get("evidence", ())
        yield from _places(event)


def _places(event: Mapping[str, Any]) -> Iterator[str]:
    for label, key in (("was", "old_xpath"), ("now", "new_xpath")):
        if event.get(key):
            yield f"{label} {event[key]}"


@of_printable
def evolution_lines(task: str, rows: Iterable[Locators]) -> Iterator[str]:
    """Yield the report of `ami show --evolution`: for every step its old and new locators, oldest first."""
    yield click.style(task, bold=True)
    by_step: dict[int, list[Locators]] = {}
    for row in rows:
        by_step.setdefault(row.step, []).append(row)
    for step, changes in sorted(by_step.items()):
        yield ""
        yield click.style(f"step {step}", bold=True)
        for row in changes:
            made = f"v{row.version}" if row.version else "no version"
            yield f"  {moment(row.at)}  {row.why}, {made}: {_control(f'{row.role}|{row.name}')}"
            found = {
                "was": row.old_absolute_xpath,
                "at": row.absolute_xpath,
                "or": row.xpath,
                "css": row.css,
                "id": row.element_id,
            }
            yield from table(
                ((Cell(f"    {name}", "dim"), text) for name, text in found.items() if text), PLACES, gap=1
            )


def _by(author: str) -> str:
    return f"by {author.removeprefix('teacher:')}" if author else ""


def day(at: str) -> str:
    """Return the date of an ISO time."""
    return at[:10]


def moment(at: str) -> str:
    """Return an ISO time to the second, as people write it."""
    return at[:19].replace("T", " ")
