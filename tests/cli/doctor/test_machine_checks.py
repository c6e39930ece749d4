"""`ami doctor` about the machine: ffmpeg, fonts, certificates, and the endpoint of the model."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.browser.find import playwright_ffmpeg
from pytest_ami.cli.doctor import endpoint_check, machine_checks
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.model.settings import Settings
from tests.support.commands import executable

KEY = "sk-never-shown"


class Endpoint(BaseHTTPRequestHandler):
    """Answers at an address what its path says, and notes the keys that it gets."""

    keys: list[str | None]

    def do_GET(self) -> None:
        kind = self.path.split("/")[1]
        self.keys.append(self.headers.get("Authorization"))
        self.send_response({"refusing": 401, "missing": 404, "busy": 503, "moved": 302}.get(kind, 200))
        self.send_header("Location", "/v1/models")
        self.end_headers()
        self.wfile.write(b"<html>" if kind == "odd" else json.dumps({"data": [{"id": "small"}]}).encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the base class's name)
        """Keep silent."""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[tuple[str, list[str | None]]]:
    """The address of an endpoint, and the keys that it got."""
    kind = type("Handler", (Endpoint,), {"keys": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}", kind.keys  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "model", "state", "text"),
    [
        ("v1", "small", "ok", "answers, and knows small"),
        ("v1", "small, large", "note", "does not list large; it has small"),
        ("refusing", "small", "problem", "refuses the key (HTTP 401)"),
        ("missing", "small", "note", "does its address end with /v1?"),
        ("busy", "small", "note", "answers with HTTP 503"),
        ("odd", "small", "note", "something else than a list of models"),
        ("moved", "small", "note", "answers with HTTP 302"),
    ],
)
def test_the_endpoint_is_asked_once_for_its_models_and_no_key_is_shown(
    endpoint: tuple[str, list[str | None]], path: str, model: str, state: str, text: str
) -> None:
    place, keys = endpoint
    keys.clear()
    environ = {"OPENAI_BASE_URL": f"http://ann:secret@{place}/{path}/", "OPENAI_API_KEY": KEY}
    (found,) = endpoint_check.examine(Settings(model=model), environ)
    assert (found["name"], found["state"]) == ("endpoint", state)
    assert text in found["text"]
    assert keys == [f"Bearer {KEY}"]
    assert not [word for word in (KEY, "ann", "secret") if word in found["text"] + found["mend"]]


def test_an_endpoint_that_nobody_chose_is_not_asked() -> None:
    for settings, environ in (
        (Settings(), {}),
        (Settings(), {"OPENAI_API_KEY": KEY}),
        (Settings(teacher="offline"), {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}),
    ):
        assert list(endpoint_check.examine(settings, environ)) == []


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1 does not answer: Connection refused"),
        ("ftp://x", "is no address"),
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_a_problem(address: str, text: str) -> None:
    (found,) = endpoint_check.examine(Settings(), {"OPENAI_BASE_URL": address})
    assert found["state"] == "problem"
    assert text in found["text"]


@pytest.mark.parametrize(("addopts", "state"), [("", "note"), ("--video=off", "note"), ("-q --video on", "problem")])
def test_a_missing_ffmpeg_is_a_problem_where_videos_are_asked_for(tmp_path: Path, addopts: str, state: str) -> None:
    project = ProjectConfig(root=tmp_path, ini={"addopts": addopts})
    environ = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    found = next(machine_checks.examine(project, environ))
    assert (found["name"], found["state"], found["mend"]) == ("video", state, "playwright install ffmpeg")


def test_the_ffmpeg_of_the_revision_is_found(tmp_path: Path) -> None:
    (tmp_path / "browsers.json").write_text('{"browsers": [{"name": "ffmpeg", "revision": 7}]}', "utf-8")
    environ = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    assert playwright_ffmpeg(environ, tmp_path) is None
    (tmp_path / "ffmpeg-7").mkdir()
    (tmp_path / "ffmpeg-7" / "ffmpeg-linux").touch()
    assert playwright_ffmpeg(environ, tmp_path) == tmp_path / "ffmpeg-7" / "ffmpeg-linux"


@pytest.mark.parametrize(
    ("script", "state", "text"),
    [
        ("exit 0", "problem", "there is none"),
        ('[ "$1" = : ] && echo a', "note", "1 font, none for Chinese"),
        ("echo a; echo b", "ok", "2 fonts, 2 for Chinese"),
    ],
)
def test_fonts_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, state: str, text: str) -> None:
    executable(tmp_path / "fc-list", script)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = machine_checks._fonts()
    assert found["state"] == state
    assert text in found["text"]


def test_without_a_list_of_fonts_there_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine_checks._fonts()["state"] == "note"


def test_a_variable_that_names_no_file_of_certificates_is_a_problem(tmp_path: Path) -> None:
    found = machine_checks._certificates({"NODE_EXTRA_CA_CERTS": str(tmp_path / "no.pem")})
    assert (found["state"], found["mend"]) == ("problem", "unset NODE_EXTRA_CA_CERTS")


def test_the_certificates_of_the_system_are_shown() -> None:
    found = machine_checks._certificates({})
    paths = ssl.get_default_verify_paths()
    assert found["state"] == ("ok" if paths.cafile or paths.capath else "problem")
