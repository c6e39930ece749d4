"""Real Chromium on the bundled webmail; every test has a context that is signed in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.by_day import leave_to_the_night
from tests.support.deeds import Application, Desk
from tests.support.lab import MAIL, Lab, taught_once


@pytest.fixture(scope="session")
def base_url(mail_server: Any) -> str:
    """The webmail's URL, for ``page.goto("/")``."""
    return str(mail_server.url)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], base_url: str, mail_site: Any) -> dict[str, Any]:
    """Signed in. The arguments below are made once a session, so they may have the URL of another folder's tests."""
    signed_in = {"cookies": mail_site.cookies(), "origins": []}
    return {**browser_context_args, "base_url": base_url, "storage_state": signed_in}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser; of several looks one is seen by day."""
    for item in items:
        if "/tests/end_to_end/" in str(item.path):
            item.add_marker(pytest.mark.browser)
    leave_to_the_night(items)


@pytest.fixture(scope="module")
def module_page(browser: Any) -> Iterator[Any]:
    """The page of ``blank_page``: one for all tests of a module."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def blank_page(module_page: Any) -> Any:
    """A page with a new, empty document. A test that only reads a document needs no context of its own.

    A test that leaves its document does: what it has begun would interrupt the next one.
    """
    module_page.goto("about:blank")
    return module_page


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """Attempts with a store of their own."""
    return Lab(tmp_path / ".ami")


@pytest.fixture
def desk(page: Any, lab: Lab) -> Iterator[Desk]:
    """A page at which a flow is learned and replayed, and the application that notes its deeds."""
    with Application() as application:
        yield Desk(page, lab, application)


@pytest.fixture(scope="session")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the one lesson that ``taught`` copies."""
    return tmp_path_factory.mktemp("lesson") / ".ami"


@pytest.fixture
def taught(lesson: Path, tmp_path: Path, new_context: Any, mail_site: Any) -> Lab:
    """A lab that has learned to send a mail on the oldest design; the site is as if nothing had been sent."""

    def teach(lab: Lab) -> None:
        page = new_context().new_page()
        page.goto("/")
        lab.run(page, "send email", MAIL)
        page.context.close()
        mail_site.reset()

    return taught_once(lesson, tmp_path / ".ami", teach)
