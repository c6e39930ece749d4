"""Finds a secret in a text, in every spelling in which a page, an address or a file writes it.

Rules of this module:

* Each character of a secret may stand raw, percent-encoded, as an HTML reference or as an escape of JSON or JavaScript,
  once or several times over, and the spellings may be mixed. White space is folded.
* A secret is also found in base64, in hexadecimal, backwards, and, if it is a number, in groups of digits.
* If a text was cut off, the beginning of the secret before the cut and the end of it after an ellipsis count from
  ``ENOUGH`` characters on. Of a long secret each part of about ``_LONG`` characters counts.
* A secret that may occur by chance (``is_telling``) is found as a whole word only, and a short one in its own case.

It is pure. It must never know who writes the text.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html.entities import html5
from itertools import takewhile

ENOUGH = 6
"""The fewest characters of a part of a secret that identify it if the rest of it was cut off."""

_CUT = 40
"""The fewest characters of a text of a page that may have been cut off at its end."""

_LONG, _PART = 24, 12
"""The least length of a secret whose parts are recognised, and the number of characters that they have in common."""

_LETTERS = 8
"""The fewest letters of a value of Latin letters alone that is no ordinary word."""

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
_BEFORE = r"(?:(?<!\w)|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt])|(?<=\\u[0-9A-Fa-f]{4}))"
"""The characters before a word, also where an escape stands for the space."""

_TORN = re.compile(r"(?:&#?\w{0,8}|%\w?|\\+u?\w{0,3})?\Z")
"""The end of a text, which may have been cut off within an escape."""

_NAMES: dict[str, set[str]] = {}
for _name, _char in html5.items():
    _NAMES.setdefault(_char, set()).add(_name.rstrip(";"))

TextRange = tuple[int, int]


@dataclass(frozen=True)
class SecretForms:
    """The spellings of one secret. Each pattern is made when it is needed first.

    Attributes:
        secret: The value.
    """

    secret: str

    @cached_property
    def telling(self) -> bool:
        """Whether the secret is found within words, and in another case."""
        return is_telling(self.secret)

    @cached_property
    def hint(self) -> str:
        """A part of every text that holds the secret without an escape."""
        return _hint(self.secret[:ENOUGH])

    @cached_property
    def alone(self) -> re.Pattern[str]:
        """Finds a secret that may occur by chance."""
        flags = re.IGNORECASE if len(self.secret) >= ENOUGH else re.RegexFlag(0)
        return re.compile(_alone(self.secret.strip(), "".join(_characters(self.secret))), flags)

    @cached_property
    def beginning(self) -> re.Pattern[str]:
        """Finds the first characters."""
        return re.compile("".join(_characters(self.secret)[:ENOUGH]), re.IGNORECASE)

    @cached_property
    def rest(self) -> tuple[re.Pattern[str], ...]:
        """One pattern for each further character."""
        return tuple(map(_compiled, _characters(self.secret)[ENOUGH:]))

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """Finds the secret from its first to its last character."""
        return re.compile("".join(_characters(self.secret)), re.IGNORECASE)

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The secret and what a code makes of it, as far as parts of it count."""
        raw = self.secret.encode("utf-8", "surrogatepass")
        coded = [_base64(raw, skipped) for skipped in range(3)]
        coded += [raw.hex(), raw.hex().upper(), self.secret[::-1]]
        return (self.secret, *(text for text in coded if len(text) >= _PART))

    @cached_property
    def codes(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Find the secret where a code hides its characters, each with a folded text that must be there."""
        return _codes(self.secret, within=len(self.secret) >= ENOUGH)


def is_telling(value: str) -> bool:
    """Return whether a value identifies a secret wherever it stands, because it does not occur by chance."""
    bare = value.strip()
    if bare.isalpha() and bare.isascii():
        return len(bare) >= _LETTERS
    return len(bare) >= ENOUGH or (len(bare) > _SHORT and not bare.isalnum())


def spans(text: str, secret: str) -> list[TextRange]:
    """Return where a text holds a secret, in order and without overlaps.

    Args:
        text: A text of a page, an address or a message.
        secret: The value; an empty one is found nowhere.
    """
    if not text or not secret.strip():
        return []
    forms = forms_of(str(secret))
    found: list[TextRange] = []
    folded, escaped = text.casefold(), any(mark in text for mark in _ESCAPED)
    if escaped or forms.hint in folded:
        found += _written(text, forms) if forms.telling else [match.span() for match in forms.alone.finditer(text)]
    for hint, code in forms.codes:
        if hint in folded:
            found += [match.span() for match in code.finditer(text)]
    if forms.telling and len(text) >= ENOUGH:
        gaps = [gap.span() for gap in _ELLIPSIS.finditer(text)] if escaped or "…" in text or "..." in text else []
        gaps += [(len(text), len(text))] if len(text) >= _CUT else []
        for way in forms.written:
            found += _parts(text, way) if len(way) >= _LONG else []
            found += _ends(text, way, gaps) if gaps else []
    return _merged(found)


def holds(text: str, secret: str) -> bool:
    """Return whether a text holds a secret in any spelling."""
    return bool(spans(text, secret))


def drawn(secret: str) -> tuple[str, ...]:
    """Return the texts that a picture must not show: a secret, and what a code makes of it.

    Two letters or two digits are in any text. Such a secret is not looked for in a picture.
    """
    short = len(secret) < _SHORT and (secret.isalpha() or secret.isdecimal())
    if len(secret) < 2 or short:  # noqa: PLR2004
        return ()
    raw = secret.encode("utf-8", "surrogatepass")
    coded = (base64.b64encode(raw).decode().rstrip("="), raw.hex(), secret[::-1]) if len(secret) >= ENOUGH else ()
    return (secret, *coded)


@lru_cache(maxsize=256)
def forms_of(secret: str) -> SecretForms:
    """Return the spellings of a secret."""
    return SecretForms(secret)


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
    ways += [re.escape(char.upper())] if len(char.upper()) > 1 else []  # a capital of two letters: ß is SS
    return f"(?:(?i:{'|'.join(ways[1:])})|{ways[0]})"  # an ampersand begins "&amp;": the long spelling first


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _alone(secret: str, pattern: str) -> str:
    """Return a pattern that finds a secret as a whole text, as a word, or as a value in an address.

    A single character and a number of two digits occur as words in any text. They count only as a value: in quotation
    marks, after an equals sign, or at the end of a text.
    """
    whole = rf"\A\s*{pattern}\s*\Z|(?<=[\w\]]=){pattern}(?=[&#]|\Z)"
    if len(secret) == 1 or (len(secret) < _SHORT and secret.isdecimal()):
        return rf"{whole}|(?<=[\s\"'`=|/“‘«]){pattern}(?=\\*[\"'`”’»]|[.!]?\s*\Z)"
    number = secret.isdecimal()
    left = _BEFORE + (r"(?<![.:\[])" if number else "") if re.match(r"\w", secret) else ""
    right = (r"(?!\w|[.:]\w|\])" if number else r"(?!\w|\.\w)") if re.match(r"\w", secret[-1]) else ""
    return rf"{whole}|{left}{pattern}{right}"


def _codes(secret: str, *, within: bool) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the patterns of a secret in base64, in hexadecimal, backwards, or as a number in groups, with hints.

    The codes of a short secret stand alone; the others are found within words, too.
    """
    raw = secret.encode("utf-8", "surrogatepass")
    tail = r"[A-Za-z0-9+/_\-]?(?:=|%3D)*" if within else r"(?:=|%3D)*(?![A-Za-z0-9+/=])"
    forms = [_base64(raw, skipped) for skipped in range(3)] if within else []
    ways = [_base64_way(form, tail) for form in forms if len(form) >= ENOUGH]
    if len(secret) <= _SHORT and len(raw) > 1:
        padded = base64.b64encode(raw).decode()
        ways += [_as_whole(code) for code in (padded, padded.rstrip("="), raw.hex(), secret[::-1]) if code != secret]
    if not within and len(raw) >= _SHORT:
        ways.append(_base64_way(base64.b64encode(raw).decode().rstrip("="), tail, r"(?<![A-Za-z0-9+/])"))
    pairs = [f"{byte:02x}" for byte in raw]
    word = ("", "") if within else (r"(?<!\w)", r"(?!\w)")
    if len(raw) > _SHORT:
        ways.append((pairs[0], re.compile(word[0] + r"[ :\-]?".join(pairs) + word[1], re.IGNORECASE)))
    if secret[::-1] != secret and len(secret) > _SHORT:
        flags = re.IGNORECASE if within else re.RegexFlag(0)
        mirrored = word[0] + "".join(_characters(secret[::-1])) + word[1]
        ways.append((_hint(secret[::-1]), re.compile(mirrored, flags)))
    if secret.isdecimal() and len(secret) >= _CARD:
        ways.append(("", re.compile(rf"(?<!\d){_GAP.join(secret)}(?!\d)")))
    return tuple(ways)


def _as_whole(code: str) -> tuple[str, re.Pattern[str]]:
    """Return the pattern of a short code as a whole name or text, or in quotation marks."""
    return code.casefold(), re.compile(rf"(?:\A|(?<=[|\"'`])){re.escape(code)}(?=\\*[\"'`]|\Z)")


def _base64_way(form: str, tail: str, before: str = "") -> tuple[str, re.Pattern[str]]:
    pattern = re.escape(form).replace(r"\+", r"(?:[+\-]|%2B)").replace("/", r"(?:\\*[/_]|%2F)")
    return max(re.split(r"[+/]", form), key=len).casefold(), re.compile(before + pattern + tail)


def _hint(text: str) -> str:
    """Return the folded beginning of a text up to its first white space; "" if its case does not fold evenly."""
    plain = "".join(takewhile(lambda char: not char.isspace(), text)).casefold()
    return plain if plain == plain.upper().casefold() else ""


def _base64(raw: bytes, skipped: int) -> str:
    """Return the characters that are certain in the base64 of any text that holds ``raw`` after ``skipped`` bytes."""
    text = base64.b64encode(b"\0" * skipped + raw).decode().rstrip("=")
    return text[(0, 2, 3)[skipped] : len(text) - bool((skipped + len(raw)) % 3)]


def _written(text: str, forms: SecretForms) -> list[TextRange]:
    """Return the places where the characters of a secret stand in a row, or a telling part of them."""
    found: list[TextRange] = []
    match = forms.beginning.search(text)
    while match is not None:
        start, end = match.start(), match.end()
        if whole := forms.whole.match(text, start):
            end = whole.end()
        else:
            count = 0
            while count < len(forms.rest) and (further := forms.rest[count].match(text, end)):
                count, end = count + 1, further.end()
            long = len(forms.secret) >= _LONG and ENOUGH + count >= _PART
            torn = _TORN.match(text, end) if len(text) >= _CUT else None
            cut = _ELLIPSIS.match(text, end) or torn
            end = (torn.end() if torn else end) if forms.rest and (long or cut) else start
        if end > start:
            found.append((start, end))
        match = forms.beginning.search(text, max(end, start + 1))
    return found


def _parts(text: str, secret: str) -> list[TextRange]:
    """Return where a text holds a part of a long secret."""
    found: list[TextRange] = []
    for start in range(0, len(secret) - _PART + 1, _PART):
        part = secret[start : start + _PART]
        at = text.find(part)
        while at >= 0:
            left = _common(text[:at][::-1], secret[:start][::-1])
            end = at + _PART + _common(text[at + _PART :], secret[start + _PART :])
            found.append((at - left, end))
            at = text.find(part, end)
    return found


def _ends(text: str, secret: str, gaps: list[TextRange]) -> list[TextRange]:
    """Return where a text holds the beginning of a secret before a gap, or its end after one."""
    found: list[TextRange] = []
    for start, end in gaps:
        at = text.rfind(secret[:ENOUGH], 0, start)
        if at >= 0 and secret.startswith(text[at:start]):
            found.append((at, start))
        after = text[end : end + len(secret)]
        at = secret.find(after[:ENOUGH]) if len(after) >= ENOUGH else -1
        while at >= 0:
            if (length := _common(after, secret[at:])) == len(secret) - at:
                found.append((end, end + length))
            at = secret.find(after[:ENOUGH], at + 1)
    return found


def _common(first: str, second: str) -> int:
    """Return the number of characters with which both texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


def _merged(found: list[TextRange]) -> list[TextRange]:
    """Return the places in order; those that touch the same characters are joined."""
    joined: list[TextRange] = []
    for start, end in sorted(found):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
