"""Failures of other tools in whole test runs. Our plugin must have none of them.

Each test names the tool and the number of the issue. See also: ``browser/test_peer_failures.py`` and
``browser/test_peer_failures_of_runs.py``; tests that are not green, ``test_commit_on_green.py``; unnoticed heals,
``test_lifecycle.py``; a store that is locked or not writable, ``test_errors.py``.
"""

from __future__ import annotations

import pytest

from pytest_ami.model.workflow import Status
from tests.support.inline import Inline
from tests.support.projects import FLOW, WEBMAIL

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.nightly]
"""By day: test_commit_on_green.py, test_no_model.py, test_errors.py, and dead buttons in end_to_end/test_flows.py."""

SEND = """
    def send(ami, mail_site, page, changes="", url="/"):
        if changes:
            page.add_init_script("addEventListener('DOMContentLoaded', () => {" + changes + "})")
        page.goto(url)
        ami.run(to="ann@example.com", subject="Hello", body="First mail")
"""
READ_ONLY = """
    import os

    def readable(path, flags, *args, really=os.open, **more):
        if str(path).endswith(".jsonl") and flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(13, "Read-only", str(path))
        return really(path, flags, *args, **more)

    os.open = readable
"""
NOT_GREEN = """
    @pytest.mark.learned("send email")
    def test_nothing_is_left(ami, page, mail_site):
        send(ami, mail_site, page, "document.body.textContent = ''")

    @pytest.mark.learned("send email")
    def test_dead(ami, page, mail_site):
        send(ami, mail_site, page, "addEventListener('click', (e) => e.target.id === 'send-btn' && e.preventDefault() "
             "+ e.stopImmediatePropagation(), true)")

    @pytest.mark.learned("send email")
    def test_the_test_says_no(ami, page, mail_site):
        send(ami, mail_site, page)
        assert [mail.subject for mail in mail_site.sent()] == ["Another"]
"""
CUT_OFF = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "sk-none", "AMI_TEACHER": "llm"}
OUTAGE = """
    @pytest.mark.parametrize("n", range(2))
    @pytest.mark.learned("send email")
    def test_1_outage(ami, page, mail_site, n):
        mail_site.redesign("2026")
        send(ami, mail_site, page)
"""
CORRUPT = """
    def wrong(page, to, subject, body):
        page.get_by_role("button", name="Compose").click()
        page.get_by_label("To", exact=True).fill(to)
        page.get_by_label("Subject").fill(subject)
        page.get_by_label("Message").fill(body)
        page.get_by_role("button", name="Save draft").click()

    @pytest.mark.learned("send email", teacher=wrong)
    def test_1_corrupt(ami, page, mail_site):
        send(ami, mail_site, page, "document.querySelector('#send-btn')?.remove()")
        assert mail_site.sent()
"""
"""A page without its button, and a teacher that presses another one; the test notices, and is tried again."""


@pytest.mark.parametrize("conftest", [WEBMAIL, WEBMAIL + READ_ONLY], ids=["writable", "read-only"])
def test_that_it_went_well_once_is_no_verdict(taught: Inline, conftest: str) -> None:
    """Stagehand's agent cache, Shortest: the stored success was the verdict. LambdaTest/kane-cli#93.

    There a lock on what is stored turned a failure into a pass.
    """
    project = taught if conftest is WEBMAIL else taught.apart  # there it is the process that may not write
    result = project.with_file("conftest.py", conftest).with_test(SEND, NOT_GREEN, FLOW).run("-v", "--ami-mode=replay")

    words = {name.partition("[")[0].partition("::")[2]: word for name, word in result.words.items()}
    assert (result.ret, result.outcomes["failed"], result.outcomes["passed"]) == (1, 3, 1), result.out
    assert (words["test_nothing_is_left"], words["test_dead"], words["test_send"]) == ("STALE", "FAILED", "REPLAYED")
    result.matcher.fnmatch_lines(["E *'Hello'*'Another'*"])
    assert ("cannot be written" in result.out) is (conftest is not WEBMAIL)


def test_a_failed_retry_does_not_overwrite_the_good_recording(taught: Inline) -> None:
    """LambdaTest/kane-cli#148: a failed retry replaced the last good recording with a corrupt one."""
    (good,) = taught.store.versions("send email")
    result = taught.with_test(SEND, CORRUPT, FLOW).run("-v", "--reruns", "1", "--ami-mode=auto")

    assert result.outcomes == {"failed": 1, "rerun": 1, "passed": 1}, result.out
    assert result.steady_summary[0] == "1 replayed, 1 relearned; 0 model calls"
    (left,) = result.store.versions("send email")
    assert (left.id, left.steps, left.status) == (good.id, good.steps, Status.ACTIVE)


def test_an_outage_of_the_model_evicts_no_recording(taught: Inline) -> None:
    """TesterArmy guards against it: with the model away all recordings that did not fit were thrown out."""
    (good,) = taught.store.versions("send email")
    result = taught.with_test(SEND, OUTAGE, FLOW).with_env(**CUT_OFF).run("-v", "--ami-mode=auto")

    assert result.outcomes == {"failed": 2, "passed": 1}, result.out
    assert sorted(result.words.values()) == ["REPLAYED", "STALE", "STALE"]
    result.matcher.fnmatch_lines(["E * relearning failed: The model * cannot be reached"])
    (left,) = result.store.versions("send email")
    assert (left.id, left.steps, left.status) == (good.id, good.steps, Status.ACTIVE)
