"""The requests of a run, as far as they show its effects: the judge of an application without a ledger. Pure.

Rules of this module:

* Only requests that may change data count. Two requests are equal if method, path, status and body are equal. Values of
  the run stand as their names, ids and numbers as ``#``.
* The baseline contains only the requests on which two undisturbed runs agree. A token, a time or a beacon of only one
  of them is no effect of the flow.
* Of a form's plain values only those that look like code count: another label of a button is no other effect.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.policy import HTTP
from pathlib import PurePath
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pytest_ami.elements.addresses.routes import HOLE, normal_route
from pytest_ami.testing.redesign.verdict import template

CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
LONGEST = 80
"""Characters of a plain value that are compared."""

SHORTEST = 3
"""Characters of a value that is looked for within a text."""

Leaf = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that may have changed data.

    Attributes:
        method: Such as ``POST``.
        path: The path without the parts that differ from run to run; with the host if it is not the application's.
        status: The status of the answer; 0 without an answer.
        body: Names of the values in it, each with the template of its text if that is significant.
    """

    method: str
    path: str
    status: int = 0
    body: frozenset[Leaf] = frozenset()

    @property
    def kind(self) -> tuple[str, str]:
        """Method and path."""
        return self.method, self.path

    def __str__(self) -> str:
        """Return it as a report shows it."""
        held = sorted({text for _, text in self.body if "{{" in text})
        return f"{self.method} {self.path} ({self.status or 'no answer'})" + (
            f" with {', '.join(held)}" if held else ""
        )


@dataclass(frozen=True, slots=True)
class ExpectedRequests:
    """The requests of the undisturbed flow.

    Attributes:
        requests: The requests of every undisturbed run.
        noise: Method and path of the requests of only some runs.
    """

    requests: tuple[SentRequest, ...] = ()
    noise: frozenset[tuple[str, str]] = frozenset()


def path_of(url: str, values: Mapping[str, str], origin: str = "") -> str:
    """Return the path of a request without the parts that differ from run to run.

    Args:
        url: Of the request.
        values: Of the run.
        origin: Scheme and host of the application; its requests are returned without them.
    """
    parts = urlsplit(url)
    host = f"{parts.scheme}://{parts.netloc}"
    route = normal_route(parts.path or "/", values)
    return ("" if host == origin else parts.netloc) + "/".join(map(_segment, route.split("/")))


def _segment(text: str) -> str:
    if text == HOLE or (re.search(r"\d", text) and "{{" not in text):
        return "#"
    return text


def sent_request(
    method: str, url: str, status: int, kind: str, body: bytes | None, values: Mapping[str, str], origin: str = ""
) -> SentRequest:
    """Return a request as it is compared.

    Args:
        method: Of the request.
        url: Of the request.
        status: Of its answer, 0 without one.
        kind: Its content type.
        body: As it was sent.
        values: Of the run.
        origin: As for `path_of`.
    """
    return SentRequest(method, path_of(url, values, origin), status, frozenset(_leaves(kind, body or b"", values)))


def _leaves(kind: str, body: bytes, values: Mapping[str, str]) -> Iterator[Leaf]:
    if "multipart/form-data" in kind:
        yield from _parts(kind, body, values)
        return
    text = body.decode("utf-8", "replace")
    if "x-www-form-urlencoded" in kind:
        for name, value in parse_qsl(text, keep_blank_values=True):
            yield _numberless(name), _form_value(value, values)
        return
    try:
        found = json.loads(text)
    except ValueError:
        if text:
            yield "", _held(text, values)
        return
    for name, value in _walk(found, ""):
        yield name, _plain(value, values)


def _parts(kind: str, body: bytes, values: Mapping[str, str]) -> Iterator[Leaf]:
    message = message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body, policy=HTTP)
    files = {name: PurePath(value).name for name, value in values.items()}
    for part in message.iter_parts() if message.is_multipart() else ():
        name = str(part.get_param("name", "", "content-disposition"))
        file = part.get_filename()
        if file is not None:
            yield _numberless(name), _held(file, files)
        else:
            content = part.get_payload(decode=True)
            text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
            yield _numberless(name), _form_value(text, values)


def _walk(found: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _walk(value, f"{name}.{_numberless(str(key))}")
    elif isinstance(found, list):
        for value in found:
            yield from _walk(value, f"{name}.#")
    else:
        yield name, found


def _numberless(name: str) -> str:
    return re.sub(r"\d+", "#", name)


def _form_value(value: str, values: Mapping[str, str]) -> str:
    """Return the template of a field; a plain value only if it is code and cannot be the label of a button."""
    held = _held(value, values)
    return held or (value if re.fullmatch(r"[a-z0-9_.:-]{1,80}", value) else "")


def _plain(value: Any, values: Mapping[str, str]) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return _held(text, values) or text[:LONGEST]


def _held(text: str, values: Mapping[str, str]) -> str:
    """Return the template of a text that holds a value, or nothing; a short value stands in any text by chance."""
    folded = text.replace("\r\n", "\n")
    known = {name: value.replace("\r\n", "\n") for name, value in values.items()}
    whole = next((name for name, value in known.items() if value and value == folded), None)
    if whole is not None:
        return "{{" + whole + "}}"
    found = template(folded, distinctive_values(known))
    return found[:LONGEST] if found != folded else ""


def distinctive_values(values: Mapping[str, str]) -> dict[str, str]:
    """Return the values that are long enough not to stand in a text by chance."""
    return {name: value for name, value in values.items() if len(value) >= SHORTEST}


# ---- comparing ------------------------------------------------------------------------------------------------------


def expected_requests(first: Iterable[SentRequest], second: Iterable[SentRequest]) -> ExpectedRequests:
    """Return the requests on which two undisturbed runs agree."""
    left, agreed = list(second), []
    alone: set[tuple[str, str]] = set()
    for one in first:
        same = [other for other in left if other.kind == one.kind and other.status == one.status]
        if not same:
            alone.add(one.kind)
            continue
        other = max(same, key=lambda candidate: len(candidate.body & one.body))
        left.remove(other)
        agreed.append(SentRequest(one.method, one.path, one.status, one.body & other.body))
    return ExpectedRequests(tuple(agreed), frozenset(alone | {one.kind for one in left}))


def differences(
    expected: ExpectedRequests, done: Iterable[SentRequest]
) -> tuple[tuple[SentRequest, ...], tuple[SentRequest, ...]]:
    """Return the requests that are missing in a run, and those that it sent in addition.

    Args:
        expected: The requests of the undisturbed runs.
        done: The requests of the run in question.
    """
    left, missing = list(done), []
    for one in sorted(expected.requests, key=lambda request: -len(request.body)):
        found = next((o for o in left if (o.kind, o.status) == (one.kind, one.status) and o.body >= one.body), None)
        if found is None:
            missing.append(one)
        else:
            left.remove(found)
    return tuple(missing), tuple(one for one in left if one.kind not in expected.noise)
