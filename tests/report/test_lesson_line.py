"""The line of a lesson on a terminal: it never takes more columns than there are, and the cost stays in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from pytest_ami.model.outcome import Usage
from pytest_ami.report.lesson_line import LEAST, LessonProgress, lesson_line

USAGE = Usage(calls=4, tokens=5210, money=0.0123)
STEP = LessonProgress("send email", 3, 'fill textbox "To" with {{to}}', USAGE, 8.4)


def test_a_line_has_step_action_element_calls_tokens_money_and_time() -> None:
    assert lesson_line(STEP, 120) == (
        'learning "send email", step 3: fill textbox "To" with {{to}}; 4 calls, 5,210 tokens, $0.0123, 8 s'
    )


def test_a_lesson_without_a_model_has_no_cost_but_time() -> None:
    assert lesson_line(LessonProgress("send email"), 80) == 'learning "send email", begins; 0 s'
    assert (
        lesson_line(LessonProgress("t", 1, "click", Usage(calls=1), 2.0), 80)
        == 'learning "t", step 1: click; 1 call, 2 s'
    )


def test_the_words_are_cut_and_the_cost_stays() -> None:
    assert lesson_line(STEP, 70) == 'learning "send email", step 3: f…; 4 calls, 5,210 tokens, $0.0123, 8 s'


@given(st.text(max_size=40), st.text(max_size=80), st.integers(0, 100), st.integers(0, 10**9))
def test_a_line_fits_into_its_columns_and_moves_no_cursor(task: str, action: str, columns: int, tokens: int) -> None:
    line = lesson_line(LessonProgress(task, 2, action, Usage(calls=1, tokens=tokens), 1.0), columns)

    assert cell_len(line) <= columns
    assert bool(line) == (columns >= LEAST)
    assert not set(line) & set("\r\n\x1b\b")
