"""Every task of every bundled site, as a person does it in every design and language: the site's ledger judges."""

from __future__ import annotations

import os
import time
from itertools import product
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from pytest_ami.sites.catalogue import names, site
from pytest_ami.sites.designed import DesignedSite
from pytest_ami.sites.ledger import differences
from pytest_ami.sites.task import Task

PATIENCE = 2.0
EVERY_LOOK = bool(os.environ.get("AMI_EVERY_LOOK"))
SITES = {name: site(name) for name in names()}


def cases() -> list[Any]:
    """Return all in English and one more a task, which rotates; with ``AMI_EVERY_LOOK=1`` every combination."""
    found = []
    for name, kind in SITES.items():
        others = [look for look in product(kind.DESIGNS, kind.LOCALES) if look[1] != "en"]
        for number, task in enumerate(kind.TASKS):
            for design, locale in product(kind.DESIGNS, kind.LOCALES):
                if EVERY_LOOK or locale == "en" or (design, locale) == others[number % len(others)]:
                    case_id = f"{name}-{task.name.replace(' ', '-')}-{design}-{locale}"
                    found.append(pytest.param(name, task, design, locale, id=case_id))
    return found


def values_of(task: Task, seed: str) -> dict[str, str]:
    return task.values(Random(seed))  # noqa: S311  (draws names, keeps no secret)


def settled(served: DesignedSite, task: Task, values: dict[str, str]) -> tuple[Any, Any]:
    """Return what is missing in the ledger and what is too much, once nothing is or the patience is at its end."""
    deadline = time.monotonic() + PATIENCE
    while (found := differences(task.effects(values), served.effects())) != ((), ()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


@pytest.mark.parametrize(("name", "task", "design", "locale"), cases())
def test_a_task_leaves_exactly_its_effects(
    request: pytest.FixtureRequest, browser: Browser, name: str, task: Task, design: str, locale: str
) -> None:
    served: DesignedSite = request.getfixturevalue(f"{name}_site")
    served.redesign(design, locale)
    values = values_of(task, f"{design} {locale}")
    context = browser.new_context(base_url=served.url)
    context.set_default_timeout(10_000)
    try:
        if task.signed_in:
            context.add_cookies(served.cookies())  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(task.start)
        task.perform(page, served.look, **values)
        missing, further = settled(served, task, values)
    finally:
        context.close()
    assert (missing, further) == ((), ())


@pytest.mark.parametrize(("name", "task"), [(name, task) for name, kind in SITES.items() for task in kind.TASKS])
def test_values_follow_from_the_random_state(name: str, task: Task) -> None:
    del name
    values = values_of(task, "one")
    assert values_of(task, "one") == values
    assert task.effects(values)
    assert set(task.secrets) <= values.keys()
