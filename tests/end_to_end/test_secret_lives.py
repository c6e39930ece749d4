"""No byte that a flow writes, prints or sends holds a secret, whatever the value and wherever the page shows it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.support import secret_lives, vault


@pytest.mark.parametrize("name", list(vault.HARD))
def test_the_search_finds_what_it_shall_find(name: str) -> None:
    value = vault.HARD[name]
    for text in (value, quote(value, safe=""), json.dumps(value), base64.b64encode(value.encode()).decode()):
        assert secret_lives.traces({name: value}, [("x", f'before "{text}" after'.encode())]), text
    if len(value) >= secret_lives.SHORT:
        for text in (value[-9:], value[::-1], value.encode().hex(), quote(quote(value, safe=""), safe="")):
            assert secret_lives.traces({name: value}, [("x", f"before{text}after".encode())]), text
    assert not secret_lives.traces({name: value}, [("x", b"nothing of the kind, and a word of 12 letters")])


def test_green_is_seen_in_a_picture(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(vault.STYLE + '<h1>black</h1><p class="told">green</p>')
    assert secret_lives._green(browser, [page.screenshot()]) == 1
    page.set_content(vault.STYLE + "<h1>black</h1><p>black</p>")
    assert secret_lives._green(browser, [page.screenshot()]) == 0
    page.close()


def test_every_value_page_and_teacher_meet() -> None:
    lives = secret_lives.every_life()
    assert len(set(lives)) == 252
    assert {life for turn in range(secret_lives.PARTS) for life in secret_lives.part(turn)} == set(lives)
    by_day = secret_lives.by_day()
    assert {life[1] for life in by_day} == set(vault.LEAKS)
    assert {life[2] for life in by_day} == set(secret_lives.TEACHERS)
    assert set(by_day) < set(lives)


@pytest.mark.slow
def test_a_few_lives_leave_nothing(tmp_path: Path, playwright: Any, browser: Any) -> None:
    lives = secret_lives.by_day()
    found = secret_lives.live(tmp_path / "project", lives, playwright, browser)
    assert (found.lives, found.red) == (len(lives), len(lives))
    assert found.learned >= len(lives) - 1
    assert found.searched > 1_000_000
    assert found.traces == ()
    assert found.green[0] == 0


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("turn", range(secret_lives.PARTS))
def test_every_life_leaves_nothing(tmp_path: Path, playwright: Any, browser: Any, turn: int) -> None:
    lives = secret_lives.part(turn)
    found = secret_lives.live(tmp_path / "project", lives, playwright, browser)
    assert (found.red, found.traces, found.green[0]) == (len(lives), (), 0)
