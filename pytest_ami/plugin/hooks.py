"""pytest hooks and fixtures, and nothing else: every hook says what it is for and calls the module whose work it is.

Nothing heavy is imported at the top (DESIGN, law 8): a project that merely has the plugin installed pays for
this file and ``settings``.
"""

from __future__ import annotations

import inspect
import os
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pytest_ami.flow.attempt import Attempt
    from pytest_ami.flow.facade import Ami, AsyncAmi
    from pytest_ami.flow.passive_recording import Recorded
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflows import WorkflowStore
    from pytest_ami.testing.redesign.fixture import Redesigner

    from .run_log import Book

MARKER = (
    "learned(task, *, params=None, start=None, teacher=None, secrets=(), optional=(), budget=None, allow=()): "
    "the test runs a learned web flow: taught the first time, replayed without a model from then on"
)
ATTEMPTS: pytest.StashKey[dict[int, Attempt]] = pytest.StashKey()
MARK = pytest.StashKey[Any]()
MARKED = pytest.StashKey[bool]()
RECORDED: pytest.StashKey[Recorded] = pytest.StashKey()
SAID = pytest.StashKey[bool]()
BOOK: pytest.StashKey[Book] = pytest.StashKey()
SETTINGS_KEY: pytest.StashKey[Settings] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add one option, one ini key and one variable for every setting."""
    from pytest_ami.model.settings import SETTINGS

    group = parser.getgroup("ami", "learned web flows (pytest-ami)")
    for setting in SETTINGS:
        more: dict[str, Any] = {"choices": setting.choices} if setting.choices else {"metavar": setting.value}
        if setting.kind is bool:
            more = {"action": "store_const", "const": True}
        group.addoption(setting.flag, dest=f"ami_{setting.name}", default=None, help=setting.help, **more)
        parser.addini(f"ami_{setting.name}", help=setting.help, default=None)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Announce our hooks."""
    from . import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Resolve the settings, register the marker, and register late what must win over pytest-playwright."""
    from pytest_ami.model.settings import SETTINGS, resolve

    config.addinivalue_line("markers", MARKER)
    cli = {s.name: config.getoption(f"ami_{s.name}", None) for s in SETTINGS}
    ini = {s.name: config.getini(f"ami_{s.name}") for s in SETTINGS}
    try:
        settings = resolve(cli, ini, os.environ)
    except Exception as error:
        from pytest_ami.model.errors import ConfigurationError

        if not isinstance(error, ConfigurationError):
            raise
        raise pytest.UsageError(str(error)) from None
    config.stash[SETTINGS_KEY] = settings
    from .run_log import Book

    config.stash[BOOK] = Book.for_config(config, settings)
    config.pluginmanager.register(config.stash[BOOK], "ami-book")
    config.pluginmanager.register(config.stash[BOOK].roll, "ami-roll")
    playwright = config.pluginmanager.hasplugin("playwright")
    if playwright or config.pluginmanager.hasplugin("playwright-asyncio"):
        from . import browser_launch

        config.pluginmanager.register(browser_launch, "ami-browser")
    else:
        from .checks import MissingPage

        config.pluginmanager.register(MissingPage(), "ami-missing-page")
    if config.getoption("dist", "no") != "no":
        from .xdist import Couriers

        config.pluginmanager.register(Couriers(config.stash[BOOK]), "ami-xdist")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say the mode, where it comes from, and where the store is; only where there is one, or when asked."""
    settings = config.stash[SETTINGS_KEY]
    asked = settings.fixed or settings.mode_reason.startswith(("ini", "environment"))
    return _header(config) if asked or settings.folder(config.rootpath).is_dir() else None


def pytest_report_collectionfinish(config: pytest.Config) -> str | None:
    """Say it after the collection where only the tests tell that there is something to say."""
    return _header(config) if config.stash[BOOK].roll.users and not config.stash.get(SAID, False) else None


def _header(config: pytest.Config) -> str:
    from pytest_ami.report.terminal import header

    config.stash[SAID] = True
    settings = config.stash[SETTINGS_KEY]
    return header(settings.mode.value, settings.mode_reason, settings.dir)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> None:
    """Give a test whose marker performs the flow the ``ami`` fixture, before parameters are worked out."""
    if type(obj) is not FunctionType:
        return
    marks = [mark for mark in getattr(obj, "pytestmark", ()) if mark.name == "learned"]
    if not marks:
        above = collector.stash.get(MARKED, None)
        if above is None:
            above = collector.stash[MARKED] = "learned" in collector.keywords
        if not above:
            return  # as in every suite that has nothing to do with us
    mark = marks[-1] if marks else collector.get_closest_marker("learned")
    if mark is not None and mark.kwargs.keys() & {"params", "start"}:
        pytest.mark.usefixtures("ami")(obj)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check every ``learned`` marker; a wrong one is a usage error that names its test."""
    from .suite_coverage import marked

    found = list(marked(items))
    if not found:
        return
    from pytest_ami.model.errors import ConfigurationError

    from .checks import Wrong, check_marker

    wrong: list[str] = []
    for item, mark in found:
        try:
            item.stash[MARK] = check_marker(item, mark)
        except ConfigurationError as error:
            wrong.append(str(error))
            item.stash[MARK] = Wrong(error)
            continue
        if item.stash[MARK].performs and isinstance(item, pytest.Function) and "ami" not in item.fixturenames:
            item.fixturenames.append("ami")
    if wrong and not hasattr(config, "workerinput"):
        raise pytest.UsageError("\n".join(wrong))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test with a wrong marker: in a worker a usage error would be taken for a crash."""
    mark = item.stash.get(MARK, None)
    if mark is not None:
        mark.check()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Perform the flow of ``learned(..., params=..., start=...)`` at the start of the test's body; record an async one.

    The function is wrapped for this one call, in its own flavour, so that it runs in whatever loop the test runs in.
    """
    mark, recorded = item.stash.get(MARK, None), item.stash.get(RECORDED, None)
    if mark is not None and not mark.performs:
        mark = None
    face = getattr(item, "funcargs", {}).get("ami")
    confirms = getattr(face, "confirms", False)
    if not isinstance(item, pytest.Function) or not (mark or recorded or confirms):
        return (yield)
    original = item.obj
    if mark is not None:
        from .checks import with_preamble

        item.obj = with_preamble(original, mark, lambda: item.funcargs["ami"])
    if confirms:
        from .checks import with_confirmation

        item.obj = with_confirmation(item.obj, face)
    if recorded is not None:
        item.obj = recorded.around(item.obj)
    try:
        return (yield)
    finally:
        item.obj = original


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the runs on the report, and at the end of the attempt commit or drop what it learned."""
    attempt = item.stash.get(ATTEMPTS, {}).get(_attempt_number(item))
    book = item.config.stash[BOOK]
    fault = False
    if attempt is not None and call.when == "call":
        fault = book.blame(attempt, call.excinfo.value if call.excinfo else None)
        from .run_log import properties_of

        kept = [found for found in item.user_properties if not found[0].startswith("ami_")]
        item.user_properties[:] = [*kept, *properties_of(attempt)]
    users = True
    if call.excinfo is not None and not item.config.getoption("fulltrace"):
        from .checks import shorten

        users = shorten(call, ours=attempt is not None)
    report = yield
    if fault and hasattr(report, "wasxfail"):  # what was expected to fail was the test, not pytest-ami (law 10)
        del report.wasxfail
        report.outcome = "failed"
    if not users and call.excinfo is not None:
        if report.outcome == "failed":
            report.longrepr = call.excinfo.getrepr(style="value", chain=False)
        elif isinstance(report.longrepr, tuple):  # a skip, at the test rather than at a line of ours
            report.longrepr = (str(item.path), (item.location[1] or 0) + 1, report.longrepr[2])
    if attempt is not None:
        book.phase(attempt, report, lambda run: item.ihook.pytest_ami_run_finished(test=item.nodeid, run=run))
    recorded = item.stash.get(RECORDED, None)
    if recorded is not None:
        recorded.phase(report)
    return report


def pytest_report_teststatus(
    report: pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Give outcomes their letter in the progress line and their word in the verbose one."""
    entries = getattr(report, "ami", None)
    if not entries or report.when != "call" or hasattr(report, "wasxfail"):
        return None
    from pytest_ami.report.terminal import status_of

    return status_of(report.outcome, entries)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write the summary section, when there is something to say."""
    book = config.stash[BOOK]
    if not book.tests and not book.notes:
        return
    from pytest_ami.report.terminal import summary

    lines = list(summary(book.tests, config.stash[SETTINGS_KEY].mode.value, book.notes))
    if lines:
        terminalreporter.write_sep("=", "learned web flows")
        for line in lines:
            terminalreporter.write_line(line)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Close the journal; the controller, whose workers are done by then, takes all journals into the store."""
    book = session.config.stash.get(BOOK, None)
    if book is not None:
        book.close(int(exitstatus))


def _attempt_number(item: pytest.Item) -> int:
    return int(getattr(item, "execution_count", 1))


@pytest.fixture(scope="session")
def ami_settings(pytestconfig: pytest.Config) -> Settings:
    """The settings of the run. Override it in a conftest with ``settings.override(ami_settings, {...})``."""
    return pytestconfig.stash[SETTINGS_KEY]


@pytest.fixture
def ami_teacher() -> Any:
    """Who teaches, where marker and command line do not say: a function of (page, **params), or a teacher."""
    return None


@pytest.fixture(scope="session")
def ami_embedder() -> Any:
    """Who says how near two texts are: None for characters only. Override with what turns texts into vectors."""
    return None


@pytest.fixture(scope="session")
def workflow_store(pytestconfig: pytest.Config, ami_settings: Settings, ami_embedder: Any) -> WorkflowStore:
    """The workflow store of the project."""
    store = pytestconfig.stash[BOOK].store(ami_settings)
    if ami_embedder is not None:
        store.memory.embedder = ami_embedder
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
    from pytest_ami.flow.marker import under

    from .checks import check_flavour, context_arguments

    item = request.node
    mark = item.stash.get(MARK, None)
    kind = flavour(page)
    check_flavour(item.nodeid, kind, asynchronous=inspect.iscoroutinefunction(request.function))
    made = item.ihook.pytest_ami_make_teacher(task=mark.task if mark else "", settings=ami_settings)
    number = _attempt_number(item)
    attempt = Attempt(
        test=item.nodeid,
        number=number,
        settings=ami_settings,
        store=workflow_store,
        mark=under(mark, ami_settings.fixed) if mark else None,
        teacher=None if "teacher" in ami_settings.fixed else made if made is not None else ami_teacher,
        purse=item.config.stash[BOOK].purse,
    )
    item.stash.setdefault(ATTEMPTS, {})[number] = attempt
    fresh = context_arguments(request) if ami_settings.confirm else {}
    face = Ami(attempt, page, fresh) if kind == "sync" else AsyncAmi(attempt, page, fresh)
    yield face
    face.close()


@pytest.fixture
def recorded_page(
    request: pytest.FixtureRequest, page: Any, ami_settings: Settings, workflow_store: WorkflowStore
) -> Iterator[Any]:
    """The test's ``page`` itself, with a recorder attached: what a green test does there is remembered."""
    from pytest_ami.browser.driver import flavour
    from pytest_ami.flow.passive_recording import Recorded

    from .checks import check_flavour

    item = request.node
    kind = flavour(page)
    check_flavour(item.nodeid, kind, asynchronous=inspect.iscoroutinefunction(request.function))
    mark, number = item.stash.get(MARK, None), _attempt_number(item)
    item.stash[RECORDED] = recorded = Recorded(
        item.nodeid, number, page, ami_settings, workflow_store, mark, kind == "async"
    )
    recorded.begin()
    yield page
    recorded.end()


@pytest.fixture
def redesigned(request: pytest.FixtureRequest) -> Redesigner:
    """Lays redesigns over pages before they are opened, as in ``redesigned(page, "Redesign((IdsRenamed(),))")``.

    On async pages it is awaited. ``with redesigned.fresh(redesign) as page:`` gives a page of its own, for Hypothesis.
    """
    from pytest_ami.testing.redesign.fixture import Redesigner

    def opened() -> tuple[Any, dict[str, Any]]:
        return request.getfixturevalue("browser"), request.getfixturevalue("browser_context_args")

    if request.config.pluginmanager.hasplugin("playwright-asyncio"):
        opened()  # an async fixture cannot be set up while a test's loop runs; from now on it is known
    return Redesigner(opened)


def _bundled(name: str, what: str) -> tuple[Any, Any]:
    """Return the two fixtures of a bundled site: its server, and the site as a test wants it."""

    def server() -> Iterator[Any]:
        from .checks import need_sites

        need_sites()
        from pytest_ami.sites.catalogue import site

        with site(name)() as served:
            yield served

    def fresh(request: pytest.FixtureRequest) -> Any:
        served = request.getfixturevalue(f"{name}_server")
        served.reset()
        return served

    server.__doc__ = f"{what}, one server a worker. Use ``{name}_site`` in tests; this one for a session's base URL."
    fresh.__doc__ = f"{what}, fresh: seeded state, the 2019 design, English."
    return (
        pytest.fixture(scope="session", name=f"{name}_server")(server),
        pytest.fixture(name=f"{name}_site")(fresh),
    )


mail_server, mail_site = _bundled("mail", "The bundled webmail")
shop_server, shop_site = _bundled("shop", "The bundled shop")
tracker_server, tracker_site = _bundled("tracker", "The bundled issue tracker")
bank_server, bank_site = _bundled("bank", "The bundled bank")
