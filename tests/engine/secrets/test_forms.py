"""A secret is found in every spelling that a page, an address or a file may use."""

from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.engine.secrets.forms import ENOUGH, holds, spans

SECRETS = [
    'Tr0ub4dor&3 "<x/ü%',
    "O'Brien/7 a",
    "correct horse battery",
    "(a+b)*[c]{2}$",
    "x\\y\"z'w",
    "4929123412341238",
    "pässwörd",
    "秘密のパスワード",
    "🙂🙃🙂🙃🙂🙃",
    "a" * 300,
]


def spellings(secret: str) -> list[str]:
    """Return a secret as browsers, servers and serialisers write it."""
    raw = secret.encode()
    found = [secret, quote(secret), quote(secret, safe=""), quote_plus(secret), quote(quote(secret, safe=""), safe="")]
    found += ["".join(f"%{byte:02x}" for byte in raw), html.escape(secret), html.escape(secret, quote=False)]
    found += ["".join(f"&#{ord(char)};" for char in secret), "".join(f"&#x{ord(char):X};" for char in secret)]
    found += [json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], html.escape(html.escape(secret))]
    found += [json.dumps(json.dumps(secret))[3:-3], " ".join(secret.split())]
    return found


def codes(secret: str) -> list[str]:
    """Return a secret as scripts hide it."""
    raw = secret.encode()
    wrapped = [base64.b64encode(raw), base64.urlsafe_b64encode(b"a" + raw + b"zz"), base64.b64encode(b"ab" + raw)]
    return [text.decode() for text in wrapped] + [raw.hex(), raw.hex(":").upper(), secret[::-1]]


@pytest.mark.parametrize("secret", SECRETS)
def test_every_spelling_is_found(secret: str) -> None:
    missed = [text for text in (*spellings(secret), *codes(secret)) if not holds(f"say {text} now", secret)]
    assert missed == []


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=4, max_size=30), st.text(max_size=20))
def test_nothing_of_a_written_secret_is_left(secret: str, around: str) -> None:
    assume(secret.casefold() not in around.casefold())
    for text in spellings(secret):
        whole = f"{around} {text} {around}"
        found = spans(whole, secret)
        assert any(start <= len(around) + 1 and end >= len(around) + 1 + len(text) for start, end in found), text


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=ENOUGH, max_size=30))
def test_codes_are_found(secret: str) -> None:
    assert [text for text in codes(secret) if not holds(f"x {text} y", secret)] == []


@settings(deadline=None)
@given(st.text(st.sampled_from("abcdefgh"), max_size=60), st.text(st.sampled_from("stuvwxyz"), min_size=1, max_size=20))
def test_a_text_of_other_letters_holds_no_secret(text: str, secret: str) -> None:
    assume("s" in secret or "t" in secret or len(secret) > 1)
    assert spans(text, secret) == []


@pytest.mark.parametrize("end", ["…", "...", "&hellip;", "\\u2026"])
def test_a_beginning_before_an_ellipsis_is_found(end: str) -> None:
    assert holds(f"you typed hunter2{end}", "hunter22-and-more")
    assert not holds(f"you typed hunt{end}", "hunter22-and-more")


def test_a_text_may_be_cut_off_within_an_escape() -> None:
    secret = "correct horse battery staple"
    for whole in ("".join(f"&#{ord(char)};" for char in secret), "".join(f"%{ord(char):02x}" for char in secret)):
        for end in range(50, 65):
            text = f"heading|{whole[:end]}"
            assert spans(text, secret) == [(8, len(text))]


@pytest.mark.parametrize("secret", [secret for secret in SECRETS if len(secret.encode()) > 14])
def test_a_code_may_be_cut_off(secret: str) -> None:
    for code in codes(secret):
        if ":" not in code:
            assert holds(f"heading|you may see {code[:16]}…", secret)
            assert holds(f"a heading of some length, and it says {code[:16]}", secret)


def test_a_short_secret_is_found_as_a_word_only() -> None:
    assert not holds("a table of abc", "ab")
    assert not holds("the cabin", "abi")
    assert not holds("version 1.123.4 on localhost:123", "123")  # a part of a number or of a path
    assert holds("the pin is 123.", "123")
    assert holds("the pin is 123 today", "123")
    assert holds("/x?pin=12&y=3", "12")
    assert holds("12", "12")
    assert not holds("12 messages", "12")
    assert [text for text in QUOTING if not holds(text.format("q7"), "q7")] == []
    assert [text for text in QUOTING if not holds(text.format("4711"), "4711")] == []
    assert [text for text in QUOTING if not holds(text.format("o'b"), "o'b")] == []


@pytest.mark.parametrize("code", ["cTc=", "cTc", "7137", "7q"])
def test_a_code_of_a_very_short_secret_is_found_as_a_whole_text(code: str) -> None:
    assert holds(f"link|{code}", "q7")
    assert holds(f'[e5] link "{code}"', "q7")
    assert not holds(f"the number {code} of", "q7")


QUOTING = [
    "You said {}",
    "say {}.",
    "the {} days",
    "/x/{}",
    "?p={}&y=1",
    "a 'said {}' b",
    "%20{}%20",
    '\\"{}\\"',
    "a|{}",
]


@pytest.mark.parametrize("value", ["hunter2", "zq-" + "a0b1" * 30, "O'Brien/7 a"])
def test_the_end_of_a_secret_after_an_ellipsis_is_found(value: str) -> None:
    assert holds(f"password = '{value[:3]}...{value[-6:]}'", value)
    assert not holds("and so on...and more", value)


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(24, 60))
def test_a_long_part_of_a_long_secret_is_found(start: int, length: int) -> None:
    secret = "".join(chr(97 + n * 7 % 26) + str(n % 10) for n in range(60))
    part = secret[start : start + length]
    assert spans(f"before\n'{part}'\nafter", secret) == [(8, 8 + len(part))]


def test_another_case_counts_from_six_characters_on() -> None:
    assert holds("HUNTER2", "hunter2")
    assert not holds("HUNT3", "hunt3")
    assert spans("heading|PÄSSWÖRD-GRÖSSE", "pässwörd-Größe") == [(8, 23)]
    assert holds("STRASSE-7 and so on", "Straße-7")


def test_digits_in_groups_are_found_but_not_within_a_longer_number() -> None:
    assert holds("4929 1234 1234 1238", "4929123412341238")
    assert not holds("94929 1234 1234 12380", "4929123412341238")


def test_an_empty_secret_is_found_nowhere() -> None:
    assert spans("anything", "") == spans("any thing", " ") == []


def test_spans_are_in_order_and_apart() -> None:
    found = spans("hunter2 and 2retnuh and hunter2", "hunter2")
    assert found == [(0, 7), (12, 19), (24, 31)]
