"""The touched elements compared with the expected ones: same, wrong or missed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.testing.redesign import Deed
from pytest_ami.testing.redesign.verdict import Touched, compared, fits, merged, template, templated

SEND = Deed("click", 'button "Send"')
TO = Deed("input", 'textbox "To"')
VALUES = {"to": "ann@example.com", "item": "Blue kettle"}
CLEAN = Touched()


@pytest.mark.parametrize(
    ("text", "values", "made"),
    [
        ("Delete Blue kettle now", {"item": "Blue kettle"}, "Delete {{item}} now"),
        ("Blue kettle XL", {"a": "Blue", "b": "Blue kettle"}, "{{b}} XL"),
        ("to Ann, annually: Anna", {"who": "Ann"}, "to {{who}}, annually: Anna"),
        ("12 of 2012 for 12", {"n": "12"}, "{{n}} of 2012 for {{n}}"),
        ("a to b", {"a": "to", "to": "x"}, "a {{a}} b"),
        ("x to", {"a": "x", "x": "a"}, "{{a}} to"),
        ("写给张三的邮件", {"who": "张三"}, "写给{{who}}的邮件"),
        ("one two three", {"body": "one\n two"}, "{{body}} three"),
        ("one\ntwo three", {"body": "one two"}, "{{body}} three"),
        ("(x+) and x+", {"re": "x+"}, "({{re}}) and {{re}}"),
        ("same", {"first": "same", "second": "same"}, "{{first}}"),
        ("nothing", {"empty": "", "blank": "  "}, "nothing"),
        ("at 9:05 or 14:30", {}, "at 0:00 or 0:00"),
        ("ann@example.com.", {"to": "ann@example.com"}, "{{to}}."),
    ],
)
def test_values_become_names(text: str, values: dict[str, str], made: str) -> None:
    assert template(text, values) == made


def test_deeds_are_told_in_names() -> None:
    (deed,) = templated([Deed("click", 'link "Blue kettle"', "Blue kettle 30", bare=True)], VALUES)
    assert deed == Deed("click", 'link "{{item}}"', "{{item}} 30", bare=True)


@pytest.mark.parametrize(
    ("learned", "done", "found"),
    [
        ([], [], CLEAN),
        ([TO, SEND], [TO, SEND], CLEAN),
        ([TO, SEND], [SEND, TO, TO, SEND], CLEAN),
        ([TO, SEND], [TO], Touched(missed=(SEND.key,))),
        ([TO, SEND], [], Touched(missed=(TO.key, SEND.key))),
        ([TO], [TO, SEND], Touched(wrong=(SEND,))),
        ([], [SEND], Touched(wrong=(SEND,))),
        # keys are pressed to get around
        ([SEND, Deed("press Tab", 'button "Cc"')], [SEND, Deed("press Enter", 'button "Bcc"')], CLEAN),
        # steps in the way, and what only looks like somebody
        ([SEND], [Deed("click", 'button "Accept all"', added="step"), SEND], CLEAN),
        ([SEND], [Deed("click", SEND.key, added="step")], Touched(missed=(SEND.key,))),
        (
            [SEND],
            [Deed("click", SEND.key, added="decoy")],
            Touched((Deed("click", SEND.key, added="decoy"),), (SEND.key,)),
        ),
        ([SEND], [SEND, Deed("click", SEND.key, added="decoy")], Touched((Deed("click", SEND.key, added="decoy"),))),
        # what nobody operates
        ([SEND], [Deed("click", 'p "Hello"', bare=True), SEND], CLEAN),
        ([SEND, Deed("click", 'p "Hello"', bare=True)], [SEND], CLEAN),
        # filling a field, or only pressing it
        ([TO], [Deed("change", TO.key)], CLEAN),
        ([TO], [Deed("click", TO.key)], Touched(missed=(TO.key,))),
        ([Deed("click", TO.key), TO], [TO], CLEAN),
        ([Deed("click", TO.key)], [TO], CLEAN),
        ([Deed("change", 'checkbox "Remember"')], [Deed("click", 'checkbox "Remember"')], CLEAN),
        ([Deed("dblclick", SEND.key)], [SEND], Touched(missed=(SEND.key,))),
    ],
)
def test_compared(learned: list[Deed], done: list[Deed], found: Touched) -> None:
    assert compared(learned, done, {}) == found


DELETE = 'button "Delete"'
LEARNED = [Deed("click", DELETE, "{{item}} 30 EUR")]


@pytest.mark.parametrize(
    ("near", "found"),
    [
        ("Blue kettle 45 EUR, two left", CLEAN),
        ("Red kettle 30 EUR", Touched(missed=(DELETE,), elsewhere=(Deed("click", DELETE, "Red kettle 30 EUR"),))),
        ("", Touched(missed=(DELETE,), elsewhere=(Deed("click", DELETE),))),
    ],
)
def test_of_rows_that_look_alike_the_one_with_the_value_counts(near: str, found: Touched) -> None:
    assert compared(LEARNED, [Deed("click", DELETE, near)], VALUES) == found


def test_both_rows_touched_is_one_too_many() -> None:
    right, other = Deed("click", DELETE, "Blue kettle"), Deed("click", DELETE, "Red kettle")
    assert compared(LEARNED, [other, right], VALUES) == Touched(elsewhere=(other,))


def test_an_element_called_by_a_value() -> None:
    learned = templated([Deed("click", 'link "Red kettle"')], {"item": "Red kettle"})
    assert compared(learned, [Deed("click", 'link "Blue kettle"')], VALUES) == CLEAN
    wrong = compared(learned, [Deed("click", 'link "Red kettle"')], VALUES)
    assert (len(wrong.wrong), wrong.missed) == (1, ('link "{{item}}"',))


def test_a_field_may_stand_among_what_was_typed() -> None:
    learned = [Deed("input", 'textbox "Message"', "Write to {{to}}")]
    assert compared(learned, [Deed("input", 'textbox "Message"', "Write")], VALUES) == CLEAN


def test_what_two_runs_do_not_share_is_data() -> None:
    first = [Deed("click", 'link "Dana, {{subject}} 0:00"'), Deed("click", 'button "Archive"')]
    second = [Deed("click", 'link "Ben Hill, {{subject}} 0:00"'), Deed("click", 'button "Archive"')]
    keys = [deed.key for deed in merged(first, second)]
    assert keys == ['link "* {{subject}} *"', 'button "Archive"']
    assert fits(keys[0], 'link "Priya, {{subject}} 0:00"')
    assert not fits(keys[0], 'link "Priya, Lunch 0:00"')
    assert not fits(keys[0], 'button "Priya, {{subject}} 0:00"')


def test_verbs_around_a_value_are_not_data() -> None:
    first, second = [Deed("click", 'button "Delete {{item}}"')], [Deed("click", 'button "Delete {{item}}"')]
    (kept,) = merged(first, second)
    assert not fits(kept.key, 'button "Archive {{item}}"')


@given(st.lists(st.sampled_from(["Dana", "Lunch", "{{item}}", "12", "a*b", "(x)"]), max_size=6), st.data())
def test_both_runs_fit_what_they_have_in_common(words: list[str], data: st.DataObject) -> None:
    others = data.draw(st.permutations(words))
    one, other = (f'link "{" ".join(some)}"' for some in (words, others))
    (kept,) = merged([Deed("click", one)], [Deed("click", other)])
    assert fits(kept.key, one)
    assert fits(kept.key, other)
