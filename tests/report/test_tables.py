"""Tables of lines: aligned by cells, never wrapped, the same for a pipe and a terminal."""

from __future__ import annotations

import click
import pytest

from pytest_ami.cli.render import evidence_lines
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.report.tables import Cell, Column, heading, table


def plain(*rows: tuple[str | Cell, ...], columns: tuple[Column, ...] = (), gap: int = 2) -> list[str]:
    return [click.unstyle(line) for line in table(rows, columns, gap=gap)]


def test_columns_are_as_wide_as_their_cells_and_lines_end_without_spaces() -> None:
    assert plain(heading("task", "by"), ("send", "a"), ("x", "")) == ["task  by", "send  a", "x"]


def test_a_wide_character_takes_two_cells() -> None:
    assert plain(("发送", "1"), ("ab", "2")) == ["发送  1", "ab    2"]


def test_numbers_stand_at_the_right_edge_of_a_column_with_a_least_width() -> None:
    columns = (Column(3), Column(4, right=True))
    assert plain(("a", "1"), ("b", "22"), columns=columns, gap=1) == ["a      1", "b     22"]


def test_a_line_break_continues_the_cell_and_markup_is_text() -> None:
    assert plain(("a\nb", "[red]x[/red] :smile:")) == ["a  [red]x[/red] :smile:", "b"]


@pytest.mark.parametrize("columns", ["20", "300"])
def test_the_width_of_a_terminal_does_not_wrap_it(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert plain(("x" * 200, "y")) == [f"{'x' * 200}  y"]


def test_colours_are_part_of_the_lines() -> None:
    (line,) = table([(Cell("stale", "red"), "1")])
    assert "\x1b[31mstale\x1b[0m" in line


def test_nothing_has_no_lines() -> None:
    assert plain() == []


def test_a_name_that_is_longer_than_its_column_moves_the_whole_column() -> None:
    target = Fingerprint(tag="a", role="link", name="Send", attributes={"data-automation-id": "send"})
    workflow = Workflow(task="send email", steps=(Step(kind=StepKind.CLICK, target=target),))

    lines = [click.unstyle(line) for line in evidence_lines(workflow) if "first recording" in line]

    assert [line.split()[0] for line in lines] == ["name", "data-automation-id"]
    assert len({line.index("first recording") for line in lines}) == 1
    assert len({line.rindex(line.split()[-1]) for line in lines}) == 1
