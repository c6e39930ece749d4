"""Permission on any text: it never raises, depends on meaning only, and permits no more than was said."""

from __future__ import annotations

import base64
import string

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import origin_of
from pytest_ami.engine.boundary.lesson_origins import (
    AllowedOrigins,
    OutgoingRequest,
    allowed_origins,
    refused_request,
)
from pytest_ami.engine.teaching import action_policy
from pytest_ami.lexicon.dangerous_actions import (
    DANGEROUS_ACTIONS,
    HARMLESS,
    begins_with_dangerous_action,
    dangerous_actions,
    dangerous_objects,
    plain,
)
from pytest_ami.model.lesson import Element, MoveKind

TEXTS = st.text(max_size=60)
PHRASES = sorted({phrase.strip() for phrases in DANGEROUS_ACTIONS.values() for phrase in phrases.split(",")})
QUIET = "open the settings page"  # a task that speaks of no deed, and sends nothing
DEED_PHRASES = st.sampled_from(PHRASES)
BLANKS = st.sampled_from(["", " ", "\u200b", "\u00ad", "\ufeff", "!", " …", "  "])
KINDS = st.sampled_from(list(MoveKind))


def press(name: str, task: str, **more: object) -> str:
    return action_policy.why_forbidden(Element(ref="e1", role="button", name=name), MoveKind.CLICK, task, **more)  # type: ignore[arg-type]


def same_origin(one: str, other: str) -> bool:
    return bool(origin_of(one)) and origin_of(one) == origin_of(other)


@given(TEXTS, TEXTS, TEXTS, KINDS, st.sampled_from(["button", "link", "option", "textbox", ""]))
@settings(max_examples=300)
def test_any_text_has_an_answer(name: str, task: str, context: str, kind: MoveKind, role: str) -> None:
    element = Element(ref="e1", role=role, name=name, context=f"dialog {context}", label=context)
    assert isinstance(
        action_policy.why_forbidden(element, kind, task, value=context, values=(name,), allow=(task,)), str
    )
    assert isinstance(action_policy.takes_secret(element, task or "x"), str)
    assert set(dangerous_actions(name)) <= set(action_policy.NAMES)
    assert isinstance(dangerous_objects(plain(name)), frozenset)
    if begins_with_dangerous_action(name):
        assert dangerous_actions(name)


@given(DEED_PHRASES, BLANKS, BLANKS, st.sampled_from([str.lower, str.upper, str.title]))
@settings(max_examples=300)
def test_every_deed_is_refused_in_a_task_that_does_not_speak_of_it(
    phrase: str, before: str, after: str, case: object
) -> None:
    name = before + case(phrase) + after  # type: ignore[operator]
    if dangerous_actions(phrase) != ("send",):
        assert press(name, QUIET)


@given(DEED_PHRASES)
@settings(max_examples=200)
def test_a_deed_is_permitted_by_its_own_words_and_by_its_name(phrase: str) -> None:
    assert press(phrase, phrase) == ""
    assert press(phrase, QUIET, allow=dangerous_actions(phrase)) == ""
    assert press(phrase, QUIET, values=(phrase,)) == ""


@given(DEED_PHRASES, st.integers(min_value=0, max_value=40))
@settings(max_examples=200)
def test_an_invisible_character_hides_no_deed(phrase: str, at: int) -> None:
    hidden = phrase[: at % len(phrase)] + "\u200b" + phrase[at % len(phrase) :]
    assert dangerous_actions(hidden) == dangerous_actions(phrase)


@given(st.sampled_from(sorted(phrase.strip() for phrase in HARMLESS.split(","))))
def test_what_is_listed_as_harmless_is_no_deed(phrase: str) -> None:
    assert dangerous_actions(phrase) == ()


@given(DEED_PHRASES, TEXTS)
@settings(max_examples=200)
def test_permitting_more_never_refuses_more(phrase: str, more: str) -> None:
    if press(phrase, QUIET, allow=(more,)):
        assert press(phrase, QUIET)


HOSTS = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8).map(lambda name: f"{name}.example")
ORIGINS = st.builds(
    "{}://{}{}".format, st.sampled_from(["http", "https"]), HOSTS, st.sampled_from(["", ":8080", ":80", ":443"])
)
TYPES = st.sampled_from(
    ["document", "fetch", "xhr", "image", "script", "stylesheet", "font", "media", "ping", "websocket"]
)
METHODS = st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE"])
PATHS = st.text(string.ascii_letters + "/?=&%", max_size=20).map(lambda path: f"/{path}")


@given(ORIGINS, PATHS, TYPES, METHODS, st.booleans())
@settings(max_examples=200)
def test_the_own_origin_is_never_crossed(origin: str, path: str, kind: str, method: str, top: object) -> None:
    allowed = allowed_origins([origin])
    asked = OutgoingRequest(url=origin + path, method=method, kind=kind, navigates=kind == "document", top=bool(top))
    assert refused_request(asked, allowed, {}) is None


@given(ORIGINS, ORIGINS, PATHS, TYPES, METHODS, st.booleans(), st.booleans())
@settings(max_examples=300)
def test_only_reading_static_things_of_known_origins_crosses(
    own: str, other: str, path: str, kind: str, method: str, top: object, known: object
) -> None:
    allowed = AllowedOrigins(
        origins=allowed_origins([own]).origins, static=allowed_origins([other]).origins if known else frozenset()
    )
    asked = OutgoingRequest(url=other + path, method=method, kind=kind, navigates=kind == "document", top=bool(top))
    held = refused_request(asked, allowed, {})
    reads = kind in ("image", "font", "stylesheet", "script", "media") and method == "GET"
    assert (held is None) == (same_origin(own, other) or (known and reads))


@given(ORIGINS, ORIGINS, TYPES, st.text(string.ascii_letters + string.digits, min_size=8, max_size=20))
@settings(max_examples=200)
def test_no_secret_crosses_whatever_carries_it(own: str, other: str, kind: str, secret: str) -> None:
    allowed = AllowedOrigins(origins=allowed_origins([own]).origins, static=allowed_origins([other]).origins)
    for asked in (
        OutgoingRequest(url=f"{other}/{secret}", method="GET", kind=kind, navigates=False, top=False),
        OutgoingRequest(url=f"{other}/?q={base64.b64encode(secret.encode()).decode()}", method="GET", kind=kind),
        OutgoingRequest(url=f"{other}/?q=a{secret.encode().hex()}b", method="GET", kind=kind),
        OutgoingRequest(
            url=f"{other}/", method="POST", kind=kind, navigates=False, top=False, body=f'{{"a": "{secret}"}}'
        ),
    ):
        held = refused_request(asked, allowed, {secret: "{{password}}"})
        assert same_origin(own, other) or (held is not None and held.grave)
        assert held is None or secret not in held.text


@given(TEXTS)
@settings(max_examples=200)
def test_any_text_has_an_origin_or_none(text: str) -> None:
    assert isinstance(origin_of(text), str)
