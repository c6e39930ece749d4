"""The guard: nobody without the token, no foreign host, no foreign page, and pages that run only our own scripts."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, learned, session

from .conftest import HOST, TOKEN

PAGES = ("", "rows", "task?task=t", "statistics", "nowhere", "static/review.css")


@pytest.mark.parametrize("path", ["/", "/other/", f"/{TOKEN}x/", f"//{TOKEN}/", f"/{TOKEN[:-1]}/static/review.css"])
def test_without_the_token_there_is_only_advice(client: TestClient, path: str) -> None:
    answer = client.get(f"http://{HOST}{path}")

    assert answer.status_code == 404
    assert "ami review" in answer.text
    assert TOKEN not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1", "localhost:1", ""])
def test_a_foreign_host_is_refused_even_with_the_token(client: TestClient, host: str) -> None:
    assert client.get("", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["verdicts", "path", "check", "accept"])
def test_a_change_must_come_from_a_page_of_the_application(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    assert client.post(path, json={}, headers=headers).status_code == 403


def test_a_body_without_length_or_too_long_is_refused(client: TestClient) -> None:
    assert client.post("verdicts", content=iter([b"{}"])).status_code == 413
    assert client.post("verdicts", content=b"x" * 300_000).status_code == 413


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_confines_the_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"]


@pytest.mark.slow
def test_no_page_has_an_inline_script_or_style(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click("Send")])
    name = session(store, version)
    query = f"task={version.task}"

    for path in (
        "",
        f"task?{query}",
        f"session/{name}",
        "statistics",
        f"path?{query}",
        f"session/{name}/step/1/similar",
    ):
        text = client.get(path).text
        assert re.findall(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|javascript:", text) == [], path


@pytest.mark.parametrize("name", ["..%2f..%2fguard.py", "%2e%2e/guard.py", "guard.py", "", "missing.css"])
def test_only_scripts_and_the_style_sheet_are_sent(client: TestClient, name: str) -> None:
    assert client.get(f"static/{name}").status_code == 404
