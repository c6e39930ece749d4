"""Projects to run pytest on: an empty one, one that tests the bundled webmail, and one that has learned already."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.settings import Settings
from pytest_ami.testing.project import Project, Result
from tests.support.inline import Inline
from tests.support.projects import FAKED_FLOW, FLOW, NO_PICTURES, PLAIN, WEBMAIL

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Inline:
    """An empty project; its tests run in the order of their files, in this process."""
    return Inline.at(tmp_path / "project").with_args(*PLAIN, "-o", "ami_timeout=5")


@pytest.fixture
def browsing(project: Inline, playwright: Any, browser: Any) -> Inline:
    """A project whose pages come from the browser of this process."""
    return replace(project.with_args(*NO_PICTURES), playwright=playwright, browser=browser)


@pytest.fixture
def webmail(browsing: Inline) -> Inline:
    """A project that tests the webmail, signed in."""
    return browsing.with_file("conftest.py", WEBMAIL)


@pytest.fixture(scope="session")
def _taught(tmp_path_factory: pytest.TempPathFactory) -> Result:
    made = Project.at(tmp_path_factory.mktemp("taught")).with_args(*PLAIN, *NO_PICTURES)
    return made.with_file("conftest.py", WEBMAIL).with_test(FLOW).run("-v")


@pytest.fixture
def first_run(_taught: Result) -> Result:
    """The result of the first run of ``FLOW``, in a separate process. All tests of a session share it."""
    assert _taught.ret == 0, _taught.out
    return _taught


@pytest.fixture
def taught(first_run: Result, webmail: Inline) -> Inline:
    """A project of its own that has learned ``FLOW``. It replays, so its steps wait as long as they do by default."""
    first_run.project.copy(webmail.path)
    return webmail.with_test(FLOW).with_args("-o", f"ami_timeout={Settings().timeout}")


@pytest.fixture
def faked(project: Inline) -> Inline:
    """A project whose pages are no browser's and take no time; all else is as with a browser: see `faked`."""
    made = project.with_args("-p", "tests.support.faked", "-p", "no:playwright").with_file("conftest.py", "")
    return made.with_env(FAKED_PACE="0", PYTHONPATH=str(ROOT))


@pytest.fixture
def faked_taught(faked: Inline) -> Inline:
    """The same project; it has learned ``FAKED_FLOW``."""
    made = faked.with_test(FAKED_FLOW)
    first = made.run()
    assert first.ret == 0, first.out
    return made


@pytest.fixture
def fake_page(project: Inline) -> Inline:
    """A project whose ``page`` is no browser's, for what is decided before the first step."""
    return project.with_args("-p", "no:playwright").with_file(
        "conftest.py",
        """
        import pytest

        class Deaf:
            pages = ()
            def on(self, *args): ...
            def remove_listener(self, *args): ...

        kind = {"__module__": "playwright.sync_api", "url": "http://127.0.0.1/", "context": Deaf()}
        Page = type("Page", (Deaf,), kind)

        @pytest.fixture
        def page():
            return Page()
        """,
    )
