"""Finds a secret in a text, in every spelling in which a page, an address or a file writes it.

Rules of this module:

* Each character of a secret may stand raw, percent-encoded, as an HTML reference or as an escape of JSON or JavaScript,
  once or several times over, and the spellings may be mixed. White space is folded.
* A secret is also found in base64, in hexadecimal, backwards, and, if it is a number, in groups of digits. From
  ``ENOUGH`` characters on it is found in another case too.
* If a text was cut off in the middle of a secret, the beginning of the secret counts from ``ENOUGH`` characters on.
* A secret of three characters or fewer is found as a whole word only, because it occurs in any text.

It is pure. It must never know who writes the text.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5
from itertools import takewhile

ENOUGH = 6
"""The fewest characters of a secret that identify it in another case, encoded, or if the rest of it was cut off."""

_CUT = 40
"""The fewest characters of a text of a page that may have been cut off at its end."""

_LONG, _PART = 24, 12
"""The least length of a secret whose parts are recognised by their first characters, and the number of these."""

_SHORT = 3
_CARD = 8
_GAP = r"(?:[ \-.+\u00a0]|%20|%C2%A0)?"
_ESCAPED = "%&\\+"
_BLANK = (
    r"(?:\s|\+|%(?:25)*(?:20|09|0a|0d|c2%(?:25)*a0)|&(?:amp;)*(?:nbsp|#0*160|#0*32|#xa0|#x20);"
    r"|\\+(?:[tnr]|u00a0|u0020))+"
)
_ELLIPSIS = re.compile(
    r"…|\.\.\.|&(?:amp;)*(?:hellip|#8230|#x2026);|%(?:25)*E2%(?:25)*80%(?:25)*A6|\\+u2026", re.IGNORECASE
)
_WORD = r"\w.:\["

_NAMES: dict[str, set[str]] = {}
for _name, _char in html5.items():
    _NAMES.setdefault(_char, set()).add(_name.rstrip(";"))

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SecretForms:
    """The spellings of one secret.

    Attributes:
        beginning: Finds the first characters, or a short secret as a whole.
        rest: One pattern for each further character; only for a secret whose parts count.
        whole: Finds the secret from its first to its last character.
        encoded: Finds the secret where a code hides its characters, each with a text that must be there.
        hint: A part of every text that holds the secret without an escape.
    """

    beginning: re.Pattern[str]
    rest: tuple[re.Pattern[str], ...]
    whole: re.Pattern[str]
    encoded: tuple[tuple[str, re.Pattern[str]], ...]
    hint: str


def spans(text: str, secret: str) -> list[Span]:
    """Return where a text holds a secret, in order and without overlaps.

    Args:
        text: A text of a page, an address or a message.
        secret: The value; an empty one is found nowhere.
    """
    if not text or not secret.strip():
        return []
    forms = forms_of(secret)
    found: list[Span] = []
    folded, escaped = text.casefold(), any(mark in text for mark in _ESCAPED)
    if escaped or forms.hint in folded:
        found += _written(text, secret, forms)
    for hint, code in forms.encoded:
        if escaped or hint in folded:
            found += [match.span() for match in code.finditer(text)]
    return _merged(found)


def holds(text: str, secret: str) -> bool:
    """Return whether a text holds a secret in any spelling."""
    return bool(spans(text, secret))


@lru_cache(maxsize=256)
def forms_of(secret: str) -> SecretForms:
    """Return the spellings of a secret."""
    flags = re.IGNORECASE if len(secret) >= ENOUGH else re.RegexFlag(0)
    characters = _characters(secret)
    count = min(ENOUGH, len(characters))
    beginning = "".join(characters[:count])
    if len(secret) <= _SHORT:
        beginning = _alone(secret, beginning)
    return SecretForms(
        beginning=re.compile(beginning, flags),
        rest=tuple(re.compile(one, flags) for one in characters[count:]),
        whole=re.compile(beginning + "".join(characters[count:]), flags),
        encoded=_encoded(secret) if len(secret) >= ENOUGH else (),
        hint=_hint(secret[:count]),
    )


def _characters(secret: str) -> list[str]:
    """Return one pattern for each character; white space in a row counts as one."""
    words = re.split(r"(\s+)", secret.strip())
    return [part for word in words for part in ([_BLANK] if word.isspace() else map(_spelled, word)) if word]


@lru_cache(maxsize=1024)
def _spelled(char: str) -> str:
    """Return a pattern of all spellings of one character."""
    code = ord(char)
    ways = [rf"\\*{re.escape(char)}" if char in "\"'/" else r"\\+" if char == "\\" else re.escape(char)]
    ways.append("".join(f"%(?:25)*{byte:02x}" for byte in char.encode("utf-8", "surrogatepass")))
    names = "".join(f"|{name}" for name in _NAMES.get(char, ()))
    ways.append(rf"&(?:amp;)*(?:#0*{code}|#x0*{code:x}{names});?")
    units = char.encode("utf-16-be", "surrogatepass")
    ways.append("".join(rf"\\+u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)))
    ways += [rf"\\+x{code:02x}"] if code < 256 else []  # noqa: PLR2004 (two digits)
    ways.append(rf"\\+u\{{0*{code:x}\}}")
    return f"(?:(?i:{'|'.join(ways[1:])})|{ways[0]})"  # an ampersand begins "&amp;": the long spelling first


def _alone(secret: str, pattern: str) -> str:
    """Return a pattern that finds a short secret as a whole text, as a word, or as a value in an address."""
    value = rf"(?<=[?&=]){pattern}(?=[&#]|$)"
    if len(secret) < _SHORT:
        return rf"\A\s*{pattern}\s*\Z|(?<=\w\w=){pattern}(?=[&#]|$)|(?<=[?&]\w=){pattern}(?=[&#]|$)"
    return rf"\A\s*{pattern}\s*\Z|{value}|(?<![{_WORD}]){pattern}(?![\w.:\]])"


def _encoded(secret: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns of a secret in base64, in hexadecimal, backwards, or as a number in groups, with hints."""
    raw = secret.encode("utf-8", "surrogatepass")
    tail = r"[A-Za-z0-9+/_\-]?(?:=|%3D)*"
    ways = []
    for form in (_base64(raw, skipped) for skipped in range(3)):
        if len(form) >= ENOUGH:
            pattern = re.escape(form).replace(r"\+", r"(?:[+\-]|%2B)").replace("/", "(?:[/_]|%2F)")
            ways.append((max(re.split(r"[+/]", form), key=len).casefold(), re.compile(pattern + tail)))
    pairs = [f"{byte:02x}" for byte in raw]
    ways.append((pairs[0], re.compile(r"[ :\-]?".join(pairs), re.IGNORECASE)))
    if secret[::-1] != secret:
        ways.append((_hint(secret[::-1]), re.compile("".join(_characters(secret[::-1])), re.IGNORECASE)))
    if secret.isdecimal() and len(secret) >= _CARD:
        ways.append(("", re.compile(rf"(?<!\d){_GAP.join(secret)}(?!\d)")))
    return tuple(ways)


def _hint(text: str) -> str:
    """Return the folded beginning of a text up to its first white space; "" if its case does not fold evenly."""
    plain = "".join(takewhile(lambda char: not char.isspace(), text)).casefold()
    return plain if plain == plain.upper().casefold() else ""


def _base64(raw: bytes, skipped: int) -> str:
    """Return the characters that are certain in the base64 of any text that holds ``raw`` after ``skipped`` bytes."""
    text = base64.b64encode(b"\0" * skipped + raw).decode().rstrip("=")
    return text[(0, 2, 3)[skipped] : len(text) - bool((skipped + len(raw)) % 3)]


def _written(text: str, secret: str, forms: SecretForms) -> list[Span]:
    """Return the places where the characters of a secret stand in a row, or a telling part of them."""
    found: list[Span] = []
    match = forms.beginning.search(text)
    while match is not None:
        start, end = match.start(), match.end()
        if whole := forms.whole.match(text, start):
            end = whole.end()
        else:
            count = 0
            while count < len(forms.rest) and (further := forms.rest[count].match(text, end)):
                count, end = count + 1, further.end()
            known = ENOUGH + count
            long = len(secret) >= _LONG and known >= _PART
            cut = _ELLIPSIS.match(text, end) or (end == len(text) and len(text) >= _CUT)
            end = end if forms.rest and (long or cut) else start
        if end > start:
            found.append((start, end))
        match = forms.beginning.search(text, max(end, start + 1))
    return found


def _merged(found: list[Span]) -> list[Span]:
    """Return the places in order; those that touch the same characters are joined."""
    joined: list[Span] = []
    for start, end in sorted(found):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
