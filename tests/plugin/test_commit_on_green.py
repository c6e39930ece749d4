"""Nothing is learned from an attempt that is not green, whatever made it so (DESIGN, laws 3 and 11)."""

from __future__ import annotations

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.testing.project import Project
from tests.support.projects import FAKED_CLICKS, GREEN

NOT_GREEN = {
    "fails afterwards": """
        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            assert ami.run().outcome.value == "learned"
            assert not "green"
    """,
    "teardown fails": """
        @pytest.fixture
        def other():
            yield
            raise RuntimeError("in teardown")

        @learned("it")
        def test_it(other, ami, page):
            page.goto("/")
            ami.run()
    """,
    "a later teardown fails": """
        @pytest.fixture
        def later(ami):
            yield
            raise RuntimeError("in teardown")

        @learned("it")
        def test_it(later, ami, page):
            page.goto("/")
            ami.run()
    """,
    "xfail": """
        @pytest.mark.xfail(reason="known", strict=True)
        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            ami.run()
            assert not "green"
    """,
    "xpass": """
        @pytest.mark.xfail(reason="known", strict=False)
        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            ami.run()
    """,
    "skip inside": """
        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            ami.run()
            pytest.skip("enough")
    """,
    "fails before": """
        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            assert not "green"
            ami.run()
    """,
}

RED = GREEN + "        assert False\n"


@pytest.mark.parametrize("why", NOT_GREEN)
def test_what_is_not_green_is_not_learned(faked: Project, why: str) -> None:
    result = faked.with_test(FAKED_CLICKS, NOT_GREEN[why]).run()
    assert result.store.tasks() == (), result.out
    if why != "fails before":
        assert result.summary[0] == "1 learned; 0 model calls"
        assert "(not kept: the test was not green)" in result.summary[1]
        assert len(result.summary) == 2


def test_its_neighbours_are_learned_all_the_same(faked: Project) -> None:
    result = faked.with_test(FAKED_CLICKS, GREEN, NOT_GREEN["fails afterwards"]).run()
    assert (result.outcomes, result.store.tasks()) == ({"passed": 1, "failed": 1}, ("green",))


def test_a_red_replay_proves_no_candidate(faked: Project) -> None:
    project = faked.with_test(FAKED_CLICKS, GREEN)
    assert project.run().ret == 0
    red = project.with_test(FAKED_CLICKS, RED).run()
    assert red.ret == 1
    assert [workflow.status for workflow in red.store.versions("green")] == [Status.CANDIDATE]
    assert project.run().ret == 0
    assert [workflow.status for workflow in red.store.versions("green")] == [Status.ACTIVE]


def test_a_red_relearning_leaves_the_last_good_version(faked: Project) -> None:
    project = faked.with_test(FAKED_CLICKS, GREEN)
    project.run()
    project.run()
    red = project.with_test(FAKED_CLICKS, RED).run("--ami-mode=relearn")
    assert red.ret == 1
    assert [(w.version, w.status) for w in red.store.versions("green")] == [(1, Status.ACTIVE)]


def test_what_did_not_fit_when_the_same_test_ran_it_again_is_not_kept(faked: Project) -> None:
    twice = """
        from pytest_ami import StaleError

        @learned("it")
        def test_it(ami, page):
            page.goto("/")
            ami.run()
            page.goto("/new")  # the button is not here
            with pytest.raises(StaleError, match="this test had learned the flow itself"):
                ami.run()
    """
    result = faked.with_test(FAKED_CLICKS, twice).run("--ami-timeout=0.2")
    assert result.ret == 0, result.out
    assert result.store.tasks() == ()
    result.matcher.fnmatch_lines(["*mind: not kept: the test ran it again, and step 1 did not fit (renamed)"])
    result.matcher.no_fnmatch_line("*is a candidate*")
