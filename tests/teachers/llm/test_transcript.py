"""Transcripts: readable, complete, and without secrets; what cannot be written is given up with one warning."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.outcome import Usage
from pytest_ami.teachers.llm.client import ModelCall
from pytest_ami.teachers.llm.completion import Completion
from pytest_ami.teachers.llm.transcript import Transcript, folder_name

PICTURE = base64.b64encode(b"\x89PNG picture").decode()
USER: Any = [
    {"type": "text", "text": "PAGE\n```\nhunter2"},
    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}},
]
MESSAGES = [{"role": "system", "content": "Rules"}, {"role": "user", "content": USER}]


def exchange(**more: Any) -> ModelCall:
    given = {
        "messages": MESSAGES,
        "completion": Completion(calls=(("click", '{"element": "e1"}'),)),
        "problem": "",
        **more,
    }
    return ModelCall(model="m", usage=Usage(calls=1, tokens=900, seconds=1.25, money=0.01), **given)


def test_it_tells_what_was_sent_and_what_came_back(tmp_path: Path) -> None:
    transcript = Transcript(tmp_path / "t", "test_a.py::test_b", {"password": "hunter2"})
    transcript.note(exchange())
    transcript.note(exchange(completion=None, problem="HTTP 500 for hunter2"))

    text = (tmp_path / "t" / "transcript.md").read_text("utf-8")
    assert text.startswith("# test_a.py::test_b\n\n## 1. m: 900 tokens, 1.2 s, $0.0100")
    assert text.count("Rules") == 1
    assert 'click {"element": "e1"}' in text
    assert "````text\nPAGE\n```" in text  # the page's own fence does not end ours
    assert "none: HTTP 500 for {{password}}" in text
    assert "hunter2" not in text
    assert (tmp_path / "t" / "001.png").read_bytes() == b"\x89PNG picture"
    assert "![what the model saw](002.png)" in text


def test_a_secret_is_masked_in_every_form_that_a_message_writes(tmp_path: Path) -> None:
    page = "url: http://app.test/?card=4111%201111%201111%201111 paid with 4111-1111-1111-1111"
    transcript = Transcript(tmp_path, "t", {"card": "4111111111111111"})
    transcript.note(exchange(messages=[{"role": "user", "content": page}]))
    text = (tmp_path / "transcript.md").read_text("utf-8")
    assert "url: http://app.test/?card={{card}} paid with {{card}}" in text


def test_a_second_lesson_of_a_test_takes_nothing_from_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        Transcript(tmp_path, "test_a.py::test_b").note(exchange())

    text = (tmp_path / "transcript.md").read_text("utf-8")
    assert text.count("# test_a.py::test_b\n") == 2
    assert ("(001.png)" in text, "(002.png)" in text) == (True, True)
    assert len(list(tmp_path.glob("*.png"))) == 2


def test_a_folder_that_cannot_be_made_is_one_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[str] = []
    transcript = Transcript(tmp_path / "file" / "t", "a test", warn=told.append)

    transcript.note(exchange())
    transcript.note(exchange())

    assert len(told) == 1
    assert "a test" in told[0]


@pytest.mark.parametrize(
    ("test", "attempt", "name"),
    [
        ("tests/a/test_mail.py::test_send[chromium-x y]", 1, "test_mail.py-test_send-chromium-x-y"),
        ("test_mail.py::test_send", 2, "test_mail.py-test_send.2"),
        ("../../etc/..", 1, "test"),
        ("t.py::" + "x" * 300, 1, "t.py-" + "x" * 75),
    ],
)
def test_its_folder_is_safe_and_short(test: str, attempt: int, name: str) -> None:
    assert folder_name(test, attempt) == name
