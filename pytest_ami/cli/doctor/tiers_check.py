"""Checks of the tiers of the memory: whether each answers, and whether the cold one has what the store says it has.

It changes nothing: it does not create a folder either.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_ami.cli.commands import counted
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.model.errors import AmiError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import Settings

from .environment_checks import CheckResult, note, ok, problem

HOT, COLD = "hot tier", "cold tier"

PATIENCE = 5.0
"""Seconds that an answer may take: a person who asks waits longer than a run does, and a busy machine is no fault."""


def examine(project: ProjectConfig, settings: Settings) -> Iterator[CheckResult]:
    """Yield the findings about the tiers; none about a default that is not in use yet."""
    if settings.hot:
        yield _hot(settings.hot, settings.hot_megabytes)
    place = settings.cold_place(project.root)
    if settings.cold or (isinstance(place, Path) and place.exists()):
        yield _cold(settings.folder(project.root), place)


def _hot(address: str, megabytes: float) -> CheckResult:
    from pytest_ami.store.hot.redis_tier import connect

    try:
        client = connect(address, PATIENCE)
        client.ping()
    except AmiError as error:
        return problem(HOT, error.what, error.run)
    except Exception as error:  # noqa: BLE001  (a client has errors of many kinds, and each of them is the finding)
        text = f"{address} does not answer: {type(error).__name__}; runs work without it"
        return problem(HOT, text, f"redis-cli -u {as_argument(address)} ping")
    return ok(HOT, f"{address}, Redis {_version(client)}, at most {megabytes:g} MB")


def _version(client: Any) -> str:
    """Return the version of a server that answers; not every account, and not every server, may be asked for it."""
    with suppress(Exception):
        return str(client.info("server")["redis_version"])
    return "of an unknown version"


def _cold(folder: Path, place: Path | str) -> CheckResult:
    from pytest_ami.store.cold.settle import cold_files
    from pytest_ami.store.cold.tier import open_tier
    from pytest_ami.store.duckdb.database import Database

    if isinstance(place, Path):
        if not place.exists():
            return note(COLD, f"{place} does not exist yet; the first forgetting creates it")
        if not os.access(place, os.R_OK | os.W_OK | os.X_OK):
            return problem(COLD, f"{place} cannot be read and written", f"chmod u+rwx {as_argument(place)}")
    try:
        there = open_tier(place).names()
        missing = cold_files(Database(folder, readonly=True)) - there
    except AmiError as error:
        fix = error.run if error.run != "ami doctor" else "check the address, and the variables AWS_..."
        return problem(COLD, f"{error.what}: {'; '.join(error.evidence)}", fix)
    if missing:
        text = f"{place}: {counted(len(missing), 'file')} missing, such as {min(missing)[:12]}"
        return problem(COLD, f"{text}; what was forgotten there cannot be restored", "restore them from a backup")
    return ok(COLD, f"{place}, {counted(len(there), 'file')}")
