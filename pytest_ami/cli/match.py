"""`ami match`: which stored workflow an instruction would run, with which values, and why; nothing is run.

Knows the store, the matcher and the options. No model is asked. The value of a secret parameter is never printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from pytest_ami.decide.match import Choice, select
from pytest_ami.decide.routes import normal_route
from pytest_ami.model.errors import AmiError, WorkflowAmbiguousError, WorkflowMissingError

from .app import command, say

UNCLEAR, NOTHING, SEVERAL = 5, 3, 4
HIDDEN = "(secret)"


@command("match", "ami match \"Send an email to bob@example.com with subject 'Hi' and body 'Hello'\"")
@click.argument("instruction")
@click.option("--url", default="", help="Address of the page on which it would be said; decides between equals.")
@click.option("--near", type=click.FloatRange(0, 1), help="How alike a task must be to be suggested.")
@click.pass_context
def match(
    context: click.Context, instruction: str, url: str, near: float | None, folder: Path | None, *, as_json: bool
) -> None:
    """Tell which workflow an instruction selects.

    Its parameters, and how each was told; or why nothing is selected, and what is near. Nothing is run, and no model
    is asked.

    Exit codes: 0 one workflow with all its parameters, 5 one workflow and a parameter is missing or doubtful, 3 none,
    4 more than one, or more than one that is near; 1 there is no store, or it cannot be read; 2 the command line makes
    no sense.
    """
    import os

    from .project import Project, open_store

    settings = Project.find(Path.cwd()).settings(os.environ, folder)
    store = open_store(folder)
    start = normal_route(url) if url else ""
    try:
        choice = select(instruction, store.index(), near=settings.near if near is None else near, start=start)
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
        "mended": [list(pair) for pair in choice.mended],
    }


def refusal(error: AmiError) -> dict[str, Any]:
    """Return a refusal as data."""
    return {"task": None, "what": error.what, "why": error.why, "evidence": list(error.evidence)}


def lines(choice: Choice) -> Iterable[str]:
    """Return a choice as people read it, one line each."""
    told = plain(choice)
    hows = {
        "task": "the text is its task",
        "alias": "the text is one of its aliases",
        "template": "the text fits a template of it in full",
        "meaning": "the text speaks of all that this name speaks of, and of nothing else",
    }
    yield f"{told['task']}  version {told['version']}"
    yield f"  by its {told['how']}: {told['name']!r} ({hows[choice.how]})"
    width = max((len(row["name"]) for row in told["parameters"]), default=0)
    for row in told["parameters"]:
        shown = "missing" if row["value"] is None else row["value"] if row["value"] == HIDDEN else repr(row["value"])
        source = f"  {row['source']}" if row["source"] else ""
        yield f"  {row['name']:<{width}}  {shown}{source}"
    for doubt in told["doubts"]:
        yield f"  doubtful: {doubt}"
    for wrong, right in told["mended"]:
        yield f"  {wrong!r} was taken for {right!r}"


def _shown(choice: Choice, name: str, secret: set[str]) -> str | None:
    if name not in choice.values:
        return None
    return HIDDEN if name in secret else choice.values[name]
