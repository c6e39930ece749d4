"""Elements that are healed, cleared out of the way or left alone, on one small page in many versions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab, taught_once

HOME = "http://orders.test/"
FIELDS = """
  <label for="ref">Reference</label><input id="ref" name="ref">
  <label for="note">Note</label><input id="note" name="note">
"""
FORM = f"""<form id="order" aria-label="Order">{FIELDS}<button id="place" type="submit">Send order</button></form>"""
PAGE = f"""<header><nav aria-label="Main"><a href="/help">Help</a></nav></header>
<main><h1>New order</h1>{FORM}<p role="status" id="said"></p></main>"""
SCRIPT = """<script>
  const wire = (root) => root.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const all = new FormData(event.target);
    top.document.body.dataset.sent = all.get('ref') + '/' + all.get('note');
    top.document.getElementById('said').textContent = 'Order ' + all.get('ref') + ' was sent';
  });
  wire(document);
</script>"""
OVER = "position:fixed;inset:0;background:#0008;z-index:9"


def dialog(text: str, *buttons: str, title: str = "Your privacy") -> str:
    made = "".join(
        f"""<button type="button" onclick="this.closest('[role=dialog]').remove()">{b}</button>""" for b in buttons
    )
    return f"""<div role="dialog" aria-modal="true" aria-label="{title}" style="{OVER}"><h2>{title}</h2><p>{text}</p>{made}</div>"""


class Shop:
    """The page, in whatever version the test wants it, and a lab that may know it as it was."""

    def __init__(self, lab: Lab, page: Any) -> None:
        self.lab, self.page, self.body = lab, page, PAGE
        page.route("http://orders.test/**", self._serve)

    def _serve(self, route: Any) -> None:
        route.fulfill(body=f"<!doctype html><title>Orders</title><body>{self.body}{SCRIPT}", content_type="text/html")

    def order(self, ref: str, note: str, **more: Any) -> Any:
        self.page.goto(HOME)
        return self.lab.run(self.page, "order", {"ref": ref, "note": note}, timeout=4.0, **more)

    def replay(self, body: str, **more: Any) -> Any:
        self.body = body
        return self.order("B-2002", "later", **{"mode": Mode.REPLAY, **more})

    @property
    def sent(self) -> str | None:
        sent = self.page.evaluate("document.body.dataset.sent ?? null")
        return str(sent) if sent is not None else None


def show(page: Any, ref: str, note: str) -> None:
    page.get_by_label("Reference").fill(ref)
    page.get_by_label("Note").fill(note)
    page.get_by_role("button", name="Send order").click()


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the one lesson that all labs of this module copy."""
    return tmp_path_factory.mktemp("lesson") / ".ami"


@pytest.fixture
def lab(lesson: Path, tmp_path: Path, new_context: Any) -> Lab:
    """A lab that has learned the page as it was."""

    def teach(lab: Lab) -> None:
        first = Shop(lab, new_context().new_page())
        first.order("A-1001", "first", teacher=show)
        first.order("A-1002", "second")
        first.page.context.close()

    return taught_once(lesson, tmp_path / ".ami", teach)


@pytest.fixture
def shop(lab: Lab, page: Any) -> Shop:
    return Shop(lab, page)


HARMLESS = {
    "a consent dialog": PAGE + dialog("We use cookies.", "Accept all"),
    "a consent dialog with a choice": PAGE + dialog("We use cookies.", "Accept all", "Reject all"),
    "two dialogs, one after the other": PAGE
    + dialog("We use cookies.", "Accept all")
    + dialog("Have a look at what is new.", "Got it", title="What's new"),
    "a page in front of the page": f"""<div id="front"><h1>Welcome back</h1><p>Nice to see you.</p>
      <button type="button" onclick="document.getElementById('front').remove();document.getElementById('all').hidden=false">Continue</button>
      </div><div id="all" hidden>{PAGE}</div>""",
    "a second tab": PAGE.replace(
        FORM,
        f"""<div role="tablist"><button role="tab" aria-selected="true">Overview</button><button role="tab" aria-selected="false"
        onclick="this.setAttribute('aria-selected', true);document.getElementById('panel').hidden=false">Details</button></div>
        <div role="tabpanel" id="panel" hidden>{FORM}</div>""",
    ),
    "a fold": PAGE.replace(FORM, f"<details><summary>Order form</summary>{FORM}</details>"),
    "a second part of the form": PAGE.replace(
        '<label for="note">',
        """<button type="button" onclick="document.getElementById('rest').hidden=false">Next</button>
        <div id="rest" hidden><label for="note">""",
    ).replace('name="note">', 'name="note"></div>'),
    "other words": PAGE.replace("Send order<", "Bestellung senden<"),
    "a badge and an arrow": PAGE.replace("Send order<", "Send order (2)<").replace(">Note<", ">Note *<"),
    "another tag": PAGE.replace(
        '<button id="place" type="submit">Send order</button>',
        """<a role="button" tabindex="0" onclick="this.closest('form').requestSubmit()">Send order</a>""",
    ),
}


@pytest.mark.parametrize("version", HARMLESS)
@pytest.mark.variants(16)
def test_what_keeps_its_meaning_is_healed(shop: Shop, version: str) -> None:
    run = shop.replay(HARMLESS[version])

    assert run.outcome is (Outcome.REPLAYED if version == "a badge and an arrow" else Outcome.HEALED)
    assert run.drifting
    assert run.model_calls == 0
    assert shop.sent == "B-2002/later"


HARMFUL = {
    "a question about the order": PAGE + dialog("Send this order now?", "OK", "Cancel", title="Please confirm"),
    "a question with one answer": PAGE + dialog("Delete all drafts?", "OK", title="Drafts"),
    "an error": PAGE + dialog("Your session has expired.", "OK", title="Error"),
    "a dialog that wants something": PAGE + dialog("<input aria-label='E-mail'>", "Continue", title="Newsletter"),
    "a sale": PAGE + dialog("Only today.", "Buy now", title="News"),
    "the opposite": PAGE.replace("Send order<", "Cancel order<"),
    "less than that": PAGE.replace("Send order<", "Send order later<"),
    "another form's button": PAGE.replace('<button id="place" type="submit">Send order</button>', "")
    + """<footer><form aria-label="Feedback"><button>Send</button></form></footer>""",
    "a field that is gone": PAGE.replace('<label for="note">Note</label><input id="note" name="note">', ""),
}


@pytest.mark.parametrize("version", HARMFUL)
@pytest.mark.variants(12)
def test_what_may_mean_something_else_stops_the_run(shop: Shop, version: str) -> None:
    with pytest.raises(StaleError):
        shop.replay(HARMFUL[version])

    assert shop.sent is None


def test_a_form_that_moved_into_a_frame_is_found_there(shop: Shop) -> None:
    inside = (FORM + SCRIPT).replace('"', "&quot;")

    run = shop.replay(PAGE.replace(FORM, f'<iframe srcdoc="{inside}" style="width:600px;height:300px"></iframe>'))

    assert run.outcome is Outcome.HEALED
    assert shop.sent == "B-2002/later"


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_a_form_that_moved_into_a_shadow_root_is_found_there(shop: Shop, mode: str) -> None:
    made = f"""<div id="host"></div><template id="t">{FORM}</template><script>
      const root = document.getElementById('host').attachShadow({{mode: '{mode}'}});
      root.append(document.getElementById('t').content);
      setTimeout(() => wire(root));
    </script>"""

    run = shop.replay(PAGE.replace(FORM, made))

    assert run.outcome in (Outcome.HEALED, Outcome.REPLAYED)
    assert shop.sent == "B-2002/later"


def test_a_heal_without_the_effect_is_stale(shop: Shop) -> None:
    dead = HARMLESS["another tag"].replace("this.closest('form').requestSubmit()", "")

    with pytest.raises(StaleError, match="wrong_effect"):
        shop.replay(dead)


def test_nothing_is_healed_where_the_user_forbids_it(shop: Shop) -> None:
    with pytest.raises(StaleError):
        shop.replay(HARMLESS["a consent dialog"], heal="off")

    assert shop.sent is None


def test_what_was_cleared_away_becomes_an_optional_step(shop: Shop, tmp_path: Path) -> None:
    shop.replay(HARMLESS["a consent dialog"], mode=Mode.AUTO)
    workflow = shop.lab.store.versions("order")[-1]

    assert [step.optional for step in workflow.steps] == [True, False, False, False]
    assert workflow.steps[0].title() == 'click button "Accept all"'
    assert shop.order("C-3003", "with").outcome is Outcome.REPLAYED
    shop.body = PAGE
    assert shop.order("D-4004", "without").outcome is Outcome.REPLAYED
    assert shop.sent == "D-4004/without"


def test_a_page_that_writes_json_in_its_own_way_is_read_all_the_same(shop: Shop) -> None:
    taught = "<script>Array.prototype.toJSON = String.prototype.toJSON = function () { return 'x' + this }</script>"
    run = shop.replay(taught + PAGE)
    assert run.outcome is Outcome.REPLAYED
    assert shop.page.evaluate("JSON.stringify(['a'])") == '"xa"'  # the page's own ways are left as they were
