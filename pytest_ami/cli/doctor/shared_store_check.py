"""Checks of the shared store: its driver, whether it answers, its schema, the rights of its user, and its clock.

It changes nothing: it does not create the tables either.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_ami.cli.commands import counted
from pytest_ami.model.errors import AmiError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import Settings

from .environment_checks import CheckResult, note, ok, problem

NAME = "shared store"
SKEW = 5.0
"""Seconds by which clocks may differ: ids order decisions, and a machine that is ahead seems to decide last."""


def examine(settings: Settings) -> Iterator[CheckResult]:
    """Yield the findings about the shared store; none if there is no shared store."""
    if not settings.store:
        return
    from pytest_ami.store.shared.postgres import PostgresLog

    log = PostgresLog(settings.store)
    try:
        health = log.health()
    except AmiError as error:
        fix = error.run if error.run != "ami doctor" else f"psql {as_argument(settings.store)} -c 'SELECT 1'"
        yield problem(NAME, f"{error.what}: {'; '.join(error.evidence)}", fix)
        return
    finally:
        log.close()
    about = f"{settings.store}, Postgres {health.server}"
    if not health.schema and not health.writable:
        grant = "GRANT CREATE ON SCHEMA public TO ..."
        yield problem(NAME, f"{about}: there are no tables yet, and this user may not create them", grant)
    elif not health.schema:
        yield note(NAME, f"{about}: there are no tables yet; the first run creates them")
    elif not (health.readable and health.writable):
        grant = "GRANT SELECT ON ami_log, ami_facts TO ...; GRANT INSERT ON ami_facts TO ..."
        yield problem(NAME, f"{about}: this user may not {'add' if health.readable else 'read'} facts", grant)
    else:
        yield ok(NAME, f"{about}, schema {health.schema}, {counted(health.facts, 'fact')}")
    if abs(health.ahead) > SKEW:
        side = "ahead of" if health.ahead > 0 else "behind"
        yield problem(NAME, f"its clock is {abs(health.ahead):.0f} s {side} this machine's", "timedatectl set-ntp true")
