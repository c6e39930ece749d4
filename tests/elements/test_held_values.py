"""Which rows hold a parameter's value: as a whole cell, as a whole text, as whole words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.held_values import holding
from pytest_ami.elements.identity import recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

NEW = Fingerprint(
    tag="button", role="button", name="Delete", context="{{who}} Delete", cells=("{{who}}",), texts=("{{who}}",)
)
OLD = replace(NEW, cells=(), texts=())
NAMES = st.text(st.sampled_from("abAB 张三äé"), min_size=1, max_size=12).map(str.strip).filter(bool)
MORE = st.sampled_from([".com", "@x.org", "-2", "_b", " (copy)", " [2]", "x", "7", "'s", "三"])


def row(*cells: str, texts: tuple[str, ...] | None = None) -> Fingerprint:
    context = " ".join((*cells, "Delete"))
    return Fingerprint(tag="button", role="button", name="Delete", context=context, cells=cells, texts=texts or cells)


@settings(deadline=None)
@given(NAMES)
def test_a_whole_cell_holds_its_value(who: str) -> None:
    assert holding(NEW, row("7", who), {"who": who})
    assert holding(OLD, row("7", who), {"who": who})


@settings(deadline=None)
@given(NAMES, MORE, st.booleans())
def test_a_value_that_goes_on_is_another_value(who: str, more: str, old: bool) -> None:  # noqa: FBT001
    longer = row(f"{who}{more}")

    assert not holding(OLD if old else NEW, longer, {"who": who})
    assert not holding(NEW, row(f"{who}{more}", texts=(who, more)), {"who": who}) or more.strip() == "7"


@settings(deadline=None)
@given(NAMES, NAMES)
def test_a_cell_of_more_words_is_another_cell(who: str, more: str) -> None:
    assert not holding(NEW, row(f"{who} {more}"), {"who": who})


@settings(deadline=None)
@given(NAMES)
def test_case_counts(who: str) -> None:
    assert holding(NEW, row(who.swapcase()), {"who": who}) is (who == who.swapcase())


@pytest.mark.parametrize(
    ("cells", "texts", "held"),
    [
        (("Anna 12",), ("Anna", "12"), True),
        (("Anna 12",), ("Anna 12",), False),
        (("Anna (2)",), ("Anna", "(2)"), False),
        (("Anna Maria",), ("Anna", "Maria"), False),
        (("Order of Anna",), ("Order of", "Anna"), False),
    ],
)
def test_only_a_bare_counter_of_its_own_may_stand_beside_a_value(
    cells: tuple[str, ...], texts: tuple[str, ...], held: object
) -> None:
    assert holding(NEW, row(*cells, texts=texts), {"who": "Anna"}) is held


@pytest.mark.parametrize(
    ("cells", "texts", "held"),
    [
        (("seen 3 h ago Anna",), ("seen 3 h ago", "Anna"), True),
        (("Anna 2 days ago",), ("Anna", "2 days ago"), True),
        (("seen 3 h ago Anna edited 1 h ago",), ("seen 3 h ago", "Anna", "edited 1 h ago"), True),
        (("Anna seen 3 h ago",), ("Anna seen 3 h ago",), False),
        (("Anna Maria seen 3 h ago",), ("Anna", "Maria", "seen 3 h ago"), False),
        (("Anna Maria seen 3 h ago",), ("Anna Maria", "seen 3 h ago"), False),
        (("anna seen 3 h ago",), ("anna", "seen 3 h ago"), False),
        (("Anna invited 3 h ago",), ("Anna", "invited 3 h ago"), False),
        (("Anna yesterday",), ("Anna", "yesterday"), False),
        (("Omar Said", "Anna seen 3 h ago"), ("Omar Said", "Anna", "seen 3 h ago"), False),
    ],
)
def test_an_age_of_its_own_beside_a_value_is_no_part_of_it(
    cells: tuple[str, ...], texts: tuple[str, ...], held: object
) -> None:
    assert holding(NEW, row(*cells, texts=texts), {"who": "Anna"}) is held


def test_a_value_that_filled_a_text_node_fills_one_now() -> None:
    inline = replace(NEW, cells=("{{who}} 10:32 Edit",), texts=("{{who}}", "10:32", "Edit"))

    assert holding(inline, row("Anna 11:50 Edit", texts=("Anna", "11:50", "Edit")), {"who": "Anna"})
    assert not holding(inline, row("Anna Maria 11:50 Edit", texts=("Anna Maria", "11:50", "Edit")), {"who": "Anna"})


def test_what_followed_the_value_when_recorded_may_follow_it_now() -> None:
    sized = replace(OLD, context="{{who}} (2 KB) Delete")

    assert holding(sized, row("Report (3 KB)"), {"who": "Report"})
    assert not holding(sized, row("Report.bak (3 KB)"), {"who": "Report"})


CHIP = Fingerprint(
    tag="div",
    role="button",
    name="{{what}}@^2.0.0",
    text="{{what}}@^2.0.0",
    cells=("{{what}}@^2.0.0",),
    counts={"name": 1},
)


def chosen(*names: str, what: str) -> str:
    """Return the name of the chip that is recognised; empty if none is."""
    chips = [replace(CHIP, name=name, text=name, cells=(name,), texts=(name,)) for name in names]
    found = recognise(CHIP, [Candidate(fingerprint=one) for one in chips], {"what": what}, StepKind.CLICK)
    return names[found.index] if found.usable else ""


@pytest.mark.parametrize("wanted", ["kettle@^1.10.2", "kettle@^2.0.0", "kettle@1.x", "kettle@2"])
def test_a_version_after_a_name_is_data_of_its_record(wanted: str) -> None:
    assert chosen("ink@^2.0.0", wanted, "kettle-tools@^2.0.0", what="kettle") == wanted


@pytest.mark.parametrize(
    "name", ["kettle@^2.0.0 Remove", "kettle@next", "kettle-tools@^2.0.0", "kettle@2 and more", "kettle 2.0.1"]
)
def test_more_than_a_version_is_another_element(name: str) -> None:
    assert not chosen(name, what="kettle")


def test_the_recorded_version_comes_before_another_one_and_two_others_are_not_told_apart() -> None:
    assert chosen("kettle@^1.0.0", "kettle@^2.0.0", what="kettle") == "kettle@^2.0.0"
    assert not chosen("kettle@^1.0.0", "kettle@^3.0.0", what="kettle")


LEVELS = ("Level", "Beginner", "Intermediate", "Advanced")
LEVEL = Fingerprint(
    tag="input",
    role="radio",
    name="{{level}}",
    label="{{level}}",
    context="Level Beginner {{level}} Advanced",
    cells=("Level", "Beginner", "{{level}}", "Advanced"),
    counts={"name": 1},
)


@pytest.mark.parametrize(("level", "held"), [("Advanced", True), ("Level", False), ("Inter", False)])
def test_a_choice_stands_anywhere_among_its_siblings(level: str, held: object) -> None:
    for name in LEVELS[1:]:
        now = replace(LEVEL, name=name, label=name, context=" ".join(LEVELS), cells=LEVELS, texts=LEVELS)

        assert holding(LEVEL, now, {"level": level}) is (held and name == level)


def test_a_link_stands_in_its_own_column() -> None:
    link = replace(LEVEL, role="link", tag="a")
    now = replace(link, name="Advanced", label="", context=" ".join(LEVELS), cells=LEVELS, texts=LEVELS)

    assert not holding(link, now, {"level": "Advanced"})


CARD = Fingerprint(
    tag="button", role="button", name="Done", cells=("{{text}}",), texts=("{{text}}",), counts={"name": 9}
)


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (("Pay the rent", "Pay the Rent"), "Pay the Rent"),
        (("Pay the Rent", "PAY THE RENT"), "Pay the Rent"),
        (("Pay the rent", "Call Ada"), ""),
    ],
)
def test_a_value_beside_a_button_keeps_its_case(rows: tuple[str, ...], wanted: str) -> None:
    shown = [Candidate(fingerprint=replace(CARD, cells=(row,), texts=(row,))) for row in rows]

    found = recognise(CARD, shown, {"text": "Pay the Rent"}, StepKind.CLICK)

    assert (rows[found.index] if found.usable else "") == wanted


WELCOME = "Welcome. Room of Anna {{room}} Room of Bob Room of Dora"
ROOMS = ("Welcome.", "Room of Anna", "{{room}}", "Room of Bob", "Room of Dora")


def linked(name: str, path: str, cell: str, texts: tuple[str, ...]) -> Fingerprint:
    return Fingerprint(
        tag="a", role="link", name=name, text=name, cells=(cell,), texts=texts, absolute_xpath=f"/body[1]/{path}"
    )


def other_link(path: str, texts: tuple[str, ...] = ROOMS, *, recorded: str = "p[1]/a[2]") -> bool:
    """Return whether the link of Bob's room is held to be the recorded one, that of Eve's room."""
    was = linked("{{room}}", recorded, " ".join(texts), texts)
    shown = tuple("Room of Eve" if text == "{{room}}" else text for text in texts)
    now = linked("Room of Bob", path, " ".join(shown), shown)
    return holding(was, now, {"room": "Room of Bob"})


def test_a_link_beside_the_recorded_one_is_named_by_itself() -> None:
    assert other_link("p[1]/a[3]")
    assert other_link("p[1]/a[1]", ("Room of Bob", "{{room}}", "Room of Dora"))


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        ("p[1]/a[3]", ("Keep:", "{{room}}", "Remove:", "Room of Bob")),
        ("p[1]/a[3]", ("{{room}}", "is part of", "Room of Bob")),
        ("p[2]/a[3]", ROOMS),
        ("p[1]/b[1]/a[3]", ROOMS),
        ("p[1]/a[4]", ROOMS),
        ("p[1]/a[3]", ("{{room}}", "Room of Bob", "Room of Bob")),
    ],
)
def test_a_text_between_two_links_may_say_what_each_is_for(path: str, texts: tuple[str, ...]) -> None:
    assert not other_link(path, texts)


RESULT = replace(linked("{{title}}", "div[2]/a[1]", "Beta Test", ("{{title}}",)), cells=("Beta Test", "{{title}}"))


@pytest.mark.parametrize(
    ("seen", "line"),
    [
        (
            linked("Omega", "div[1]/a[1]", "Omega", ("Omega",)),
            "link \"Omega\" is there, but its row or list shows 'Omega', it showed 'Beta Test | Omega'",
        ),
        (linked("Omega 2", "div[1]/a[1]", "Omega 2", ("Omega 2",)), "nothing on the page holds 'Omega'"),
    ],
)
def test_a_stop_says_that_a_value_is_missing_only_if_no_element_is_called_by_it(seen: Fingerprint, line: str) -> None:
    found = recognise(RESULT, [Candidate(fingerprint=seen)], {"title": "Omega"}, StepKind.CLICK)
    assert found.evidence == (line,)


ROW_4 = replace(NEW, context="#4 {{who}} Bob Delete", cells=("#4", "{{who}}", "Bob"), texts=("#4", "{{who}}", "Bob"))
BY_BOB = replace(NEW, context="4 Bob {{who}} Delete", cells=("4", "Bob", "{{who}}"), texts=("4", "Bob", "{{who}}"))


@pytest.mark.parametrize("number", ["#9", "#10", "#121", "7", "1,250"])
def test_the_number_of_a_row_is_a_mark_however_long_it_is(number: str) -> None:
    assert holding(ROW_4, row(number, "Anna", "Cleo"), {"who": "Anna"})
    assert not holding(ROW_4, row(number, "Cleo", "Anna"), {"who": "Anna"})
    assert holding(BY_BOB, row(number, "Cleo", "Anna"), {"who": "Anna"})
    assert not holding(BY_BOB, row(number, "Anna", "Cleo"), {"who": "Anna"})


def test_a_link_that_stood_beside_the_recorded_one_may_fill_a_cell_of_its_own() -> None:
    cells = ("Everything", "{{room}}", "Hall", "Attic")
    was = replace(linked("{{room}}", "nav[1]/a[2]", "", cells), cells=cells)
    shown = tuple("Cellar" if one == "{{room}}" else one for one in cells)
    now = replace(linked("Attic", "nav[1]/a[4]", "", shown), cells=shown)

    assert holding(was, now, {"room": "Attic"})
    assert not holding(was, replace(now, absolute_xpath="/body[1]/nav[1]/a[3]"), {"room": "Attic"})
    assert not holding(was, replace(now, cells=(*shown, "Attic"), texts=(*shown, "Attic")), {"room": "Attic"})


COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@settings(max_examples=100)
@given(old=COLOURS, new=COLOURS, large=st.booleans())
def test_the_colour_of_a_row_is_a_mark_with_and_without_letters(old: str, new: str, large: bool) -> None:  # noqa: FBT001
    target = row("Pin", old, "{{who}}", "16 seconds ago")
    seen = row("Pin", new.upper() if large else new, "Versuch 9", "3 minutes ago")
    other = row("Pin", "Versuch 9", new, "Versuch 8")

    assert holding(target, seen, {"who": "Versuch 9"})
    assert not holding(target, other, {"who": "Versuch 8"})


INBOX = row("Grace Bell", "29 Oct", "{{subject}}", "See you there.")


@pytest.mark.parametrize("sender", ["李娜", "김철", "まり", "Wu", "Al"])
def test_a_name_of_two_signs_is_no_mark(sender: str) -> None:
    seen = row(sender, "27 Nov", "Budget", "Two numbers to check.")

    assert holding(INBOX, seen, {"subject": "Budget"})
    assert not holding(INBOX, row(sender, "Budget", "27 Nov", "See you."), {"subject": "Budget"})


@pytest.mark.parametrize("mark", ["AB", "✓", "x", "王", "»", ""])
def test_initials_and_signs_shift_no_column(mark: str) -> None:
    assert holding(INBOX, row(mark, "Ann Lee", "27 Nov", "Budget", "Two numbers."), {"subject": "Budget"})
    assert not holding(INBOX, row(mark, "Ann Lee", "27 Nov", "Two", "Budget"), {"subject": "Budget"})
