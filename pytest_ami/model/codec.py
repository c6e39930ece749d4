"""Model objects to plain JSON-like data and back; strict on the way in, sparse on the way out.

msgspec does the conversion. This module adds one rule: empty fields are left out, so that a stored workflow is
short and a new field never changes an old line.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from .errors import StoreError

T = TypeVar("T")


EMPTY: tuple[Any, ...] = (None, "", [], {})


def _is_default(described: Field[Any], value: Any) -> bool:
    if described.default_factory is not MISSING:
        return bool(value == described.default_factory())
    return described.default is not MISSING and bool(value == described.default)


def to_plain(value: Any) -> Any:
    """Return ``value`` as dicts, lists, strings, numbers, booleans and None.

    Empty dataclass fields (None, "", (), {}, or a dataclass with only such fields) are left out if the empty value is
    their default: an empty text is not the same as no text.
    """
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: plain for f, one in pairs if (plain := to_plain(one)) not in EMPTY or not _is_default(f, one)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: type[T], data: object) -> T:
    """Return ``data`` as an object of the dataclass ``kind``.

    Raises:
        StoreError: The data has another shape; the message says where.
    """
    import msgspec

    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        raise StoreError(
            f"The data is not a valid {kind.__name__}",
            why=str(error),
            evidence=[repr(data)[:200]],
            run="ami doctor",
        ) from error
