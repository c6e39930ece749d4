"""`ami export` and `ami import`: copy workflows between projects as one file.

`store.transfer.library` owns the format of the file, `store.transfer.importing` the rules of importing. This module
reads and writes the file and prints.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import as_argument, of_printable

from .commands import command, counted, say
from .completion import task_names

if TYPE_CHECKING:
    from pytest_ami.store.transfer.importing import ImportedVersion

LARGEST = 512 * 1024 * 1024
"""Most bytes of a file that is imported."""


@command("export", 'ami export mail.workflows "send email" "delete email"')
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("tasks", nargs=-1, metavar="[TASK]...", shell_complete=task_names)
@click.option("--all-versions", is_flag=True, help="Export all versions of a task, not only the one that would run.")
def export(file: Path, tasks: Sequence[str], folder: Path | None, *, all_versions: bool, as_json: bool) -> None:
    """Write workflows to one file, for another project.

    Exports the named tasks, or all of them. The file is text with one version per line, and the same workflows always
    give the same file. It contains no values of parameters, and therefore no secrets.
    """
    from pytest_ami.store.transfer.library import collect, write

    from .project import open_knowledge, open_store, resolve_task

    _refuse_to_overwrite(file)
    store = open_store(folder)
    names = [resolve_task(store, task) for task in tasks] or list(store.tasks())
    entries = collect(open_knowledge(folder), names, every=all_versions)
    blob = write(entries)
    _write(file, blob)
    report = {
        "file": str(file),
        "bytes": len(blob),
        "versions": [{"task": e.task, "version": e.number, "id": e.id, "status": e.status.value} for e in entries],
    }
    count = len({entry.task for entry in entries})
    lines = [f"{file}: {counted(len(entries), 'version')} of {counted(count, 'task')}, {len(blob):,} bytes"]
    say([*lines, f"In the other project: ami import {as_argument(file.name)}"], report, as_json=as_json)


@command("import", "ami import mail.workflows")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--take-over", is_flag=True, help="Let the exported current version run here, whichever version runs now."
)
def import_(file: Path, folder: Path | None, *, take_over: bool, as_json: bool) -> None:
    """Import workflows that another project has exported.

    A version that exists here stays unchanged. A version that descends from the current version here takes over if it
    was proven in the other project. If an unrelated version runs here, the imported one becomes a candidate beside it,
    unless --take-over is given. A file that is broken, truncated or newer is refused, and nothing is changed.
    """
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.transfer.importing import plan, write_down
    from pytest_ami.store.transfer.library import read

    from .project import new_run, open_knowledge, store_folder

    library = read(_read(file), str(file))
    target = store_folder(folder, create=True)
    lineages = open_knowledge(folder, create=True).lineages()
    run = new_run()
    planned = plan(library, lineages, run=run, take_over=take_over)
    if planned.facts:
        write_down(target, planned.facts, run)
        Database(target).absorb()
    now = _now(folder, library.tasks())
    report = {"file": str(file), "versions": [asdict(one) for one in planned.imported], "now": now}
    say(_lines(file, planned.imported, now), report, as_json=as_json)


def _now(folder: Path | None, tasks: Sequence[str]) -> dict[str, dict[str, Any] | None]:
    from .decisions import would_run
    from .project import open_store

    if not tasks:
        return {}
    store = open_store(folder)
    return {task: would_run(store, task) for task in tasks}


@of_printable
def _lines(file: Path, imported: Sequence[ImportedVersion], now: dict[str, dict[str, Any] | None]) -> Iterator[str]:
    from .decisions import now_line

    new = [one for one in imported if one.outcome != "known"]
    known = len(imported) - len(new)
    yield f"{file}: {counted(len(new), 'new version')}, {known} known"
    for one in new:
        yield f'  {one.outcome}: "{one.task}" v{one.version}, {one.status}'
        if one.beside:
            yield f"    it does not descend from v{one.beside}, which runs here; to compare, and to let it take over:"
            task = as_argument(one.task)
            yield f"    ami diff {task} {one.beside} {one.version}; ami accept {task} -n {one.version}"
    for task in dict.fromkeys(one.task for one in new):
        yield now_line(task, now[task])


def _read(file: Path) -> bytes:
    from pytest_ami.model.errors import ConfigurationError
    from pytest_ami.store.regular_files import read_regular

    try:
        return read_regular(file, LARGEST)
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read", why=error.strerror or str(error), run=f"ls -l {as_argument(file.parent)}"
        ) from None


def _refuse_to_overwrite(file: Path) -> None:
    """Refuse to overwrite a file that is not an export, as when the FILE argument was forgotten before a task."""
    from pytest_ami.model.errors import ConfigurationError
    from pytest_ami.store.transfer.library import FORMAT

    if file.exists() and FORMAT.encode() not in _read(file)[:1000]:
        raise ConfigurationError(
            f"{file} exists and is not an exported file of workflows",
            why="It would be overwritten.",
            run=f"ami export {as_argument(file.with_suffix('.workflows').name)}",
        )


def _write(file: Path, blob: bytes) -> None:
    from pytest_ami.model.errors import ConfigurationError

    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        try:
            part.write_bytes(blob)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be written", why=error.strerror or str(error), run=f"ls -ld {as_argument(file.parent)}"
        ) from None
