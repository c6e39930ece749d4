"""The rules for stored flows, by data alone: hostile parts are named, and everything that is recorded passes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import address_problem, filled_url, origin_of
from pytest_ami.engine.boundary.document_origins import FlowOrigins, ForeignDocumentError, check_links, relation_of
from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.secrets.fields import field_problem
from pytest_ami.model.command import Seen
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import DialogAnswer, Effects, Parameter, Step, StepKind, Workflow

FIELD = Fingerprint(tag="input", role="textbox", name="To")
PASSWORD = Fingerprint(tag="input", role="textbox", name="Login", attributes={"type": "password"})
FILE = Fingerprint(tag="input", role="button", name="Picture", attributes={"type": "file"})
PARAMETERS = (Parameter(name="to"), Parameter(name="file", type="file"), Parameter(name="password", secret=True))
OWN = "http://app.test:8080/start"


def flow(*steps: Step, **more: Any) -> Workflow:
    return Workflow(task="it", steps=steps, **{"parameters": PARAMETERS, **more})


def step(kind: StepKind, value: str = "", target: Fingerprint | None = FIELD, **more: Any) -> Step:
    return Step(kind=kind, value=value, target=target, **more)


def goto(value: str) -> Step:
    return Step(kind=StepKind.GOTO, value=value)


HONEST = [
    step(StepKind.FILL, "{{to}}"),
    step(StepKind.FILL, "{{password}}", PASSWORD),
    step(StepKind.FILL, "{{password}}", replace(FIELD, name="Password again")),
    step(StepKind.FILL, "{{password}}", replace(FIELD, name="Code", attributes={"autocomplete": "one-time-code"})),
    step(StepKind.UPLOAD, "{{file}}\n{{to}}", FILE),
    step(StepKind.CLICK, "Control middle @12,30"),
    step(StepKind.CLICK),
    step(StepKind.PRESS, "Control+Shift+S"),
    step(StepKind.PRESS, "Control+ "),
    step(StepKind.PRESS, " "),
    step(StepKind.SCROLL, "end"),
    step(StepKind.SCROLL, "0,1200"),
    step(StepKind.DRAG, "10,-20"),
    step(StepKind.DRAG, drop=FIELD),
    goto("/inbox?q={{to}}#/a"),
    goto("{{to}}"),
    goto("https://login.example.com:8443/a"),
    goto("http://[::1]:8080/"),
    goto("?page=2"),
    Step(kind=StepKind.CLOSE, tab=1),
    step(StepKind.CLICK, dialogs=(DialogAnswer(kind="confirm", message="Delete {{to}}?"),)),
]

HOSTILE = [
    (goto(""), "no address"),
    (goto("//evil.test/x"), "another host"),
    (goto("/\\evil.test"), "backslash"),
    (goto("\\\\evil.test"), "backslash"),
    (goto("http://a@evil.test/"), "https://host/path"),
    (goto("http:evil.test"), "https://host/path"),
    (goto("http:///evil.test"), "https://host/path"),
    (goto("http://a:b@evil.test"), "https://host/path"),
    (goto("http://evil.test:99999999/"), "https://host/path"),
    (goto("javascript:alert(1)"), "no javascript: address"),
    (goto("JaVaScRiPt:alert(1)"), "no javascript: address"),
    (goto("java\tscript:alert(1)"), "control character"),
    (goto(" javascript:alert(1)"), "space"),
    (goto("data:text/html,x"), "no data: address"),
    (goto("file:///etc/passwd"), "no file: address"),
    (goto("blob:http://a/b"), "no blob: address"),
    (goto("view-source:http://a"), "no view-source: address"),
    (goto("chrome://settings"), "no chrome: address"),
    (goto("{{password}}"), "stands in an address"),
    (goto("/x?p={{password}}"), "stands in an address"),
    (goto("{{nobody}}"), "no parameter"),
    (replace(goto("/"), target=FIELD), "takes no element"),
    (step(StepKind.FILL, "{{to}}", None), "needs an element"),
    (step(StepKind.FILL, "{{password}}"), "no secret field"),
    (step(StepKind.FILL, "{{password}}", replace(FIELD, tag="textarea", name="Comment")), "no secret field"),
    (step(StepKind.FILL, "{{password}}", replace(FIELD, role="searchbox", name="Password")), "no secret field"),
    (step(StepKind.FILL, "x{{password}}", PASSWORD), "together with other text"),
    (step(StepKind.FILL, "{{password}}{{to}}", PASSWORD), "together with other text"),
    (step(StepKind.SELECT, "{{password}}"), "step select"),
    (step(StepKind.PRESS, "{{password}}"), "step press"),
    (step(StepKind.CLICK, dialogs=(DialogAnswer(kind="prompt", text="{{password}}"),)), "answer to a dialog"),
    (step(StepKind.CLICK, dialogs=(DialogAnswer(kind="popup"),)), "no dialog"),
    (step(StepKind.UPLOAD, "/etc/passwd", FILE), "literal path"),
    (step(StepKind.UPLOAD, "{{file}}\n/etc/passwd", FILE), "literal path"),
    (step(StepKind.UPLOAD, "/etc/{{file}}", FILE), "literal path"),
    (step(StepKind.UPLOAD, "{{nobody}}", FILE), "literal path"),
    (step(StepKind.UPLOAD, "{{password}}", FILE), "literal path"),
    (step(StepKind.CLICK, tab=-1), "no tab -1"),
    (step(StepKind.CLICK, tab=10**9), "out of range|no tab"),
    (step(StepKind.CLICK, "@nan,1"), "no value of a step click"),
    (step(StepKind.SCROLL, "1e99,0"), "no value of a step scroll"),
    (step(StepKind.DRAG, ""), "nothing is there to drop on"),
    (step(StepKind.CLICK, drop=FIELD), "drops nothing"),
    (step(StepKind.CLICK, target=replace(FIELD, box=(math.inf, 0, 0, 0))), "out of range"),
    (step(StepKind.CLICK, target=replace(FIELD, box=(math.nan, 0, 0, 0))), "out of range"),
    (step(StepKind.CLICK, target=replace(FIELD, counts={"name": 10**12})), "out of range"),
    (step(StepKind.CLICK, target=replace(FIELD, attributes={"k" * 300: "v"})), "key of 300 characters"),
    (step(StepKind.CLICK, target=replace(FIELD, name="n" * 70_000)), "text of 70000 characters"),
    (step(StepKind.CLICK, target=replace(FIELD, neighbours=("n",) * 3_000)), "3000 entries"),
    (step(StepKind.CLICK, effects=Effects(route="/a/" + "{{to}}" * 9)), "holes in one part"),
]


@pytest.mark.parametrize("one", HONEST, ids=lambda one: one.title()[:40])
def test_recorded_steps_pass(one: Step) -> None:
    assert violation(flow(one)) is None


@pytest.mark.parametrize(("one", "words"), HOSTILE, ids=lambda one: one.title()[:40] if isinstance(one, Step) else "")
def test_hostile_steps_are_named(one: Step, words: str) -> None:
    found = violation(flow(HONEST[0], one))

    assert found is not None
    assert any(word in found.what for word in words.split("|"))
    assert found.path.startswith("$.steps[1]")


def test_a_flow_has_limits_too() -> None:
    assert violation(flow(*(HONEST[0],) * 1_001)).what == "1001 steps; at most 1000 are allowed"  # type: ignore[union-attr]
    assert violation(flow(version=0)) is not None
    assert violation(flow(parameters=(Parameter(name="a b"),))) is not None
    assert violation(flow(parameters=(Parameter(name="a"),) * 2)) is not None
    assert violation(replace(flow(HONEST[0]), task="t" * 2_000)) is not None


def test_a_secret_is_one_whatever_the_file_says() -> None:
    open_ = flow(step(StepKind.FILL, "{{password}}"), parameters=(Parameter(name="password"),))
    assert violation(open_) is not None


TEMPLATES = st.text(st.sampled_from("hjtps:/\\@?#.a{}[]% \t\n0-x\u202e"), max_size=24) | st.sampled_from(
    [one.value for one, _ in HOSTILE if one.kind is StepKind.GOTO]
)


@given(TEMPLATES, st.text(max_size=12))
def test_no_address_that_passes_leaves_the_start(template: str, value: str) -> None:
    if address_problem(template):
        return
    origins = FlowOrigins(start=OWN).of_flow((), {"to": value})
    try:
        url = origins.address(goto(template))
    except ForeignDocumentError:
        return
    assert origin_of(url) == origin_of(OWN)
    assert url.startswith("http://")


@given(st.text(max_size=20))
def test_a_value_never_leads_elsewhere(value: str) -> None:
    origins = FlowOrigins(start=OWN).of_flow((), {"to": value})
    for template in ("/{{to}}", "/a?b={{to}}", "/{{to}}/c", "?q={{to}}"):
        try:
            assert origin_of(origins.address(goto(template))) == origin_of(OWN)
        except ForeignDocumentError:
            assert address_problem(filled_url(template, {"to": value}))


@given(st.text(max_size=60))
def test_any_address_and_field_is_judged(text: str) -> None:
    assert isinstance(address_problem(text), str)
    assert isinstance(field_problem(replace(FIELD, name=text, label=text), "password"), str)


# -- origins ---------------------------------------------------------------------------------------------------------

HOSTS = st.sampled_from(["http://app.test:8080", "https://app.test", "http://login.test", "http://app.test", "file://"])


@given(HOSTS, HOSTS, HOSTS)
def test_a_relation_holds_wherever_the_flow_starts(recorded: str, there: str, now: str) -> None:
    relation = relation_of(f"{there}/x", f"{recorded}/", {})
    origins = FlowOrigins(start=f"{now}/").of_flow((), {})
    origins.recorded = origins.named = frozenset({relation}) - {""}
    acted = step(StepKind.CLICK, origin=relation)

    expected = now if origin_of(there) == origin_of(recorded) else there
    assert not origins.refusal(acted, Seen(url=f"{expected}/y"))
    for other in ("http://evil.test/", "http://app.test.evil.test/", "http://app.test:8081/"):
        assert origins.refusal(acted, Seen(url=other))


def test_an_origin_that_only_a_flow_names_does_not_count() -> None:
    acted = step(StepKind.CLICK, origin="http://evil.test", leads="http://evil.test")
    origins = FlowOrigins(start=OWN).of_flow((acted,), {})

    assert origins.refusal(acted, Seen(url="http://evil.test/"))
    assert origins.refusal(acted, Seen(url="http://evil.test/"), after=True)
    assert origins.refusal(acted, Seen(url=OWN))
    assert not replace(origins, allowed=frozenset({"http://evil.test"})).refusal(acted, Seen(url="http://evil.test/"))


def test_a_frame_counts_and_so_does_the_page_around_it() -> None:
    acted, own = step(StepKind.CLICK), origin_of(OWN)
    origins = FlowOrigins(start=OWN).of_flow((acted,), {})

    assert not origins.refusal(acted, Seen(url=OWN, origins=(own, own)))
    assert origins.refusal(acted, Seen(url=OWN, origins=("http://evil.test", own)))
    assert origins.refusal(acted, Seen(url="http://evil.test/", origins=(own, "http://evil.test")))
    assert origins.refusal(acted, Seen(url="data:text/html,x", origins=(own, "")))


def test_a_link_to_another_origin_is_not_pressed() -> None:
    origins = FlowOrigins(start=OWN, allowed=frozenset({"http://docs.test"})).of_flow((), {})
    link = replace(FIELD, tag="a", attributes={"href": "http://evil.test/x"})

    assert origins.link_refusal(step(StepKind.CLICK), link, OWN)
    assert not origins.link_refusal(step(StepKind.HOVER), link, OWN)
    assert not origins.link_refusal(step(StepKind.CLICK), replace(link, attributes={"href": "/x"}), OWN)
    assert not origins.link_refusal(step(StepKind.CLICK), replace(link, attributes={"href": "http://docs.test/"}), OWN)


SUBMIT = replace(FIELD, tag="button", role="button", details={"type": "submit", "action": "http://evil.test/login"})
TYPED = replace(PASSWORD, details={"action": "http://evil.test/login"})


def test_a_form_that_sends_to_another_origin_is_not_sent_and_gets_no_secret() -> None:
    origins = FlowOrigins(start=OWN, allowed=frozenset({"http://pay.test"})).of_flow((), {})
    own = replace(SUBMIT, details={"type": "submit", "action": "/login"})

    assert origins.form_refusal(step(StepKind.CLICK, target=own), SUBMIT, OWN, tells=False)
    assert origins.form_refusal(step(StepKind.PRESS, "Enter"), TYPED, OWN, tells=False)
    assert origins.form_refusal(step(StepKind.FILL, "{{password}}"), TYPED, OWN, tells=True)
    assert not origins.form_refusal(step(StepKind.CLICK, target=own), own, OWN, tells=False)


def test_a_form_that_always_sent_to_another_origin_is_sent_and_any_form_may_be_looked_at() -> None:
    origins = FlowOrigins(start=OWN, allowed=frozenset({"http://pay.test"})).of_flow((), {})
    allowed = replace(SUBMIT, details={"type": "submit", "action": "http://pay.test/"})

    assert not origins.form_refusal(step(StepKind.CLICK, target=SUBMIT), SUBMIT, OWN, tells=False)
    assert not origins.form_refusal(step(StepKind.CLICK), allowed, OWN, tells=False)
    assert not origins.form_refusal(step(StepKind.CLICK), TYPED, OWN, tells=False)
    assert not origins.form_refusal(step(StepKind.PRESS, "Tab"), TYPED, OWN, tells=False)
    assert not origins.form_refusal(step(StepKind.FILL, "{{to}}"), TYPED, OWN, tells=False)
    assert not origins.form_refusal(step(StepKind.HOVER), SUBMIT, OWN, tells=False)


def test_a_recorded_link_that_leads_to_another_origin_now_is_named() -> None:
    link = replace(FIELD, tag="a", role="link", name="Sign in", attributes={"href": "/sign-in"})
    acted = step(StepKind.CLICK, target=link)
    foreign = Candidate(fingerprint=replace(link, attributes={"href": "http://evil.test/sign-in"}))
    seen = Seen(url=OWN, candidates=(foreign,))
    origins = FlowOrigins(start=OWN).of_flow((acted,), {})

    with pytest.raises(ForeignDocumentError, match="evil"):
        check_links(acted, seen, origins, {})
    check_links(acted, seen, FlowOrigins(), {})
    check_links(acted, replace(seen, candidates=(Candidate(fingerprint=link),)), origins, {})
    check_links(acted, seen, replace(origins, allowed=frozenset({"http://evil.test"})), {})


NAMELESS = Fingerprint(tag="input", role="textbox", attributes={"type": "text"}, heading="badge (apiKey)")


def test_a_field_without_any_name_takes_the_secret_that_its_heading_names() -> None:
    assert not field_problem(NAMELESS, "badge")


@pytest.mark.parametrize(
    "field",
    [
        replace(NAMELESS, heading="badge of a visitor"),
        replace(NAMELESS, heading="other (apiKey)"),
        replace(NAMELESS, heading="Passwords"),
        replace(NAMELESS, tag="textarea"),
        replace(NAMELESS, name="Comment"),
        replace(NAMELESS, attributes={"type": "text", "placeholder": "Say something"}),
        replace(NAMELESS, attributes={"type": "search"}),
    ],
)
def test_a_heading_makes_no_other_field_a_secret_one(field: Fingerprint) -> None:
    assert field_problem(field, "badge")
