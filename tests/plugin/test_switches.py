"""The plugin gets along with whatever else is switched off or strict."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.testing.project import Project
from tests.support.inline import Inline
from tests.support.projects import FLOW, NODE

STRICT = ("--strict-markers", "--strict-config", "-W", "error")
UNRELATED = "def test_unrelated():\n    pass\n"
SWITCHES = [
    ("-p", "no:playwright"),
    ("-p", "no:xdist"),
    ("-p", "no:terminal"),
    ("-p", "no:cacheprovider"),
    ("-p", "no:rerunfailures"),
    ("-p", "no:xdist", "-p", "no:playwright", "-p", "no:cacheprovider", "-p", "no:junitxml"),
    ("-p", "no:xdist", "-p", "no:rerunfailures"),
    STRICT,
    (*STRICT, "-n", "2"),
]
BY_DAY = (SWITCHES[5], SWITCHES[6], SWITCHES[-1])
"""Several switched off at once, and the strictest; each by itself is tried by night."""


def rated(args: tuple[str, ...]) -> Any:
    return pytest.param(args, id=" ".join(args), marks=() if args in BY_DAY else pytest.mark.nightly)


@pytest.mark.variants(3)
@pytest.mark.slow
@pytest.mark.parametrize("args", [rated(args) for args in SWITCHES])
def test_an_unrelated_suite_passes(project: Inline, args: tuple[str, ...]) -> None:
    result = project.apart.with_test(UNRELATED).run(*args)
    assert (result.ret, result.err) == (0, "")


@pytest.mark.variants(2)
@pytest.mark.browser
@pytest.mark.parametrize("args", [rated(args) for args in SWITCHES if "no:playwright" not in args])
def test_a_learned_flow_is_replayed(taught: Inline, args: tuple[str, ...]) -> None:
    result = taught.apart.run(*args)
    assert (result.ret, result.err) == (0, ""), result.out
    assert result.facts[-1]["kind"] == "run_finished"
    if "no:terminal" not in args:
        assert result.steady_summary == ["1 replayed; 0 model calls"]


@pytest.mark.browser
def test_a_learned_flow_is_replayed_where_nobody_tells_of_it(taught: Inline) -> None:
    result = taught.apart.run(
        "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:junitxml", "-p", "no:rerunfailures"
    )
    assert (result.ret, result.out, result.err) == (0, "", ""), result.err
    assert result.facts[-1]["kind"] == "run_finished"


@pytest.mark.nightly  # by day: a strict replay above; learning with -W error in test_overrides.py
@pytest.mark.browser
def test_learning_is_strictly_clean_too(webmail: Inline) -> None:
    result = webmail.apart.with_test(FLOW).run("-v", *STRICT)
    assert result.words == {NODE: "LEARNED"}, result.out


def test_without_a_page_the_message_says_what_to_install(project: Inline) -> None:
    result = project.with_test("def test_flow(ami, page):\n    pass\n").run("-p", "no:playwright")
    assert (result.ret, result.outcomes) == (1, {"errors": 1})
    result.matcher.fnmatch_lines(
        [
            "There is no page fixture, so there is nothing to run a flow on",
            "  why:      Neither pytest-playwright nor its asyncio twin is active, and no conftest defines `page`.",
            '  run next: pip install "pytest-ami[[]sync]"*',
        ]
    )
    result.matcher.no_fnmatch_line("*_pytest*")
    result.matcher.no_fnmatch_line("*def page*")


@pytest.mark.parametrize("where", ["conftest", "plugin"])
def test_a_page_of_ones_own_is_used_without_pytest_playwright(fake_page: Project, where: str) -> None:
    project = fake_page
    if where == "plugin":
        project = project.with_file("pages.py", fake_page.files["conftest.py"]).with_file("conftest.py", "")
        project = project.with_args("-p", "pages")
    result = project.with_test("def test_flow(ami, page):\n    assert ami.page is page\n").run()
    assert result.outcomes == {"passed": 1}, result.out


def test_what_is_no_page_is_refused(project: Inline) -> None:
    made = project.with_test(
        """
        @pytest.fixture
        def page():
            return "a page"

        def test_flow(ami):
            pass
        """
    )
    result = made.run("-p", "no:playwright")
    assert result.outcomes == {"errors": 1}
    result.matcher.fnmatch_lines(["The page is not a Playwright page", "  why:*", "  evidence: got builtins.str"])
