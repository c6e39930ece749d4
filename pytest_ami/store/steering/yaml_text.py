"""Plain data as YAML text and back: a small, strict subset of YAML; equal data gives equal bytes.

Rules of this module:

* One value is one line, keys keep their order, and the bytes do not depend on the version of PyYAML. So diffs are
  short.
* The reader builds only mappings with text keys, lists, texts, numbers, booleans and null. It builds them from the
  events of the parser, never with a constructor. It refuses anchors, aliases, tags, merges, duplicate keys and second
  documents.
* Size, depth and number of values are checked before they cost time.
* Every refusal and every value has a line and a column.

It knows text. It must never know what the data means, or where files are.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

LARGEST = 64 * 1024
"""Maximum size of a text that is read, in bytes."""

DEEPEST = 20
"""Maximum depth of nested mappings and lists."""

MOST = 10_000
"""Maximum number of values in a text."""

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]')
_PLAIN = re.compile(r"(?:[^\W\d_]|/)(?:[\w /.(){}\[\]|,;+=%$~^!?@&*<>'\"#:-]*[\w/.(){}\[\]|,;+=%$~^!?@&*<>'\"-])?")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_HALF = re.compile("[\ud800-\udfff]")
_INT = re.compile(r"[-+]?\d+")
_FLOAT = re.compile(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?")
_LONGEST_NUMBER = 40
_LARGEST_INT = 2**63
_KNOWN = {"": None, "~": None, "null": None, "true": True, "false": False}


class TextError(ValueError):
    """The text is refused.

    Args:
        what: The problem, a phrase.
        line: Its line, from 1.
        column: Its column, from 1.
    """

    def __init__(self, what: str, line: int = 1, column: int = 1) -> None:
        """Keep the parts."""
        super().__init__(what, line, column)
        self.what, self.line, self.column = what, line, column


@dataclass(frozen=True, slots=True)
class YamlText:
    """The data in a text.

    Attributes:
        data: Dicts with text keys, lists, texts, numbers, booleans and None.
        places: Line and column, from 1, by path such as ``$.steps[2].kind``.
    """

    data: Any
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict, repr=False)

    def place(self, path: str) -> tuple[int, int]:
        """Return line and column of the value at ``path``, or of its nearest known parent."""
        while path and path not in self.places:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.places.get(path, (1, 1))


# -- write -------------------------------------------------------------------------------------------------------------


def dump(data: Mapping[str, Any]) -> str:
    """Return ``data`` as text; ``read`` returns the same data.

    Args:
        data: Dicts with text keys, lists, texts, finite numbers, booleans and None. Half a surrogate pair, which is not
            valid text, becomes a question mark.
    """
    return "".join(f"{line}\n" for line in _mapping(data, ""))


def _mapping(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        name = _text(key)
        if value and isinstance(value, Mapping):
            yield f"{indent}{name}:"
            yield from _mapping(value, indent + "  ")
        elif value and isinstance(value, (list, tuple)):
            yield f"{indent}{name}:"
            yield from _list(value, indent)
        else:
            yield f"{indent}{name}: {_scalar(value)}"


def _list(data: list[Any] | tuple[Any, ...], indent: str) -> Iterator[str]:
    for value in data:
        if value and isinstance(value, (Mapping, list, tuple)):
            nested = _mapping(value, indent + "  ") if isinstance(value, Mapping) else _list(value, indent + "  ")
            first = next(nested)
            yield f"{indent}- {first[len(indent) + 2 :]}"
            yield from nested
        else:
            yield f"{indent}- {_scalar(value)}"


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = repr(value)
        return text if "." in text else text.replace("e", ".0e")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    return "{}" if isinstance(value, Mapping) else "[]"


def _text(value: str) -> str:
    value = value.encode("utf-8", "replace").decode()
    doubtful = value.lower() in _WORDS or ": " in value or " #" in value
    if _PLAIN.fullmatch(value) and not doubtful:
        return value
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


# -- read --------------------------------------------------------------------------------------------------------------


def read(blob: bytes, *, pure: bool = False) -> YamlText:
    """Return the data in ``blob``.

    Args:
        blob: UTF-8, at most ``LARGEST`` bytes.
        pure: Whether to use Python's parser, which is slower, even if libyaml is installed.

    Raises:
        TextError: It is not YAML, or uses a feature that is refused.
    """
    text = _decoded(blob)
    import yaml

    loader: Any = yaml.SafeLoader if pure or not yaml.__with_libyaml__ else yaml.CSafeLoader
    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else builder.at
        raise TextError(f"not YAML: {error.problem or error.context}", line, column) from None
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, TextError):
            raise
        problem = next(iter(str(error).splitlines()), type(error).__name__)  # such as an escape without a character
        raise TextError(f"not YAML: {problem}", *builder.at) from None
    return YamlText(builder.data, builder.places)


def _decoded(blob: bytes) -> str:
    if len(blob) > LARGEST:
        raise TextError(f"larger than {LARGEST} bytes")
    try:
        text = blob.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(blob[: error.start].decode("utf-8", "replace"))
        raise TextError("not UTF-8", line, column) from None
    if strange := _UNPRINTABLE.search(text):
        raise TextError(f"a character that is not allowed, {strange[0]!r}", *_place(text[: strange.start()]))
    return text


def _place(before: str) -> tuple[int, int]:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


class _Builder:
    """Builds the data from the events of a parser, one by one."""

    def __init__(self) -> None:
        self.data: Any = None
        self.places: dict[str, tuple[int, int]] = {}
        self.at = (1, 1)
        self._open: list[tuple[str, Any]] = []
        self._keys: list[str | None] = []
        self._documents = 0
        self._values = 0

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        mark = event.start_mark
        self.at = (mark.line + 1, mark.column + 1)
        if kind == "AliasEvent" or getattr(event, "anchor", None) is not None:
            raise TextError("anchors and aliases are not allowed", *self.at)
        if getattr(event, "tag", None) is not None:
            raise TextError(f"tags are not allowed: {str(event.tag)[:60]}", *self.at)
        if kind == "DocumentStartEvent":
            self._documents += 1
            if self._documents > 1:
                raise TextError("a second document", *self.at)
        elif kind == "ScalarEvent":
            self._scalar(event)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._begin({} if kind == "MappingStartEvent" else [])
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self._open.pop()
            self._keys.pop()

    def _scalar(self, event: Any) -> None:
        if _HALF.search(event.value):
            raise TextError("an escape that is not a character", *self.at)
        value = self._resolved(event.value) if event.implicit[0] else event.value
        if self._awaits_key():
            if not isinstance(value, str) or (value == "<<" and event.implicit[0]):
                raise TextError(f"a key that is not text: {event.value[:60]!r}", *self.at)
            if value in self._open[-1][1]:
                raise TextError(f"duplicate key {value[:60]!r}", *self.at)
            self._keys[-1] = value
        else:
            self._put(value)

    def _resolved(self, text: str) -> Any:
        if text in _KNOWN:
            return _KNOWN[text]
        kind = int if _INT.fullmatch(text) else float if _FLOAT.fullmatch(text) else None
        if kind is None:
            return text
        number = kind(text) if len(text) <= _LONGEST_NUMBER else math.inf
        if abs(number) >= _LARGEST_INT and (kind is int or math.isinf(number)):
            raise TextError(f"a number that is too large: {text[:60]}", *self.at)
        return number

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1][1], dict) and self._keys[-1] is None

    def _begin(self, empty: Any) -> None:
        if self._awaits_key():
            raise TextError("a key that is not text", *self.at)
        if len(self._open) >= DEEPEST:
            raise TextError(f"more than {DEEPEST} levels deep", *self.at)
        self._open.append((self._put(empty), empty))
        self._keys.append(None)

    def _put(self, value: Any) -> str:
        self._values += 1
        if self._values > MOST:
            raise TextError(f"more than {MOST} values", *self.at)
        if not self._open:
            self.data, path = value, "$"
        else:
            above, container = self._open[-1]
            key = self._keys[-1]
            if key is None:
                path = f"{above}[{len(container)}]"
                container.append(value)
            else:
                path = f"{above}.{key}"
                container[key], self._keys[-1] = value, None
        self.places[path] = self.at
        return path
