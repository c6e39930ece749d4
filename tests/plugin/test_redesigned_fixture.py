"""The ``redesigned`` fixture: on the test's page, on fresh pages drawn by Hypothesis, sync and async."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.inline import Inline
from tests.support.projects import WEBMAIL

pytestmark = pytest.mark.browser

APART = Path(sys.prefix) / "ami-async"
SYNC = """
    from pytest_ami.testing.redesign import IdsRenamed, Redesign, RedesignError, Reworded

    LINE = "Redesign((IdsRenamed(), Reworded(at='button \\"Compose\\"', to='Write')))"

    def test_value_and_line(page, redesigned):
        assert Redesign.parse(LINE).mutations[1] == Reworded(at='button "Compose"', to="Write")
        truth = redesigned(page, LINE)
        assert truth is redesigned.truth
        page.goto("/")
        page.get_by_role("button", name="Write").click()
        assert [(deed.what, deed.key) for deed in truth.deeds] == [("click", 'button "Compose"')]
        assert truth.idle == () and truth.faults == []
        page.locator("#to").wait_for(state="detached")

    def test_counts_from_the_next_load(page, redesigned):
        page.goto("/")
        redesigned(page, Redesign((Reworded(at='button "{{what}}"', to="Write"),)), {"what": "Compose"})
        assert page.get_by_role("button", name="Compose").count() == 1
        page.reload()
        assert page.get_by_role("button", name="Write").count() == 1
        assert page.get_by_role("button", name="Compose").count() == 0

    def test_a_context_with_all_its_pages(context, page, redesigned):
        truth = redesigned(context, LINE)
        for one in (page, context.new_page()):
            one.goto("/")
            assert truth.find(one, 'button "Compose"').text_content() == "Write"

    def test_what_is_no_redesign(page, redesigned):
        with pytest.raises(RedesignError, match="no page has been redesigned yet"):
            redesigned.truth
        with pytest.raises(RedesignError, match="no mutation is called 'Nonsense'"):
            redesigned(page, "Redesign((Nonsense(),))")
        with pytest.raises(RedesignError, match="not a redesign"):
            with redesigned.open_page("Nonsense"):
                raise AssertionError
        with pytest.raises(Exception, match="not a Playwright page"):
            redesigned("page", LINE)

    def test_fresh_pages_are_apart(page, redesigned):
        with redesigned.open_page(LINE) as one:
            one.goto("/")
            assert one.get_by_role("button", name="Write").count() == 1
            one.evaluate("localStorage.mark = 1")
            with redesigned.open_page() as other:
                other.goto("/")
                assert other.get_by_role("button", name="Compose").count() == 1
                assert other.evaluate("localStorage.mark") is None
                other.get_by_role("button", name="Compose").click()
                assert [deed.key for deed in redesigned.truth.deeds] == ['button "Compose"']
            assert other.is_closed() and not one.is_closed()
        assert one.is_closed() and not page.is_closed()
"""
DRAWN = """
    from hypothesis import HealthCheck, given, settings
    from pytest_ami.testing.redesign.strategies import redesigns

    PAGES = settings(max_examples={examples}, deadline=None, database=None, derandomize=True,
                     suppress_health_check=[*HealthCheck])

    @PAGES
    @given(redesigns(keeps=True, max_size=2, only={only}, targets=['button "Compose"']))
    def test_compose(redesigned, mail_site, redesign):
        mail_site.reset()
        with redesigned.open_page(redesign) as page:
            page.goto("/")
            assert page.get_by_role("button", name="Compose", exact=True).count() == 1
            assert redesigned.truth.faults == []
"""
ASYNC = """
    LINE = "Redesign((Reworded(at='button \\"Compose\\"', to='Write'),))"

    async def test_page(page, redesigned):
        truth = await redesigned(page, LINE)
        await page.goto("/")
        await page.get_by_role("button", name="Write").click()
        assert truth is redesigned.truth
        assert [deed.key for deed in truth.deeds] == ['button "Compose"']

    async def test_fresh(redesigned):
        for line, name in ((LINE, "Write"), ("Redesign()", "Compose")):
            async with redesigned.open_page(line) as page:
                await page.goto("/")
                await page.get_by_role("button", name=name).click()
                assert [deed.key for deed in redesigned.truth.deeds] == ['button "Compose"']
            assert page.is_closed()
"""


def test_sync_pages(webmail: Inline) -> None:
    result = webmail.with_test(SYNC).run()
    assert result.outcomes == {"passed": 5}, result.out


@pytest.mark.nightly  # by day: the next one, which draws more
def test_a_drawn_redesign_that_is_survived(webmail: Inline) -> None:
    drawn = DRAWN.format(examples=6, only=["IdsRenamed", "ClassesRewritten", "Wrapped", "Themed"])
    result = webmail.with_test(drawn).run()
    assert result.outcomes == {"passed": 1}, result.out


def test_a_drawn_redesign_that_is_not_is_shrunk_and_shown_as_a_line(webmail: Inline) -> None:
    drawn = DRAWN.format(examples=8, only=["IconOnly", "Reworded"])
    result = webmail.with_test(drawn).run()
    assert result.outcomes == {"failed": 1}, result.out
    assert """redesign=Redesign((Reworded(at='button "Compose"'),))""" in result.out


def test_a_test_that_asks_for_it_without_a_browser_says_so(project: Inline) -> None:
    result = project.with_args("-p", "no:playwright").with_test("def test_flow(page, redesigned): ...").run()
    assert result.outcomes == {"errors": 1}
    assert "pytest_ami/plugin/" not in result.out


@pytest.mark.nightly  # by day: test_sync_pages
@pytest.mark.skipif(not APART.is_dir(), reason="pytest-playwright-asyncio is not installed apart: make setup does it")
def test_async_pages(project: Inline) -> None:
    scopes = {"asyncio_default_fixture_loop_scope": "session", "asyncio_default_test_loop_scope": "session"}
    path = os.pathsep.join(filter(None, [str(APART), os.environ.get("PYTHONPATH")]))
    made = project.apart.with_ini(asyncio_mode="auto", **scopes).with_file("conftest.py", WEBMAIL)
    result = made.with_env(PYTHONPATH=path).with_args("-p", "no:playwright").with_test(ASYNC).run()
    assert result.outcomes == {"passed": 2}, result.out
