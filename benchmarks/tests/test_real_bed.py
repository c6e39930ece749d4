"""Every application of the bed keeps the bed's rules, as far as they can be seen without a server."""

from __future__ import annotations

import ast
from itertools import combinations

import pytest

from benchmarks.real import project
from benchmarks.real.application import Application
from benchmarks.real.bed import MODULES, application
from benchmarks.real.project import Session

FEWEST = 6
"""Tasks of one application."""


@pytest.fixture(params=MODULES)
def app(request: pytest.FixtureRequest) -> Application:
    return application(request.param)


def test_it_has_tasks_enough_each_with_a_name_of_its_own(app: Application) -> None:
    names = [project.slug(task.name) for task in app.tasks]

    assert len(names) >= FEWEST
    assert len({*names}) == len(names)
    assert all(task.covers and task.start.startswith("/") for task in app.tasks)


def test_each_value_differs_in_each_run(app: Application) -> None:
    for task in app.tasks:
        assert len(task.values) == 4, task.name
        for one, other in combinations(task.values, 2):
            assert one.keys() == other.keys(), task.name
            same = [name for name in one if one[name] == other[name]]
            assert not same, (task.name, same)


def test_a_secret_is_a_value(app: Application) -> None:
    assert all(secret in task.values[0] for task in app.tasks for secret in task.secrets)


def test_a_script_for_a_later_release_names_one(app: Application) -> None:
    later = {release.name for release in app.releases[1:]}

    assert len({release.name for release in app.releases}) == len(app.releases)
    for task in app.tasks:
        if task.afterwards is not None and not callable(task.afterwards):
            assert {*task.afterwards} <= later, task.name


def test_its_versions_are_pinned(app: Application) -> None:
    for release in app.releases:
        assert all("==" in requirement for requirement in release.python), release.name
        assert all("@" in package.lstrip("@") for package in release.node), release.name


def test_its_project_can_be_read(app: Application) -> None:
    for session in (Session(mode="replay", values=(1, 2)), Session(mode="replay", paced=True)):
        ast.parse(project.tests_of(app.tasks, session))
