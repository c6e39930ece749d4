"""A failing test shows a placeholder for each secret: in its locals, in ours, in its output and in JUnit XML."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_ami.testing.project import Project, Result
from tests.support.inline import Inline

DECLARED = """
    import warnings

    from pytest_ami.engine.secrets.gate import GATE

    def test_red():
        password, pin, count = "hunter2-and-more", "q7", 12
        GATE.declare({"password": password, "pin": pin})
        print("typed", password)
        page = {"title": f"Hello {password}", "hint": "hunter2-a..."}
        assert page["title"] == "Hello", f"pin {pin}"
"""


def written(project: Project, result: Result) -> str:
    texts = [path.read_text("utf-8", "replace") for path in project.path.rglob("*.xml")]
    return "\n".join([result.out, result.err, *texts])


def test_locals_output_and_messages_show_a_placeholder(project: Inline) -> None:
    made = project.with_test(DECLARED)
    result = made.run("-l", "-vv", "--tb=long", "-rA", "--junitxml=junit.xml", "-o", "junit_logging=all")
    assert result.outcomes == {"failed": 1}
    texts = written(made, result).replace('password, pin, count = "hunter2-and-more", "q7", 12', "")
    assert "hunter2" not in texts
    assert "q7" not in texts
    assert "password   = '{{password}}'" in result.out
    assert "pin        = '{{pin}}'" in result.out
    assert "count      = 12" in result.out
    assert "typed {{password}}" in result.out


def test_a_secret_of_an_earlier_session_is_forgotten(project: Inline) -> None:
    made = project.with_test(DECLARED)
    made.run()
    later = made.with_test('def test_red():\n    said = "hunter2-and-more"\n    assert not said\n')
    assert "said       = 'hunter2-and-more'" in later.run("-l").out


@pytest.mark.slow
def test_a_worker_sends_no_secret(project: Inline) -> None:
    made = project.apart.with_test(DECLARED.replace('"hunter2-and-more"', '"-".join(["hunter2", "and", "more"])'))
    result = made.run("-l", "-n", "1", "--tb=short", "--junitxml=junit.xml")
    assert result.outcomes == {"failed": 1}
    assert "hunter2-and-more" not in written(made, result)


FLOW = """
    import os
    import pytest
    from tests.support import vault

    @pytest.fixture(scope="session")
    def base_url():
        with vault.Vault() as served:
            yield served.url

    def broken(page, password):
        page.locator("#f").fill(password)
        raise RuntimeError("it breaks")

    @pytest.mark.learned("continue", teacher=broken)
    def test_red(ami, page):
        page.goto("/password/script")
        value = vault.SECRETS["password"]
        ami.run(password=value)
"""


@pytest.mark.browser
@pytest.mark.parametrize("option", ["--tb=long", "--full-trace"])
def test_no_frame_shows_a_secret(browsing: Inline, option: str) -> None:
    """Neither ours nor Playwright's nor the test's own."""
    from tests.support import vault

    made = browsing.with_test(FLOW).with_env(PYTHONPATH=str(Path(__file__).parents[2]) + os.pathsep)
    result = made.run("-l", option)
    assert result.outcomes == {"failed": 1}
    assert "it breaks" in result.out
    assert "value      = '{{password}}'" in result.out
    assert vault.traces(vault.SECRETS["password"], [("out", result.out.encode())]) == []
    assert "{{password}}" in result.out
