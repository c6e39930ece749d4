"""Pairs of small pages: learned on the first, replayed on the second. The right deed is done, or none.

The status says "Done" whatever was pressed, so the effect of a step proves nothing: the element alone has to be right.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

HOME = "http://pairs.test/"
SCRIPT = """<p role="status" id="said"></p><script>
  const did = (what) => { document.body.dataset.did = what; document.getElementById('said').textContent = 'Done'; return false; };
  document.addEventListener('submit', (event) => event.preventDefault());
</script>"""


def button(name: str, did: str, more: str = "") -> str:
    return f"""<button type="button" onclick="did('{did}')" {more}>{name}</button>"""


def table(*rows: str, cell: str = "<td>{}</td>", verb: str = "Remove") -> str:
    made = "".join(f"<tr>{cell.format(row)}<td>{button(verb, row)}</td></tr>" for row in rows)
    return f"<main><h1>People</h1><table>{made}</table></main>"


def press(name: str) -> Callable[..., None]:
    return lambda page, **_: page.get_by_role("button", name=name, exact=True).first.click()


def remove(page: Any, who: str) -> None:
    page.get_by_role("row").filter(has=page.get_by_text(who, exact=True)).get_by_role("button").first.click()


PRESS_SEND = press("Send")


@dataclass(frozen=True)
class Pair:
    """Two versions of a page.

    Attributes:
        before: Learned on it.
        after: Replayed on it.
        right: The deed that may be done on it; None if none may be done.
        show: The demonstration.
        values: Parameter values of the demonstration and of the replay.
    """

    before: str
    after: str
    right: str | None = None
    show: Callable[..., None] = PRESS_SEND
    values: tuple[dict[str, str], dict[str, str]] = field(default=({}, {}))


def person(now: str, after: str, right: str | None = None, before: str = table("Anna", "Bob")) -> Pair:
    return Pair(before, after, right, remove, ({"who": "Anna"}, {"who": now}))


def renamed(before: str, after: str, right: str | None = None) -> Pair:
    first, second = (f"<main>{button(name, name)}</main>" for name in (before, after))
    return Pair(first, second, right, press(before))


def inbox(unread: int) -> str:
    return f"""<nav><a href="/inbox" onclick="return did('inbox')">Inbox ({unread})</a></nav>"""


def letter(title: str, sender: str, text: str) -> str:
    return f"<main><article><h2>{title}</h2><p>From:</p><p>{sender}</p><p>{text}</p>{button('Reply', 'reply')}</article></main>"


def region(name: str, inside: str) -> str:
    return f'<section role="region" aria-label="{name}"><h2>{name}</h2>{inside}</section>'


MAIN = f"<main><h1>Letter</h1><p>To the editor</p>{button('Send', 'letter')}</main>"
FOOTER = f"<footer><h2>Newsletter</h2><p>Every week</p>{button('Send', 'newsletter')}</footer>"
NO_MAIN = "<main><h1>Letter</h1><p>To the editor</p></main>"


def cards(*plans: str) -> str:
    made = "".join(f"<div class=card><h3>{p}</h3><p>About {p}</p>{button('Choose', p)}</div>" for p in plans)
    return f"<main><h1>Plans</h1>{made}</main>"


def modal(name: str, inside: str) -> str:
    return f'<div role="dialog" aria-modal="true" aria-label="{name}"><h2>{name}</h2>{inside}</div>'


def toggle(state: str) -> str:
    return f"<main><h1>Sound</h1>{button('Mute', f'from {state}', f'aria-pressed={state}')}</main>"


def form(action: str, more: str = "") -> str:
    return f"""<main><h1>Draft</h1><form action="{action}"><label>Text <input></label>
      <button onclick="did('{action}')" {more}>Send</button></form></main>"""


HOSTILE = {
    "a longer name": person("Anna", table("Anna Maria", "Bob")),
    "a longer address": person("bob@x.org", table("bob@x.org.evil.com", "Bob")),
    "a copy": person("Report", table("Report (copy)", "Bob")),
    "a copy in two nodes": person("Report", table("Report <i>(copy)</i>", "Bob")),
    "a longer name in two nodes": person("Anna", table("Anna <em>Maria</em>", "Bob")),
    "a longer name beside an age": person("Anna", table("<small>seen 3 h ago</small> <b>Anna</b> <em>Maria</em>", "Bob")),
    "a state beside the value": person("Anna", table("Anna <small>invited 3 h ago</small>", "Bob")),
    "another case": person("aBc", table("abC", "Bob")),
    "a letter of another script": person("Bob", table("Anna", "B\u043eb")),
    "gone, one in another landmark": Pair(MAIN + FOOTER, NO_MAIN + FOOTER),
    "gone, one in another landmark that was not there": Pair(MAIN, NO_MAIN + FOOTER),
    "disabled, one in another landmark": Pair(MAIN + FOOTER, MAIN.replace("<button", "<button disabled") + FOOTER),
    "hidden, one in another landmark": Pair(MAIN + FOOTER, MAIN.replace("<button", "<button hidden") + FOOTER),
    "gone, one in another region": Pair(
        region("Mail", button("Send", "mail")) + region("Chat", button("Send", "chat")),
        region("Mail", "") + region("Chat", button("Send", "chat")),
    ),
    "gone, one in another group": Pair(
        f"<fieldset><legend>Billing</legend>{button('Send', 'billing')}</fieldset>",
        f"<fieldset><legend>Shipping</legend>{button('Send', 'shipping')}</fieldset>",
    ),
    "gone, one in another card": Pair(cards("Basic", "Pro"), cards("Pro"), None, press("Choose")),
    "another card alone": Pair(cards("Basic"), cards("Pro"), None, press("Choose")),
    "disabled, one in another row": Pair(
        table("Milk", "Eggs"), table("Milk", "Eggs").replace("<button", "<button disabled", 1), None, press("Remove")
    ),
    "gone, one in a frame": Pair(
        MAIN, NO_MAIN + """<iframe srcdoc="<button onclick=&quot;parent.did('ad')&quot;>Send</button>"></iframe>"""
    ),
    "a new dialog": Pair(MAIN, NO_MAIN + modal("Feedback", button("Send", "feedback"))),
    "a new dialog beside it": Pair(
        f"<main><h1>Letter</h1>{button('Send', 'letter')}</main>",
        f"<main><h1>Letter</h1></main>{modal('Invite', '<p>Everybody gets it?</p>' + button('Send', 'invite'))}",
    ),
    "another dialog": Pair(
        modal("Delete draft", button("OK", "draft")), modal("Delete account", button("OK", "account")), None, press("OK")
    ),
    "outside of its dialog": Pair(
        modal("Write", button("Send", "dialog")), f"<main><h1>Other</h1>{button('Send', 'page')}</main>"
    ),
    "another amount": renamed("Pay 10 EUR", "Pay 1000 EUR"),
    "another number of deeds": renamed("Approve all (1)", "Approve all (50)"),
    "a form that goes elsewhere": Pair(form("/send"), form("/delete")),
    "a button that goes elsewhere": Pair(form("/send"), form("/send", "formaction=/delete")),
    "a toggle in the other state": Pair(toggle("false"), toggle("true"), None, press("Mute")),
    "other words on it": Pair(
        f"<main>{button('Send', 'send', 'aria-label=Send')}</main>",
        f"<main>{button('Delete all', 'delete', 'aria-label=Send')}</main>",
    ),
    "more is asked in a dialog of the same name": Pair(
        modal("Delete", "<p>Delete this draft?</p>" + button("Delete", "draft")),
        modal("Delete", "<p>Delete this draft and every older one?</p>" + button("Delete", "drafts")), None, press("Delete"),
    ),
    "a word by style": Pair(
        f"<main>{button('Send', 'one')}</main>",
        f"<style>button::after {{content: ' to all'}}</style><main>{button('Send', 'all')}</main>",
    ),
    "another unit in the head of the table": person(
        "Bob", table("Anna", "Bob").replace("<table>", "<table><tr><th>Sum (USD)</th><th></th></tr>"), None,
        before=table("Anna", "Bob").replace("<table>", "<table><tr><th>Sum (EUR)</th><th></th></tr>"),
    ),
    "another drawing": Pair(
        f"<main>{button('<svg width=16 height=16><path d=M1,2h9z /></svg>', 'share')}</main>",
        f"<main>{button('<svg width=16 height=16><path d=M9,9v9z /></svg>', 'delete')}</main>",
        None,
        lambda page, **_: page.locator("button").click(),
    ),
    "another icon": Pair(
        f"<main>{button('<i class=icon-mail>*</i>'.replace('*', ''), 'send', 'style=width:20px;height:20px')}</main>",
        f"<main>{button('<i class=icon-trash>*</i>'.replace('*', ''), 'delete', 'style=width:20px;height:20px')}</main>",
        None,
        lambda page, **_: page.locator("button").click(),
    ),
}  # fmt: skip

HARMLESS = {
    "other rows, another order": person("Bob", table("Carl", "Bob", "Anna"), "Bob"),
    "an added column": person("Bob", table("Anna", "Bob", cell="<td>{}</td><td>new</td>"), "Bob"),
    "a row of another tag": person("Bob", table("Anna", "Bob").replace("<td>", "<td><b>").replace("</td>", "</b></td>"), "Bob"),
    "a counter beside the value": person("Bob", table("Anna", "Bob").replace("<td>Bob", "<td>Bob <span>7</span>"), "Bob"),
    "an age beside the value": person(
        "Bob", table("Anna", "Bob").replace("<td>Bob", "<td><small>seen 3 h ago</small> <b>Bob</b>"), "Bob"
    ),
    "one more in another landmark": Pair(MAIN, MAIN + FOOTER, "letter"),
    "late, one in another landmark is there": Pair(
        MAIN + FOOTER,
        f"<main><h1>Letter</h1><p>To the editor</p><span id=s></span></main>{FOOTER}"
         f"<script>setTimeout(() => {{ s.outerHTML = `{button('Send', 'letter')}` }}, 400)</script>",
        "letter",
    ),
    "a wrapper": Pair(MAIN, MAIN.replace("<button", "<div><div><button").replace("</button>", "</button></div></div>"), "letter"),
    "a banner": Pair(MAIN, "<div>We have moved. <a href='/news'>Read more</a></div>" + MAIN, "letter"),
    "another heading": Pair(MAIN, MAIN.replace("Letter", "Your letter"), "letter"),
    "a counter of a link": Pair(
        inbox(3),
        inbox(4),
        "inbox",
        lambda page, **_: page.get_by_role("link").click(),
    ),
    "another record around it": Pair(
        letter("Lunch", "Ann", "At noon?"), letter("Plans", "Bob", "See the list"), "reply", press("Reply")
    ),
    "a dialog that was there": Pair(modal("Write", button("Send", "dialog")), modal("Write", button("Send", "dialog")), "dialog"),
    "a soft hyphen": Pair(MAIN, MAIN.replace("Send<", "Se\u00adnd<"), "letter"),
}  # fmt: skip


def replayed(lab: Lab, page: Any, pair: Pair) -> str | None:
    """Learn on the first page and replay on the second; return the deed that was done there."""
    body = {"now": pair.before}
    page.route(f"{HOME}**", lambda route: route.fulfill(
        body=f"<!doctype html><title>Pair</title><body>{SCRIPT}{body['now']}", content_type="text/html; charset=utf-8"))  # fmt: skip
    first, second = pair.values
    page.goto(HOME)
    lab.run(page, "do it", first, teacher=pair.show, timeout=4.0)
    body["now"] = pair.after
    page.goto(HOME)
    with contextlib.suppress(FlowError):
        lab.run(page, "do it", second, mode=Mode.REPLAY, timeout=4.0)
    did = page.evaluate("document.body.dataset.did ?? null")
    return str(did) if did is not None else None


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.variants(14)
def test_nothing_is_done_where_the_right_element_is_gone(lab: Lab, page: Any, name: str) -> None:
    assert replayed(lab, page, HOSTILE[name]) is None


@pytest.mark.parametrize("name", HARMLESS)
@pytest.mark.variants(16)
def test_a_harmless_change_is_no_other_element(lab: Lab, page: Any, name: str) -> None:
    assert replayed(lab, page, HARMLESS[name]) == HARMLESS[name].right
