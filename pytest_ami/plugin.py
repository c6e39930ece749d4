"""pytest hooks and fixtures, and nothing else: every hook says what it is for and calls the module whose work it is.

Nothing heavy is imported at the top (DESIGN, law 8): a project that merely has the plugin installed pays for
this file and ``settings``.
"""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from .attempt import Attempt
    from .book import Book
    from .facade import Ami, AsyncAmi
    from .settings import Settings
    from .store.workflows import WorkflowStore

MARKER = (
    "learned(task, *, params=None, start=None, teacher=None, secrets=(), optional=(), budget=None): "
    "the test runs a learned web flow: taught the first time, replayed without a model from then on"
)
ATTEMPTS = pytest.StashKey["dict[int, Attempt]"]()
MARK = pytest.StashKey[Any]()
BOOK = pytest.StashKey["Book"]()
SETTINGS_KEY = pytest.StashKey["Settings"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add one option, one ini key and one variable for every setting."""
    from .settings import SETTINGS

    group = parser.getgroup("ami", "learned web flows (pytest-ami)")
    for setting in SETTINGS:
        more: dict[str, Any] = {"choices": setting.choices} if setting.choices else {}
        if setting.kind is bool:
            more = {"action": "store_const", "const": True}
        group.addoption(
            f"--ami-{setting.name}", dest=f"ami_{setting.name}", default=None, help=setting.help, **more
        )
        parser.addini(f"ami_{setting.name}", help=setting.help, default=None)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Announce our hooks."""
    from . import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Resolve the settings, register the marker, and register late what must win over pytest-playwright."""
    from .model.errors import ConfigurationError
    from .settings import SETTINGS, resolve

    config.addinivalue_line("markers", MARKER)
    cli = {s.name: config.getoption(f"ami_{s.name}", None) for s in SETTINGS}
    ini = {s.name: config.getini(f"ami_{s.name}") for s in SETTINGS}
    try:
        settings = resolve(cli, ini, os.environ)
    except ConfigurationError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[SETTINGS_KEY] = settings
    from .book import Book

    config.stash[BOOK] = Book.for_config(config, settings)
    config.pluginmanager.register(config.stash[BOOK], "ami-book")
    playwright = config.pluginmanager.hasplugin("playwright")
    if playwright or config.pluginmanager.hasplugin("playwright-asyncio"):
        from . import browser_fixture

        config.pluginmanager.register(browser_fixture, "ami-browser")
    else:
        from .late import MissingPage

        config.pluginmanager.register(MissingPage(), "ami-missing-page")
    if config.pluginmanager.hasplugin("xdist"):
        from .xdist import Couriers

        config.pluginmanager.register(Couriers(config.stash[BOOK]), "ami-xdist")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say the mode, where it comes from, and where the store is; only where there is one, or when asked."""
    from .report.terminal import header

    settings = config.stash[SETTINGS_KEY]
    folder = settings.folder(config.rootpath)
    if settings.mode_reason.startswith("--ami") or folder.is_dir():
        return header(settings.mode.value, settings.mode_reason, settings.dir)
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Check every ``learned`` marker, and give marked tests the ``ami`` fixture."""
    from .marker import parse
    from .model.errors import ConfigurationError

    for item in items:
        mark = item.get_closest_marker("learned")
        if mark is None or not isinstance(item, pytest.Function):
            continue
        try:
            item.stash[MARK] = parse(mark.args, mark.kwargs, item.nodeid)
        except ConfigurationError as error:
            raise pytest.UsageError(str(error)) from None
        if item.cls is not None and hasattr(item.cls, "assertEqual"):
            raise pytest.UsageError(
                f"{item.nodeid}: the learned marker does not work on unittest.TestCase classes\n"
                "  why:      their methods cannot take fixtures such as page\n"
                "  run next: make it a plain class or function"
            )
        if item.stash[MARK].performs and "ami" not in item.fixturenames:
            item.fixturenames.append("ami")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Perform the flow of ``learned(..., params=..., start=...)`` at the start of the test's body.

    The function is wrapped for this one call, in its own flavour, so that it runs in whatever loop the test runs in.
    """
    mark = item.stash.get(MARK, None)
    if mark is None or not mark.performs or not isinstance(item, pytest.Function):
        return (yield)
    from .late import with_preamble

    original = item.obj
    item.obj = with_preamble(original, mark, lambda: item.funcargs["ami"])
    try:
        return (yield)
    finally:
        item.obj = original


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the runs on the report, and at the end of the attempt commit or drop what it learned."""
    report = yield
    attempts = item.stash.get(ATTEMPTS, None)
    if attempts is not None:
        attempt = attempts.get(_attempt_number(item))
        if attempt is not None:
            item.config.stash[BOOK].phase(attempt, report)
    return report


def pytest_report_teststatus(
    report: pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Give outcomes their letter in the progress line and their word in the verbose one."""
    entries = getattr(report, "ami", None)
    if not entries or report.when != "call" or report.outcome == "skipped" or hasattr(report, "wasxfail"):
        return None
    if report.outcome not in ("passed", "failed"):
        return None
    from .report.terminal import LETTERS, outcome_of

    outcome = outcome_of(entries)
    if (outcome in ("stale", "failed", "harness_error")) != report.failed or outcome in (
        "replayed",
        "failed",
    ):
        return None
    letter, word = LETTERS[outcome]
    return (
        report.outcome,
        letter,
        (word, {"red" if report.failed else "yellow" if outcome == "healed" else "green": True}),
    )


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write the summary section, when there is something to say."""
    from .report.terminal import summary

    lines = list(summary(config.stash[BOOK].tests))
    if lines:
        terminalreporter.section("learned web flows")
        for line in lines:
            terminalreporter.write_line(line)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Close the journal; the controller takes all journals into the store."""
    book = session.config.stash.get(BOOK, None)
    if book is not None:
        book.close()


def _attempt_number(item: pytest.Item) -> int:
    return int(getattr(item, "execution_count", 1))


@pytest.fixture(scope="session")
def ami_settings(pytestconfig: pytest.Config) -> Settings:
    """The settings of the run. Override it in a conftest with ``settings.override(ami_settings, {...})``."""
    return pytestconfig.stash[SETTINGS_KEY]


@pytest.fixture
def ami_teacher() -> Any:
    """Who teaches: None for the settings' choice. Override with a function of (page, **params), or a teacher."""
    return None


@pytest.fixture(scope="session")
def workflow_store(pytestconfig: pytest.Config, ami_settings: Settings) -> WorkflowStore:
    """The workflow store of the project."""
    return pytestconfig.stash[BOOK].store(ami_settings)


@pytest.fixture
def ami(
    request: pytest.FixtureRequest,
    page: Any,
    ami_settings: Settings,
    ami_teacher: Any,
    workflow_store: WorkflowStore,
) -> Iterator[Ami | AsyncAmi]:
    """Learned flows on the test's own page: ``run = ami.run(to="...")``; on async pages ``await ami.run(...)``."""
    from .attempt import Attempt
    from .browser.driver import flavour
    from .facade import Ami, AsyncAmi
    from .late import check_flavour

    item = request.node
    mark = item.stash.get(MARK, None)
    kind = flavour(page)
    check_flavour(item.nodeid, kind, asynchronous=inspect.iscoroutinefunction(request.function))
    made = request.config.hook.pytest_ami_make_teacher(task=mark.task if mark else "", settings=ami_settings)
    number = _attempt_number(item)
    attempt = Attempt(
        test=item.nodeid,
        number=number,
        settings=ami_settings,
        store=workflow_store,
        mark=mark,
        teacher=made if made is not None else ami_teacher,
    )
    item.stash.setdefault(ATTEMPTS, {})[number] = attempt
    face = Ami(attempt, page) if kind == "sync" else AsyncAmi(attempt, page)
    yield face
    face.close()


@pytest.fixture(scope="session")
def mail_server() -> Iterator[Any]:
    """The bundled webmail, one server a worker. Use ``mail_site`` in tests; this one for a session's base URL."""
    from .late import need_sites

    need_sites()
    from .sites.mail import MailSite

    with MailSite() as site:
        yield site


@pytest.fixture
def mail_site(mail_server: Any) -> Any:
    """The bundled webmail, fresh: seeded state, the 2019 design, English."""
    mail_server.reset()
    return mail_server
