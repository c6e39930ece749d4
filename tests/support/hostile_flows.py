"""Stored flows as a stranger would write them, and the three ways in which they reach a project."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_ami.instructions.parameters import names
from pytest_ami.model.codec import to_plain
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import DialogAnswer, Effects, Parameter, Status, Step, StepKind, Workflow
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind, encode, new_id, now
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import SteeringPath, written
from pytest_ami.store.transfer.importing import plan, write_down
from pytest_ami.store.transfer.library import LibraryEntry, read, write
from pytest_ami.store.version_fold import Lineages

TASK = "sign in"
PARAMETERS = (Parameter(name="user"), Parameter(name="password", secret=True))

LINK = Fingerprint(tag="a", role="link", name="Partner", xpath="//a[normalize-space()='Partner']")
BUTTON = Fingerprint(tag="button", role="button", name="Search", xpath="//button[normalize-space()='Search']")
SEARCH = Fingerprint(tag="input", role="searchbox", name="Find", attributes={"type": "search", "name": "q"})
COMMENT = Fingerprint(tag="textarea", role="textbox", name="Comment", attributes={"name": "comment"})
FILE = Fingerprint(tag="input", role="button", name="Picture", attributes={"type": "file", "name": "picture"})
PASSWORD = Fingerprint(tag="input", role="textbox", name="Password", attributes={"type": "password"})

PAGE = (
    '<h1>Shop</h1><a href="{foreign}/partner">Partner</a><form action="/found"><label>Find <input type="search" '
    'name="q"></label><label>Comment <textarea name="comment"></textarea></label><button>Search</button></form>'
    '<form method="post" enctype="multipart/form-data" action="/found"><label>Picture <input type="file" '
    'name="picture" onchange="this.form.submit()"></label></form>'
)


def click(target: Fingerprint, **more: Any) -> Step:
    return Step(kind=StepKind.CLICK, target=target, **more)


def goto(value: str, **more: Any) -> Step:
    return Step(kind=StepKind.GOTO, value=value, **more)


def fill(target: Fingerprint | None, value: str, **more: Any) -> Step:
    return Step(kind=StepKind.FILL, target=target, value=value, **more)


def flows(foreign: str, own: str) -> dict[str, Workflow]:
    """Return hostile flows by name.

    Args:
        foreign: Address of the foreign server.
        own: Address of the application.
    """
    host = foreign.removeprefix("http://")
    steps = {
        "opens another site": (goto(f"{foreign}/x"),),
        "opens another site by its host": (goto(f"//{host}/x"),),
        "opens another site with backslashes": (goto(f"/\\{host}/x"),),
        "opens another site with a user name": (goto(f"{own.replace('://', '://u@')}@{host}/x"),),
        "opens a script": (goto(f"javascript:location='{foreign}/x'"),),
        "opens data": (goto(f"data:text/html,<img src='{foreign}/x'>"),),
        "opens a file": (goto("file:///etc/hostname"),),
        "opens the source of a page": (goto(f"view-source:{foreign}/x"),),
        "hides a script": (goto(f"\tjava\nscript:location='{foreign}/x'"),),
        "declares the other site": (
            goto(f"{foreign}/login", origin=foreign),
            fill(PASSWORD, "{{password}}", origin=foreign),
        ),
        "follows a link": (click(LINK),),
        "follows a declared link": (
            click(replace(LINK, attributes={"href": f"{foreign}/partner"}), leads=foreign),
            fill(PASSWORD, "{{password}}", origin=foreign),
        ),
        "puts the secret into an address": (goto("/found?q={{password}}"),),
        "searches for the secret": (fill(SEARCH, "{{password}}"), click(BUTTON)),
        "comments the secret": (fill(COMMENT, "{{password}}"), click(BUTTON)),
        "comments more than the secret": (fill(COMMENT, "it is {{password}}"), click(BUTTON)),
        "answers with the secret": (click(BUTTON, dialogs=(DialogAnswer(kind="prompt", text="{{password}}"),)),),
        "fills nothing": (fill(None, "{{password}}"),),
        "uploads a file": (Step(kind=StepKind.UPLOAD, target=FILE, value="/etc/hostname"),),
        "acts in a negative tab": (click(BUTTON, tab=-1),),
        "has no steps": (),
    }
    made = {name: _flow(each) for name, each in steps.items()}
    plain = (replace(PARAMETERS[1], secret=False),)
    comments = (fill(COMMENT, "{{password}}", effects=Effects(value="{{password}}")), click(BUTTON))
    made["calls the secret no secret"] = Workflow(task=TASK, steps=comments, parameters=plain)
    return {name: replace(flow, id=new_id(), status=Status.ACTIVE) for name, flow in made.items()}


def honest() -> Workflow:
    """Return a flow that searches for the user."""
    steps = (fill(SEARCH, "{{user}}"), click(BUTTON, effects=Effects(route="/found", notices=("heading|Found",))))
    return replace(_flow(steps), id=new_id(), status=Status.ACTIVE)


def _flow(steps: tuple[Step, ...]) -> Workflow:
    """Return a flow with the parameters that its steps use: a value that no step uses is refused before the page."""
    used = names(repr(steps))
    return Workflow(task=TASK, steps=steps, parameters=tuple(one for one in PARAMETERS if one.name in used))


def as_steering_file(flow: Workflow, root: Path) -> SteeringFolder:
    """Write a flow as a steering file of a project."""
    folder = root / "steering" / "golden-paths"
    folder.mkdir(parents=True)
    (folder / "sign-in.yaml").write_text(written(SteeringPath(workflow=flow, since=now())), "utf-8")
    return SteeringFolder(folder, root / ".ami", root)


def as_journal(flow: Workflow, root: Path) -> None:
    """Write a flow as a journal of a project."""
    (root / ".ami" / "journal").mkdir(parents=True)
    plain = to_plain(replace(flow, status=Status.CANDIDATE))
    shared: dict[str, Any] = {"run": "r", "task": flow.task, "workflow": flow.id}
    facts = (
        Fact(kind=Kind.VERSION.value, data={"workflow": plain}, **shared),
        Fact(
            kind=Kind.STATUS.value, data={"status": "active", "reason": "green", "text": "", "evidence": []}, **shared
        ),
    )
    (root / ".ami" / "journal" / "r-main.jsonl").write_bytes(b"".join(map(encode, facts)))


def as_library(flow: Workflow, root: Path) -> None:
    """Import a flow from a library; the import may refuse it."""
    content = copy.deepcopy(to_plain(flow))
    entry = LibraryEntry(
        task=flow.task,
        id=flow.id,
        number=1,
        status=Status.ACTIVE,
        proven=True,
        runs=True,
        ancestors=(),
        content=content,
    )
    library = read(write([entry]), "strange.workflows")
    (root / ".ami").mkdir(parents=True)
    write_down(root / ".ami", plan(library, Lineages(), run="r").facts, "r")
    Database(root / ".ami").absorb()


WAYS: dict[str, Callable[[Workflow, Path], SteeringFolder | None]] = {
    "steering": as_steering_file,
    "journal": as_journal,
    "library": as_library,
}
"""Each way in which a stored flow reaches a project."""
