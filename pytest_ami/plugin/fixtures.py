"""The fixtures: learned flows on the test's page, their settings and store, and the bundled sites.

Nothing heavy is imported at the top (DESIGN, law 8). This module must never wrap or replace the user's page.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from .hooks import ATTEMPTS, MARK, RECORDING, RUN_LOG, SETTINGS_KEY, attempt_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_ami.flow.facade import Ami, AsyncAmi
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflow_store import WorkflowStore
    from pytest_ami.testing.redesign.fixture import Redesigner


@pytest.fixture(scope="session")
def ami_settings(pytestconfig: pytest.Config) -> Settings:
    """The settings of the run. Override it in a conftest with ``pytest_ami.override(ami_settings, {...})``."""
    return pytestconfig.stash[SETTINGS_KEY]


@pytest.fixture
def ami_teacher() -> Any:
    """The teacher, if neither marker nor command line names one: a function of (page, **params), or a teacher."""
    return None


@pytest.fixture(scope="session")
def ami_embedder() -> Any:
    """The embedder that compares texts: None compares characters. Override it with a function to vectors."""
    return None


@pytest.fixture(scope="session")
def workflow_store(pytestconfig: pytest.Config, ami_settings: Settings, ami_embedder: Any) -> WorkflowStore:
    """The workflow store of the project."""
    store = pytestconfig.stash[RUN_LOG].store(ami_settings)
    if ami_embedder is not None:
        store.memory.embedder = ami_embedder
    if ami_settings.user_id:
        store.memory.user_id = ami_settings.user_id
    if ami_settings.hot:
        from pytest_ami.store.hot.redis_tier import open_hot

        store.memory.reads.hot = open_hot(ami_settings.hot, ami_settings.hot_megabytes)
    return store


@pytest.fixture
def ami(
    request: pytest.FixtureRequest,
    page: Any,
    ami_settings: Settings,
    ami_teacher: Any,
    workflow_store: WorkflowStore,
) -> Iterator[Ami | AsyncAmi]:
    """Learned flows on the test's own page: ``run = ami.run(to="...")``; on async pages ``await ami.run(...)``."""
    from pytest_ami.browser.driver import flavour
    from pytest_ami.flow.attempt import Attempt
    from pytest_ami.flow.facade import Ami, AsyncAmi
    from pytest_ami.flow.marker import without_fixed
    from pytest_ami.flow.scope import AttemptScope

    from .checks import check_flavour
    from .live_line import live_line

    item, fixed = request.node, ami_settings.fixed
    mark, number = item.stash.get(MARK, None), attempt_number(item)
    kind = flavour(page)
    check_flavour(item.nodeid, kind, asynchronous=inspect.iscoroutinefunction(request.function))
    made = item.ihook.pytest_ami_make_teacher(task=mark.task if mark else "", settings=ami_settings)
    scope = AttemptScope(
        test=item.nodeid,
        number=number,
        settings=ami_settings,
        store=workflow_store,
        mark=without_fixed(mark, fixed) if mark else None,
        teacher=None if "teacher" in fixed else made if made is not None else ami_teacher,
        purse=item.config.stash[RUN_LOG].purse,
        live=live_line(item.config),
        traced=item.config.getoption("--tracing", "off") != "off",
    )
    attempt = Attempt(scope, passive=lambda: item.stash.get(RECORDING, None))
    item.stash.setdefault(ATTEMPTS, {})[number] = attempt
    options = _context_options(request) if ami_settings.confirm else {}
    facade = Ami(attempt, page, options) if kind == "sync" else AsyncAmi(attempt, page, options)
    yield facade
    facade.close()


@pytest.fixture
def recorded_page(
    request: pytest.FixtureRequest, page: Any, ami_settings: Settings, workflow_store: WorkflowStore
) -> Iterator[Any]:
    """The test's ``page`` itself, with a recorder attached; after a green test its operations are remembered.

    While the test runs, its attribute ``operations`` holds what was recorded so far (``RecordedOperations``).
    """
    from pytest_ami.browser.driver import flavour
    from pytest_ami.flow.passive_recording import PassiveRecording, RecordedOperations
    from pytest_ami.flow.scope import AttemptScope

    from .checks import check_flavour

    item = request.node
    kind = flavour(page)
    check_flavour(item.nodeid, kind, asynchronous=inspect.iscoroutinefunction(request.function))
    mark = item.stash.get(MARK, None)
    scope = AttemptScope(item.nodeid, attempt_number(item), ami_settings, workflow_store, mark)
    item.stash[RECORDING] = recording = PassiveRecording(scope, page, asynchronous=kind == "async")
    recording.begin()
    page.operations = RecordedOperations(recording)
    yield page
    del page.operations
    recording.end()


@pytest.fixture
def redesigned(request: pytest.FixtureRequest) -> Redesigner:
    """Applies redesigns to pages before they are opened: ``redesigned(page, "Redesign((IdsRenamed(),))")``.

    On async pages, await it. ``with redesigned.open_page(redesign) as page:`` gives a page of its own, for Hypothesis.
    """
    from pytest_ami.testing.redesign.fixture import Redesigner

    def opened() -> tuple[Any, dict[str, Any]]:
        return request.getfixturevalue("browser"), request.getfixturevalue("browser_context_args")

    if request.config.pluginmanager.hasplugin("playwright-asyncio"):
        opened()  # an async fixture cannot be set up while a test's loop runs, so set it up now
    return Redesigner(opened)


def _context_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return the arguments of the test's own context, as pytest-playwright's fixture and marker give them."""
    try:
        options = dict(request.getfixturevalue("browser_context_args"))
    except pytest.FixtureLookupError:
        options = {}
    marker = request.node.get_closest_marker("browser_context_args")
    return {**options, **(marker.kwargs if marker else {})}


def _bundled(name: str, title: str) -> tuple[Any, Any]:
    """Return the two fixtures of a bundled site: its server, and the site in a fresh state."""

    def server() -> Iterator[Any]:
        from pytest_ami.model.errors import require_packages

        require_packages(
            "sites", "starlette", "uvicorn", "jinja2", what="A bundled site", why="It is a small web application."
        )
        from pytest_ami.sites.catalogue import site

        with site(name)() as served:
            yield served

    def fresh(request: pytest.FixtureRequest) -> Any:
        served = request.getfixturevalue(f"{name}_server")
        served.reset()
        return served

    server.__doc__ = (
        f"{title}, one server for each worker. Tests use ``{name}_site``; a session's base URL uses this one."
    )
    fresh.__doc__ = f"{title}, fresh: seeded state, the 2019 design, English."
    return (
        pytest.fixture(scope="session", name=f"{name}_server")(server),
        pytest.fixture(name=f"{name}_site")(fresh),
    )


mail_server, mail_site = _bundled("mail", "The bundled webmail")
shop_server, shop_site = _bundled("shop", "The bundled shop")
tracker_server, tracker_site = _bundled("tracker", "The bundled issue tracker")
bank_server, bank_site = _bundled("bank", "The bundled bank")
