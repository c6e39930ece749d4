"""The pytest hooks: each one calls the module that does the work.

Nothing heavy is imported at the top (DESIGN, law 8): every project that has the plugin installed loads this module.
This module must never decide about a workflow.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from pytest_ami.flow.attempt import Attempt
    from pytest_ami.flow.passive_recording import PassiveRecording
    from pytest_ami.model.settings import Setting, Settings

    from .run_log import RunLog
    from .shard import Sharding

MARKER = (
    "learned(task, *, params=None, start=None, teacher=None, secrets=(), public=(), optional=(), budget=None, "
    "allow=(), expect=None): "
    "the test runs a learned web flow: taught the first time, replayed without a model from then on"
)
SETTINGS_KEY: pytest.StashKey[Settings] = pytest.StashKey()
RUN_LOG: pytest.StashKey[RunLog] = pytest.StashKey()
HEADER_SHOWN = pytest.StashKey[bool]()
CLASS_MARKED = pytest.StashKey[bool]()
MARK = pytest.StashKey[Any]()
ATTEMPTS: pytest.StashKey[dict[int, Attempt]] = pytest.StashKey()
RECORDING: pytest.StashKey[PassiveRecording] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add one option, one ini key and one variable for every setting."""
    from pytest_ami.model.settings import SETTINGS

    group = parser.getgroup("ami", "learned web flows (pytest-ami)")
    for setting in SETTINGS:
        parser.addini(f"ami_{setting.name}", help=setting.help, default=None)
        if setting.bare:
            _add_words(group, setting)
            continue
        more: dict[str, Any] = {"choices": setting.choices} if setting.choices else {"metavar": setting.value}
        if setting.kind is bool and not setting.value:
            more = {"action": "store_const", "const": True}
        group.addoption(setting.flag, dest=f"ami_{setting.name}", default=None, help=setting.help, **more)


def _add_words(group: pytest.OptionGroup, setting: Setting) -> None:
    """Add an option for each choice of a setting, ``--ami-watch=heal`` whole: alone it must not take the next word."""
    for word in ("", *setting.choices):
        flag, more = (
            f"{setting.flag}={word}" if word else setting.flag,
            setting.help if not word else f"see {setting.flag}",
        )
        dest = f"ami_{setting.name}"
        group.addoption(flag, dest=dest, action="store_const", const=word or setting.bare, default=None, help=more)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks that projects may implement."""
    from . import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Resolve the settings, register the marker, and register last the plugins that must override pytest-playwright."""
    from pytest_ami.model.settings import SETTINGS, resolve

    config.addinivalue_line("markers", MARKER)
    cli = {s.name: config.getoption(f"ami_{s.name}", None) for s in SETTINGS}
    ini = {s.name: config.getini(f"ami_{s.name}") for s in SETTINGS}
    try:
        settings = resolve(cli, ini, os.environ)
        _check(settings)
        sharding = _sharding(settings)
    except Exception as error:
        from pytest_ami.model.errors import ConfigurationError

        if not isinstance(error, ConfigurationError):
            raise
        raise pytest.UsageError(str(error)) from None
    config.stash[SETTINGS_KEY] = settings
    if gate := sys.modules.get("pytest_ami.engine.secrets.gate"):
        gate.GATE.forget()  # an earlier session in this process
    from .run_log import RunLog

    log = config.stash[RUN_LOG] = RunLog.for_config(config, settings)
    plugins = config.pluginmanager
    plugins.register(log, "ami-run-log")
    plugins.register(log.coverage, "ami-suite-coverage")
    if sharding is not None:
        plugins.register(sharding(log, getattr(config, "workerinput", {}).get("ami_durations")), "ami-shard")
    if settings.watch != "off" and settings.mode.value != "off":
        _watch(config, log, settings)
    if plugins.hasplugin("playwright") or plugins.hasplugin("playwright-asyncio"):
        from . import browser_launch

        plugins.register(browser_launch, "ami-browser")
    else:
        from .missing_page import MissingPage

        plugins.register(MissingPage(), "ami-missing-page")
    if config.getoption("dist", "no") != "no":
        from .xdist import RunIdSender

        plugins.register(RunIdSender(log), "ami-xdist")


def _watch(config: pytest.Config, log: RunLog, settings: Settings) -> None:
    """Register the plugin that observes plain tests."""
    from pytest_ami.model.errors import ConfigurationError
    from pytest_ami.watch.plugin import WatchPlugin

    folder = settings.folder(config.rootpath)
    heals = settings.watch == "heal" and settings.heal != "off" and not settings.strict
    watching = WatchPlugin(folder, partial(log.store, settings), heals=heals)
    try:
        watching.begin()
    except ConfigurationError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(watching, "ami-watch")


def _check(settings: Settings) -> None:
    """Refuse settings that cannot be followed.

    Raises:
        ConfigurationError: A package is missing, or an address is none.
    """
    needed = (
        (settings.html, "html", "jinja2", "--ami-html", "The page is made from a template."),
        (settings.store, "postgres", "psycopg", "ami_store", "The shared store is a Postgres database."),
        (settings.hot, "redis", "redis", "ami_hot", "The hot tier is a Redis server."),
        ("://" in settings.cold, "s3", "obstore", "ami_cold", "The cold tier is a bucket of S3."),
    )
    for asked, extra, package, what, why in needed:
        if asked:
            from pytest_ami.model.errors import require_packages

            require_packages(extra, package, what=what, why=why)
    if settings.connect:
        from pytest_ami.browser.find import remote_browser

        remote_browser(settings.connect)


def _sharding(settings: Settings) -> Callable[..., Sharding] | None:
    """Return the constructor of the plugin that selects the tests of a shard; None if no shard was asked for.

    Raises:
        ConfigurationError: There is no such shard.
    """
    if not settings.shard:
        return None
    from .shard import Sharding, parse

    return partial(Sharding, parse(settings.shard))


def pytest_report_header(config: pytest.Config) -> str | None:
    """Show the mode, its source and the store's folder, if there is a store or the mode was set."""
    settings = config.stash[SETTINGS_KEY]
    asked = settings.fixed or settings.mode_reason.startswith(("ini", "environment"))
    return _header(config) if asked or settings.folder(config.rootpath).is_dir() else None


def pytest_report_collectionfinish(config: pytest.Config) -> str | None:
    """Show the header after the collection if only the collected tests show that flows are used."""
    shown = config.stash.get(HEADER_SHOWN, False)
    return _header(config) if config.stash[RUN_LOG].coverage.users and not shown else None


def _header(config: pytest.Config) -> str:
    from pytest_ami.report.terminal import header

    config.stash[HEADER_SHOWN] = True
    settings = config.stash[SETTINGS_KEY]
    return header(settings.mode.value, settings.mode_reason, settings.dir)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, obj: object) -> None:
    """Add the ``ami`` fixture to a test whose marker performs the flow, before its parameters are resolved."""
    if type(obj) is not FunctionType:
        return
    marks = [mark for mark in getattr(obj, "pytestmark", ()) if mark.name == "learned"]
    if not marks:
        inherited = collector.stash.get(CLASS_MARKED, None)
        if inherited is None:
            inherited = collector.stash[CLASS_MARKED] = "learned" in collector.keywords
        if not inherited:
            return  # as in every suite without learned flows
    mark = marks[-1] if marks else collector.get_closest_marker("learned")
    if mark is not None and mark.kwargs.keys() & {"params", "start"}:
        pytest.mark.usefixtures("ami")(obj)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check every ``learned`` marker; an invalid one is a usage error that names its test."""
    from .suite_coverage import marked

    learned = list(marked(items))
    if not learned:
        return
    from pytest_ami.model.errors import ConfigurationError

    from .checks import InvalidMark, check_marker

    problems: list[str] = []
    for item, mark in learned:
        try:
            item.stash[MARK] = check_marker(item, mark)
        except ConfigurationError as error:
            problems.append(str(error))
            item.stash[MARK] = InvalidMark(error)
            continue
        if item.stash[MARK].performs and isinstance(item, pytest.Function) and "ami" not in item.fixturenames:
            item.fixturenames.append("ami")
    if problems and not hasattr(config, "workerinput"):
        raise pytest.UsageError("\n".join(problems))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test with an invalid marker: in a worker a usage error would look like a crash."""
    mark = item.stash.get(MARK, None)
    if mark is not None:
        mark.check()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Perform the flow of ``learned(..., params=..., start=...)`` before the test's body; record an async one.

    The function is wrapped for this one call, as a sync or an async function, so that it runs in the test's own loop.
    """
    mark, recording = item.stash.get(MARK, None), item.stash.get(RECORDING, None)
    if mark is not None and not mark.performs:
        mark = None
    facade = getattr(item, "funcargs", {}).get("ami")
    confirms = getattr(facade, "confirms", False)
    if not isinstance(item, pytest.Function) or not (mark or recording or confirms):
        return (yield)
    from .wrapping import with_confirmation, with_preamble

    original = item.obj
    if mark is not None:
        item.obj = with_preamble(original, mark, lambda: item.funcargs["ami"])
    if confirms:
        item.obj = with_confirmation(item.obj, facade)
    if recording is not None:
        item.obj = recording.wrap(item.obj)
    try:
        return (yield)
    finally:
        item.obj = original


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the runs on the report; after teardown, commit or drop the proposals of the attempt."""
    attempt = item.stash.get(ATTEMPTS, {}).get(attempt_number(item))
    log = item.config.stash[RUN_LOG]
    fault = False
    if attempt is not None and call.when == "call":
        fault = log.record_failure(attempt, call.excinfo.value if call.excinfo else None)
        from pytest_ami.report.junit import properties

        from .run_log import entries_of

        others = [entry for entry in item.user_properties if not entry[0].startswith("ami_")]
        item.user_properties[:] = [*others, *properties(entries_of(attempt, passed=call.excinfo is None))]
    has_user_line = (
        call.excinfo is None
        or item.config.getoption("fulltrace", default=False)  # the terminal's option, and the terminal can be off
        or _trim_frames(call, ours=attempt is not None)
    )
    report = yield
    if fault and hasattr(report, "wasxfail"):  # the expected failure was not a fault of pytest-ami (law 10)
        del report.wasxfail
        report.outcome = "failed"
    if not has_user_line and call.excinfo is not None:
        if report.outcome == "failed":
            report.longrepr = call.excinfo.getrepr(style="value", chain=False)
        elif isinstance(report.longrepr, tuple):  # report a skip at the test, not at a line of the plugin
            report.longrepr = (str(item.path), (item.location[1] or 0) + 1, report.longrepr[2])
    if attempt is not None:
        announce = item.ihook.pytest_ami_run_finished
        log.record_phase(attempt, report, lambda run: announce(test=item.nodeid, run=run))
        if report.when == "call":
            from .attachments import attach_runs

            attach_runs(item.config, report, vars(report)["ami"])
    recording = item.stash.get(RECORDING, None)
    if recording is not None:
        recording.record_phase(report)
    if "pytest_ami.engine.secrets.gate" in sys.modules:  # without a flow there is no secret
        from .secret_reports import redact_report

        redact_report(report)
    return report


def _trim_frames(call: pytest.CallInfo[None], *, ours: bool) -> bool:
    """Remove the plugin's frames from a failure; return whether a frame of the user's code remains.

    Args:
        call: The call of one phase of a test.
        ours: Whether the test uses the ``ami`` fixture.
    """
    if call.excinfo is None:
        return True
    from pytest_ami.model.errors import AmiError

    error = call.excinfo.value
    if not (ours or isinstance(error, AmiError)):
        return True
    from pytest_ami.report.frames import trim

    has_user_line = trim(error)
    if has_user_line:
        call.excinfo = pytest.ExceptionInfo.from_exception(error)
    return has_user_line


def pytest_report_teststatus(
    report: pytest.TestReport,
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Return the letter of an outcome for the progress line, and its word for the verbose one."""
    entries = getattr(report, "ami", None)
    if not entries or report.when != "call" or hasattr(report, "wasxfail"):
        return None
    from pytest_ami.report.terminal import status_of

    return status_of(report.outcome, entries)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write the summary section, if there is anything to report."""
    log = config.stash[RUN_LOG]
    if not log.tests and not log.notes:
        return
    from pytest_ami.model.printable import printable_line
    from pytest_ami.report.terminal import summary

    from .github import annotation_lines

    lines = list(summary(log.tests, config.stash[SETTINGS_KEY].mode.value, log.notes))
    if lines:
        terminalreporter.write_sep("=", "learned web flows")
        for line in lines:
            terminalreporter.write_line(printable_line(line))
    for line in annotation_lines(log.tests, log.locations, log.root):
        terminalreporter.write_line(line)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Close the journal. The controller ends after its workers, and absorbs all journals into the store."""
    log = session.config.stash.get(RUN_LOG, None)
    if log is not None:
        log.close(int(exitstatus))


def attempt_number(item: pytest.Item) -> int:
    """Return the number of a test's attempt, as pytest-rerunfailures counts them: 1, or more for a retry."""
    return int(getattr(item, "execution_count", 1))
