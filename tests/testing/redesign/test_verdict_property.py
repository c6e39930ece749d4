"""Properties of every flow: a repetition with any values is right; an omission or an addition is wrong."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.testing.redesign import Deed
from pytest_ami.testing.redesign.verdict import ACTS, Touched, compared, template, templated

MANY = settings(max_examples=200, deadline=None)

WORDS = st.sampled_from(["Send", "Delete", "To", "Order 12", "kettle", "写邮件", "near", "{{to}}", "a"])
FRESH = (
    st.text(st.sampled_from("xyzXYZ 张三.@-"), min_size=3, max_size=12)
    .map(str.strip)
    .filter(lambda text: len(text) > 2)
)
VALUES = st.fixed_dictionaries({"to": FRESH, "item": FRESH}).filter(
    lambda values: (
        template(values["item"], {"to": values["to"]}) == values["item"]
        and template(values["to"], {"item": values["item"]}) == values["to"]
    )
)
ROLES = st.sampled_from(["button", "link", "textbox", "checkbox", "menuitem"])
HOLES = st.sampled_from(["", " <to>", " <item>"])


@st.composite
def flows(draw: st.DrawFn) -> list[Deed]:
    """The deeds of a flow, with ``<name>`` in place of its values."""
    made = []
    for _ in range(draw(st.integers(1, 6))):
        key = f'{draw(ROLES)} "{draw(WORDS)}{draw(HOLES)}"'
        near = f"{draw(WORDS)}{draw(HOLES)}"
        made.append(Deed(draw(st.sampled_from(sorted(ACTS))), key, near))
    return made


def filled(flow: list[Deed], values: dict[str, str]) -> list[Deed]:
    """Return the flow as it is done with these values."""

    def say(text: str) -> str:
        return text.replace("<to>", values["to"]).replace("<item>", values["item"])

    return [Deed(deed.what, say(deed.key), say(deed.near)) for deed in flow]


@MANY
@given(flows(), VALUES, VALUES, st.randoms())
def test_the_same_flow_is_right_with_any_values_and_in_any_order(
    flow: list[Deed], first: dict[str, str], later: dict[str, str], luck: object
) -> None:
    learned, done = templated(filled(flow, first), first), filled(flow, later)
    luck.shuffle(done)  # type: ignore[attr-defined]
    assert compared(learned, done, later) == Touched()


@MANY
@given(flows(), VALUES)
def test_nothing_done_misses_everything_and_touches_nothing_wrong(flow: list[Deed], values: dict[str, str]) -> None:
    learned = templated(filled(flow, values), values)
    found = compared(learned, [], values)
    assert found.wrong == ()
    assert found.missed == tuple(dict.fromkeys(deed.key for deed in learned))


@MANY
@given(flows(), flows(), VALUES)
def test_what_is_wrong_one_way_is_missed_the_other(one: list[Deed], other: list[Deed], values: dict[str, str]) -> None:
    a, b = (filled([Deed(deed.what, deed.key) for deed in flow], values) for flow in (one, other))
    there, back = compared(templated(a, values), b, values), compared(templated(b, values), a, values)
    assert {deed.key for deed in there.wrong} <= {*back.missed}
    assert {deed.key for deed in back.wrong} <= {*there.missed}


@MANY
@given(flows(), flows(), VALUES, st.sampled_from(["step", "decoy"]))
def test_what_a_redesign_added_is_in_the_way_or_a_mistake(
    flow: list[Deed], extra: list[Deed], values: dict[str, str], added: str
) -> None:
    done = filled(flow, values)
    learned = templated(done, values)
    more = [Deed(deed.what, deed.key, deed.near, added=added) for deed in filled(extra, values)]
    found = compared(learned, [*more, *done], values)
    assert found.missed == ()
    assert len(found.wrong) == (len(more) if added == "decoy" else 0)
    assert compared(learned, more, values).missed == compared(learned, [], values).missed


@MANY
@given(flows(), VALUES, st.data())
def test_leaving_out_an_element_is_missed(flow: list[Deed], values: dict[str, str], data: st.DataObject) -> None:
    done = filled(flow, values)
    gone = data.draw(st.sampled_from(done)).key
    found = compared(templated(done, values), [deed for deed in done if deed.key != gone], values)
    assert template(gone, values) in found.missed
    assert found.wrong == ()


@MANY
@given(flows(), VALUES)
def test_the_row_of_another_value_is_elsewhere(flow: list[Deed], values: dict[str, str]) -> None:
    rows = [deed for deed in flow if "<item>" in deed.near and not deed.key.startswith("textbox")]
    assume(rows)
    learned = templated(filled([rows[0]], values), values)
    done = [Deed(rows[0].what, filled([rows[0]], values)[0].key, "Another row")]
    (other,) = compared(learned, done, values).elsewhere
    assert other.near == "Another row"


@MANY
@given(st.text(max_size=60), st.dictionaries(st.sampled_from(["to", "item", "x"]), st.text(max_size=8), max_size=3))
def test_a_template_holds_whatever_the_values_are(text: str, values: dict[str, str]) -> None:
    made = template(text, values)
    assert template(text, dict(reversed([*values.items()]))).count("{{") == made.count("{{")
    assert template("".join(text), {}) == template(text, {"blank": " "})
