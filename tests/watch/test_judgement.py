"""Which element a failed locator meant: the product's own decision, on elements without a browser."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind
from pytest_ami.watch.calls import CallCounter
from pytest_ami.watch.judgement import found, lasting, same
from pytest_ami.watch.messages import another, entry, failure_lines, summary
from pytest_ami.watch.records import LocatorProposal, NearElement
from pytest_ami.watch.replacement import replacements

BUTTON = Fingerprint(
    tag="button",
    role="button",
    name="Compose",
    attributes={"data-testid": "compose"},
    absolute_xpath="/html/body/button",
    counts={"name": 1, "data-testid": 1},
)
RENAMED = replace(BUTTON, name="New message")


def judged(*seen: Fingerprint, frame: tuple[str, ...] = ()) -> Fingerprint | None:
    return found(BUTTON, StepKind.CLICK, [Candidate(fingerprint=one, frame=frame) for one in seen], ()).now


def test_an_element_that_kept_two_keys_is_found_under_its_new_name() -> None:
    assert (
        judged(RENAMED, replace(BUTTON, name="Archive", attributes={}, absolute_xpath="/html/body/button[2]"))
        == RENAMED
    )


@pytest.mark.parametrize(
    "seen",
    [
        replace(BUTTON, name="Delete", attributes={"data-testid": "compose"}),
        replace(BUTTON, name="Delete", attributes={}),
        replace(BUTTON, name="Decompose"),
    ],
)
def test_a_similar_element_in_its_place_is_not_it(seen: Fingerprint) -> None:
    finding = found(BUTTON, StepKind.CLICK, [Candidate(fingerprint=seen)], ())
    assert finding.now is None
    assert finding.verdict.evidence


def test_an_element_of_another_frame_is_not_it() -> None:
    assert judged(RENAMED, frame=("ads",)) is None


def test_a_hidden_element_is_not_proposed() -> None:
    assert found(BUTTON, StepKind.CLICK, [Candidate(fingerprint=RENAMED, problem="hidden")], ()).now is None


@pytest.mark.parametrize("name", ["Send", "Delete draft", "Pay now"])
def test_an_action_whose_effect_may_last_is_left_to_a_person(name: str) -> None:
    assert lasting(StepKind.CLICK, BUTTON, replace(BUTTON, name=name))
    assert not lasting(StepKind.CLICK, BUTTON)


def test_an_expectation_compares_the_kind_of_its_element_and_not_its_text() -> None:
    of = CallCounter(Path("/"))
    looks = of.call("expect", {"selector": "#s", "expression": "to.have.text"}, [])
    acts = of.call("click", {"selector": "#s"}, [])
    assert looks is not None
    assert acts is not None
    other = replace(BUTTON, name="Delete", attributes={"data-testid": "compose"})
    assert same(looks, BUTTON, other)
    assert not same(acts, BUTTON, other)


def test_a_locator_of_the_kind_that_the_test_used_comes_first() -> None:
    field = Fingerprint(tag="input", role="textbox", name="To", label="To", attributes={"id": "to"})
    codes = [one.code for one in replacements(field, 'internal:label="An"i')]
    assert codes[0] == 'get_by_label("To")'
    assert "locator('[id=\"to\"]')" in codes
    assert next(replacements(field)).code == 'get_by_role("textbox", name="To")'


@pytest.mark.parametrize("name", ["a\nimport os", "x" * 200, "a\x1b[31m", ""])
def test_a_text_that_is_no_plain_line_makes_no_code(name: str) -> None:
    assert list(replacements(Fingerprint(tag="button", role="button", name=name, text=name))) == []


def test_every_code_is_one_expression_that_holds_the_text_as_a_literal() -> None:
    name = '"); import os; os.system("x'
    codes = [ast.parse(one.code).body for one in replacements(Fingerprint(tag="button", role="button", name=name))]
    assert len(codes) == 2
    for (only,) in codes:
        assert isinstance(only, ast.Expr)
        assert isinstance(only.value, ast.Call)
        assert ast.literal_eval(only.value.keywords[0].value) == name


def test_a_failure_says_the_element_the_evidence_and_the_replacement() -> None:
    one = LocatorProposal(
        test="t", key="k", selector="#a", was='button "Compose"', now='button "Write"', evidence=("agrees on name",),
        code='get_by_role("button", name="Write")',
    )  # fmt: skip
    text = "\n".join(failure_lines(one, "no expectation"))
    assert 'Replace the locator by: get_by_role("button", name="Write")' in text
    assert "agrees on name" in text
    assert "did not act on it: no expectation" in text
    nothing = "\n".join(failure_lines(replace(one, code="", now="", choices=(NearElement(title="x", code="y"),))))
    assert "nothing is proposed" in nothing
    assert "there is x: y" in nothing


def test_a_text_of_the_page_cannot_command_the_terminal() -> None:
    one = LocatorProposal(test="t", key="k", selector="#a", was='button "\x1b[2J"', evidence=("a\nb",))
    assert all(line.isprintable() for line in failure_lines(one))


def test_the_summary_is_silent_without_a_broken_locator() -> None:
    assert list(summary({"t": []})) == []
    assert next(summary({"t": [entry("broken", "a.py:1", "x")]})) == "watched locators: 1 without a proposal"
    lines = list(summary({"t": [entry("healed", "a.py:1", "x"), entry("another", "a.py:2", "y")]}))
    assert lines[0] == "watched locators: 1 healed, 1 on another element"
    assert lines[-1].startswith('Run "ami fix"')


@pytest.mark.parametrize(
    ("method", "params"),
    [("press", {"key": "Control+Enter"}), ("press", {"key": "NumpadEnter"}), ("type", {"text": "Hi\n"})],
)
def test_enter_in_a_field_may_send_it_so_a_person_decides(method: str, params: dict[str, str]) -> None:
    made = CallCounter(Path("/")).call(method, {"selector": "#m", **params}, [])
    assert made is not None
    field = Fingerprint(tag="input", role="textbox", name="Message")
    assert lasting(made.kind, field, enters=made.enters)
    assert not lasting(made.kind, replace(field, role="searchbox"), enters=made.enters)
    other = CallCounter(Path("/")).call("press", {"selector": "#m", "key": "Tab"}, [])
    assert other is not None
    assert not lasting(other.kind, field, enters=other.enters)


def test_a_field_that_is_named_without_a_label_is_found_as_by_one_before_its_id() -> None:
    field = Fingerprint(tag="input", role="combobox", name="Search", attributes={"id": "c15"})
    codes = [one.code for one in replacements(field, "input[id^=f_] >> nth=0")]
    assert codes.index('get_by_label("Search")') < codes.index("locator('[id=\"c15\"]')")
    button = Fingerprint(tag="button", role="button", name="Search")
    assert not any("get_by_label" in one.code for one in replacements(button))


def test_two_elements_of_one_name_are_told_by_their_places() -> None:
    one = Fingerprint(tag="button", role="button", name="Edit", absolute_xpath="/html[1]/table[1]/tr[1]/button[1]")
    two = replace(one, absolute_xpath="/html[1]/table[1]/tr[2]/button[1]")
    assert another(one, two) == (
        'found button "Edit" at .../tr[2]/button[1], and button "Edit" at .../tr[1]/button[1] before'
    )
    assert another(one, one) == 'found button "Edit", and button "Edit" with other attributes or texts before'
    assert another(one, replace(one, name="Open")) == 'found button "Open", and button "Edit" before'
