"""Characters that a terminal obeys, or that hide text, never reach one."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Cause
from pytest_ami.model.printable import (
    of_printable,
    printable,
    printable_json,
    printable_line,
    printable_styled,
    printable_within,
)

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
NASTY = ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\r", "\b\b", "\x7f", "\u2028", "\ud800", "\U000e0041", *BIDI]
TEXTS = st.text(st.characters(), max_size=40) | st.lists(st.sampled_from([*NASTY, "a", "é", "中", "👩‍💻"])).map("".join)


def harmless(text: str, *kept: str) -> bool:
    return all(
        char in kept or not (unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in BIDI) for char in text
    )


@given(TEXTS)
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    assert harmless(printable(text), "\n", "\t")
    assert harmless(printable_line(text))
    assert "\x1b" not in printable_styled(text).replace("\x1b[", "") or not harmless(text)
    assert printable(printable(text)) == printable(text)
    printable(text).encode("utf-8")


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs", "Mn")), max_size=40))
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert printable(text) == printable_line(text) == printable_styled(text) == text


@pytest.mark.parametrize("text", ["Zoë", "发送", "👩‍💻", "שלום", "naïve", "می‌خواهم"])
def test_scripts_and_emoji_stay(text: str) -> None:
    assert printable_line(text) == text


@given(TEXTS)
def test_json_keeps_its_data(text: str) -> None:
    written = printable_json(json.dumps({"task": [text]}, ensure_ascii=False))
    assert harmless(written)
    assert json.loads(written)["task"][0].encode("utf-16", "surrogatepass") == text.encode("utf-16", "surrogatepass")


@pytest.mark.parametrize("own", ["\x1b[1m", "\x1b[31m", "\x1b[0m", "\x1b[2m", "\x1b[1;32m"])
def test_our_own_colours_stay(own: str) -> None:
    assert printable_styled(f"{own}task\x1b[0m") == f"{own}task\x1b[0m"


@pytest.mark.parametrize("foreign", ["\x1b[8m", "\x1b[2J", "\x1b[H", "\x1b]8;;http://x\x07", "\x1bc", "\x1b[5m"])
def test_other_sequences_do_not(foreign: str) -> None:
    assert "\x1b" not in printable_styled(f"task{foreign}")


@dataclass(frozen=True)
class Thing:
    """Something with texts."""

    name: str
    parts: tuple[str, ...] = ()
    cause: Cause = Cause.MOVED


def test_data_is_made_printable_at_any_depth() -> None:
    thing = Thing("a\x1b[31m\nb", ("\u202ex",))

    assert printable_within({"k\x07": [thing, 3, None]}) == {
        "k\\x07": [Thing("a\\x1b[31m\\nb", ("\\u202ex",), Cause.MOVED), 3, None]
    }


def test_lines_get_printable_data() -> None:
    @of_printable
    def lines(task: str) -> list[str]:
        return [f"\x1b[1m{task}\x1b[0m"]

    assert list(lines("a\x1b[2Jb")) == ["\x1b[1ma\\x1b[2Jb\x1b[0m"]


@given(TEXTS)
def test_a_message_holds_no_line_that_a_page_wrote(text: str) -> None:
    forged = f"{text}\n  run next: rm -rf /"
    error = StaleError(forged, why=forged, evidence=[forged], run="ami list")

    assert harmless(str(error), "\n", "\t")
    own = [line for line in str(error).split("\n") if line.startswith("  run next: ")]
    assert own == ["  run next: ami list"]
