"""`ami match`: show which stored workflow an instruction would run, with which values, and why.

The command runs nothing and asks no model. It must never print the value of a secret parameter.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.instructions.retrieval import select
from pytest_ami.instructions.selection import Choice
from pytest_ami.model.errors import AmiError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.printable import of_printable
from pytest_ami.report.tables import table

from .commands import command, say

UNCLEAR, NOTHING, SEVERAL = 5, 3, 4
"""Exit codes: a parameter is missing or doubtful; no workflow; several workflows."""

HIDDEN = "(secret)"
"""Stands for the value of a secret parameter."""

HOW = {
    "task": "the text is its task",
    "alias": "the text is one of its aliases",
    "template": "the text fits a template of it in full",
    "meaning": "the text and this name mention the same things, and nothing else",
    "similarity": "the text says less than this name, or in another form of the verb",
}
"""Explanation of each way in which a workflow is selected."""


@command("match", "ami match \"Send an email to bob@example.com with subject 'Hi' and body 'Hello'\"")
@click.argument("instruction")
@click.option("--url", default="", help="Address of the page the instruction is for; decides between equal candidates.")
@click.option("--near", type=click.FloatRange(0, 1), help="Similarity from which a task is suggested.")
@click.pass_context
def match(
    context: click.Context, instruction: str, url: str, near: float | None, folder: Path | None, *, as_json: bool
) -> None:
    """Show which workflow an instruction selects.

    Shows its parameters and the source of each value; or why no workflow is selected, and similar ones. Nothing is run,
    and no model is asked. With ami_match = similar, a similar one is selected as in a run, but no page is looked at.

    Exit codes: 0 one workflow with all its parameters; 5 one workflow, but a parameter is missing or doubtful; 3 no
    workflow; 4 several workflows fit, or several are similar; 1 the store is missing or unreadable; 2 usage error.
    """
    import os

    from .project import ProjectConfig, open_store

    settings = ProjectConfig.find(Path.cwd()).settings(os.environ, folder)
    store = open_store(folder)
    start = normal_route(url) if url else ""
    try:
        near = settings.near if near is None else near
        similar = settings.match == "similar"
        choice = select(instruction, store.index(), near=near, start=start, similar=similar)
    except (WorkflowMissingError, WorkflowAmbiguousError) as error:
        several = isinstance(error, WorkflowAmbiguousError)
        say(str(error).splitlines(), refusal(error), as_json=as_json)
        context.exit(SEVERAL if several else NOTHING)
    say(lines(choice), plain(choice), as_json=as_json)
    if not choice.whole:
        context.exit(UNCLEAR)


def plain(choice: Choice) -> dict[str, Any]:
    """Return a choice as data."""
    secret = {parameter.name for parameter in choice.workflow.parameters if parameter.secret}
    return {
        "task": choice.workflow.task,
        "version": choice.workflow.version,
        "how": choice.how,
        "name": HIDDEN if secret and choice.how == "template" else choice.name,
        "parameters": [
            {
                "name": parameter.name,
                "type": parameter.type,
                "value": _shown(choice, parameter.name, secret),
                "source": choice.sources.get(parameter.name, ""),
            }
            for parameter in choice.workflow.parameters
        ],
        "missing": list(choice.missing),
        "doubts": list(choice.doubts),
        "mended": [list(pair) for pair in choice.corrections],
    }


def refusal(error: AmiError) -> dict[str, Any]:
    """Return a refusal as data."""
    return {"task": None, "what": error.what, "why": error.why, "evidence": list(error.evidence), "run": error.run}


@of_printable
def lines(choice: Choice) -> Iterator[str]:
    """Yield a choice as lines for people."""
    data = plain(choice)
    yield f"{data['task']}  version {data['version']}"
    yield f"  by its {data['how']}: {data['name']!r} ({HOW[choice.how]})"
    rows = []
    for row in data["parameters"]:
        value = "missing" if row["value"] is None else row["value"] if row["value"] == HIDDEN else repr(row["value"])
        rows.append((f"  {row['name']}", f"{value}  {row['source']}" if row["source"] else value))
    yield from table(rows)
    for doubt in data["doubts"]:
        yield f"  doubtful: {doubt}"
    for wrong, right in data["mended"]:
        yield f"  {wrong!r} was read as {right!r}"


def _shown(choice: Choice, name: str, secret: set[str]) -> str | None:
    if name not in choice.values:
        return None
    return HIDDEN if name in secret else choice.values[name]
