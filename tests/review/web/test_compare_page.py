"""The pages of numbers: the comparison of two versions, and the statistics."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import TASK, click, learned, session


def test_versions_are_compared_by_their_recorded_results(client: TestClient, store: WorkflowStore) -> None:
    old = learned(store, [click("A"), click("B")])
    for number in range(30):
        session(store, old, passed=number % 2 == 0, outcome="replayed" if number % 2 == 0 else "stale")
    new = learned(store, [click("A"), click("C")])
    for _ in range(30):
        session(store, new)

    text = client.get("compare", params={"task": TASK}).text
    turned = client.get("compare", params={"task": TASK, "a": new.id, "b": old.id}).text

    assert "B is green more often than A" in text
    assert "B is green less often than A" in turned
    numbers = re.findall(r'data-name="runs">(\d+)</td><td class="num" data-name="green">(\d+%)', text)
    assert numbers == [("30", "50%"), ("30", "100%")]
    assert "33% to 67%" in text
    assert text.count('class="whisker"') == 2


def test_one_version_cannot_be_compared(client: TestClient, store: WorkflowStore) -> None:
    learned(store, [click("A")])

    assert "no two versions" in client.get("compare", params={"task": TASK}).text


def test_the_statistics_are_those_of_the_store(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click("A"), click("B")])
    names = [session(store, version, passed=number > 0) for number in range(4)]
    store.add_user_feedback(names[0], 1, "wrong", "leave out", reviewer="ann")

    text = client.get("statistics").text

    assert re.findall(r"<dt>Runs</dt><dd>(.*?)</dd>", text) == ["4"]
    assert re.findall(r"<dt>Green</dt><dd>(.*?)</dd>", text) == ["75%"]
    assert re.findall(r"<dt>Average steps</dt><dd>(.*?)</dd>", text) == ["2.0"]
    assert "click button &#34;A&#34;" in text
    assert "1 wrong" in text
    assert text.count('<svg class="chart"') == 4
