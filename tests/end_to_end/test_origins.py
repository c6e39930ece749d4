"""A replay acts on its own origin, on recorded ones and on allowed ones; two servers write down what arrives."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.flow.recorded_origins import note_origins
from pytest_ami.model.errors import AmiError, ForeignOriginError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.two_origins import Origin, TwoOrigins

SECRET = "correct-horse-7"
LOGIN = (
    '<h1>Sign in</h1><form method="post" action="{target}"><label>User <input name="user"></label>'
    '<label>Password <input name="password" type="password"></label><button>Log in</button></form>'
)
WELCOME = '<h1>Welcome</h1><p role="status">You are signed in</p>'
START = '<h1>Shop</h1><a href="/sign-in">Sign in</a>'
OWN = {"/": START, "/sign-in": LOGIN.replace("{target}", "/welcome"), "/welcome": WELCOME}
FOREIGN = {
    "/login": LOGIN.replace("{target}", "/done"),
    "/done": "->{own}/welcome",
    "/welcome": WELCOME,
    "/sign-in": LOGIN.replace("{target}", "/welcome"),
}
VALUES = {"user": "eve", "password": SECRET}


@pytest.fixture
def sites() -> Iterator[TwoOrigins]:
    """An application that signs in on its own origin."""
    with TwoOrigins(OWN, FOREIGN) as both:
        yield both


@pytest.fixture
def base_url() -> None:
    """No base URL: the flow's own start counts."""


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    """Nobody is signed in."""
    return {}


def sign_in(page: Any, user: str, password: str) -> None:
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("User").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("status").wait_for()


def learn(lab: Lab, page: Any, url: str, by: Callable[..., None] = sign_in) -> None:
    page.goto(url)
    assert lab.run(page, "sign in", VALUES, teacher=by).outcome is Outcome.LEARNED


def replay(lab: Lab, page: Any, url: str, **more: Any) -> Any:
    page.goto(url)
    return lab.run(page, "sign in", VALUES, mode=Mode.REPLAY, timeout=3.0, **more)


def told(origin: Origin) -> str:
    return repr(origin.arrived)


def test_a_flow_runs_on_another_host_and_port(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    learn(lab, page, f"{sites.own.url}/")
    with TwoOrigins(OWN, FOREIGN) as staging:
        run = replay(lab, page, f"{staging.own.url}/".replace("127.0.0.1", "localhost"))

        assert run.outcome is Outcome.REPLAYED
        assert SECRET in told(staging.own)


@pytest.mark.variants(12)
@pytest.mark.parametrize("how", ["link", "redirect", "script", "later", "form"])
def test_nothing_is_typed_on_a_page_of_another_origin(lab: Lab, page: Any, sites: TwoOrigins, how: str) -> None:
    learn(lab, page, f"{sites.own.url}/")
    sites.own.pages |= {
        "link": {"/": START.replace("/sign-in", "{foreign}/sign-in")},
        "redirect": {"/sign-in": "->{foreign}/sign-in"},
        "script": {"/sign-in": "<h1>One moment</h1><script>location = '{foreign}/sign-in'</script>"},
        "later": {
            "/sign-in": OWN["/sign-in"] + "<script>setTimeout(() => location = '{foreign}/sign-in', 30)</script>"
        },
        "form": {"/welcome": "->{foreign}/welcome"},
    }[how]
    sites.own.arrived.clear()

    with pytest.raises(AmiError) as caught:
        replay(lab, page, f"{sites.own.url}/")

    assert SECRET not in told(sites.foreign) + str(caught.value)
    assert all(method == "GET" for method, _, _ in sites.foreign.arrived)
    if how != "later":  # there, the fields of the first page may vanish before the second one is seen
        assert type(caught.value) is ForeignOriginError
        assert any(sites.foreign.url.replace("127.0.0.1", "localhost") in fact for fact in caught.value.evidence)
        assert caught.value.run == 'ami show "sign in"'
    if how == "link":
        assert sites.foreign.arrived == []


def test_auto_mode_asks_no_teacher_on_a_foreign_page(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    learn(lab, page, f"{sites.own.url}/")
    sites.own.pages["/sign-in"] = "->{foreign}/sign-in"
    page.goto(f"{sites.own.url}/")

    with pytest.raises(ForeignOriginError):
        lab.run(page, "sign in", VALUES, timeout=3.0)

    assert page.url == f"{sites.foreign.url}/sign-in"
    assert page.get_by_label("Password").input_value() == page.get_by_label("User").input_value() == ""
    assert replay_again(lab, page, sites).outcome is Outcome.REPLAYED


def replay_again(lab: Lab, page: Any, sites: TwoOrigins) -> Any:
    sites.own.pages["/sign-in"] = OWN["/sign-in"]
    return replay(lab, page, f"{sites.own.url}/")


def test_a_recorded_identity_provider_is_kept_and_is_exact(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    sites.own.pages["/sign-in"] = "->{foreign}/login"
    learn(lab, page, f"{sites.own.url}/")
    (flow,) = lab.store.versions("sign in")
    provider = sites.foreign.url.replace("127.0.0.1", "localhost")
    assert [step.origin for step in flow.steps] == ["", provider, provider, provider]

    assert replay(lab, page, f"{sites.own.url}/").outcome is Outcome.REPLAYED

    with TwoOrigins({}, FOREIGN) as other:
        sites.own.pages["/sign-in"] = f"->{other.foreign.url}/login"
        with pytest.raises(ForeignOriginError):
            replay(lab, page, f"{sites.own.url}/")
        assert SECRET not in told(other.foreign)


def test_a_provider_that_only_a_stored_flow_names_must_be_allowed(
    lab: Lab, page: Any, sites: TwoOrigins, tmp_path: Path
) -> None:
    sites.own.pages["/sign-in"] = "->{foreign}/login"
    learn(lab, page, f"{sites.own.url}/")
    shutil.copytree(lab.store.folder / "journal", tmp_path / "clone" / "journal")
    clone = Lab(tmp_path / "clone")
    sites.foreign.arrived.clear()

    with pytest.raises(ForeignOriginError, match="stopped at step 2") as caught:
        replay(clone, page, f"{sites.own.url}/")

    assert any("only the stored flow names that origin" in fact for fact in caught.value.evidence)
    assert SECRET not in told(sites.foreign)
    run = replay(clone, page, f"{sites.own.url}/", allow_origins=sites.foreign.url)
    assert run.outcome is Outcome.REPLAYED


def test_a_slow_stop_at_a_known_origin_on_the_way_is_waited_for(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    sites.own.pages["/sign-in"] = "->{foreign}/hop"
    sites.own.pages["/form"] = OWN["/sign-in"]
    sites.foreign.pages["/hop"] = "<h1>Hop</h1><script>setTimeout(() => location = '{own}/form', 2000)</script>"
    learn(lab, page, f"{sites.own.url}/")

    page.goto(f"{sites.own.url}/")
    note_origins(lab.store.folder, [sites.foreign.url.replace("127.0.0.1", "localhost")])
    run = lab.run(page, "sign in", VALUES, mode=Mode.REPLAY, timeout=8.0)

    assert run.outcome is Outcome.REPLAYED


FRAME = '<h1>Shop</h1><iframe name="door" src="{where}/sign-in" width="600" height="300"></iframe>'


def in_frame(page: Any, user: str, password: str) -> None:
    door = page.frame_locator("iframe[name=door]")
    door.get_by_label("User").fill(user)
    door.get_by_label("Password").fill(password)
    door.get_by_role("button", name="Log in").click()
    door.get_by_role("status").wait_for()


def test_a_frame_that_became_foreign_gets_nothing(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    sites.own.pages["/"] = FRAME.replace("{where}", "{own}")
    learn(lab, page, f"{sites.own.url}/", in_frame)
    assert replay(lab, page, f"{sites.own.url}/").outcome is Outcome.REPLAYED
    sites.own.pages["/"] = FRAME.replace("{where}", "{foreign}")

    with pytest.raises(ForeignOriginError):
        replay(lab, page, f"{sites.own.url}/")

    assert SECRET not in told(sites.foreign)


def test_the_own_page_in_a_frame_of_a_foreign_one_gets_nothing(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    sites.own.pages["/"] = FRAME.replace("{where}", "{own}")
    learn(lab, page, f"{sites.own.url}/", in_frame)
    sites.own.arrived.clear()
    sites.own.pages["/"] = "<h1>Shop</h1><script>setTimeout(() => location = '{foreign}/around', 300)</script>"
    sites.foreign.pages["/around"] = FRAME.replace("{where}", "{own}")

    with pytest.raises(ForeignOriginError):
        replay(lab, page, f"{sites.own.url}/")

    assert SECRET not in told(sites.own)


POPUP = "<h1>Shop</h1><button onclick=\"window.open('{where}', 'door')\">Open the door</button>"


def in_popup(page: Any, user: str, password: str) -> None:
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Open the door").click()
    opened.value.get_by_label("User").fill(user)
    opened.value.get_by_label("Password").fill(password)
    opened.value.get_by_role("button", name="Log in").click()
    opened.value.get_by_role("status").wait_for()


def test_a_tab_that_became_foreign_gets_nothing(lab: Lab, context: Any, sites: TwoOrigins) -> None:
    sites.own.pages["/"] = POPUP.replace("{where}", "{own}/sign-in")
    learn(lab, context.new_page(), f"{sites.own.url}/", in_popup)
    sites.own.pages["/"] = POPUP.replace("{where}", "{foreign}/sign-in")
    for page in context.pages:
        page.close()

    with pytest.raises(ForeignOriginError):
        replay(lab, context.new_page(), f"{sites.own.url}/")

    assert SECRET not in told(sites.foreign)


INSIDE = OWN["/sign-in"].replace('"', "&quot;")
WRITTEN = (
    "<h1>Shop</h1><button onclick=\"window.open('', 'door').document.body.innerHTML = t.innerHTML\">Open the door</button>"
    f'<template id="t">{OWN["/sign-in"]}</template>'
)


@pytest.mark.variants(8)
@pytest.mark.parametrize("kind", ["srcdoc", "blank", "blob"])
def test_documents_without_an_address_belong_to_their_page(
    lab: Lab, context: Any, sites: TwoOrigins, kind: str
) -> None:
    start, by = {
        "srcdoc": (f'<h1>Shop</h1><iframe name="door" srcdoc="{INSIDE}" width="600" height="300"></iframe>', in_frame),
        "blank": (WRITTEN, in_popup),
        "blob": (
            '<h1>Shop</h1><iframe name="door" width="600" height="300"></iframe><template id="t">'
            + OWN["/sign-in"].replace("/welcome", "{own}/welcome")
            + "</template><script>document.querySelector('iframe').src ="
            " URL.createObjectURL(new Blob([t.innerHTML], {type: 'text/html'}))</script>",
            in_frame,
        ),
    }[kind]
    sites.own.pages["/"] = start
    learn(lab, context.new_page(), f"{sites.own.url}/", by)
    for page in context.pages:
        page.close()

    assert replay(lab, context.new_page(), f"{sites.own.url}/").outcome is Outcome.REPLAYED


def test_an_address_that_is_a_parameter_is_opened_wherever_it_is(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    def by(page: Any, url: str, user: str) -> None:
        page.goto(url)
        page.get_by_label("User").fill(user)

    values = {"url": f"{sites.foreign.url}/login", "user": "eve"}
    page.goto(f"{sites.own.url}/")
    lab.run(page, "visit", values, teacher=by)
    (flow,) = lab.store.versions("visit")
    assert [(step.value, step.origin) for step in flow.steps] == [("{{url}}", "{{url}}"), ("{{user}}", "{{url}}")]

    with TwoOrigins({}, FOREIGN) as other:
        page.goto(f"{sites.own.url}/")
        run = lab.run(page, "visit", {**values, "url": f"{other.foreign.url}/login"}, mode=Mode.REPLAY, timeout=3.0)

    assert run.outcome is Outcome.REPLAYED


LEADS = "<h1>One moment</h1><script>location = '{foreign}/sign-in'</script>"


def start(lab: Lab, page: Any, url: str, **more: Any) -> Any:
    """Run the flow in a test that opens the page after ``ami`` is there, as tests do."""
    ami = lab.face(page, "sign in", **more)
    try:
        page.goto(url)
        page.wait_for_url("**/sign-in")
        run = ami.run(**VALUES)
        ami._attempt.commit()
    finally:
        ami.close()
    return run


def form(page: Any, user: str, password: str) -> None:
    page.get_by_label("User").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("status").wait_for()


@pytest.mark.variants(16)
@pytest.mark.parametrize("how", ["script", "silent script", "refresh", "redirect"])
def test_a_start_that_is_led_to_another_origin_gets_nothing(lab: Lab, page: Any, sites: TwoOrigins, how: str) -> None:
    start(lab, page, f"{sites.own.url}/sign-in", teacher=form)
    sites.own.pages["/sign-in"] = {
        "script": LEADS,
        "silent script": f'<meta name="referrer" content="no-referrer">{LEADS}',
        "refresh": '<meta http-equiv="refresh" content="0;url={foreign}/sign-in"><h1>One moment</h1>',
        "redirect": "->{foreign}/sign-in",
    }[how]

    with pytest.raises(ForeignOriginError):
        start(lab, page, f"{sites.own.url}/sign-in", mode=Mode.REPLAY, timeout=3.0)

    assert page.get_by_label("Password").input_value() == page.get_by_label("User").input_value() == ""
    assert SECRET not in told(sites.foreign)


def test_a_start_that_was_led_to_a_provider_in_the_lesson_keeps_it_exactly(
    lab: Lab, page: Any, sites: TwoOrigins
) -> None:
    sites.own.pages["/"] = LEADS
    start(lab, page, f"{sites.own.url}/", teacher=form)
    (flow,) = lab.store.versions("sign in")
    assert {step.origin for step in flow.steps} == {sites.foreign.url.replace("127.0.0.1", "localhost")}

    assert start(lab, page, f"{sites.own.url}/", mode=Mode.REPLAY, timeout=3.0).outcome is Outcome.REPLAYED
    with TwoOrigins({}, FOREIGN) as other:
        sites.own.names = {"foreign": other.foreign.url}
        with pytest.raises(ForeignOriginError):
            start(lab, page, f"{sites.own.url}/", mode=Mode.REPLAY, timeout=3.0)
        assert SECRET not in told(other.foreign)


def test_an_address_that_the_test_asks_for_itself_is_its_home(lab: Lab, page: Any, sites: TwoOrigins) -> None:
    start(lab, page, f"{sites.own.url}/sign-in", teacher=form)

    page.goto(f"{sites.own.url}/sign-in")
    run = start(lab, page, f"{sites.foreign.url}/sign-in", mode=Mode.REPLAY, timeout=3.0)

    assert run.outcome is Outcome.REPLAYED
