"""The ways to a record or a form: lists of entries, searches, pages of a list, places, tabs and sections."""

from __future__ import annotations

import pytest

from pytest_ami.engine.teaching.records.task_record import record_parameter
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult
from pytest_ami.model.workflow import Parameter
from tests.support.simulated_pages import Page, lesson

DONE = {"saved": ["link Home"]}


def test_an_entry_of_a_list_is_chosen_after_its_text_was_typed() -> None:
    form = ["combobox/list Course", "button Book"]
    page = Page(
        shows={"start": form, "open": [*form, "option English", "option English for kids"], "shut": form, **DONE},
        leads={("start", "fill Course"): "open", ("open", "English"): "shut", ("shut", "Book"): "!saved"},
    )
    result = lesson(page, "book a course", {"course": "English"})
    assert (result.clicked, result.final.kind) == (["English", "Book"], MoveKind.DONE)


def test_an_entry_that_tells_two_values_uses_both() -> None:
    form = ["combobox/list Seat", "button Cancel this seat"]
    page = Page(
        shows={"start": form, "open": [*form, "option Anna, Row 1", "option Anna, Row 2"], "shut": form, **DONE},
        leads={("start", "fill Seat"): "open", ("open", "Anna, Row 2"): "shut", ("shut", "Cancel this seat"): "!saved"},
    )
    result = lesson(page, "cancel a seat", {"name": "Anna", "row": "Row 2"})
    assert "Anna, Row 2" in result.clicked, result
    assert len(page.did) == 1


def test_a_number_is_no_part_of_an_entry() -> None:
    page = Page(shows={"start": ["option Drill no. 1", "textbox Borrower", "button Lend"]}, leads={})
    result = lesson(page, "lend a drill", {"borrower": "Anna", "days": "1"}, types={"days": "number"})
    assert (result.final.kind, result.clicked) == (MoveKind.GIVE_UP, [])


def _library() -> Page:
    rows = ["link Solaris, annotated", "link 2", "button Next page"]
    found = ["textbox Search", "link Solaris", "link Solaris, annotated"]
    form = ["spinbutton Pages", "button Save"]
    return Page(
        shows={"start": ["textbox Search", *rows], "found": found, "next": ["link Solaris"], "book": form, **DONE},
        leads={
            ("start", "Enter"): "found",
            ("start", "Next page"): "next",
            ("found", "Solaris"): "book",
            ("next", "Solaris"): "book",
            ("book", "Save"): "!saved",
        },
    )


def test_a_record_that_is_not_on_the_page_is_searched_for() -> None:
    result = lesson(_library(), "change the number of pages of a book", {"title": "Solaris", "pages": "13"})
    assert result.clicked == ["Solaris", "Save"]
    assert [move.kind for move in result.moves[:2]] == [MoveKind.FILL, MoveKind.PRESS]


def test_what_the_page_shows_goes_before_a_search() -> None:
    page = _library()
    page.shows["start"].append("link German")
    page.leads["start", "German"] = "found"
    result = lesson(page, "correct the pages of a book", {"language": "German", "title": "Solaris", "pages": "13"})
    assert result.clicked[:2] == ["German", "Solaris"]


def test_a_value_that_the_record_has_needs_no_field() -> None:
    page = Page(
        shows={"start": ["link Beloved"], "book": ["combobox Language (English, German)", "button Save"], **DONE},
        leads={("start", "Beloved"): "book", ("book", "Save"): "!saved"},
    )
    page.values["combobox Language (English, German)"] = "English"
    result = lesson(
        page, "change the language of a book", {"title": "Beloved", "from_language": "English", "to_language": "German"}
    )
    assert page.did[0][1]["Language"] == "German", result


def test_a_record_on_another_page_of_a_list_is_found_there() -> None:
    page = _library()
    page.shows["start"].remove("textbox Search")
    result = lesson(page, "change the number of pages of a book", {"title": "Solaris", "pages": "13"})
    assert result.clicked == ["Next page", "Solaris", "Save"]


def test_a_record_that_nothing_finds_is_no_other_one() -> None:
    page = _library()
    result = lesson(page, "change the number of pages of a book", {"title": "Sol", "pages": "13"})
    assert (result.final.kind, page.did) == (MoveKind.GIVE_UP, [])


@pytest.mark.parametrize("way", ["tab Tasks", "link Tasks", "radio Tasks"])
def test_the_place_that_is_called_like_the_thing_goes_first(way: str) -> None:
    page = Page(
        shows={
            "start": ["tab Prices", way, "textbox Name", "button Order the usual lunch"],
            "tasks": ["textbox New task"],
        },
        leads={("start", "Tasks"): "tasks", ("start", "fill Tasks"): "tasks", ("tasks", "Enter"): "!start"},
    )
    result = lesson(page, "add a task", {"text": "Buy chalk"})
    assert page.did[0][0] == "Enter", result
    assert page.did[0][1]["New task"] == "Buy chalk"
    assert "Prices" not in result.clicked


def test_a_tab_that_was_tried_in_vain_is_undone() -> None:
    tabs = ["tab Prices", "tab Board"]
    page = Page(
        shows={"start": tabs, "prices": [*tabs, "textbox Amount"], "board": ["textbox New task"]},
        leads={("start", "Prices"): "prices", ("start", "Board"): "board", ("board", "Enter"): "!start"},
    )
    result = lesson(page, "add a task", {"text": "Buy chalk"})
    kinds = [move.kind for move in result.moves]
    assert kinds[:4] == [MoveKind.CLICK, MoveKind.BACK, MoveKind.CLICK, MoveKind.FILL]
    assert page.did == [("Enter", {"New task": "Buy chalk"})]


class Staying(Page):
    """A page on which the way back leads nowhere: a tab that was opened stays open."""

    def make(self, move: Move, touched: Element | None, values: dict[str, str]) -> MoveResult:
        return MoveResult(move=move) if move.kind is MoveKind.BACK else super().make(move, touched, values)


@pytest.mark.parametrize("field", ["Text", "Message"])
def test_nothing_is_entered_in_a_tab_that_does_not_name_the_thing_of_the_task(field: str) -> None:
    page = Staying(
        shows={
            "start": ["tab Assistant"],
            "chat": ["tab Assistant [selected]", f"textbox {field}", "button Submit"],
            **DONE,
        },
        leads={("start", "Assistant"): "chat", ("chat", "Submit"): "!saved"},
    )
    result = lesson(page, "add a task", {"text": "Buy chalk"})
    assert (page.did, result.final.kind) == ([], MoveKind.GIVE_UP)


def test_a_section_is_unfolded_for_a_missing_field() -> None:
    form = ["textbox Title", "button Details [collapsed]", "button Save"]
    page = Page(
        shows={"start": form, "open": ["textbox Title", "textbox Summary", "button Save"], **DONE},
        leads={("start", "Details"): "open", ("open", "Save"): "!saved"},
    )
    lesson(page, "add a note", {"title": "Chalk", "summary": "White"})
    assert page.did == [("Save", {"Title": "Chalk", "Summary": "White"})]


@pytest.mark.parametrize(
    ("task", "names", "record"),
    [
        ("change a participant", ("name", "notes"), "name"),
        ("set the password of a member", ("member", "code"), "member"),
        ("amend a page", ("page", "summary"), "page"),
        ("upload the cover of a book", ("cover", "title"), "title"),
        ("change settings", ("language", "signature"), ""),
        ("add an author", ("name",), ""),
    ],
)
def test_the_parameter_that_names_the_record(task: str, names: tuple[str, ...], record: str) -> None:
    assert record_parameter(task, [Parameter(name=name) for name in names]) == record


@pytest.mark.parametrize(
    ("name", "clicked"),
    [("Solaris, annotated", []), ("Unread, Ann, Solaris", ["Unread, Ann, Solaris"])],
)
def test_a_link_that_is_a_whole_row_names_its_record(name: str, clicked: list[str]) -> None:
    page = Page(shows={"start": [f"link {name}"], "tool": ["link Home"]}, leads={("start", name): "tool"})
    assert lesson(page, "look at a film", {"title": "Solaris"}).clicked == clicked


@pytest.mark.parametrize(("task", "kind"), [("look at a tool", MoveKind.DONE), ("delete a tool", MoveKind.GIVE_UP)])
def test_a_task_that_changes_nothing_ends_where_its_record_opens(task: str, kind: MoveKind) -> None:
    page = Page(shows={"start": ["link Wok"], "tool": ["link Home"]}, leads={("start", "Wok"): "tool"})
    result = lesson(page, task, {"name": "Wok"})
    assert (result.clicked, result.final.kind) == (["Wok"], kind)


@pytest.mark.parametrize("finder", [["searchbox Search projects"], ["link Next page"]])
def test_the_control_in_the_row_of_a_longer_name_is_not_that_of_the_record(finder: list[str]) -> None:
    rows = ["button Archive {Alpha 2}", "button Archive {Beta}"]
    page = Page(
        shows={"start": [*rows, *finder], "found": ["button Archive {Alpha}", *finder], **DONE},
        leads={("start", "Enter"): "found", ("start", "Next page"): "found", ("found", "Archive"): "!saved"},
    )
    result = lesson(page, "archive project", {"project": "Alpha"})
    assert [name for name, _ in page.did] == ["Archive"], result
    assert page.now == "saved"


@pytest.mark.parametrize("row", ["Alpha 2", "Alpha 2 Archive", "Alpha Centauri", "Big Alpha", "Alpha (copy)"])
def test_without_the_record_nothing_is_done_to_one_with_a_longer_name(row: str) -> None:
    page = Page(shows={"start": [f"button Archive {{{row}}}", "button Archive {Beta}"], **DONE}, leads={})
    assert lesson(page, "archive project", {"project": "Alpha"}).clicked == []


@pytest.mark.parametrize(
    ("row", "beside"),
    [("Alpha", []), ("Alpha - 2 members", []), ("Alpha 2", ["link Alpha"]), ("Unread Ann Alpha 10:30 today", [])],
)
def test_the_control_in_the_row_of_the_record_does_the_task(row: str, beside: list[str]) -> None:
    page = Page(
        shows={"start": [*beside, f"button Archive {{{row}}}", "button Archive {Beta}"], **DONE},
        leads={("start", "Archive"): "!saved"},
    )
    lesson(page, "archive project", {"project": "Alpha"})
    assert [name for name, _ in page.did] == ["Archive"]
