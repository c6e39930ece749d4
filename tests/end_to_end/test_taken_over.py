"""A page takes an entry over a moment after it was made: a press before that would send the old one."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

NOTE = """<h1>Note</h1><label>Text <input id="text"></label>
<label>Folder <select id="folder"><option>Inbox<option>Later</select></label>
<label><input type="checkbox" id="hidden"> Hidden</label><button id="save" type="button">Save</button><script>
const kept = { text: '', folder: 'Inbox', hidden: false };
const keep = (name, value) => { %(keep)s };
text.oninput = () => keep('text', text.value);
folder.onchange = () => keep('folder', folder.value);
hidden.onchange = () => keep('hidden', hidden.checked);
const send = () => { deed(Object.values(kept).join(', ')); say('Saved'); };
save.onclick = send;
hidden.onkeydown = (event) => { if (event.key === 'Enter') send(); };
%(more)s
</script>"""
AT_ONCE = "kept[name] = value;"
LATE = "setTimeout(() => { kept[name] = value; }, %d);"
AGAIN = "clearTimeout(keep[name]); keep[name] = setTimeout(() => { kept[name] = value; }, %d);"


def save(page: Any) -> None:
    page.get_by_label("Text").fill("Feed the cat")
    page.get_by_label("Folder").select_option("Later")
    page.get_by_label("Hidden").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


def save_by_key(page: Any) -> None:
    page.get_by_label("Text").fill("Feed the cat")
    page.get_by_label("Folder").select_option("Later")
    page.get_by_label("Hidden").check()
    page.get_by_label("Hidden").press("Enter")
    page.get_by_text("Saved").wait_for()


@pytest.mark.variants(12)
@pytest.mark.parametrize("keep", [LATE % 0, LATE % 60, LATE % 150, LATE % 200, AGAIN % 120])
@pytest.mark.parametrize("teach", [save, save_by_key])
def test_a_press_waits_until_the_entries_are_taken_over(lab: Lab, page: Any, keep: str, teach: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(NOTE % {"keep": AT_ONCE, "more": ""}, teach)

    run = versions.replay(NOTE % {"keep": keep, "more": ""})

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Feed the cat, Later, true"]


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "more",
    [
        "const tick = () => setTimeout(tick, 50); tick();",
        "setTimeout = undefined;",
        "text.addEventListener('input', () => setTimeout('void 0', 100));",
        "text.addEventListener('input', () => setTimeout(() => {}, 3000));",
        "text.addEventListener('input', () => { for (let n = 0; n < 2000; n += 1) setTimeout(() => {}, n % 190); });",
        "text.addEventListener('input', () => setTimeout(() => {}, { valueOf() { return 90; } }));",
    ],
    ids=["endless", "none", "text", "long", "many", "object"],
)
def test_a_press_does_not_wait_for_other_timers(lab: Lab, page: Any, more: str) -> None:
    versions = Versions(lab, page)
    versions.learn(NOTE % {"keep": AT_ONCE, "more": ""}, save)

    run = versions.replay(NOTE % {"keep": AT_ONCE, "more": more})

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Feed the cat, Later, true"]
    assert versions.took < 3


GUESTS = """<h1>Guests</h1><table><tr><td>Ann Lee<td><button onclick="ask('Ann Lee')">Check out</button>
<tr><td>Bo Falk<td><button onclick="ask('Bo Falk')">Check out</button></table>
<div id="box" style="%(style)s" hidden><div %(role)s aria-label="Check out"><p>The key is returned.</p>
<button onclick="deed(guest); say('Checked out')">Confirm</button></div></div><script>
let guest = 'nobody';
const box = document.getElementById('box'), take = (name) => { guest = name; };
const ask = (name) => { box.hidden = false; %(takes)s };
</script>"""
FADES = "box.style.opacity = 0; requestAnimationFrame(() => { box.style.opacity = 1; }); box.ontransitionend = () => take(name);"
DIALOG = {"style": "", "role": "role=dialog"}


def check_out(page: Any, who: str) -> None:
    page.get_by_role("row", name=who).get_by_role("button").click()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Checked out").wait_for()


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "version",
    [
        *({**DIALOG, "takes": f"setTimeout(() => take(name), {ms});"} for ms in (0, 30, 90, 150)),
        {**DIALOG, "style": "transition: opacity .2s", "takes": FADES},
        {**DIALOG, "role": "", "takes": "setTimeout(() => take(name), 90);"},
    ],
    ids=["0 ms", "30 ms", "90 ms", "150 ms", "fades in", "no dialog"],
)
def test_a_deed_waits_until_the_press_before_it_has_taken_its_record(
    lab: Lab, page: Any, version: dict[str, str]
) -> None:
    versions = Versions(lab, page)
    versions.learn(GUESTS % {**version, "style": "", "takes": "take(name);"}, check_out, who="Ann Lee")

    run = versions.replay(GUESTS % version, who="Bo Falk")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Bo Falk"]
