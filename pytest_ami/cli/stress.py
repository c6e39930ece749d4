"""`ami stress`: replay a stored workflow on random redesigns of the user's own pages.

Reads the options, starts and ends the browser, and sets the exit code: 0 no wrong result, 1 a wrong element, a silent
failure or a false pass, 4 it could not run. Must never print the value of a secret.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pytest_ami.model.printable import printable, printable_line

from .commands import AmiCommand, CommandError, command, say, stopping
from .parameters import numbered_values, read_parameters, repeat_command

if TYPE_CHECKING:
    from pytest_ami.testing.executors import MakeExecutor
    from pytest_ami.testing.redesign.redesign import Redesign
    from pytest_ami.testing.stress.course import ProgressListener, StressRun
    from pytest_ami.testing.stress.judging import JudgedRun
    from pytest_ami.testing.stress.plan import Draw
    from pytest_ami.testing.stress.stage import StressRunner, StressSpec

UNUSABLE = 4


class Crew(NamedTuple):
    """The browsers of a stress run: their number, a cluster's address, the executable, and whether headed."""

    jobs: int
    on: str
    browser: str
    headed: bool

    @property
    def several(self) -> bool:
        """Whether other processes run the redesigns."""
        return bool(self.on) or self.jobs > 1


class StressUnusableError(CommandError):
    """The command could not run; exit code 4."""

    exit_code = UNUSABLE


class StressCommand(AmiCommand):
    """A command whose usage errors exit 4, because 1 means a finding."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line."""
        with _unusable():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _unusable():
            return super().invoke(ctx)


@contextmanager
def _unusable() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        error.show()
        raise click.exceptions.Exit(UNUSABLE) from None


@command("stress", 'ami stress "send email" --url http://localhost:8000/ --param subject="Test {n}"', cls=StressCommand)
@click.argument("task")
@click.option("--url", required=True, help="The page on which the task begins.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter; {n} is the number of the "
              "run, {now} the second at which the command began, $ENV:NAME a variable.")  # fmt: skip
@click.option("--secret", "secrets", multiple=True, metavar="NAME=VALUE", help="The same; the value is never shown.")
@click.option("--redesigns", default=200, show_default=True, type=click.IntRange(1), help="Number of redesigns.")
@click.option("--seed", default=0, show_default=True, help="Seed of the redesigns.")
@click.option("--size", default=4, show_default=True, type=click.IntRange(1, 20), help="Mutations of the largest.")
@click.option("--keeps", "half", flag_value="keeps", help="Only redesigns after which the page means the same.")
@click.option("--breaks", "half", flag_value="breaks", help="Only redesigns that break something.")
@click.option("--only", multiple=True, metavar="NAME", help="Only this mutation; may be given several times.")
@click.option("--without", multiple=True, metavar="NAME", help="Not this mutation.")
@click.option("--redesign", "line", metavar="LINE", help="This one redesign, as a report printed it.")
@click.option("--storage-state", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Cookies and storage for every run, as Playwright saves them.")  # fmt: skip
@click.option("--reset", default="", metavar="COMMAND", help="Shell command before every run.")
@click.option("--findings", default=5, show_default=True, type=click.IntRange(0), help="Number of findings to reduce.")
@click.option(
    "--timeout", default=5.0, show_default=True, type=click.FloatRange(0.1), help="Maximum seconds for a step."
)
@click.option("--headed", is_flag=True, help="Run the browser with a window.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Number of browsers at once.")
@click.option("--on", default="", metavar="ADDRESS", help="Run on a Dask cluster: dask://HOST:PORT.")
def stress(  # noqa: PLR0913, PLR0917  (options)
    task: str,
    url: str,
    params: Sequence[str],
    secrets: Sequence[str],
    redesigns: int,
    seed: int,
    size: int,
    half: str | None,
    only: Sequence[str],
    without: Sequence[str],
    line: str | None,
    storage_state: Path | None,
    reset: str,
    findings: int,
    timeout: float,
    jobs: int,
    on: str,
    folder: Path | None,
    *,
    headed: bool,
    as_json: bool,
) -> None:
    """Replay a stored task on random redesigns of its pages.

    Shows which redesigns it survives, heals, stops at or gets wrong, with the smallest that shows it.

    EVERY RUN REALLY PERFORMS THE TASK, some 200 times: use a test instance, never production. Use --reset COMMAND or
    {n} in the parameters if the data of one run would prevent the next.

    Exit code 0: no wrong result; 1: a wrong element, a silent failure or a false pass; 4: it could not run.
    """
    from pytest_ami.model.errors import AmiError
    from pytest_ami.testing.redesign.mutation import RedesignError
    from pytest_ami.testing.redesign.redesign import Redesign
    from pytest_ami.testing.stress.plan import Draw
    from pytest_ami.testing.stress.render import ReportTitle
    from pytest_ami.testing.stress.stage import StressSpec

    from .project import ProjectConfig, open_store, pick_version, resolve_task

    if reset and (on or jobs > 1):
        raise click.UsageError("--reset restores the data under the runs of other browsers: use it with --jobs 1")
    draw = Draw(
        count=redesigns,
        seed=seed,
        size=size,
        keeps=half != "breaks",
        breaks=half != "keeps",
        only=_known(only, "--only"),
        without=_known(without, "--without"),
    )
    try:
        given = Redesign.parse(line) if line is not None else None
    except RedesignError as error:
        raise click.BadParameter(str(error), param_hint="--redesign") from None
    try:
        store = open_store(folder)
        workflow = pick_version(store, resolve_task(store, task))
        store.feedback.marks.refuse(workflow, f'Version {workflow.version} of "{workflow.task}"')
        values, hidden = read_parameters(params, secrets, workflow, os.environ)
        again = repeat_command(task, url, params, hidden, folder, storage_state, reset, timeout)
        spec = StressSpec(
            workflow=workflow,
            url=url,
            values=numbered_values(values, int(time.time())),
            secrets=hidden,
            timeout=timeout,
            storage_state=storage_state,
            reset=reset,
            command=again,
        )
        title = ReportTitle(task=workflow.task, version=workflow.version, url=url, seed=seed, command=again)
        settings = ProjectConfig.find(Path.cwd()).settings(os.environ, folder)
        crew = Crew(jobs, on, "" if on else settings.browser, headed)
        code = _run(spec, title, given, draw, findings, crew, as_json=as_json)
    except AmiError as error:
        raise StressUnusableError(str(error)) from None
    if code:
        click.get_current_context().exit(code)


# ---- the command line ------------------------------------------------------------------------------------------------


def _known(names: Sequence[str], option: str) -> tuple[str, ...]:
    from pytest_ami.testing.redesign.catalogue import mutation
    from pytest_ami.testing.redesign.mutation import RedesignError

    for name in names:
        try:
            mutation(name)
        except RedesignError as error:
            raise click.BadParameter(str(error), param_hint=option) from None
    return tuple(names)


# ---- running --------------------------------------------------------------------------------------------------------


def _run(
    spec: StressSpec,
    title: Any,
    fixed: Redesign | None,
    draw: Draw,
    findings: int,
    crew: Crew,
    *,
    as_json: bool,
) -> int:
    """Run the redesigns, print the report, and return the exit code."""
    from pytest_ami.testing.executors import executors
    from pytest_ami.testing.stress import render
    from pytest_ami.testing.stress.course import StressRun, control
    from pytest_ami.testing.stress.course import stress as run_redesigns
    from pytest_ami.testing.stress.judging import Baseline
    from pytest_ami.testing.stress.plan import keys_of, redesigns
    from pytest_ami.testing.stress.stage import StressRunner, open_browser

    click.echo(f'"{printable_line(title.task)}" is really performed on {title.url}, run after run.', err=True)
    with executors(crew.on, crew.jobs) as make, open_browser(crew.browser, headed=crew.headed) as browser:
        runner = StressRunner(browser, spec)
        first, second = control(runner)
        stress_run = StressRun(expected=Baseline.of(first, second), control=(first, second))
        drawn = [fixed] if fixed is not None else list(redesigns(draw, keys_of(stress_run.expected.deeds)))
        with _watching(len(drawn)) as listener:
            if crew.several and fixed is None:
                runner = _spread(make, spec, crew, stress_run, drawn, listener, browser)
                drawn = []
            most = 0 if fixed is not None or stress_run.error is not None else findings
            run_redesigns(runner, stress_run, drawn, listener, findings=most)
    if fixed is not None and stress_run.rows and not as_json:
        say(render.single_lines(stress_run.rows[0], title), None, as_json=False)
    else:
        say(render.lines(stress_run, title), render.data(stress_run, title), as_json=as_json)
    if stress_run.error is not None:
        click.echo(printable(str(stress_run.error)), err=True)
    return 1 if stress_run.bad else UNUSABLE if stress_run.error is not None else 0


def _spread(
    make: MakeExecutor,
    spec: StressSpec,
    crew: Crew,
    stress_run: StressRun,
    drawn: Sequence[Redesign],
    listener: ProgressListener,
    browser: Any,
) -> StressRunner:
    """Run the redesigns in several browsers, and return a runner for the findings, whose numbers follow."""
    from pytest_ami.testing.stress.shards import StressShard, run_shards
    from pytest_ami.testing.stress.stage import StressRunner

    began = time.monotonic()
    if isinstance(spec.storage_state, Path):  # another machine has no such file
        spec = replace(spec, storage_state=json.loads(spec.storage_state.read_text("utf-8")))
    whole = StressShard(
        spec=spec,
        expected=stress_run.expected,
        control=stress_run.control,
        redesigns=tuple(drawn),
        before=len(stress_run.control),
        browser=crew.browser,
        headed=crew.headed,
    )
    used = run_shards(make, whole, stress_run, listener)
    stress_run.seconds += time.monotonic() - began
    return StressRunner(browser, spec, before=used)


@contextmanager
def _watching(count: int) -> Iterator[ProgressListener]:
    """Show progress where there is a terminal, and let Ctrl-C end the runs; a second one ends the program."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pytest_ami.testing.stress.course import ProgressListener

    console = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    counts: dict[str, int] = {}
    note = "Stopping after this run; Ctrl-C again to stop at once."
    bars = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with stopping(note) as stop, bars as progress:
        bar = progress.add_task("redesigns", total=count)

        def report(activity: str, row: JudgedRun | None) -> None:
            if row is None:
                progress.update(bar, description=f"{activity} {_listed(counts)}")
                return
            counts[row.result.value] = counts.get(row.result.value, 0) + 1
            progress.update(bar, advance=1, description=f"{activity} {_listed(counts)}")

        yield ProgressListener(report=report, stop=stop)


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
