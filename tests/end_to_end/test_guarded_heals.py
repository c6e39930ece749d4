"""A control whose name was put in other words is pressed while nothing but the recorded request may pass."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import NotReadyError, StaleError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

MAIL = """<h1>Inbox</h1><main><h2>Contract</h2><p>Dear Sam, please find the second version.</p>
<div class="bar"><button onclick="{press}">{name}</button> <a href="/print">Print view</a></div></main>
<script>
  const send = (path, body) => fetch('/deed' + path, {{ method: 'POST', body }});
  const done = () => say('Moved');
  const post = (action, target = '') => {{
    const form = Object.assign(document.createElement('form'), {{ method: 'post', action, target }});
    document.body.append(form); form.submit();
  }};
  const inside = (act) => {{
    const box = Object.assign(document.createElement('iframe'), {{ srcdoc: '<p>' }});
    box.onload = () => act(box.contentWindow); document.body.append(box);
  }};
  const ask = (json) => fetch('/deed/graphql', {{ method: 'POST', body: JSON.stringify(json),
    headers: {{ 'Content-Type': 'application/json' }} }});
</script>"""
ARCHIVES = "send('/archive').then(done)"
SAME = {
    "at once": ARCHIVES,
    "a moment later": "setTimeout(() => send('/archive').then(done), 40)",
    "and then something else": "send('/archive').then(() => send('/log-book')).then(done)",
    "after it has read": "fetch('/rights').then(() => send('/archive')).then(done)",
}
OTHER = {
    "another address": "send('/bin').then(done)",
    "another address, a moment later": "setTimeout(() => send('/bin').then(done), 40)",
    "another address before the recorded one": "send('/bin').then(() => send('/archive')).then(done)",
    "a form": "post('/deed/bin')",
}


def moved(page: Any) -> None:
    page.get_by_role("button").first.click()
    page.get_by_text("Moved").wait_for()


def mail(name: str, press: str = ARCHIVES) -> str:
    return MAIL.format(name=name, press=press.replace('"', "&quot;"))


@pytest.mark.variants(12)
@pytest.mark.parametrize("way", SAME)
@pytest.mark.parametrize("name", ["Archivieren", "归档"])
def test_a_deed_in_other_words_that_sends_the_recorded_request_is_healed(
    lab: Lab, page: Any, name: str, way: str
) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive"), moved)

    run = versions.replay(mail(name, SAME[way]))

    assert run.outcome is Outcome.HEALED
    assert versions.deeds.count("/deed/archive") == 1


@pytest.mark.variants(12)
@pytest.mark.parametrize("way", OTHER)
@pytest.mark.parametrize("name", ["Archivieren", "归档"])
def test_a_deed_in_other_words_that_sends_something_else_does_not_reach_the_server(
    lab: Lab, page: Any, name: str, way: str
) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive"), moved)

    with pytest.raises(StaleError, match=r"would have sent POST /deed/bin, .*held back"):
        versions.replay(mail(name, OTHER[way]))

    assert versions.deeds == []


def test_another_command_to_the_recorded_address_is_another_deed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    asks = "ask({{operationName: '{}', variables: {{}}}}).then(done)"
    versions.learn(mail("Archive", asks.format("ArchiveMail")), moved)

    with pytest.raises(StaleError, match="held back"):
        versions.replay(mail("Archivieren", asks.format("DeleteMail")))
    assert versions.deeds == []
    assert versions.replay(mail("Archivieren", asks.format("ArchiveMail"))).outcome is Outcome.HEALED


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("address", "name", "now", "heals"),
    [
        ("/item/1", "Archive", "Archivieren", False),
        ("/item/1/archive", "Archive", "Archivieren", True),
        ("/item/1", "Save", "Speichern", True),
        ("/item/1", "Approve", "Genehmigen", False),
    ],
)
def test_a_change_in_place_is_known_by_its_address_or_only_saves(
    lab: Lab, page: Any, address: str, name: str, now: str, *, heals: bool
) -> None:
    versions = Versions(lab, page)
    press = f"fetch('/deed{address}', {{method: 'PATCH', body: '1'}}).then(done)"
    versions.learn(mail(name, press), moved)

    if heals:
        assert versions.replay(mail(now, press)).outcome is Outcome.HEALED
    else:
        with pytest.raises(StaleError):
            versions.replay(mail(now, press))
        assert versions.deeds == []


def test_a_deed_that_no_request_shows_is_not_done_in_other_words(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive", "done()"), moved)

    with pytest.raises(StaleError):
        versions.replay(mail("Archivieren", "done()"))


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Pay 10 EUR", "Zahlen 100 EUR"),
        ("Pay 10 EUR", "Zahlen -10 EUR"),
        ("Delete (1)", "Löschen (2)"),
        ("Pay", "Pay 5"),
        ("Archive", "Archived"),
        ("Archive", "Archiviert"),
        ("归档", "已归档"),
    ],
)
def test_words_may_be_others_and_numbers_and_states_may_not(lab: Lab, page: Any, was: str, now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(mail(was), moved)

    with pytest.raises(StaleError):
        versions.replay(mail(now))

    assert versions.deeds == []


NEW = """<h1>Issues</h1><main><p>All that is open.</p>
<div class="bar"><button{id} onclick="{press}">{name}</button></div></main>
<dialog id="box"><h2>Issue</h2><label>Title <input></label></dialog>"""


def opener(name: str, press: str, own: str = "") -> str:
    return NEW.format(name=name, press=press, id=own and f' id="{own}"')


def opened(page: Any) -> None:
    page.get_by_role("button").first.click()
    page.get_by_label("Title").wait_for()


def test_a_button_that_only_opens_is_healed_by_a_synonym_and_sends_nothing(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(opener(name="New issue", press="box.showModal()"), opened)

    assert versions.replay(opener(name="Neues Problem", press="box.showModal()")).outcome is Outcome.HEALED

    with pytest.raises(StaleError, match="held back"):
        versions.replay(opener(name="Neues Problem", press="deed('close').then(() => box.showModal())"))
    assert versions.deeds == []


@pytest.mark.variants(16)
@pytest.mark.parametrize("name", ["Following", "Stop", "Close all issues", "Import issues"])
def test_a_key_does_not_stand_for_a_name_of_another_meaning(lab: Lab, page: Any, name: str) -> None:
    versions = Versions(lab, page)
    versions.learn(opener(name="Follow", press="box.showModal()", own="act-1"), opened)

    with pytest.raises(StaleError):
        versions.replay(opener(name=name, press="box.showModal()", own="act-1"))


def test_a_deed_with_a_request_is_known_by_its_name_whatever_key_it_kept(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    page_of = MAIL.replace("<button ", '<button id="submit" ')
    versions.learn(page_of.format(name="Save draft", press="send('/post', 'draft').then(done)"), moved)

    with pytest.raises(StaleError):
        versions.replay(page_of.format(name="Publish", press="send('/post', 'public').then(done)"))

    assert versions.deeds == []


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    "press",
    [
        "done(); setTimeout(() => send('/bin'), 1500)",
        "const tab = open('/tab'); setTimeout(() => tab.fetch('/deed/bin', {method: 'POST'}), 200)",
        "post('/deed/bin', '_blank')",
        "inside((frame) => frame.fetch('/deed/bin', {method: 'POST'}).then(done))",
    ],
    ids=["after a pause", "in a tab that it opens", "by a form for a new tab", "in a frame without an address"],
)
def test_a_deed_is_held_back_after_a_pause_and_in_a_new_tab(lab: Lab, page: Any, press: str) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive"), moved)

    with pytest.raises((StaleError, NotReadyError)):
        versions.replay(mail("Archivieren", press))

    page.wait_for_timeout(500)
    assert versions.deeds == []


def test_the_recorded_request_may_come_after_a_pause(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive"), moved)

    late = mail("Archivieren", "setTimeout(() => send('/archive').then(done), 1500)")
    assert versions.replay(late).outcome is Outcome.HEALED


@pytest.mark.variants(8)
@pytest.mark.parametrize("now", ["/live/archive", "/archive/all/archive"])
def test_an_address_that_only_ends_like_the_recorded_one_is_another_address(lab: Lab, page: Any, now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive", ARCHIVES.replace("/archive", "/trial/archive")), moved)

    with pytest.raises(StaleError, match="held back"):
        versions.replay(mail("Archivieren", ARCHIVES.replace("/archive", now)))

    assert versions.deeds == []


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("New issue", "New repository"),
        ("Add member", "Add owner"),
        ("Mitglied hinzufügen", "Inhaber hinzufügen"),
        ("Deposit", "Withdraw"),
        ("Promote", "Demote"),
    ],
)
def test_a_button_that_opens_the_dialog_of_another_deed_is_not_pressed(lab: Lab, page: Any, was: str, now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(opener(name=was, press="box.showModal()", own="act-1"), opened)

    with pytest.raises(StaleError):
        versions.replay(opener(name=now, press="box.showModal()", own="act-1"))


def test_async_pages_hold_it_back_too(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(mail("Archive"), moved)

    with pytest.raises(StaleError, match="held back"):
        versions.replay_async(mail("Archivieren", OTHER["another address"]))
    assert versions.deeds == []
