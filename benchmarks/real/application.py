"""An application of the bed: how it is installed and served, and the tasks that people do with it.

Knows no recorder, no store and no plugin: a task is a script by hand and a question to the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

Values = Mapping[str, str]
"""The parameters of one run of a task."""

Script = Callable[[Page, Values], None]
"""A flow by hand, or an assertion, on a page."""


@dataclass(frozen=True, slots=True)
class Running:
    """An application that answers, in a state of its own.

    Attributes:
        url: Where it is, without a slash at the end.
        facts: Returns what it holds now, as plain data. It asks the server (a database, an API, files), never a page.
    """

    url: str
    facts: Callable[[], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """One release, or one theme, of an application.

    Attributes:
        name: As a table shows it, for example ``"3.2"``.
        python: Requirements that pip installs into an environment of their own.
        node: Packages that npm installs into a folder of their own.
        overrides: Versions of packages that npm takes wherever another package asks for them.
        debian: Packages that must be there; the release is left out, and counted as left out, if one is missing.
        unpacked: Packages of another suite of Debian, as ``suite/package``; apt downloads them, and their files lie in
            the release's folder under the paths that they would have below ``/``.
        serve: Given where they were installed and an empty folder, runs the release in a fresh, seeded state.
    """

    name: str
    python: Sequence[str] = ()
    node: Sequence[str] = ()
    overrides: Mapping[str, str] = field(default_factory=dict)
    debian: Sequence[str] = ()
    unpacked: Sequence[str] = ()
    serve: Callable[[Path, Path], AbstractContextManager[Running]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that people do with an application, with values that differ in each run.

    Attributes:
        name: The words of the marker, for example ``"delete a book"``.
        covers: What is particular about it, for example ``("record id", "confirmation page")``.
        start: Path of the page on which the flow begins.
        values: Four sets of values. Every value differs between any two sets.
        secrets: Names of values that are secret.
        perform: The flow on the first release, as one writes it by hand, without fixed sleeps.
        afterwards: The flow by hand on every later release, or for each of them by its name. `perform` does it where
            there is none.
        exists: Whether the controls of the flow still exist on the later releases. False for a flow that must stop.
        prepare: Brings the server into the state that one run needs, such as a record that it deletes.
        confirm: The assertion of the user's test, on the page.
        done: Given the facts before and after the run and the values, tells if the deed was done, and nothing else.
        begun: The same for the beginning of a deed that only asks a server: a run that stops there did nothing wrong.
    """

    name: str
    covers: Sequence[str]
    start: str
    values: Sequence[Values]
    secrets: Sequence[str] = ()
    perform: Script
    afterwards: Script | Mapping[str, Script] | None = None
    exists: bool = True
    prepare: Callable[[Running, Values], None] | None = None
    confirm: Script
    done: Callable[[Any, Any, Values], bool]
    begun: Callable[[Any, Any, Values], bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """An application with its releases and tasks.

    Attributes:
        name: Of the application.
        kind: What is particular about its pages.
        releases: The first is learned on; every later one is a redesign of it.
        tasks: At least six.
        enter: Brings a page to where the tasks can start, such as through a log-in. No part of a flow.
    """

    name: str
    kind: str
    releases: Sequence[Release]
    tasks: Sequence[Task]
    enter: Callable[[Page, Running], None] | None = None

    def script(self, task: Task, release: Release) -> Script:
        """Return the flow of a task by hand on a release."""
        if release.name == self.releases[0].name or task.afterwards is None:
            return task.perform
        if callable(task.afterwards):
            return task.afterwards
        return task.afterwards.get(release.name, task.perform)
