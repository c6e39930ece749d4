"""Choices: an option that is known by its value, a list that follows the keys, an option that fills its field."""

from __future__ import annotations

from typing import Any

from .case import MoveCase

CHOICE = """<label>Site <select id="site"><option value="/north">/north - North side<option value="/south">/south - South side
    <option value="/west">/west - West side</select></label><button id="send" onclick="say('sent to ' + q('#site').value)">Send</button>"""


def choose_by_value(page: Any, site: str) -> None:
    """Choose an option by the value that the page gives to it."""
    page.get_by_label("Site").select_option(site)
    page.get_by_role("button", name="Send").click()


FINDER = '<label>Find <input id="find"></label><ul id="hits"></ul>'

FINDER_JS = """
  q('#find').onkeyup = () => { const text = q('#find').value;
    q('#hits').innerHTML = ['Anna', 'Anna Maria', 'Dora', 'Łódź'].filter((one) => text && one.startsWith(text))
      .map((one) => `<li><a href="#" onclick="say('at ${one}'); return false">${one}</a></li>`).join(''); };
"""


def find_by_keys(page: Any, what: str) -> None:
    """Type into a field whose list follows the keys, and choose from the list."""
    page.get_by_label("Find").press_sequentially(what)
    page.get_by_role("link", name=what, exact=True).click()


PLAIN_JS = (
    FINDER_JS.replace("`<li>", "`").replace("</li>`", "`").replace('<a href="#"', "<div").replace("</a>", "</div>")
)
"""The list has no rows, and its entries have no role."""


def find_plain(page: Any, what: str) -> None:
    """Type into a field whose list follows the keys, and choose a text from the list."""
    page.get_by_label("Find").press_sequentially(what)
    page.get_by_text(what, exact=True).click()


GUESTS = """<label>Guest <input id="who" role="combobox"></label><ul role="listbox" id="hits"></ul>
    <button id="send" onclick="say('asked ' + q('#who').value)">Ask</button>"""

GUESTS_JS = """
  q('#who').oninput = () => { q('#hits').innerHTML = ['Anna, Arabic', 'Dora, English', 'Dora Maar, English'].filter((one) => one.startsWith(q('#who').value))
    .map((one) => `<li role="option">${one}</li>`).join(''); };
  q('#hits').onmousedown = (e) => { q('#who').value = e.target.textContent; };
  q('#hits').onclick = () => { q('#hits').innerHTML = ''; };
"""


def choose_guest(page: Any, name: str, course: str) -> None:
    """Type a part and choose the option, which completes the field as the pointer goes down."""
    page.get_by_label("Guest").fill(name)
    page.get_by_role("option", name=f"{name}, {course}", exact=True).click()
    page.get_by_role("button", name="Ask").click()


OWNERS = '<label>Owner <input id="who" role="combobox" aria-expanded="false" autocomplete="off"></label><ul id="hits" role="listbox"></ul>'

OWNERS_JS = """
  const who = q('#who'), all = ['Ann Mary', 'Anna Maria', 'Bob Hill'], asked = ASKED; let known = asked ? [] : all;
  const draw = () => { who.ariaExpanded = 'true'; q('#hits').innerHTML = known.filter((one) => one.includes(who.value))
    .map((one) => `<li role="option">${one}</li>`).join('') || 'No data'; };
  if (asked) who.onmousedown = () => { who.ariaExpanded = 'true'; setTimeout(() => { known = all; draw(); }, 100); };
  who.oninput = draw;
  q('#hits').onclick = (e) => { say('owner ' + e.target.textContent); q('#hits').innerHTML = ''; };
"""
"""A list of which the options are asked for by a click into the field; or else by what is typed."""


def choose_owner(page: Any, part: str, owner: str) -> None:
    """Click into the field, type a part, and choose."""
    page.get_by_label("Owner").click()
    page.get_by_label("Owner").press_sequentially(part)
    page.get_by_role("option", name=owner, exact=True).click()


PUT_BACK = """<span role="combobox" tabindex="0" id="who" aria-expanded="false">Nobody</span><div role="listbox" id="hits"></div>
    <button id="send" onclick="say('asked ' + q('#who').textContent)">Ask</button>"""

PUT_BACK_JS = """
  const list = q('#hits'), close = () => { list.HIDE; };
  list.innerHTML = ['Anna', 'Dora', 'Bob'].map((one) => `<div role="option"><span>${one}</span></div>`).join('');
  close();
  q('#who').onclick = () => { list.hidden = false; list.style.opacity = 1; };
  list.onmousedown = () => false;
  list.onmouseup = (e) => { q('#who').textContent = e.target.textContent; close(); list.replaceChildren(...list.children); };
"""
"""A list that takes its options out of the document at mouse-up and puts them back: the browser makes no click."""


def choose_put_back(page: Any, name: str) -> None:
    """Open the list, choose, and ask."""
    page.get_by_role("combobox").click()
    page.get_by_role("option", name=name).click()
    page.get_by_role("button", name="Ask").click()


CHOICES = (
    *(
        MoveCase(
            f"options-put-back-in-a-list-{how}",
            PUT_BACK,
            choose_put_back,
            ("click", "click", "click"),
            "asked {name}",
            PUT_BACK_JS.replace("HIDE", closed),
            {"name": "Dora"},
            {"name": "Bob"},
            day=True,
        )
        for how, closed in {"hidden": "hidden = true", "that-stays": "style.opacity = 0.9"}.items()
    ),
    *(
        MoveCase(
            f"list-asked-for-by-{how}",
            OWNERS,
            choose_owner,
            steps,
            "owner {owner}",
            OWNERS_JS.replace("ASKED", str(how == "click").lower()),
            {"part": "Ann", "owner": "Anna Maria"},
            {"part": "Bo", "owner": "Bob Hill"},
            day=True,
        )
        for how, steps in {"click": ("click", "fill", "click"), "keys": ("fill", "click")}.items()
    ),
    MoveCase(
        "option-fills-its-field",
        GUESTS,
        choose_guest,
        ("fill", "click", "click"),
        "asked {name}, {course}",
        GUESTS_JS,
        {"name": "Anna", "course": "Arabic"},
        {"name": "Dora", "course": "English"},
        day=True,
    ),
    MoveCase(
        "list-follows-keys",
        FINDER,
        find_by_keys,
        ("fill", "click"),
        "at {what}",
        FINDER_JS,
        {"what": "Anna"},
        {"what": "Dora"},
        day=True,
    ),
    MoveCase(
        "plain-list-follows-keys",
        FINDER,
        find_plain,
        ("fill", "click"),
        "at {what}",
        PLAIN_JS,
        {"what": "Anna"},
        {"what": "Dora"},
        day=True,
    ),
    MoveCase(
        "list-follows-keys-of-any-letter",
        FINDER,
        find_by_keys,
        ("fill", "click"),
        "at {what}",
        FINDER_JS,
        {"what": "Anna"},
        {"what": "Łódź"},
    ),
    MoveCase(
        "option-by-value",
        CHOICE,
        choose_by_value,
        ("select", "click"),
        "sent to {site}",
        values={"site": "/south"},
        others={"site": "/west"},
        day=True,
    ),
)
