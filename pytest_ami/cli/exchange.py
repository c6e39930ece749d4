"""`ami export` and `ami import`: workflows move between projects as one file.

Knows files and what to print. The file's form is `store.library`'s business, what importing means `store.importing`'s.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import command, complete_tasks, say

if TYPE_CHECKING:
    from pytest_ami.store.importing import ImportedVersion


@command("export", 'ami export mail.workflows "send email" "delete email"')
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("tasks", nargs=-1, metavar="[TASK]...", shell_complete=complete_tasks)
@click.option("--all-versions", is_flag=True, help="All versions of a task, not only the one that would run.")
def export(file: Path, tasks: Sequence[str], folder: Path | None, *, all_versions: bool, as_json: bool) -> None:
    """Write workflows to one file, for another project.

    All tasks, or those that are named. The file is text, one version a line, and the same workflows give the same
    file. It holds no values of parameters, and so no secrets.
    """
    from pytest_ami.store.library import collect, write

    from .project import known, name_of, open_store

    _refuse_to_overwrite(file)
    store = open_store(folder)
    names = [name_of(store, task) for task in tasks] or list(store.tasks())
    entries = collect(known(folder), names, every=all_versions)
    blob = write(entries)
    _write(file, blob)
    done = {
        "file": str(file),
        "bytes": len(blob),
        "versions": [{"task": e.task, "version": e.number, "id": e.id, "status": e.status.value} for e in entries],
    }
    count = len({entry.task for entry in entries})
    lines = [f"{file}: {_count(len(entries), 'version')} of {_count(count, 'task')}, {len(blob):,} bytes"]
    say([*lines, f"In the other project: ami import {file.name}"], done, as_json=as_json)


@command("import", "ami import mail.workflows")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--take-over", is_flag=True, help="What would have run there runs here, whatever runs now.")
def import_(file: Path, folder: Path | None, *, take_over: bool, as_json: bool) -> None:
    """Take in workflows that another project has exported.

    A version that is here already stays as it is. One that grew from what runs here takes over if it was proven there.
    Where another version runs here, it becomes a candidate beside it, unless --take-over is given.
    A file that is broken, truncated or newer is refused, and nothing is changed.
    """
    from pytest_ami.store.database import Database
    from pytest_ami.store.importing import plan, write_down
    from pytest_ami.store.library import read

    from .project import known, new_run, store_folder

    library = read(_read(file), str(file))
    target = store_folder(folder, made=True)
    lineages = known(folder, made=True).lineages()
    run = new_run()
    made = plan(library, lineages, run=run, take_over=take_over)
    if made.facts:
        write_down(target, made.facts, run)
        Database(target).absorb()
    now = _now(folder, library.tasks())
    done = {"file": str(file), "versions": [asdict(one) for one in made.imported], "now": now}
    say(_lines(file, made.imported, now), done, as_json=as_json)


def _now(folder: Path | None, tasks: Sequence[str]) -> dict[str, dict[str, Any] | None]:
    from .decisions import would_run
    from .project import open_store

    if not tasks:
        return {}
    store = open_store(folder)
    return {task: would_run(store, task) for task in tasks}


def _lines(file: Path, imported: Sequence[ImportedVersion], now: dict[str, dict[str, Any] | None]) -> Iterator[str]:
    from .decisions import now_line

    fresh = [one for one in imported if one.outcome != "known"]
    known = len(imported) - len(fresh)
    yield f"{file}: {_count(len(fresh), 'new version')}, {known} known"
    for one in fresh:
        yield f'  {one.outcome}: "{one.task}" v{one.version}, {one.status}'
        if one.beside:
            yield f"    it did not grow from v{one.beside}, which runs here; to compare, and to let it take over:"
            yield f'    ami diff "{one.task}" {one.beside} {one.version}; ami accept "{one.task}" -n {one.version}'
    for task in dict.fromkeys(one.task for one in fresh):
        yield now_line(task, now[task])


def _read(file: Path) -> bytes:
    from pytest_ami.model.errors import ConfigurationError

    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"{file} cannot be read", why=error.strerror or str(error), run=f"ls -l {file.parent}"
        ) from None


def _refuse_to_overwrite(file: Path) -> None:
    """Refuse a file that holds something else, such as the name of a task that was given in its place."""
    from pytest_ami.model.errors import ConfigurationError
    from pytest_ami.store.library import FORMAT

    if file.exists() and FORMAT.encode() not in _read(file)[:1000]:
        raise ConfigurationError(
            f"{file} is there, and is not a library of workflows",
            why="It would be overwritten.",
            run=f"ami export {file.with_suffix('.workflows').name}",
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
            f"{file} cannot be written", why=error.strerror or str(error), run=f"ls -ld {file.parent}"
        ) from None


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
