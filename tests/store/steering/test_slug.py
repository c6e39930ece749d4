"""A task's file name: readable, harmless, and one for one task on every file system."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_ami.store.steering.slug import LONGEST, slug


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("send email", "send-email"),
        ("Send e-mail!", "send-e-mail"),
        ("发送邮件 (2)", "发送邮件-2"),
        ("Straße nach Köln", "strasse-nach-köln"),
        ("ﬁle №5", "file-no5"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows\\x", "c-windows-x"),
        ("/absolute", "absolute"),
        (".hidden.yaml", "hidden-yaml"),
        ("a\x00b\nc\u202ed", "a-b-c-d"),
        ("   ", "task"),
        ("!?", "task"),
        ("CON", "con-task"),
        ("com1", "com1-task"),
        ("LPT²", "lpt2-task"),
        ("con artist", "con-artist"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_the_name_is_readable_and_harmless(task: str, name: str) -> None:
    assert slug(task) == name


def test_a_long_task_is_cut_between_letters() -> None:
    assert slug("x" * 500) == "x" * LONGEST
    assert slug("邮" * 500) == "邮" * (LONGEST // 3)
    assert slug("a" * (LONGEST - 1) + " b") == "a" * (LONGEST - 1)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
@example("İstanbul")
@example("ǰ" * 100)
def test_any_text_gives_a_name_of_its_own_folder(task: str) -> None:
    name = slug(task)

    assert name
    assert len(name.encode()) <= LONGEST + len("-task")
    assert not set(name) & set('/\\:*?"<>|.\0 ')
    assert not name.startswith("-")
    assert name == unicodedata.normalize("NFC", name)
    assert slug(task.upper()) == slug(task.upper())
    assert slug(unicodedata.normalize("NFD", task)) == slug(unicodedata.normalize("NFC", task))
