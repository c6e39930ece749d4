"""Elements that become others between look and action: the event is withheld, and the replay looks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Run
from tests.support.lab import Lab
from tests.support.versions import Versions

ROWS = """<ul id="list">
  <li><span>Anna</span> <button>Delete</button></li>
  <li><span>Bert</span> <button>Delete</button></li>
  <li><span>Carl</span> <button>Delete</button></li>
</ul>
<script>
  const names = () => [...list.querySelectorAll('span')];
  list.addEventListener('click', ({ target }) => {
    if (target.localName !== 'button') return;
    const who = target.closest('li,.row').querySelector('span').textContent;
    deed('delete ' + who); say('Deleted ' + who);
  });
  function rotate() { const all = names().map((n) => n.textContent); all.push(all.shift()); names().forEach((n, i) => { n.textContent = all[i]; }); }
  function renew() { rotate(); list.innerHTML = list.innerHTML; }
</script>"""


BOXES = ROWS.replace("<ul", "<div").replace("</ul", "</div").replace("<li", '<div class="row"').replace("</li", "</div")


TIMED = ROWS.replace("</span>", "</span> <time>5 s ago</time>")


def on_way(script: str) -> str:
    """Return the list that does something when the pointer comes to it."""
    return f"{ROWS}<script>{script}</script>"


ONCE = "{ once: true, capture: true }"
RIGHT = {
    "the list itself": ROWS,
    "recycled once": on_way(f"list.addEventListener('pointerover', rotate, {ONCE})"),
    "rendered again once": on_way(f"list.addEventListener('pointerover', renew, {ONCE})"),
    "sorted once": on_way(f"list.addEventListener('pointerover', () => list.append(list.firstElementChild), {ONCE})"),
    "recycled once, without a list": f"{BOXES}<script>list.addEventListener('pointerover', rotate, {ONCE})</script>",
    "moved away once": on_way(f"list.addEventListener('pointerover', () => list.insertAdjacentHTML('afterbegin', '<li><span>Zoe</span> <button>Delete</button></li>'), {ONCE})"),
    "actions that show on hover": on_way("list.addEventListener('pointerover', ({ target }) => { const row = target.closest('li'); if (row && !row.querySelector('i')) row.insertAdjacentHTML('beforeend', '<i>Archive</i>'); })"),
    "a clock in each row": TIMED
    + "<script>let n = 0; setInterval(() => document.querySelectorAll('time').forEach((t) => { t.textContent = (n += 1) + ' s ago'; }), 7)</script>",
    "in a shadow root": """<div id="host"></div><script>
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = `<ul><li><span>Anna</span> <button>Delete</button></li><li><span>Bert</span> <button>Delete</button></li></ul>`;
      root.addEventListener('click', ({ target }) => { const who = target.closest('li').querySelector('span').textContent; deed('delete ' + who); say('Deleted ' + who); });
      host.addEventListener('pointerover', () => { const [a, b] = root.querySelectorAll('span'); [a.textContent, b.textContent] = [b.textContent, a.textContent]; }, { once: true });
    </script>""",
}  # fmt: skip
STOPS = {
    "recycled again and again": on_way("list.addEventListener('pointerover', rotate, true)"),
    "renamed": on_way("list.addEventListener('pointerover', ({ target }) => { if (target.localName === 'button') target.textContent = 'Delete all'; }, true)"),
    "recycled at the touch": on_way("addEventListener('mousemove', rotate, true)"),
}  # fmt: skip


def delete(page: Any, who: str) -> None:
    page.locator("li,.row").filter(has_text=who).get_by_role("button", name="Delete").click()


@pytest.fixture(params=["sync", "async"])
def replay(request: pytest.FixtureRequest, lab: Lab, page: Any) -> Callable[[str, str], tuple[Any, list[str]]]:
    """Return a function that replays the deletion on a version: the run or its error, and the deeds."""
    versions = Versions(lab, page)
    play = versions.replay if request.param == "sync" else versions.replay_async

    def done(body: str, who: str) -> tuple[Any, list[str]]:
        base = BOXES if 'class="row"' in body else TIMED if "<time>" in body else ROWS
        versions.learn(base, delete, who="Carl")
        try:
            return play(body, who=who), versions.deeds
        except FlowError as error:
            return error, versions.deeds

    return done


@pytest.mark.parametrize("case", RIGHT)
@pytest.mark.variants(18)
def test_the_right_row_is_deleted_wherever_it_is_by_then(replay: Any, case: str) -> None:
    run, deeds = replay(RIGHT[case], "Anna")

    assert isinstance(run, Run), run
    assert deeds == ["delete Anna"]


@pytest.mark.parametrize("case", STOPS)
@pytest.mark.variants(16)
def test_no_other_row_is_deleted(replay: Any, case: str) -> None:
    error, deeds = replay(STOPS[case], "Anna")

    assert isinstance(error, FlowError)
    assert deeds == []


def swap(event: str, target: str = "thing") -> str:
    return f"<script>{target}.addEventListener('{event}', () => {{ {target}.textContent = 'Everything'; }}, {{ once: true }})</script>"


THING = """<div id="thing" tabindex="0" role="button" EVENT="deed(this.textContent); say('Done')">One</div>"""
WAYS: dict[str, tuple[str, Callable[[Any], None], str]] = {
    "a double click": ("ondblclick", lambda page: page.get_by_role("button").dblclick(), "pointerover"),
    "a right click": ("oncontextmenu", lambda page: page.get_by_role("button").click(button="right"), "pointerover"),
    "a key": ("onkeydown", lambda page: page.get_by_role("button").press("Enter"), "focus"),
    "a touch of the pointer": ("onpointerdown", lambda page: page.get_by_role("button").click(), "pointerover"),
}


@pytest.mark.variants(16)
@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_act_is_withheld(lab: Lab, page: Any, way: str) -> None:
    event, act, changes = WAYS[way]
    versions, body = Versions(lab, page), THING.replace("EVENT", event)
    versions.learn(body, act)

    with pytest.raises(FlowError):
        versions.replay(body + swap(changes))

    assert versions.deeds == []
    assert versions.replay(body).steps == 1
    page.wait_for_timeout(50)
    assert versions.deeds == ["One"]


def test_in_a_frame_the_event_is_withheld_too(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    inside = "<button id=thing onclick=\"parent.deed(this.textContent); parent.say('Done')\">One</button>"

    def framed(body: str) -> str:
        return f'<iframe srcdoc="{body.replace(chr(34), "&quot;")}"></iframe>'

    versions.learn(framed(inside), lambda page: page.frame_locator("iframe").get_by_role("button").click())

    with pytest.raises(FlowError):
        versions.replay(framed(inside + swap("pointerover")))

    assert versions.deeds == []


CONTROLS = """<label>Name <input id="name"></label><label><input type="checkbox" id="box"> Agree</label>
<label for="far">Subscribe</label><input type="checkbox" id="far" style="opacity:0;position:absolute">
<label>Size <select id="size"><option>S</option><option>L</option></select></label>
<div id="text" contenteditable role="textbox" aria-label="Text"></div><details><summary>More</summary>deep</details>
<input type="range" aria-label="Volume"><button id="go" onclick="say('Done'); deed('done')">Go</button>"""


def use(page: Any) -> None:
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Agree").check()
    page.get_by_text("Subscribe").click()
    page.get_by_label("Size").select_option("L")
    page.get_by_label("Text").fill("words")
    page.get_by_text("More").click()
    page.get_by_role("button", name="Go").click()


def test_labels_choices_and_editors_are_not_disturbed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(CONTROLS, use)

    run = versions.replay(CONTROLS)

    assert run.steps == len(["name", "agree", "subscribe", "size", "text", "more", "go"])
    state = page.evaluate(
        "[name.value ?? '', box.checked, far.checked, size.value, text.innerText, document.querySelector('details').open]"
        ".map(String).concat(document.getElementById('name').value)"
    )
    assert state[1:] == ["true", "true", "L", "words", "true", "Anna"]


def test_after_the_action_the_page_belongs_to_the_test_again(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(ROWS, delete, who="Carl")
    versions.replay(ROWS, who="Anna")

    page.get_by_role("listitem").filter(has_text="Bert").get_by_role("button").click()

    page.wait_for_timeout(50)
    assert versions.deeds == ["delete Anna", "delete Bert"]
