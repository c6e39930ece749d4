"""The evidence of a recorded element: words of the page stay, and the text of a loading list is no evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.recording.evidence import loaded, templated, under_record, with_words, without_choice
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.recordings import op


@pytest.mark.parametrize("text", ["Searching…", "Please wait..."])
def test_a_list_that_is_loading_is_no_evidence_of_its_field(text: str) -> None:
    found = loaded(Fingerprint(tag="input", cells=(text,), texts=(text,), neighbours=(text, "Author")))

    assert (found.cells, found.texts, found.neighbours) == ((), (), ("Author",))


@pytest.mark.parametrize(
    ("tag", "cells"),
    [
        ("input", ("Ada Lovelace", "Details…")),
        ("input", ("Ada Lovelace",)),
        ("input", ("See the notes of all the people here…",)),
        ("button", ("More…",)),
        ("input", ()),
    ],
)
def test_cells_of_a_row_and_texts_around_a_control_stay(tag: str, cells: tuple[str, ...]) -> None:
    recorded = Fingerprint(tag=tag, cells=cells, texts=cells, neighbours=cells)

    assert loaded(recorded) == recorded


def test_a_heading_that_stood_before_its_word_was_typed_is_no_data() -> None:
    recorded = Fingerprint(tag="button", heading="Add user", scope=("form|Add user", "region|user"))
    template = Fingerprint(tag="button", heading="Add {{group}}", scope=("form|Add {{group}}", "region|{{group}}"))

    found = with_words(template, recorded, frozenset({"Add user"}))

    assert (found.heading, found.scope) == ("Add user", ("form|Add user", "region|{{group}}"))


def test_a_heading_that_names_a_record_is_data() -> None:
    recorded = Fingerprint(tag="button", heading="Edit Ada")
    template = Fingerprint(tag="button", heading="Edit {{name}}")

    assert with_words(template, recorded, frozenset()) == template
    assert with_words(template, None, frozenset({"Edit Ada"})) == template


LIST = Fingerprint(
    tag="button",
    role="button",
    name="EUR",
    text="EUR",
    label="EUR",
    cells=("Currency", "EUR"),
    details={"haspopup": "listbox"},
)


def test_the_present_choice_is_no_name_of_the_button_that_opens_its_list() -> None:
    found = without_choice(LIST, Effects(appeared=("option|EUR", "option|CHF")))

    assert (found.name, found.text, found.label, found.cells) == ("", "", "", ("Currency",))


@pytest.mark.parametrize(
    ("details", "appeared"), [({"haspopup": "listbox"}, ("option|CHF",)), ({"haspopup": "menu"}, ("option|EUR",))]
)
def test_any_other_button_keeps_its_name(details: dict[str, str], appeared: tuple[str, ...]) -> None:
    button = Fingerprint(tag="button", role="button", name="EUR", details=details)

    assert without_choice(button, Effects(appeared=appeared)) == button


@pytest.mark.parametrize(
    ("following", "name"), [(("option", "EUR"), "EUR"), (("option", "CHF"), "{{c}}"), (("link", "EUR"), "{{c}}")]
)
def test_a_choice_that_stood_on_a_plain_button_is_no_value_if_it_was_chosen_again(
    following: tuple[str, str], name: str
) -> None:
    recorded = replace(LIST, details={})
    template = replace(recorded, name="{{c}}", text="{{c}}", label="{{c}}", cells=("Currency", "{{c}}"))
    own, chosen = op("click", "EUR", fingerprint=recorded), op("click", following[1], role=following[0])

    found = without_choice(template, Effects(appeared=("option|{{c}}", "option|CHF")), [own], [chosen])

    assert (found.name, found.cells[-1]) == (name, name)


def test_a_heading_that_was_typed_is_data_of_the_field_below_it() -> None:
    field = Fingerprint(
        tag="p", role="document", name="Text", heading="Spring fair", neighbours=("Spring fair", "Help")
    )

    found = with_words(field, field, frozenset(), {"title": "Spring fair", "place": "Hall"})

    assert (found.heading, found.neighbours) == ("{{title}}", ("{{title}}", "Help"))
    assert with_words(field, field, frozenset({"Spring fair"}), {"title": "Spring fair"}) == field
    assert with_words(field, field, frozenset(), {"title": "Spring"}) == field
    assert with_words(field, field, frozenset(), {}) == field


DAY = {"month": "June", "day": "21", "year": "2027"}


@pytest.mark.parametrize(
    ("name", "values", "template"),
    [
        ("June 21, 2027", DAY, "{{month}} {{day}}, {{year}}"),
        ("Monday, 21 June 2027", DAY, "Monday, {{day}} {{month}} {{year}}"),
        ("June 21, 2027", {"day": "21", "year": "2027"}, "June {{day}}, {{year}}"),
        ("June 21, 2027", {"day": "21"}, "2027-6-{{day}}"),
        ("June 6, 2027", {"day": "6"}, "2027-6-{{day}}"),
        ("June 6, 2027", {"day": "6", "month": "June"}, "{{month}} {{day}}, 2027"),
        ("June 21, 2027", DAY | {"seats": "21"}, "{{month}} 21, {{year}}"),
        ("June 21, 2027", {"month": "June", "seats": "21", "year": "2027"}, "{{month}} 21, {{year}}"),
        ("June 21, 2027", DAY | {"day": "6"}, "{{month}} 21, {{year}}"),
        ("June 21, 2027: 21 seats", DAY, "{{month}} 21, {{year}}: 21 seats"),
        ("Order 21 of 2027", DAY, "Order 21 of {{year}}"),
    ],
)
def test_the_day_of_a_date_is_the_value_that_is_called_a_day(name: str, values: dict[str, str], template: str) -> None:
    cell = Fingerprint(tag="span", name=name, attributes={"aria-label": name}, xpath=f"//span[@aria-label='{name}']")

    found = templated(cell, values, StepKind.CLICK)

    assert found.name == template
    if template.startswith("{{month}} {{day}}"):
        assert (found.attributes, found.xpath) == ({"aria-label": template}, f"//span[@aria-label='{template}']")


SENT_TO = Fingerprint(tag="textarea", role="textbox", name="Text", details={"action": "/wiki/Front%20door"})


def test_the_form_of_a_field_is_sent_to_the_page_that_a_value_names() -> None:
    kept = templated(SENT_TO, {"page": "Front door", "note": "wiki"}, StepKind.FILL, "/wiki/{{page}}?action=edit")

    assert kept.details["action"] == "/wiki/{{page}}"


def test_the_address_of_a_form_keeps_what_the_address_of_its_page_does_not_name() -> None:
    kept = templated(SENT_TO, {"page": "Front door", "note": "wiki"}, StepKind.FILL, "/edit")

    assert kept.details["action"] == "/wiki/Front%20door"


FIELD = Fingerprint(tag="input", role="textbox", name="Weight", heading="Edit Ada")
OPENED = Step(kind=StepKind.CLICK, effects=Effects(appeared=("heading|Edit {{who}} #", "button|Save")))
BELOW = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Save", heading="Edit {{who}}"))


@pytest.mark.parametrize(
    ("step", "heading"),
    [
        (OPENED, "Edit {{who}}"),
        (BELOW, "Edit {{who}}"),
        (Step(kind=StepKind.CLICK, effects=Effects(appeared=("heading|Edit {{who}}son",))), "Edit Ada"),
        (Step(kind=StepKind.CLICK, effects=Effects(appeared=("button|Edit {{who}}",))), "Edit Ada"),
        (Step(kind=StepKind.CLICK, effects=Effects(appeared=("heading|Edit Ada",))), "Edit Ada"),
        (Step(kind=StepKind.CLICK), "Edit Ada"),
    ],
)
def test_the_heading_that_an_earlier_step_brought_says_whose_field_it_is(step: Step, heading: str) -> None:
    assert under_record(FIELD, StepKind.FILL, (step,), {"who": "Ada"}).heading == heading
    assert under_record(FIELD, StepKind.FILL, (step,), {"who": "Bob"}) == FIELD
    assert under_record(FIELD, StepKind.CLICK, (step,), {"who": "Ada"}) == FIELD
    assert under_record(FIELD, StepKind.FILL, (step,), {"who": "Ada"}, {"Edit Ada"}) == FIELD


def test_a_value_whose_words_are_in_every_row_of_the_list_names_no_record() -> None:
    context, values = "Letters More options for 'Letters'", {"title": "Letters", "link": "More"}
    link = Fingerprint(tag="a", role="link", name="Letters", context=context, details={"shared": "more options for"})
    kept = templated(link, values, StepKind.CLICK)
    assert kept.context == "{{title}} More options for '{{title}}'"
    assert "shared" not in kept.details

    assert "{{link}}" in templated(replace(link, details={}), values, StepKind.CLICK).context
    assert "{{link}}" in templated(replace(link, cells=("More",)), values, StepKind.CLICK).context  # a column
    alone = templated(link, {"link": "More"}, StepKind.CLICK)
    assert "{{link}}" in alone.context  # nothing else names the row


def test_the_branch_above_a_field_may_be_called_after_a_value() -> None:
    field = Fingerprint(
        tag="input", role="textbox", name="Title", details={"branch": "100% plan.txt", "view": "plan.txt"}
    )
    kept = templated(field, {"file__file": "plan.txt"}, StepKind.FILL)
    assert kept.details == {"branch": "100% {{file__file}}", "view": "plan.txt"}
