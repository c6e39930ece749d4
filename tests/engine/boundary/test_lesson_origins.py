"""Origins: how a URL's is told, what the setting takes, and what a request to another one comes to."""

from __future__ import annotations

import base64

import pytest

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.lesson_origins import (
    AllowedOrigins,
    OutgoingRequest,
    allowed_origins,
    parse_origins,
    refused_request,
    secret_carried,
)

WITHIN = AllowedOrigins(origins=frozenset({"http://app.test"}), static=frozenset({"https://cdn.test"}))
SECRETS = {"hunter2 & Xy": "{{password}}"}


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("http://App.Test/x?y#z", "http://app.test"),
        ("http://app.test:80", "http://app.test"),
        ("https://app.test:443/", "https://app.test"),
        ("https://app.test:8443/", "https://app.test:8443"),
        ("wss://app.test/socket", "https://app.test"),
        ("http://app.test./", "http://app.test"),
        ("http://user:pass@app.test/", "http://app.test"),
        ("http://app.test@evil.test/", "http://evil.test"),
        ("http://127.0.0.1:8000/", "http://localhost:8000"),
        ("http://[::1]:8000/", "http://localhost:8000"),
        ("file:///tmp/page.html", "file:"),
        ("about:blank", ""),
        ("javascript:alert(1)", ""),
        ("http://app.test:port/", ""),
        ("//app.test", ""),
        ("", ""),
    ],
)
def test_the_origin_of_a_url(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_the_setting_takes_origins_with_commas() -> None:
    assert parse_origins("") == parse_origins(" , ") == ()
    assert parse_origins("https://id.test, http://localhost:90/,https://id.test") == (
        "https://id.test",
        "http://localhost:90",
    )


@pytest.mark.parametrize("wrong", ["id.test", "https://", "https://id.test/path", "*", "ftp://id.test", "https://a b"])
def test_what_is_no_origin_is_named(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no origin, such as https"):
        parse_origins(f"https://ok.test, {wrong}")


@pytest.mark.parametrize(
    ("asked", "grave"),
    [
        (OutgoingRequest(url="http://evil.test/", kind="document", navigates=True, top=True), True),
        (OutgoingRequest(url="http://evil.test/", kind="document", navigates=True), False),
        (OutgoingRequest(url="http://evil.test/", kind="document", navigates=True, method="POST"), True),
        (OutgoingRequest(url="http://evil.test/", kind="fetch"), False),
        (OutgoingRequest(url="http://evil.test/", kind="ping", method="POST"), False),
        (OutgoingRequest(url="http://evil.test/x.png", kind="image"), False),
        (OutgoingRequest(url="https://cdn.test/api", kind="fetch"), False),
        (OutgoingRequest(url="https://cdn.test/x.png?hunter2%20%26%20Xy", kind="image"), True),
        (OutgoingRequest(url="https://cdn.test/", kind="document", navigates=True, top=True), True),
        (OutgoingRequest(url="http://evil.test/", kind="fetch", method="POST", body="p=hunter2+%26+Xy"), True),
        (OutgoingRequest(url="mailto:eve@evil.test", kind="document", navigates=True, top=True), True),
    ],
)
def test_what_is_refused_and_how_gravely(asked: OutgoingRequest, grave: object) -> None:
    held = refused_request(asked, WITHIN, SECRETS)
    assert held is not None
    assert held.grave is grave
    assert "hunter2" not in held.text


@pytest.mark.parametrize(
    "asked",
    [
        OutgoingRequest(
            url="http://app.test/login", method="POST", kind="document", navigates=True, top=True, body="p=hunter2"
        ),
        OutgoingRequest(url="ws://app.test/live", method="CONNECT", kind="websocket"),
        OutgoingRequest(url="https://cdn.test/x.png", kind="image"),
        OutgoingRequest(url="https://cdn.test/x.js", kind="script"),
        OutgoingRequest(url="about:blank", kind="document", navigates=True, top=True),
        OutgoingRequest(url="blob:http://app.test/1", kind="fetch"),
    ],
)
def test_what_may_be_asked_for(asked: OutgoingRequest) -> None:
    assert refused_request(asked, WITHIN, SECRETS) is None


def test_a_secret_is_found_as_scripts_disguise_it() -> None:
    raw = b"hunter2 & Xy"
    for text in (base64.b64encode(b"x=" + raw).decode(), raw.hex(), raw.decode()[::-1], '{"p": "hunter2 & Xy"}'):
        assert secret_carried(f"https://cdn.test/?{text}", SECRETS) == "{{password}}"
    assert secret_carried("https://cdn.test/?hunter", SECRETS) == ""
    assert secret_carried("", SECRETS) == ""


def test_a_fence_is_made_of_urls() -> None:
    made = allowed_origins(("http://app.test/start", "about:blank"), ("https://cdn.test/a.js", "data:image/png,x"))
    assert made == WITHIN
