"""When a healed test is green, what a green test leaves, and which calls are one call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.codec import from_plain
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.store.facts import Kind
from pytest_ami.watch.attempt import Heal, WatchedAttempt
from pytest_ami.watch.calls import CallCounter, LocatorCall
from pytest_ami.watch.plugin import WatchPlugin
from pytest_ami.watch.records import KnownCall, LocatorProposal, WatchMemory, as_data, sighting

ROOT = Path("/project")
FRAMES = [{"file": "/project/test_it.py", "line": 3, "function": "test_it"}, {"file": "/lib/x.py", "line": 1}]
BUTTON = Fingerprint(tag="button", role="button", name="Compose", attributes={"id": "compose"}, counts={"name": 1})
OTHER = Fingerprint(tag="button", role="button", name="Delete", attributes={"id": "delete"}, counts={"name": 1})


def attempt(*known: KnownCall) -> WatchedAttempt:
    return WatchedAttempt("t", 1, ROOT, {one.key: one for one in known}, heals=True)


def call(of: CallCounter, method: str = "click", selector: str = "#a", **params: Any) -> LocatorCall:
    made = of.call(method, {"selector": selector, **params}, FRAMES)
    assert made is not None
    return made


def expecting(of: CallCounter, text: str, selector: str = "#s") -> LocatorCall:
    return call(of, "expect", selector, expression="to.have.text", expectedText=[{"string": text}])


def stored(*calls: LocatorCall) -> list[KnownCall]:
    return [sighting(one, "digest", BUTTON) for one in calls]


def learned() -> list[KnownCall]:
    """A green test: a click, an expectation, another click, another expectation."""
    of = CallCounter(ROOT)
    return stored(call(of), expecting(of, "Open"), call(of, selector="#b"), expecting(of, "Gone", "#t"))


def test_a_call_is_known_by_its_function_its_selector_and_its_number_and_not_by_its_line() -> None:
    of = CallCounter(ROOT)
    assert [call(of).key, call(of).key] == ["test_it|click||#a|1", "test_it|click||#a|2"]
    assert [place.file for place in call(of).places] == ["test_it.py"]


@pytest.mark.parametrize(
    ("method", "params"),
    [("evaluateExpression", {}), ("click", {"selector": ""}), ("isVisible", {}), ("waitForTimeout", {})],
)
def test_other_messages_are_not_observed(method: str, params: dict[str, Any]) -> None:
    assert CallCounter(ROOT).call(method, {"selector": "#a", **params}, FRAMES) is None


@pytest.mark.parametrize(
    ("params", "names"),
    [
        ({"expression": "to.be.visible"}, True),
        ({"expression": "to.be.visible", "isNot": True}, False),
        ({"expression": "to.be.hidden"}, False),
        ({"expression": "to.have.count"}, False),
        ({"expression": "to.have.text.array"}, False),
        ({"expression": "to.have.title", "selector": ""}, False),
    ],
)
def test_an_expectation_that_an_element_is_absent_names_none(params: dict[str, Any], *, names: bool) -> None:
    made = CallCounter(ROOT).call("expect", {"selector": "#a", **params}, FRAMES)
    assert made is not None
    assert made.names_element is names


def test_only_the_expectations_before_the_next_action_can_prove_a_click() -> None:
    it = attempt(*learned())
    assert [*it.possible_proofs(call(it.counter))] == ["test_it|expect|to.have.text|#s|1"]


def test_what_shows_after_the_form_is_sent_proves_no_entry() -> None:
    of = CallCounter(ROOT)
    it = attempt(*stored(call(of, "fill"), call(of, selector="#b"), expecting(of, "Saved")))
    assert it.possible_proofs(call(it.counter, "fill")) == {}


def healed(it: WatchedAttempt) -> Heal:
    click = call(it.counter)
    heal = Heal(LocatorProposal(test="t", key=click.key, selector="#a", was="Compose", now="Write"), click.order,
                it.possible_proofs(click))  # fmt: skip
    it.healed.append(heal)
    return heal


def test_a_heal_is_proved_by_the_expectation_that_did_not_hold_before_it() -> None:
    it = attempt(*learned())
    healed(it)
    assert len(list(it.doubts())) == 1
    it.passed(expecting(it.counter, "Open"))
    assert list(it.doubts()) == []


def test_an_expectation_of_something_else_proves_nothing() -> None:
    it = attempt(*learned())
    healed(it)
    it.passed(expecting(it.counter, "another text"))
    it.passed(call(it.counter, selector="#b"))
    assert "the test came to no expectation" in next(it.doubts())


def test_another_element_after_a_heal_is_a_doubt() -> None:
    it = attempt(*learned())
    healed(it)
    it.passed(expecting(it.counter, "Open")).take("", None)
    it.passed(call(it.counter, selector="#b")).take("another digest", OTHER)
    assert 'found button "Delete"' in next(it.doubts())


def test_a_green_attempt_that_found_the_known_elements_writes_nothing() -> None:
    it = attempt(*learned())
    for made in (call(it.counter), expecting(it.counter, "Open")):
        it.passed(made).take("", None)
    it.passed(call(it.counter, selector="#b"))  # the page did not tell: what is known stays
    it.passed(expecting(it.counter, "Gone", "#t")).take("", None)
    assert not it.changed(it.sightings())


def test_an_element_that_differs_between_green_tests_is_data() -> None:
    it = attempt(*learned())
    it.passed(call(it.counter)).take("new", OTHER)
    assert len(list(it.others())) == 1
    kept = it.sightings()
    again = attempt(*kept.values())
    again.passed(call(again.counter)).take("new again", BUTTON)
    assert list(again.others()) == []
    assert kept["test_it|click||#a|1"].varies


def test_a_stored_call_comes_back_as_it_was_and_a_green_test_closes_its_proposals() -> None:
    kept = learned()
    broken = {"test": "t", "key": "k", "selector": "#a", "was": "Compose"}
    facts = [(Kind.LOCATOR_PROPOSAL.value, "t", broken), (Kind.WATCHED.value, "t", as_data(kept))]
    assert WatchMemory.of(facts).calls["t"] == {one.key: one for one in kept}
    assert WatchMemory.of(facts).open() == ()
    assert [one.was for one in WatchMemory.of(reversed(facts)).open()] == ["Compose"]
    assert WatchMemory.of([(Kind.WATCHED.value, "t", {"calls": [{"key": 3}, "x"]})]).calls["t"] == {}


def test_an_expectation_that_holds_a_secret_is_not_kept_as_a_proof() -> None:
    GATE.declare({"password": "hunter2-and-more"})
    try:
        made = sighting(expecting(CallCounter(ROOT), "hunter2-and-more"), "", None)
    finally:
        GATE.forget()
    assert made.expects is None


def test_an_expectation_on_another_page_proves_nothing() -> None:
    it = attempt(*learned())
    healed(it).frame = "frame@1"
    it.passed(expecting(it.counter, "Open"), "frame@2")
    assert "came to no expectation" in next(it.doubts())


def test_a_test_that_is_green_again_in_the_same_run_closes_its_proposals(tmp_path: Path) -> None:
    facts: list[Kind] = []
    store: Any = SimpleNamespace(journal=SimpleNamespace(append=lambda kind, **_: facts.append(kind)))
    plugin, item = WatchPlugin(tmp_path / "none", lambda: store, heals=False), SimpleNamespace(
        nodeid="t", get_closest_marker=lambda _: None, config=SimpleNamespace(rootpath=ROOT), user_properties=[]
    )  # fmt: skip
    for red in (False, True, False):
        plugin.pytest_runtest_setup(item)  # type: ignore[arg-type]
        it = plugin._observer.attempt
        assert it is not None
        it.passed(call(it.counter))
        if red:
            it.proposals.append(LocatorProposal(test="t", key="k", selector="#a", was="Compose"))
        for when in ("call", "teardown"):
            outcome = "failed" if red and when == "call" else "passed"
            talk = plugin.pytest_runtest_makereport(item, SimpleNamespace(when=when))  # type: ignore[arg-type]
            next(talk)
            with pytest.raises(StopIteration):
                talk.send(SimpleNamespace(when=when, outcome=outcome))  # type: ignore[arg-type]
    assert facts == [Kind.WATCHED, Kind.LOCATOR_PROPOSAL, Kind.WATCHED]


def test_a_text_with_a_secret_is_no_change_although_it_is_stored_without_it() -> None:
    of = CallCounter(ROOT)
    GATE.declare({"password": "hunter2-and-more"})
    try:
        shown = sighting(call(of), "p|hunter2-and-more", replace(BUTTON, name="hunter2-and-more"))
        (kept,) = as_data([shown])["calls"]
        assert "hunter2" not in str(kept)
        it = attempt(from_plain(KnownCall, kept))
        assert it.sightings() == {}
        assert not it.changed({shown.key: shown})
        assert it.changed({shown.key: replace(shown, digest="p|another")})
    finally:
        GATE.forget()
