"""The text of a field and the typed text: formatting is no difference, another value is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.fields import as_typed, keeps, recorded, relation, replaced, still_needed
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind

ADDRESS = st.from_regex(r"[a-z]{2,8}@[a-z]{2,6}\.org", fullmatch=True)


@pytest.mark.parametrize(
    ("typed", "held", "kind"),
    [
        ("a b", " a  b ", "same"),
        ("1000", "1,000.00", "number"),
        ("5551234567", "(555) 123-4567", "digits"),
        ("de89 3704", "DE89-3704", "letters"),
        ("2026-11-23", "11/23/2026", "date"),
        ("2026-11-23", "Nov 23, 2026", "date"),
        ("Berlin", "Berlin, Germany", "within"),
        ("bob@x.org", "eve@x.org", ""),
        ("", "x", ""),
    ],
)
def test_the_closest_relation_is_recorded(typed: str, held: str, kind: str) -> None:
    assert relation(typed, held) == kind


def test_a_field_that_is_emptied_after_its_first_use_holds_once() -> None:
    assert recorded("red", ["red", ""]) == "same once"
    assert recorded("red", ["red", "red"]) == "same"
    assert recorded("red", ["blue"]) == recorded("red", []) == ""


@pytest.mark.parametrize(
    ("kind", "typed", "held", "well"),
    [
        ("same", "5551234567", "(555) 123-4567", True),
        ("same", "1000", "1,000.00", True),
        ("same", "100", "1.00", False),
        ("same", "10", "1.0", False),
        ("same", "bob@x.org", "eve@x.org", False),
        ("same", "bob@x.org", "bob@x.org.evil.com", False),
        ("same", "Anna", "ANNA", False),
        ("letters", "Anna", "ANNA", True),
        ("date", "2026-12-24", "12/24/2026", True),
        ("date", "2026-12-24", "12/25/2026", False),
        ("within", "Berlin", "Bern, Switzerland", False),
        ("", "Anna", "Eve", True),
        ("of the future", "Anna", "Eve", True),
    ],
)
def test_a_replay_requires_the_recorded_relation(kind: str, typed: str, held: str, *, well: bool) -> None:
    assert keeps(kind, typed, held) is well


def step(value: str, kind: StepKind = StepKind.FILL, keeps: str = "same") -> Step:
    return Step(kind=kind, value=value, effects=Effects(keeps=keeps))


def test_the_first_replaced_field_is_named() -> None:
    steps = {2: step("{{to}}"), 3: step("", StepKind.CHECK), 4: step("{{secret}}"), 5: step("fix")}
    values = {"to": "bob"}

    assert replaced(steps, {"2": "bob", "3": "checked", "4": "anything", "5": "fix"}, values) is None
    assert replaced(steps, {"3": "unchecked", "5": "fox"}, values) == (
        3,
        "expected the value 'checked' in the field until the form is used (it holds 'unchecked')",
    )
    found = replaced(steps, {"2": "eve"}, values)
    assert found is not None
    assert found[0] == 2
    assert replaced(steps, {}, values) is None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
def test_what_was_recorded_holds_again(typed: str, held: list[str]) -> None:
    kind = recorded(typed, held)

    if kind:
        assert keeps(kind, typed, held[0])
    if kind and not kind.endswith("once"):
        assert all(keeps(kind, typed, text) for text in held)


@settings(max_examples=200, deadline=None)
@given(
    st.from_regex(r"[a-z]{2,8}@[a-z]{2,6}\.org", fullmatch=True),
    st.from_regex(r"[a-z]{2,8}@[a-z]{2,6}\.org", fullmatch=True),
)
def test_another_address_is_never_the_typed_one(typed: str, held: str) -> None:
    assert keeps("same", typed, held) is (typed == held)


SENT = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="button", role="button", name="Subscribe"),
    sent="POST /list?mail={{to}}",
)
SAVE = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Save"))
LINK = Step(
    kind=StepKind.CLICK, target=Fingerprint(tag="a", role="link", name="Account"), effects=Effects(route="/account")
)


@pytest.mark.parametrize(
    ("value", "used", "later", "needed"),
    [
        ("{{to}}", SENT, (LINK, LINK), False),
        ("{{to}}", SENT, (), False),
        ("{{to}}", LINK, (LINK,), True),  # nothing was sent yet
        ("{{to}}", replace(SENT, sent="POST /list"), (LINK,), True),  # it is not known what was sent
        ("{{to}}", replace(SENT, sent="POST /list/{{to}}"), (LINK,), True),  # the record, not the text of a field
        ("{{to}} {{name}}", SENT, (LINK,), True),  # a part of it was sent
        ("{{name}}", SENT, (LINK,), True),
        ("fixed", SENT, (LINK,), True),
        ("{{to}}", SENT, (LINK, SENT), True),  # a check before the deed
        ("{{to}}", SENT, (SAVE,), True),  # a deed over a socket may send it once more
    ],
)
def test_a_field_has_done_its_work_when_the_last_deed_has_sent_its_value(
    value: str, used: Step, later: tuple[Step, ...], *, needed: bool
) -> None:
    assert bool(still_needed({1: step(value)}, used, later)) is needed


def test_a_field_that_was_emptied_when_it_was_recorded_is_needed_once() -> None:
    assert still_needed({1: step("{{to}}", keeps="same once"), 2: step("{{name}}")}, LINK, (SAVE,)).keys() == {2}


def filling(keeps: str) -> dict[int, Step]:
    """Return a step that filled an editor, as the first one."""
    return {1: Step(kind=StepKind.FILL, value="{{note}}", effects=Effects(keeps=keeps))}


@pytest.mark.parametrize(
    ("held", "copied", "kind"),
    [
        (["red", "red"], "+", "same copied"),
        (["red", ""], "+", "same copied once"),
        (["blue"], "+", " copied"),
        (["red"], "", "same"),
        (["red"], "+body", "same copied +body"),
        (["red", ""], "+body +", "same copied +body once"),
        (["red"], "+body -draft -", "same copied +body -draft"),
    ],
)
def test_a_relation_tells_which_hidden_field_took_the_text_over(held: list[str], kind: str, copied: str) -> None:
    assert recorded("red", held, copied=copied) == kind
    assert keeps(kind, "red", held[0])
    assert keeps(kind, "red", "green") is (not kind.startswith("same"))


@pytest.mark.parametrize(
    ("kind", "copy", "unused", "waits"),
    [
        ("same copied", {"1=": "-"}, {1}, True),
        (" copied", {"1=": "-body"}, {1}, True),
        ("same copied once", {"1=": "-body"}, {1}, True),
        ("same copied", {"1=": "+body"}, {1}, False),
        ("same copied", {}, {1}, False),
        ("same copied", {"1=": "-body"}, set(), False),
        ("same", {"1=": "-body"}, {1}, False),
        ("same copied +body", {"1=": "+body"}, {1}, False),
        ("same copied +body", {"1=": "+draft -body"}, {1}, True),
        ("same copied +body once", {"1=": "-draft +body"}, {1}, False),
        ("same copied +body", {"1=": "+content"}, {1}, False),
        ("same copied +body", {"1=": "-content"}, {1}, True),
        ("same copied +body -draft", {"1=": "+draft -content"}, {1}, True),
        ("same copied +body -draft", {"1=": "+draft +content"}, {1}, False),
        ("same copied +body -draft once", {"1=": "+draft -body"}, {1}, True),
        ("same copied +body -draft", {"1=": "-draft +body"}, {1}, False),
    ],
)
def test_the_hidden_field_must_have_the_text_before_the_first_use(
    kind: str, copy: dict[str, str], unused: set[int], *, waits: bool
) -> None:
    found = replaced(filling(kind), {"1": "red", **copy}, {"note": "red"}, unused)

    assert (found is not None) is waits


@pytest.mark.parametrize(
    ("typed", "held", "kind"),
    [
        ("1.250", "1.250,00", "thousands"),
        ("1.250", "1,250.00", "thousands"),
        ("1.250", "1 250,00 €", "thousands"),
        ("1,250", "1250", "thousands"),
        ("1.250", "1.25", "decimals"),
        ("1,250", "1,25 EUR", "decimals"),
        ("1.000", "1.00", "decimals"),
        ("1.250", "1.250", "same"),
        ("1.250", "1,250", "number"),
        ("04/05/2031", "4 May 2031", "day_first"),
        ("04/05/2031", "2031-05-04", "day_first"),
        ("04/05/2031", "April 5, 2031", "month_first"),
        ("04.05.2031", "4. Mai 2031", "day_first"),
        ("05/05/2031", "5 May 2031", "date"),
        ("14/05/2031", "14 May 2031", "date"),
        ("04/05/2031", "04.05.2031", "digits"),
        ("12.50", "12,50", "number"),
        ("1250", "1.250,00", "number"),
    ],
)
def test_a_page_shows_how_it_reads_the_only_sign_of_a_number(typed: str, held: str, kind: str) -> None:
    assert relation(typed, held) == kind


@pytest.mark.parametrize(
    ("kind", "typed", "held", "well"),
    [
        ("thousands", "3.125", "3.125,00", True),
        ("thousands", "3.125", "3,125.00", True),
        ("thousands", "3.125", "3125", True),
        ("thousands", "3.125", "3.125", False),
        ("thousands", "3.120", "3.12", False),
        ("decimals", "3.120", "3.12", True),
        ("decimals", "3.120", "3.120,00", False),
        ("thousands", "3125", "3.125,00", True),
        ("thousands", "50", "50,00 €", True),
        ("thousands", "50", "80,00 €", False),
        ("day_first", "08/09/2031", "September 8, 2031", True),
        ("day_first", "08/09/2031", "9 August 2031", False),
        ("day_first", "08/09/2031", "08/09/2031", False),
        ("month_first", "08/09/2031", "9 August 2031", True),
        ("day_first", "18/09/2031", "18 September 2031", True),
    ],
)
def test_a_number_must_be_read_as_it_was_when_it_was_recorded(kind: str, typed: str, held: str, *, well: bool) -> None:
    assert keeps(kind, typed, held) is well


def test_a_number_that_stands_as_it_was_typed_may_be_read_when_its_field_is_left() -> None:
    step = Step(kind=StepKind.FILL, value="{{a}}", effects=Effects(keeps="thousands"))

    assert as_typed(step, "3.125", {"a": "3.125"})
    assert not as_typed(step, "3.125,00", {"a": "3.125"})
    assert not as_typed(step, "3125", {"a": "3125"})
    assert as_typed(replace(step, effects=Effects(keeps="day_first")), "04/05/2031", {"a": "04/05/2031"})
    assert not as_typed(replace(step, effects=Effects(keeps="number")), "3.125", {"a": "3.125"})
