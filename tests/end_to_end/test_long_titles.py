"""The title of a dialog is compared to its last word, however long it is."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<h1>Server</h1><button id="halt">Stop</button><div role="dialog" aria-labelledby="title" hidden>
<h2 id="title">%(title)s</h2><button id="yes">Yes</button> <button>No</button></div><script>
const box = document.querySelector('[role=dialog]');
halt.onclick = () => { box.hidden = false; };
yes.onclick = () => { box.hidden = true; deed('%(deed)s'); say('Done'); };
</script>"""
TITLE = "Do you want to stop this server now, although three people are still logged in to it"


def stop(page: Any) -> None:
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("Done").wait_for()


def test_a_long_title_stays_the_same(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % {"title": TITLE, "deed": "stop"}, stop)

    run = versions.replay(PAGE % {"title": TITLE, "deed": "stop"})

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["stop"]


def test_another_end_of_a_long_title_stops_the_replay(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % {"title": f"{TITLE}?", "deed": "stop"}, stop)

    with pytest.raises(FlowError):
        versions.replay(PAGE % {"title": f"{TITLE}, and wipe its disk?", "deed": "wipe"})

    assert versions.deeds == []
