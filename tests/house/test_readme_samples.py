"""The README's samples match a real run: the same words, the same steps, and times in the same proportion."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import pytest

from pytest_ami.cli.first_steps.demo import FOLDER
from pytest_ami.testing.project import Project, clean
from tests.support.samples import blocks_of, times_in, words_in

ROOT = Path(__file__).parents[2]
START = "from pytest_ami.cli import main; main()"
TEXT = (ROOT / "README.md").read_text("utf-8")
FACTOR = 3.0
"""How many times as long as shown a run may take, or how much shorter, beside the other times of the same sample."""

GRACE = 2.0
"""Seconds by which a time may differ whatever its factor: a short run meets one hiccup of the machine."""


def block(language: str) -> str:
    """Return the text of the README's first block in ``language``."""
    return next(one.text for one in blocks_of(TEXT) if one.language == language)


def out_of_proportion(shown: Sequence[float], real: Sequence[float]) -> list[str]:
    """Return the times that differ too much from those shown.

    A busy machine makes all times of a run longer. So each time is held against the pace of the others: the median of
    how many times as long as shown they took. Waits do not follow the pace, so it only widens the bounds.
    """
    ratios = [now / was for was, now in zip(shown, real, strict=True)]
    faults = []
    for number, (was, now) in enumerate(zip(shown, real, strict=True)):
        pace = median(ratios[:number] + ratios[number + 1 :] or [1.0])
        least = min(was / FACTOR, was - GRACE) * min(pace, 1.0)
        most = max(was * FACTOR, was + GRACE) * max(pace, 1.0)
        if not least <= now <= most:
            faults.append(f"{now} s, and the README shows {was} s; the other times are {pace:.1f} times those shown")
    return faults


def check(shown: str, run: Callable[[int], str]) -> None:
    """Check that a sample is what a run says. A time counts as wrong if it is out of proportion in two runs."""
    faults: list[str] = []
    for attempt in range(2):
        real = run(attempt)
        assert words_in(shown) == words_in(real)
        faults = out_of_proportion(times_in(shown), times_in(real))
        if not faults:
            return
    pytest.fail("\n".join(faults))


@pytest.mark.browser
@pytest.mark.slow
def test_the_two_runs_of_its_first_test_say_what_it_shows(tmp_path: Path) -> None:
    shown = block("console").split("$ pytest -q\n")[1:]

    def run(attempt: int) -> str:
        project = Project.at(tmp_path / f"project-{attempt}").with_file("pytest.ini", "[pytest]\n")
        project = project.with_file("test_mail.py", block("python"))
        project = project.with_file("conftest.py", (ROOT / "examples" / "conftest.py").read_text("utf-8"))
        return "\n".join(project.run("-q").out for _ in shown)

    check("".join(shown), run)
    assert not (ROOT / "steering").exists()


@pytest.mark.browser
@pytest.mark.slow
def test_the_demonstration_says_what_it_shows(tmp_path: Path) -> None:
    environ = {**clean(os.environ), "COLUMNS": "120"}

    def run(attempt: int) -> str:
        command = [sys.executable, "-c", START, "demo", "--dir", str(tmp_path / f"demo-{attempt}")]
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, encoding="utf-8", check=False)
        return done.stdout.replace(command[-1], str(FOLDER))

    check(block("text"), run)
    assert not (ROOT / "steering").exists()


DEMO = [2.7, 0.7, 0.7, 4.2, 1.0]
"""Times of the demonstration, as a README may show them."""


@pytest.mark.parametrize(
    "real",
    [
        DEMO,
        [2.7, 0.9, 1.5, 4.9, 1.1],
        [8.9, 2.0, 2.4, 11.0, 2.9],
        [12.0, 4.0, 3.6, 5.0, 5.1],
        [0.9, 0.3, 0.3, 2.5, 0.4],
    ],
    ids=["as shown", "a hiccup", "a busy machine", "a busy machine that waits", "a fast machine"],
)
def test_times_in_proportion_are_accepted(real: list[float]) -> None:
    assert out_of_proportion(DEMO, real) == []


@pytest.mark.parametrize(
    "real",
    [[2.7, 0.7, 0.7, 13.5, 1.0], [4.0, 0.6, 0.7, 13.5, 0.9], [2.7, 0.7, 0.7, 1.3, 1.0], [2.7, 3.4, 0.7, 4.2, 1.0]],
    ids=["a slow redesign", "a slow redesign and a slower lesson", "a fast redesign", "a slow replay"],
)
def test_one_time_out_of_proportion_is_refused(real: list[float]) -> None:
    assert len(out_of_proportion(DEMO, real)) == 1


def test_a_sample_whose_times_are_wrong_twice_is_refused() -> None:
    runs: list[int] = []

    def run(attempt: int) -> str:
        runs.append(attempt)
        return "2 passed in 9.00s\n1 passed in 1.00s"

    with pytest.raises(pytest.fail.Exception, match="the README shows"):
        check("2 passed in 1.00s\n1 passed in 1.00s", run)
    assert runs == [0, 1]
