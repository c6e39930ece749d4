"""Texts beside an element are those that a person reads: no script, no style."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """{head}<main><section><h2>Invite</h2>{above}<p>by mail</p>{between}<button id="go">Send</button></section></main>{foot}
<script>go.onclick = () => {{ deed('send'); say('Sent'); }};</script>"""
"""A button without a key of its own: the texts around it say which one it is."""

STYLE = "<style>.a { color: red }</style>"
SCRIPT = "<script>window.made = Date.now();</script><template><p>Not yet</p></template>"
UNREAD = {
    "a style between": {"between": STYLE},
    "a script between": {"between": SCRIPT},
    "styles before all": {"above": STYLE, "head": STYLE},
    "scripts behind all": {"foot": SCRIPT},
}


def invite(page: Any) -> None:
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Sent").wait_for()


def form(**parts: str) -> str:
    return FORM.format(**{"head": "", "above": "", "between": "", "foot": "", **parts})


@pytest.mark.variants(16)
@pytest.mark.parametrize("where", UNREAD)
@pytest.mark.parametrize("comes", [True, False], ids=["comes", "goes"])
def test_what_nobody_reads_may_come_and_go(lab: Lab, page: Any, where: str, comes: bool) -> None:  # noqa: FBT001
    pages = (form(), form(**UNREAD[where])) if comes else (form(**UNREAD[where]), form())
    versions = Versions(lab, page)
    versions.learn(pages[0], invite)
    (learned,) = [step for step in lab.store.find("task").steps if step.target]  # type: ignore[union-attr]

    run = versions.replay(pages[1])

    assert learned.target is not None
    assert not any("{" in text or "window" in text for text in learned.target.neighbours)
    assert (run.outcome, versions.deeds) == (Outcome.REPLAYED, ["send"])


MONEY = """<style>.amount::before {{ content: "{sign}" }} label::after {{ content: "*" }}</style><label for="n">Amount</label>
<span class="amount"><input id="n"></span><button id="go">Send</button><script>go.onclick = () => {{ deed('send'); say('Sent'); }};</script>"""


def pay(page: Any) -> None:
    page.get_by_label("Amount").fill("20")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Sent").wait_for()


def test_a_unit_that_the_style_draws_beside_a_field_counts(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(MONEY.format(sign="€"), pay)

    with pytest.raises(StaleError, match="its value is meant in gbp"):
        versions.replay(MONEY.format(sign="£"))

    assert versions.deeds == []
