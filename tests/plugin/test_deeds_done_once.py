"""Whole test runs against a server that counts: a deed is done once, and a refusal does not spoil a flow."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.testing.project import Result
from tests.support.inline import Inline

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SERVER = """
    import http.server, os, pathlib, threading, urllib.parse
    import pytest

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def say(self, text, status=200):
            body = f"<!doctype html><title>Shop</title>{text}".encode()
            self.send_response(status)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def lead(self, where):
            self.send_response(303)
            self.send_header("location", where)
            self.send_header("content-length", "0")
            self.end_headers()

        def login(self, said=""):
            name = os.environ.get("NAME", "Username")
            password = "<label>Password <input type=password name=password></label>"
            user = f"<label>{name} <input name={name.lower()}></label>"
            fields = f"{user}{password}" if name == "Username" else f"<p>Hello</p>{password}<hr><main>{user}</main>"
            self.say(f"<h1>Log in</h1>{said}<form method=post action=/login>{fields}<button>Log in</button></form>")

        def do_GET(self):
            if self.path == "/home":
                self.say("<h1>Home</h1><p>Welcome alice</p><button>Log out</button>")
            elif self.path == "/done":
                self.say("<h1>Receipt</h1>" + ("" if os.environ.get("LOST") else "<p role=status>Payment sent</p>"))
            elif self.path == "/pay":
                field = "Recipient" if os.environ.get("CHANGED") else "To"
                at = "x" if os.environ.get("CHANGED") else "to"
                self.say(f"<h1>Payment</h1><form method=post action=/pay><label>{field} <input name={at}></label>"
                         "<button>Pay</button></form>")
            else:
                self.login()

        def do_POST(self):
            sent = urllib.parse.parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
            with pathlib.Path(os.environ["DEEDS"]).open("a") as file:
                file.write(self.path + "\\n")
            if self.path == "/pay":
                self.lead("/pay" if os.environ.get("BACK") else "/done")
            elif sent.get("password") == ["good"]:
                self.lead("/home")
            else:
                self.login("<p class=note>Please enter the correct password.</p>")

    @pytest.fixture(scope="session")
    def base_url():
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        server.server_close()
"""
LOGIN = """
    import os
    import pytest

    def show(page, username, password):
        if os.environ.get("NOBODY"):
            raise AssertionError("somebody was asked")
        page.get_by_label(os.environ.get("NAME", "Username")).fill(username)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button").click()

    @pytest.mark.learned("log in", teacher=os.environ.get("TEACHER") or show)
    def test_good(ami, page):
        page.goto("/")
        ami.run(username="alice", password="good")
        assert page.get_by_text("Welcome alice").is_visible()

    @pytest.mark.learned("log in", teacher=os.environ.get("TEACHER") or show)
    def test_bad(ami, page):
        page.goto("/")
        ami.run(username="alice", password="bad", expect=os.environ.get("EXPECT", ""))
        assert page.get_by_text("enter the correct").is_visible()

    @pytest.mark.learned("log in", params={"username": "alice", "password": "bad"}, start="/", expect="rejected")
    def test_marked(page):
        assert page.get_by_text("enter the correct").is_visible()
"""
PAY = """
    import os
    import pytest

    def show(page, to):
        page.get_by_role("textbox").fill(to)
        page.get_by_role("button").click()

    @pytest.mark.learned("send payment", teacher=os.environ.get("TEACHER") or show)
    def test_pay(ami, page):
        page.goto("/pay")
        ami.run(to="anna@example.com")
        assert page.get_by_role("status").count()

    @pytest.mark.learned("send payment", teacher=os.environ.get("TEACHER") or show)
    def test_tasks(ami, page):
        page.goto("/pay")
        ami.tasks([{"task": "send payment", "params": {"to": "anna@example.com"}}])
"""


def shop(project: Inline, test: str) -> Inline:
    return project.with_file("conftest.py", SERVER).with_test(test).with_env(DEEDS=str(project.path / "deeds.txt"))


def deeds(project: Inline) -> int:
    file = project.path / "deeds.txt"
    found = file.read_text("utf-8").count("\n") if file.exists() else 0
    file.unlink(missing_ok=True)
    return found


def runs(result: Result) -> list[dict[str, Any]]:
    return [json.loads(fact["data"]) for fact in result.facts if fact["kind"] == "test_finished"]


def statuses(result: Result, task: str) -> list[tuple[int, str]]:
    return [(version.version, version.status.value) for version in result.store.versions(task)]


def test_a_refusal_fails_the_test_and_leaves_the_flow_as_it_was(browsing: Inline) -> None:
    project = shop(browsing, LOGIN)
    project.run("-k", "good")
    project.run("-k", "good")
    deeds(project)

    result = project.with_env(TEACHER="offline").run("-k", "bad")

    assert result.ret == 1, result.out
    assert "OUTCOME DIFFERS" in result.out
    assert 'expect="rejected"' in result.out
    assert (deeds(project), statuses(result, "log in")) == (1, [(1, Status.ACTIVE.value)])
    assert project.with_env(NOBODY="1").run("-k", "good").ret == 0


def test_an_expected_refusal_passes_and_teaches_nothing(browsing: Inline) -> None:
    project = shop(browsing, LOGIN)
    project.run("-k", "good")
    deeds(project)

    result = project.with_env(NOBODY="1", EXPECT="rejected").run("-k", "bad or marked")

    assert result.ret == 0, result.out
    assert (deeds(project), statuses(result, "log in")) == (2, [(1, Status.CANDIDATE.value)])
    assert all(run["rejected"] for run in runs(result)[-2:])
    replayed = project.with_env(NOBODY="1", EXPECT="rejected").run("-k", "bad", "--ami-mode=replay")
    assert replayed.ret == 0, replayed.out


@pytest.mark.parametrize(
    ("expect", "test", "said"),
    [
        ("rejected", "bad", "No workflow is stored"),
        ("accepted", "bad", "is the only expectation"),
        ("", "marked", "No wo"),
    ],
)
def test_only_a_known_flow_can_be_refused(browsing: Inline, expect: str, test: str, said: str) -> None:
    project = shop(browsing, LOGIN)

    result = project.with_env(EXPECT=expect).run("-k", test)

    assert result.ret == 1
    assert said in result.out
    assert deeds(project) == 0


def test_a_flow_that_is_not_refused_although_it_should_be_fails(browsing: Inline) -> None:
    project = shop(browsing, LOGIN.replace('ami.run(username="alice", password="good")', RUN))
    project.run("-k", "good")

    result = project.with_env(EXPECT="rejected").run("-k", "good")

    assert (result.ret, "NOT REJECTED" in result.out) == (1, True)
    assert statuses(result, "log in") == [(1, Status.CANDIDATE.value)]


RUN = 'ami.run(username="alice", password="good", expect=os.environ.get("EXPECT", ""))'


@pytest.mark.nightly  # by day: "a poisoned version" in end_to_end/test_peer_failures_of_runs.py
def test_an_older_version_that_fits_runs_before_anybody_is_asked(browsing: Inline) -> None:
    project = shop(browsing, LOGIN)
    project.run("-k", "good")
    project.run("-k", "good")
    project.with_env(NAME="Membership").run("-k", "good", "--ami-mode=relearn")
    deeds(project)

    result = project.with_env(NOBODY="1").run("-k", "good", "-v")

    assert result.ret == 0, result.out
    assert (deeds(project), runs(result)[-1]["version"]) == (1, 1)
    assert statuses(result, "log in") == [(1, Status.ACTIVE.value), (2, Status.SUPERSEDED.value)]


@pytest.mark.variants(5)
@pytest.mark.parametrize("teacher", ["offline", ""])
@pytest.mark.parametrize("changed", ["", "1"])
@pytest.mark.parametrize("failure", ["LOST", "BACK"])
def test_a_payment_whose_effect_stays_away_is_made_once(
    browsing: Inline, failure: str, changed: str, teacher: str
) -> None:
    project = shop(browsing, PAY)
    project.run("-k", "pay")
    deeds(project)

    result = project.with_env(**{failure: "1"}, CHANGED=changed, TEACHER=teacher).run("-k", "pay")

    assert deeds(project) == 1, result.out
    assert (result.ret, "OUTCOME DIFFERS" in result.out) == (1, not changed)


def test_a_subtask_that_has_paid_is_not_tried_again(browsing: Inline) -> None:
    project = shop(browsing, PAY)
    project.run("-k", "pay")
    deeds(project)

    result = project.with_env(BACK="1").run("-k", "tasks")

    assert (result.ret, deeds(project)) == (1, 1), result.out
