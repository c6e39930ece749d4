"""The recorder and secrets: whatever field takes one, and however it is typed, only its name is kept (DESIGN law 6)."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.behavior import BehaviorRecorder
from tests.support import vault

SECRETS = vault.SECRETS


@pytest.fixture(scope="module")
def vault_url() -> Any:
    with vault.Vault() as served:
        yield served.url


def test_keys_pressed_on_what_is_no_field_do_not_spell_a_secret(page: Any, vault_url: str) -> None:
    page.goto(vault_url)
    page.set_content("<div tabindex=0>Keypad</div>")
    recorder = BehaviorRecorder(secrets={"pin": SECRETS["one_time_code"]})
    recorder.start(page)
    page.locator("div").click()
    page.keyboard.type(SECRETS["one_time_code"])
    recorder.stop()
    spelled = "".join(o.value for o in recorder.operations if o.type == "press")
    assert SECRETS["one_time_code"][:6] not in spelled


def recorded(
    page: Any, kind: str, secrets: dict[str, str], *, snapshots: bool = False, debounce: float = 0.25
) -> tuple[BehaviorRecorder, str]:
    recorder = BehaviorRecorder(secrets=secrets, snapshot_capture=snapshots, input_debounce=debounce)
    recorder.start(page)
    page.locator("#f").click()
    page.keyboard.type(SECRETS[kind][:7])
    page.wait_for_timeout(debounce * 1000 + 100)  # what was typed so far is told
    page.keyboard.type(SECRETS[kind][7:])
    page.get_by_role("button", name="Continue").click()
    page.wait_for_timeout(100)
    recorder.stop()
    return recorder, f"{recorder.operations!r} {recorder.faults!r} {recorder.steps()!r}"


WAYS = ("script", "live", "query", "alert", "dialog")


def rated(number: int, kind: str, turn: int, way: str, snapshots: str) -> Any:
    """Return a case; by day each secret in three ways, in one of them with snapshots, and each way is there."""
    by_day = (number + turn) % len(WAYS) in ((0,) if snapshots else (1, 2))
    name = "-".join(filter(None, (kind, way, snapshots)))
    return pytest.param(kind, way, bool(snapshots), id=name, marks=() if by_day else pytest.mark.nightly)


@pytest.mark.parametrize(
    ("kind", "way", "snapshots"),
    [
        rated(number, kind, turn, way, snapshots)
        for number, kind in enumerate(SECRETS)
        for turn, way in enumerate(WAYS)
        for snapshots in ("", "snapshots")
    ],
)
@pytest.mark.variants(18)
def test_the_recorder_keeps_a_declared_secret_by_name(
    page: Any,
    vault_url: str,
    kind: str,
    way: str,
    snapshots: bool,  # noqa: FBT001  (a parameter)
) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{vault_url}/{kind}/{way}")
    _, text = recorded(page, kind, {kind: SECRETS[kind]}, snapshots=snapshots)
    assert not (found := vault.traces(SECRETS[kind], [("operations", text.encode())])), found
    assert "{{" + kind + "}}" in text
    assert "{{?}}" not in text


@pytest.mark.variants(3)
@pytest.mark.parametrize("kind", ["password", "card_number", "one_time_code"])
def test_the_recorder_masks_a_secret_that_nobody_declared(page: Any, vault_url: str, kind: str) -> None:
    page.goto(f"{vault_url}/{kind}/script")
    _, text = recorded(page, kind, {})
    assert not (found := vault.traces(SECRETS[kind], [("operations", text.encode())])), found


def test_with_the_debounce_of_users_it_is_the_same(page: Any, vault_url: str) -> None:
    page.goto(f"{vault_url}/password/live")
    _, text = recorded(page, "password", {"password": SECRETS["password"]}, debounce=1.5)
    assert not (found := vault.traces(SECRETS["password"], [("operations", text.encode())])), found
    assert "{{password}}" in text


def test_a_pasted_secret_is_kept_by_name(page: Any, vault_url: str) -> None:
    page.goto(f"{vault_url}/password/script")
    recorder = BehaviorRecorder()
    recorder.start(page)
    paste = "(el, text) => { el.focus(); document.execCommand('insertText', false, text) }"
    page.locator("#f").evaluate(paste, SECRETS["password"])
    page.get_by_role("button", name="Continue").click()
    recorder.stop()
    assert not (found := vault.traces(SECRETS["password"], [("o", repr(recorder.operations).encode())])), found


@pytest.mark.parametrize(
    "markup",
    [
        '<input name="otp_code">',
        '<input name="user_pin">',
        '<input id="cvv_code">',
        '<input aria-label="Passphrase">',
        '<input aria-label="API key">',
        '<input name="access_token">',
        '<input name="apiToken">',
        '<input placeholder="Verification code">',
        '<input aria-label="密码">',
        '<input aria-label="短信验证码">',
        '<input aria-label="2FA code">',
        '<input name="pwd">',
        '<input name="secretAnswer">',
        '<input name="cardNo" aria-label="Credit card">',
        '<input aria-label="Code" autocomplete="section-a one-time-code">',
        '<textarea aria-label="Recovery secret"></textarea>',
        '<textarea name="private_key"></textarea>',
        '<input aria-describedby="h" aria-labelledby="h"><span id="h">Security code</span>',
        '<input type="password" id="p" aria-label="X"><script>p.type = "text"</script>',
    ],
)
@pytest.mark.variants(18)
def test_a_field_that_is_called_a_secret_is_one(page: Any, vault_url: str, markup: str) -> None:
    page.goto(vault_url)
    recorder = BehaviorRecorder()
    recorder.start(page)
    page.set_content(markup)
    page.locator("input,textarea").press_sequentially("Wz81-Qy77-Lm")
    page.locator("body").click(position={"x": 5, "y": 5})
    recorder.stop()
    assert [o.value for o in recorder.operations if o.type == "input"] == ["{{?}}"], recorder.operations
    assert "Wz81" not in repr(recorder.operations)


@pytest.mark.parametrize(
    "markup",
    [
        '<input aria-label="Shipping address">',
        '<input name="pinboard_title">',
        '<input aria-label="Tokyo office">',
        '<input name="spinner">',
        '<input name="option">',
        '<input aria-label="Passenger name">',
        '<input aria-label="Postal code">',
        '<input aria-label="Discount code">',
        '<input aria-label="Keyword">',
        '<input aria-label="Board name">',
    ],
)
@pytest.mark.variants(12)
def test_a_field_that_only_sounds_like_a_secret_is_none(page: Any, vault_url: str, markup: str) -> None:
    page.goto(vault_url)
    recorder = BehaviorRecorder()
    recorder.start(page)
    page.set_content(markup)
    page.locator("input").press_sequentially("Ann Lee")
    page.locator("body").click(position={"x": 5, "y": 5})
    recorder.stop()
    assert [o.value for o in recorder.operations if o.type == "input"] == ["Ann Lee"]


def test_a_code_in_single_boxes_is_masked(page: Any, vault_url: str) -> None:
    page.goto(vault_url)
    page.set_content("<fieldset>" + "<input maxlength=1 size=1>" * 6 + "</fieldset><button>Go</button>")
    recorder = BehaviorRecorder(secrets={"code": "739164"})
    recorder.start(page)
    for box, digit in zip(page.locator("input").all(), "739164", strict=True):
        box.press_sequentially(digit)
    page.get_by_role("button").click()
    recorder.stop()
    assert {o.value for o in recorder.operations if o.type == "input"} <= {"{{?}}", "{{code}}"}


def test_a_secret_that_contains_another_one_is_kept_whole(page: Any, vault_url: str) -> None:
    page.goto(f"{vault_url}/phrase/script")
    recorder = BehaviorRecorder(secrets={"old": "hunter", "new": "hunter2-Extra"})
    recorder.start(page)
    page.locator("#f").fill("hunter2-Extra")
    page.get_by_role("button", name="Continue").click()
    recorder.stop()
    assert [o.value for o in recorder.operations if o.type == "input"] == ["{{new}}"]
    assert "2-Extra" not in repr(recorder.operations)


@pytest.mark.parametrize("secret", ["pa{{ss}}word-81", "{{name}}-9921-Zw"])
def test_braces_in_a_secret_do_not_give_it_away(page: Any, vault_url: str, secret: str) -> None:
    page.goto(f"{vault_url}/password/script")
    recorder = BehaviorRecorder()
    recorder.start(page)
    page.locator("#f").fill(secret)
    page.get_by_role("button", name="Continue").click()
    recorder.stop()
    assert secret not in repr(recorder.operations)


@pytest.mark.parametrize("secret", ["click", "input", "1", "e1", "html"])
def test_a_short_or_common_secret_does_not_spoil_the_recording(page: Any, vault_url: str, secret: str) -> None:
    page.goto(f"{vault_url}/phrase/script")
    recorder = BehaviorRecorder(secrets={"phrase": secret})
    recorder.start(page)
    page.locator("#f").fill(secret)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_timeout(100)
    recorder.stop()
    assert recorder.faults == ()
    told = [o for o in recorder.operations if o.type in ("input", "click")]
    assert [(o.type, o.value) for o in told] == [("input", "{{phrase}}"), ("click", "")]
    assert all("{{" not in o.xpath for o in told)
    steps = recorder.steps()
    assert all(step.target and "{{" not in step.target.absolute_xpath + step.target.css for step in steps)


def test_a_secret_seen_before_it_was_typed_is_scrubbed_afterwards(page: Any, vault_url: str) -> None:
    page.goto(vault_url)
    page.set_content('<h1>Your code is 73916482</h1><button>Next</button><input aria-label="One-time code">')
    recorder = BehaviorRecorder()
    recorder.start(page)
    page.get_by_role("button").click()
    page.locator("input").fill("73916482")
    page.get_by_role("button").click()
    recorder.stop()
    assert "73916482" not in repr(recorder.operations)


CHOOSER = """<label>%s <input id="f" type="text" autocomplete="new-password" role="combobox" aria-haspopup="listbox"
 aria-autocomplete="list" aria-expanded="false"></label><ul role="listbox"><li role="option">Oslo</li></ul>"""


@pytest.mark.parametrize(("label", "kept"), [("Town", True), ("Password", False)])
def test_a_list_to_choose_from_that_refuses_a_browsers_offers_holds_no_secret(
    page: Any,
    vault_url: str,
    label: str,
    kept: bool,  # noqa: FBT001  (a parameter)
) -> None:
    page.goto(vault_url)
    page.set_content(CHOOSER % label)
    recorder = BehaviorRecorder(input_debounce=0.05)
    recorder.start(page)
    page.locator("#f").fill("Oslo 4711")
    page.get_by_role("option").click()
    recorder.stop()
    assert ("Oslo 4711" in repr(recorder.operations)) is kept
    assert ("{{?}}" in repr(recorder.steps())) is not kept


LIST = """<section><label for="%s">Patient</label><select %s><option>Ann</option></select><div class="control"><div>
<input id="%s" type="text" autocomplete="new-password" %s></div><div>%s</div></div></section>"""
HIDDEN = 'style="display: none" tabindex="-1"'
SEARCHES = {
    "searches": (HIDDEN, "", ""),
    "beside": ("", "", ""),  # the list is a field of its own
    "sent": (HIDDEN, 'name="word"', ""),
    "another": (HIDDEN, "", '<label>Word <input type="text"></label>'),  # a part of the form, not of the list
    "called": (HIDDEN, 'aria-label="New password"', ""),
}


def test_a_field_that_searches_the_list_in_whose_place_it_stands_holds_no_secret(page: Any, vault_url: str) -> None:
    page.goto(vault_url)
    page.set_content("".join(LIST % (key, shown, key, own, more) for key, (shown, own, more) in SEARCHES.items()))
    recorder = BehaviorRecorder(input_debounce=0.05)
    recorder.start(page)
    for key in SEARCHES:
        page.locator(f"#{key}").fill(f"{key} 4711")
    recorder.stop()
    assert [key for key in SEARCHES if f"{key} 4711" in repr(recorder.operations)] == ["searches"]
