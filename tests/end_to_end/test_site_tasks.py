"""Every task of every bundled site, as a person does it in every design and language: the site's ledger judges."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from pytest_ami.sites.catalogue import names, site
from pytest_ami.sites.designed import DesignedSite
from pytest_ami.sites.ledger import differences
from pytest_ami.sites.task import Task

PATIENCE = 2.0
SITES = {name: site(name) for name in names()}


def cases() -> list[Any]:
    """Return every task in every look; by day a task is done in English or in another language, in turn."""
    found = []
    for name, kind in SITES.items():
        looks = list(product(kind.DESIGNS, kind.LOCALES))
        english, others = ([look for look in looks if (look[1] == "en") is is_english] for is_english in (True, False))
        for number, task in enumerate(kind.TASKS):
            turn = (english, others)[number % 2]
            by_day = (turn[number // 2 % len(turn)],)
            for design, locale in looks:
                case_id = f"{name}-{task.name.replace(' ', '-')}-{design}-{locale}"
                marks = () if (design, locale) in by_day else (pytest.mark.nightly,)
                found.append(pytest.param(name, task, design, locale, id=case_id, marks=marks))
    return found


def values_of(task: Task, seed: str) -> dict[str, str]:
    return task.values(Random(seed))  # noqa: S311  (draws names, keeps no secret)


def settled(served: DesignedSite, task: Task, values: dict[str, str]) -> tuple[Any, Any]:
    """Return what is missing in the ledger and what is too much, once nothing is or the patience is at its end."""
    deadline = time.monotonic() + PATIENCE
    while (found := differences(task.effects(values), served.effects())) != ((), ()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[Callable[[DesignedSite], Page]]:
    """One page a site, whose context forgets between two tests."""
    kept: dict[str, BrowserContext] = {}

    def page_of(served: DesignedSite) -> Page:
        if served.url not in kept:
            kept[served.url] = browser.new_context(base_url=served.url)
            kept[served.url].set_default_timeout(10_000)
        context = kept[served.url]
        context.clear_cookies()
        for page in context.pages[1:]:
            page.close()
        page = context.pages[0] if context.pages else context.new_page()
        if page.url.startswith(served.url):
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        return page

    yield page_of
    for context in kept.values():
        context.close()


@pytest.mark.variants(12)
@pytest.mark.parametrize(("name", "task", "design", "locale"), cases())
def test_a_task_leaves_exactly_its_effects(
    request: pytest.FixtureRequest,
    pages: Callable[[DesignedSite], Page],
    name: str,
    task: Task,
    design: str,
    locale: str,
) -> None:
    served: DesignedSite = request.getfixturevalue(f"{name}_site")
    served.redesign(design, locale)
    values = values_of(task, f"{design} {locale}")
    page = pages(served)
    if task.signed_in:
        page.context.add_cookies(served.cookies())  # type: ignore[arg-type]
    page.goto(task.start)
    task.perform(page, served.look, **values)
    missing, further = settled(served, task, values)
    assert (missing, further) == ((), ())


def test_by_day_every_design_and_language_of_every_site_is_there() -> None:
    by_day = {(case.values[0], case.values[2], case.values[3]) for case in cases() if not case.marks}
    for name, kind in SITES.items():
        assert {design for site, design, _ in by_day if site == name} == {*kind.DESIGNS}
        assert {locale for site, _, locale in by_day if site == name} == {*kind.LOCALES}


@pytest.mark.parametrize(("name", "task"), [(name, task) for name, kind in SITES.items() for task in kind.TASKS])
def test_values_follow_from_the_random_state(name: str, task: Task) -> None:
    del name
    values = values_of(task, "one")
    assert values_of(task, "one") == values
    assert task.effects(values)
    assert set(task.secrets) <= values.keys()
