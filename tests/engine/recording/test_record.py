"""From operations to steps: what is noise, what is a parameter, and what a step is known to change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.contradictions.sent_along import ITS_OWN
from pytest_ami.elements.identity import agreement
from pytest_ami.engine.recording.evidence import templated, unmarked
from pytest_ami.engine.recording.operations import caused, merge
from pytest_ami.engine.recording.record import MASK, reduce, relative
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Effects, StepKind
from tests.support.recordings import URL, at, op

END = PageState(url=URL)


def test_repeated_input_into_one_field_is_one_step_with_the_last_value() -> None:
    first = op("input", "To", "a", before=PageState(url=URL, notices=("heading|New",)))

    (step,) = merge([first, op("input", "To", "ab")])

    assert (step.value, step.before) == ("ab", first.before)


@pytest.mark.parametrize("between", [op("click", "Help"), op("input", "Cc", "x")])
def test_input_into_one_field_again_later_is_a_step_of_its_own(between: Operation) -> None:
    recorded = [op("input", "To", "a"), between, op("input", "To", "b")]

    assert merge(recorded) == tuple(recorded)


def test_a_tick_taken_back_is_the_last_state() -> None:
    assert [o.type for o in merge([op("check", "Urgent"), op("uncheck", "Urgent"), op("check", "Urgent")])] == ["check"]


def test_a_double_click_takes_in_the_click_it_began_with_and_no_earlier_one() -> None:
    recorded = [op(timestamp=1_000.0), op(timestamp=9_000.0), op("dblclick", timestamp=9_200.0)]

    once = merge(recorded)

    assert [(o.type, o.timestamp) for o in once] == [("click", 1_000.0), ("dblclick", 9_200.0)]
    assert merge(once) == once


def test_two_clicks_on_one_element_are_two_steps() -> None:
    assert len(reduce([op(), op()], END, {})) == 2


def test_opening_twice_is_the_last_opening_but_not_across_tabs() -> None:
    assert [s.value for s in reduce([at("http://h/a"), at("http://h/b")], END, {})] == ["/b"]
    assert len(merge([at("http://h/a"), at("http://h/b", tab=1)])) == 2


def test_a_navigation_that_the_page_announced_is_no_step_nor_are_its_redirects() -> None:
    recorded = [
        op(),
        Operation(type="leaving", url=URL),
        at("http://h/a"),
        at("http://h/b"),
        op("click", "Next"),
        at("http://h/c"),
    ]

    assert [o.type for o in caused(recorded)] == ["click", "click", "navigate"]


def test_a_scroll_while_a_page_is_left_does_not_hide_the_cause_of_the_navigation() -> None:
    recorded = [op(), Operation(type="leaving", url=URL, value="script"), op("scroll"), at("http://h/a")]

    assert [o.type for o in caused(recorded)] == ["click"]


@pytest.mark.parametrize("between", [(), (at("http://h/a"),)], ids=["it stayed", "it arrived"])
def test_a_scroll_after_a_page_stayed_or_arrived_is_kept(between: tuple[Operation, ...]) -> None:
    recorded = [op(), Operation(type="leaving", url=URL, value="script"), *between, op("scroll"), op("click", "Next")]

    assert [o.type for o in caused(recorded)] == ["click", "scroll", "click"]


def test_one_tab_does_not_pay_for_another() -> None:
    recorded = [Operation(type="leaving", url=URL, tab=1), at("http://h/a")]

    assert [o.type for o in caused(recorded)] == ["navigate"]


def test_what_a_new_tab_loads_is_the_effect_of_what_opened_it() -> None:
    recorded = [op(), Operation(type="popup", tab=1), at("http://h/a", tab=1)]

    (step,) = reduce(recorded, PageState(url="http://h/a"), {})

    assert step.effects == Effects(tab=True)


def test_a_value_becomes_its_parameter() -> None:
    steps = reduce([op("input", "To", "a@x.org"), op("input", "Body", "to a@x.org now")], END, {"to": "a@x.org"})

    assert [step.value for step in steps] == ["{{to}}", "to {{to}} now"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("5551234567", "(555) 123-4567"), ("4111111111111111", "4111 1111 1111 1111"), ("1250", "1,250.00")],
)
def test_a_value_in_the_format_of_an_input_mask_is_its_parameter(value: str, shown: str) -> None:
    (step,) = reduce([op("input", "Number", shown)], END, {"number": value, "other": "77"})
    assert step.value == "{{number}}"


def test_two_parameters_that_an_input_mask_could_show_are_not_guessed() -> None:
    (step,) = reduce([op("input", "Sum", "1,250.00")], END, {"net": "1250", "gross": "1250.0"})
    assert step.value == "1,250.00"


def test_two_parameters_with_one_value_go_where_they_are_called() -> None:
    recorded = [op("input", "Cc", "a@x.org"), op("input", "To", "a@x.org")]

    steps = reduce(recorded, END, {"to": "a@x.org", "cc": "a@x.org"})

    assert [step.value for step in steps] == ["{{cc}}", "{{to}}"]


def test_two_parameters_with_one_value_go_in_order_where_nothing_calls_them() -> None:
    recorded = [op("input", "Erste", "Alex"), op("input", "Zweite", "Alex"), op("input", "Dritte", "Alex")]

    steps = reduce(recorded, END, {"first": "Alex", "second": "Alex"})

    assert [step.value for step in steps] == ["{{first}}", "{{second}}", "{{first}}"]


@pytest.mark.parametrize("key", ["Enter", "Control+s"])
def test_a_key_is_never_a_parameter(key: str) -> None:
    (step,) = reduce([op("press", "Body", key)], END, {"subject": key})

    assert (step.value, step.title()) == (key, f'press button "Body" {key}')


@pytest.mark.parametrize("path", ["/home/eve/report.pdf", "C:\\files\\report.pdf", "report.pdf"])
def test_a_file_is_a_parameter_by_the_end_of_its_path(path: str) -> None:
    (step,) = reduce([op("upload", "File", "report.pdf\nother.txt")], END, {"file": path})

    assert step.value == "{{file}}\nother.txt"


def test_a_value_in_what_is_pressed_is_the_parameter_too() -> None:
    row = op(
        "click", "Open", tell={"context": "Milk 2 l", "attributes": {"aria-label": "Milk"}, "neighbours": ("Milk",)}
    )

    (step,) = reduce([row], END, {"item": "Milk"})

    assert step.target is not None
    assert (step.target.context, step.target.neighbours) == ("{{item}} 2 l", ("{{item}}",))
    assert step.target.attributes == {"aria-label": "{{item}}"}


def test_a_field_is_not_called_by_what_is_typed_into_it() -> None:
    field = op("input", "Name", "Name", tell={"label": "Name", "text": "Name"})

    (step,) = reduce([field], END, {"who": "Name"})

    assert step.target is not None
    assert (step.value, step.target.name, step.target.label) == ("{{who}}", "Name", "Name")


def test_a_field_in_the_row_of_another_parameter_is_found_by_that_one() -> None:
    field = op("input", "Quantity", "3", tell={"context": "Milk 2 l", "counts": {"name": 4}})

    (step,) = reduce([field], END, {"item": "Milk", "amount": "3"})

    assert step.target is not None
    assert (step.value, step.target.context) == ("{{amount}}", "{{item}} 2 l")


def test_the_text_around_the_only_field_of_its_name_is_left_alone() -> None:
    field = op("input", "Subject", "Hi there", tell={"context": "To a@x.org", "counts": {"name": 1}})

    (step,) = reduce([field], END, {"to": "a@x.org"})

    assert step.target is not None
    assert step.target.context == "To a@x.org"


def test_effects_are_what_the_next_step_found_changed() -> None:
    before, after = PageState(url=URL), PageState(url=URL, notices=("status|Saved",))

    steps = reduce([op(before=before), op("click", "Next", before=after)], after, {})

    assert [step.effects for step in steps] == [Effects(notices=("status|Saved",)), Effects()]


@pytest.mark.parametrize(
    "following", [op("click", "Next", tab=1), op("click", "Next", frame=("ad",)), at("http://h/b")]
)
def test_another_document_says_nothing_about_effects(following: Operation) -> None:
    found = replace(following, before=PageState(url="http://other/", notices=("status|Other",)))

    assert reduce([op(), found], END, {})[0].effects == Effects()


def test_typing_has_its_value_for_effect_and_nothing_else() -> None:
    after = PageState(url=URL, notices=("status|3 results",), last_value="milk")

    steps = reduce([op("input", "Search", "milk"), op("click", before=after)], after, {})

    assert steps[0].effects == Effects(value="milk")


@pytest.mark.parametrize(("sent", "told"), [("POST /file", ("status|1 file attached",)), ("", ())])
def test_a_file_that_is_sent_as_it_is_chosen_has_the_message_about_it_for_effect(
    sent: str, told: tuple[str, ...]
) -> None:
    after = PageState(url=URL, controls=("button|Remove",), notices=("status|1 file attached", "error|0 flaws"))

    steps = reduce([replace(op("upload", "Attach", "plan.pdf"), sent=sent)], after, {"file": "/files/plan.pdf"})

    assert (steps[0].effects.notices, steps[0].effects.appeared) == (told, ())


@pytest.mark.parametrize(("type_", "held"), [("check", "checked"), ("uncheck", "unchecked")])
def test_a_box_holds_its_tick(type_: str, held: str) -> None:
    (step,) = reduce([op(type_, "Urgent")], PageState(url=URL, last_value=held), {"x": "checked"})

    assert step.effects == Effects(value=held)


def test_a_secret_is_a_name_or_a_mask_and_its_value_no_effect() -> None:
    known = op("input", "Password", "{{password}}", secret=True)
    unknown = op("input", "Code", MASK, secret=True)

    steps = reduce([known, unknown], PageState(url=URL, last_value="{{password}}"), {})

    assert [(step.value, step.effects) for step in steps] == [("{{password}}", Effects()), (MASK, Effects())]


def test_opening_a_page_leaves_out_the_host_but_not_another_one() -> None:
    urls = ("http://h:1/a?q=R%26D", "http://login.h/b", "http://h:1/c")
    recorded = [at(urls[0]), op(url="http://h:1/a"), at(urls[1]), op(url=urls[1]), at(urls[2])]

    steps = reduce(recorded, END, {"q": "R&D"})

    assert [s.value for s in steps if s.kind is StepKind.GOTO] == ["/a?q={{q}}", urls[1], urls[2]]


def test_unknown_events_are_no_steps() -> None:
    assert reduce([replace(op(), type="mystery")], END, {}) == ()


@pytest.mark.parametrize(
    ("url", "path"), [("http://h/a?b=c#d", "/a?b=c#d"), ("https://h", "/"), ("about:blank", "about:blank")]
)
def test_a_url_without_its_host(url: str, path: str) -> None:
    assert relative(url) == path


def test_a_dialog_that_names_the_record_is_the_same_place_for_another_one() -> None:
    asks = Fingerprint(tag="button", role="button", name="Yes", landmark="alertdialog|Block the card of Ann?")

    kept = templated(asks, {"card": "Ann"}, StepKind.CLICK)

    assert kept.landmark == "alertdialog|Block the card of {{card}}?"
    other = replace(asks, landmark="alertdialog|Block the card of Bo?")
    assert agreement(kept, other, {"card": "Bo"}) == (1.0, ())
    assert agreement(kept, replace(asks, landmark="main|Cards"), {"card": "Bo"})[1] == ("landmark",)


def choosing(name: str) -> Operation:
    """Return a click on a link to the page of a record."""
    return op("click", name, role="link", before=PageState(url=URL))


@pytest.mark.parametrize(("who", "stored"), [({"who": "Anna"}, ITS_OWN), ({}, "Language=German")])
def test_choices_on_the_page_of_a_record_that_a_value_chose_are_its_data(who: dict[str, str], stored: str) -> None:
    opened = PageState(url=f"{URL}/anna")
    save = op("click", "Save", tell={"details": {"choices": "Language=German"}}, before=opened, url=opened.url)

    steps = reduce([choosing("Anna"), save], replace(opened, notices=("status|Saved",)), who)

    assert [step.kind for step in steps] == [StepKind.CLICK, StepKind.CLICK]
    assert steps[1].target is not None
    assert steps[1].target.details["choices"] == stored


@pytest.mark.parametrize(
    ("text", "option", "values", "value"),
    [
        ("/south - South side", "/south", {"site": "/south"}, "{{site}}"),
        ("Express", "2", {"amount": "2"}, "Express"),
        ("Room 2", "7", {"amount": "7"}, "Room 2"),
        ("South", "/south", {"site": "/south", "name": "South"}, "{{name}}"),
        ("/south - South side", "s", {"site": "/south"}, "{{site}} - South side"),
    ],
)
def test_an_option_is_known_by_its_value_only_if_its_text_names_the_value(
    text: str, option: str, values: dict[str, str], value: str
) -> None:
    (step,) = reduce([op("select", "Site", text, option=option)], END, values)

    assert step.value == value


def stated_after(*earlier: Operation, shown: tuple[str, ...]) -> str:
    """Return what must stand beside "Add" after a group was typed on a page with these controls."""
    before = PageState(url=URL, controls=shown)
    add = op("click", "Add", tell={"details": {"stated": "Groups: | Notify user:"}})
    *_, step = reduce([*earlier, op("input", "Groups", "user", before=before), add], END, {"group": "user"})
    assert step.target is not None
    return step.target.details.get("stated", "")


def test_a_label_that_was_there_before_its_word_was_typed_is_a_word_of_the_page() -> None:
    made = "Groups: | Notify {{group}}:"

    assert stated_after(shown=("checkbox|Notify user:", "button|Add")) == ""
    assert stated_after(shown=("button|Add",)) == made
    assert (
        stated_after(op("input", "Search", "user", xpath="/s", url="http://h/a"), shown=("text|Notify user:",)) == made
    )


def heading_after(*earlier: Operation, url: str) -> str:
    """Return the heading that "Add" must stand under after a group was typed below the heading "Add user"."""
    before = PageState(url=url, controls=("button|Add",), notices=("heading|Add user",))
    add = op("click", "Add", tell={"heading": "Add user"}, url=url)
    *_, step = reduce([*earlier, op("input", "Groups", "user", before=before, url=url), add], END, {"group": "user"})
    assert step.target is not None
    return step.target.heading


@pytest.mark.parametrize(
    ("path", "heading"),
    [("accounts?page=usermanager", "Add user"), ("accounts/user", "Add {{group}}"), ("a?for=user", "Add {{group}}")],
)
def test_a_heading_is_that_of_a_record_only_if_the_address_names_the_value(path: str, heading: str) -> None:
    assert heading_after(url=f"http://h/{path}") == heading


@pytest.mark.parametrize(("came", "gone"), [((), ()), (("textbox|Company",), ("link|Edit",))])
def test_what_only_goes_as_a_choice_is_made_is_no_effect_of_it(came: tuple[str, ...], gone: tuple[str, ...]) -> None:
    before = PageState(url=URL, controls=("combobox|Role", "link|Edit"))
    after = PageState(url=URL, controls=("combobox|Role", *came), last_value="Editor")

    (step,) = reduce([op("select", "Role", "Editor", before=before)], after, {})

    assert (step.effects.value, step.effects.vanished) == ("Editor", gone)


def _turned(before: tuple[str, ...], after: tuple[str, ...], **more: Any) -> Any:
    first = Operation(type="click", url="http://a/", xpath="/a", before=PageState(url="http://a/", rows=before))
    second = replace(first, before=PageState(url="http://a/", rows=after, **more))
    return reduce((first, second), PageState(url="http://a/"), {})[0].effects


def test_the_rows_that_a_press_without_any_other_effect_brought_are_its_effect() -> None:
    assert _turned(("¶ Page 1", "¶ Ada"), ("¶ Page 2", "¶ Ben")).listed


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [(("¶ Ada",), ("¶ Ada",), {}), ((), ("¶ Ada",), {}), (("Ada",), ("Ben",), {"controls": ("button|Back",)})],
    ids=["nothing changed", "nothing went", "a control came"],
)
def test_no_rows_are_kept_of_a_press_that_has_another_effect_or_none(
    before: tuple[str, ...], after: tuple[str, ...], more: dict[str, Any]
) -> None:
    assert not _turned(before, after, **more).listed


@pytest.mark.parametrize(
    ("appeared", "kept"),
    [(("button|{{item}}, remove",), False), (("button|Clear",), True), ((), True)],
    ids=["the press chose it", "something else appeared", "nothing appeared"],
)
def test_the_mark_of_an_option_is_its_state_unless_the_press_chose_it(appeared: tuple[str, ...], *, kept: bool) -> None:
    option = Fingerprint(tag="li", role="option", name="{{item}}", details={"selected": "true"})
    assert ("selected" in unmarked(option, Effects(appeared=appeared)).details) is kept
    unchosen = replace(option, details={"selected": "false"})
    assert unmarked(unchosen, Effects(appeared=appeared)) == unchosen


@pytest.mark.parametrize(
    ("appeared", "role", "kept"),
    [(("heading|Photo",), "option", False), (("heading|Photo",), "tab", True), (("button|Clear",), "option", True)],
)
def test_in_a_list_that_the_pointer_marks_the_mark_is_no_state(
    appeared: tuple[str, ...], role: str, *, kept: bool
) -> None:
    """The recorder notes that an option was marked by the pointer alone; the note itself is never stored."""
    option = Fingerprint(tag="li", role=role, name="Photo", details={"selected": "false", "pointed": "yes"})

    found = unmarked(option, Effects(appeared=appeared)).details

    assert ("selected" in found) is kept
    assert "pointed" not in found
