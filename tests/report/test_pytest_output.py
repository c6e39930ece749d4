"""The lines of a red run that people need first."""

from __future__ import annotations

from pytest_ami.report.pytest_output import error_lines

RED = """
____________ test_it ____________
    def test_it(page):
>       page.click("a")
E       KeyError: 'first'
        During handling of the above exception, another exception occurred:
E       pytest_ami.StaleError: STALE: step 3   [100%]
E       pytest_ami.StaleError: STALE: "t" stopped
E         why:      missing
conftest.py:5: StaleError
=========== short test summary info ===========
"""


def test_the_last_error_is_shown_without_those_that_led_to_it() -> None:
    assert error_lines(RED) == ['pytest_ami.StaleError: STALE: "t" stopped', "why:      missing"]


def test_without_an_error_the_last_title_or_the_last_lines_are_shown() -> None:
    assert error_lines("a\n__ ERROR at setup __\nb\nc\n=== end ===") == ["b", "c"]
    assert error_lines("\n".join("abcdefgh")) == list("cdefgh")
