"""A run with a shared store: it learns from other machines, and no fault of the server has an effect on it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_ami.store.journal import journals, read
from pytest_ami.store.shared.exchange import all_lines
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.inline import Inline
from tests.support.postgres import PostgresServer, postgres_server

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
AWAY = "postgresql://ami@127.0.0.1:1/ami"
SUITE = """
    import pytest
    from tests.support.faked import teach

    FLOWS = [pytest.param(n, marks=pytest.mark.learned(f"task {n}", teacher=teach)) for n in range(COUNT)]

    @pytest.mark.parametrize("n", FLOWS)
    def test_flow(ami, page, n):
        ami.run(to="ann@example.com", subject=f"Mail {n}")
        assert "status|Message sent" in page.fake.notices
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as running:
        yield running


def suite(project: Inline, address: str, count: int = 1) -> Inline:
    return project.with_test(SUITE.replace("COUNT", str(count))).with_args("-o", f"ami_store={address}")


def local(project: Inline) -> list[str]:
    found = journals(project.path / ".ami", absorbed=True).values()
    return sorted(fact.id for path in found for fact in read(path).facts)


def shared(address: str) -> list[str]:
    log = PostgresLog(address)
    try:
        return sorted(line.id for lines in all_lines(log) for line in lines)
    finally:
        log.close()


def test_a_flow_that_one_machine_has_learned_is_replayed_on_another(
    faked: Inline, server: PostgresServer, tmp_path: Path
) -> None:
    address = server.create("two")
    here = suite(faked, address)
    assert here.run().summary[0] == "1 learned; 0 model calls"
    assert shared(address) == local(here)

    there = suite(Inline.at(tmp_path / "there"), address).with_args(*faked.args)
    there = there.with_env(**faked.env).with_file("conftest.py", "")
    result = there.run("--ami-mode=replay")
    assert result.summary[0].startswith("1 replayed; 0 model calls")
    assert shared(address) == local(there)
    assert set(local(here)) < set(local(there))


def test_a_server_that_is_away_costs_one_warning(faked: Inline) -> None:
    result = suite(faked, AWAY).run("-W", "default")
    assert result.ret == 0, result.out
    assert result.out.count("The shared store could not be used") == 1
    assert "1 passed, 1 warning" in result.out


@pytest.mark.nightly  # by day: tests/store/test_journal.py, for all warnings
def test_warnings_that_are_errors_turn_no_test_red(faked: Inline) -> None:
    result = suite(faked, AWAY).run("-W", "error", "-rP")
    assert result.ret == 0, result.out
    assert result.out.count("pytest-ami: The shared store could not be used") == 1


@pytest.mark.parametrize("source", ["ini", "option", "variable"])
def test_a_password_in_the_address_is_a_usage_error_that_does_not_show_it(faked: Inline, source: str) -> None:
    address = "postgresql://ami:hidden@db/ami"
    project = faked.with_env(AMI_STORE=address) if source == "variable" else faked
    given = {"ini": ("-o", f"ami_store={address}"), "option": (f"--ami-store={address}",), "variable": ()}[source]
    result = project.run(*given)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "holds a password" in result.err
    assert "export PGPASSWORD" in result.err
    assert "hidden" not in result.out + result.err


@pytest.mark.nightly  # by day: test_a_log_that_dies_in_mid_run_and_comes_back of tests/store/shared/test_link.py
def test_nothing_is_lost_or_doubled_when_the_server_dies_in_mid_run(faked: Inline, server: PostgresServer) -> None:
    address = server.create("dying")
    project = suite(faked, address, 40).with_env(FAKED_PACE="1").apart
    project.write()
    command = [sys.executable, "-m", "pytest", *project.args, "-n", "4", "-q", "-p", "no:cacheprovider"]
    with subprocess.Popen(
        command, cwd=project.path, env={**os.environ, **project.env}, stdout=subprocess.PIPE, text=True
    ) as run:
        for _ in range(3):
            time.sleep(1.5)
            server.kill()
            time.sleep(0.5)
            server.start()
        out, _ = run.communicate()
    assert run.returncode == 0, out
    assert "40 passed" in out
    found = journals(project.path / ".ami", absorbed=True).values()
    written = Counter(fact.id for path in found for fact in read(path).facts)
    assert Counter(shared(address)) == written
