"""The ``learned`` marker: what it performs before the body, and what it says when it is wrong."""

from __future__ import annotations

import pytest

from tests.support.inline import Inline
from tests.support.projects import FAKED_CLICKS

NO_BROWSER = ("-p", "no:playwright")
WRONG = {
    "": 'it takes one task first, a text such as "send email"; got nothing',
    "42": 'it takes one task first, a text such as "send email"; got 42',
    "'  '": "it takes one task first",
    "'a', 'b'": "it takes one task first",
    "'a', param={}": "it takes no argument 'param' (did you mean 'params'?)",
    "'a', task='b'": "it takes no argument 'task'",
    "'a', params=['to']": "params takes a mapping from names to values, got list",
    "'a', params={'not a name': 1}": "params takes a mapping from names to values",
    "'a', start=5": "start takes a URL or a path, got 5",
    "'a', start=''": "start takes a URL or a path, got ''",
    "'a', teacher='gpt'": "teacher takes auto, offline, llm or a function, got 'gpt'",
    "'a', teacher=5": "teacher takes auto, offline, llm or a function, got 5",
    "'a', secrets=5": "secrets takes names, got int",
    "'a', optional=[5]": "optional takes names, got [5]",
    "'a', budget='much'": "budget takes a number of model calls, or numbers for calls, tokens, seconds, got 'much'",
    "'a', budget={'dollars': 5}": "budget takes a number of model calls, or numbers for calls, tokens, seconds",
    "'a', budget=-1": "budget takes a number of model calls",
}
PERFORMED = """
    MAIL = {"to": "ann@example.com", "subject": "Hello", "body": "First mail"}

    def show(page, to, subject, body):
        page.get_by_role("button", name="Compose").click()
        page.get_by_label("To", exact=True).fill(to)
        page.get_by_label("Subject").fill(subject)
        page.get_by_label("Message").fill(body)
        page.get_by_role("button", name="Send", exact=True).click()

    def subjects(site):
        return [mail.subject for mail in site.sent()]

    learned = pytest.mark.learned("send email", params=MAIL, start="/", teacher=show)

    @learned
    def test_function(mail_site):
        assert subjects(mail_site) == ["Hello"]

    @learned
    def test_with_ami(mail_site, ami, page):
        assert subjects(mail_site) == ["Hello"]
        assert [run.outcome.value for run in ami.runs] == ["replayed"]
        page.goto("/")
        ami.run(**{**MAIL, "subject": "Another"})
        assert subjects(mail_site) == ["Hello", "Another"]

    class TestClass:
        @learned
        def test_method(self, mail_site):
            assert subjects(mail_site) == ["Hello"]

    @learned
    class TestMarkedClass:
        def test_method(self, mail_site):
            assert subjects(mail_site) == ["Hello"]

        @pytest.mark.parametrize("n", [1, 2])
        def test_parametrised(self, mail_site, n):
            assert subjects(mail_site) == ["Hello"]

    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.xfail(reason="x", strict=True))])
    @learned
    def test_parametrised(mail_site, n):
        assert subjects(mail_site) == ["Hello"]
        assert n == 1

    @pytest.mark.parametrize("subject", [
        pytest.param(name, marks=pytest.mark.learned("send email", params={**MAIL, "subject": name}, start="/"))
        for name in ("One", "Two")
    ])
    def test_marked_parameters(mail_site, subject):
        assert subjects(mail_site) == [subject]

    @pytest.mark.learned("send email", start="/")
    def test_start_only(mail_site, ami, page):
        assert page.url.endswith("/mail/inbox")
        assert ami.runs == () and subjects(mail_site) == []
"""


@pytest.mark.browser
def test_flows_are_performed_before_the_body(webmail: Inline) -> None:
    result = webmail.with_test(PERFORMED).run("-v")
    assert result.outcomes == {"passed": 10, "xfailed": 1}, result.out
    assert all("[chromium" in node for node in result.words if "marked_parameters" not in node), result.words
    assert result.steady_summary[0] == "10 replayed, 1 learned; 0 model calls"


def test_a_flow_that_fails_before_the_body_shows_the_message_alone(faked: Inline) -> None:
    body = """
        @pytest.mark.learned("send email", params={"to": "ann@example.com"}, start="/")
        def test_performed():
            raise AssertionError("the body is not reached")
    """
    result = faked.with_test(body).run("--ami-mode=replay", "-v")
    assert result.outcomes == {"failed": 1}
    result.matcher.fnmatch_lines(
        ['No workflow is stored for "send email", and mode replay does not learn', "  why:*", "  evidence:*"]
    )
    assert "pytest_ami/" not in result.out
    assert "_pytest" not in result.out


def test_a_free_ami_needs_no_marker(faked: Inline) -> None:
    body = """
        def test_free(ami, page, ami_teacher):
            page.goto("/")
            first = ami.run("open a mail", **{})
            assert first.task == "open a mail"

        @pytest.fixture
        def ami_teacher():
            return clicks("Compose")

        def test_no_task(ami, page):
            page.goto("/")
            with pytest.raises(Exception, match="has no task"):
                ami.run()
    """
    result = faked.with_test(FAKED_CLICKS, body).run()
    assert result.outcomes == {"passed": 2}, result.out
    assert result.store.tasks() == ("open a mail",)


@pytest.mark.parametrize("arguments", WRONG)
def test_a_wrong_marker_is_a_usage_error_that_names_the_test(project: Inline, arguments: str) -> None:
    result = project.with_test(f"@pytest.mark.learned({arguments})\ndef test_it():\n    pass\n").run(*NO_BROWSER)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: The learned marker of test_flow.py::test_it is wrong: {WRONG[arguments]}" in result.err
    assert "Traceback" not in result.out + result.err


def test_all_wrong_markers_are_told_at_once(project: Inline) -> None:
    body = """
        @pytest.mark.learned
        def test_a(): pass

        @pytest.mark.learned("b", start=1)
        def test_b(): pass
    """
    result = project.with_test(body).run(*NO_BROWSER)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "test_flow.py::test_a" in result.err
    assert "test_flow.py::test_b" in result.err


@pytest.mark.slow
def test_under_workers_a_wrong_marker_fails_its_test_alone(project: Inline) -> None:
    body = """
        @pytest.mark.learned("a", param={})
        def test_wrong(): pass

        def test_right(): pass
    """
    result = project.with_test(body).apart.run(*NO_BROWSER, "-n", "2")
    assert (result.ret, result.outcomes) == (1, {"passed": 1, "errors": 1})
    assert "The learned marker of test_flow.py::test_wrong is wrong: it takes no argument 'param'" in result.out
    assert "pytest_ami/" not in result.out


def test_unittest_is_refused(project: Inline) -> None:
    body = """
        import unittest

        class TestOld(unittest.TestCase):
            @pytest.mark.learned("send email")
            def test_it(self):
                pass
    """
    result = project.with_test(body).run(*NO_BROWSER)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "TestOld::test_it: the learned marker does not work on unittest.TestCase classes" in result.err
    assert "run next: make it a plain class or function" in result.err
