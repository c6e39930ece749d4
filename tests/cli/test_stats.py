"""`ami stats`: what it prints of a store."""

from __future__ import annotations

from pathlib import Path

from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from tests.support.commands import data, run


def test_the_command_counts_what_waits_in_journals_too(project: Path) -> None:
    journal = Journal(project / ".ami", run="r")
    for outcome, passed, seconds in (("healed", True, 2.5), ("stale", False, 3.5)):
        said = {"outcome": outcome, "seconds": seconds, "drift": None, "healed": [], "passed": passed}
        journal.append(Kind.TEST_FINISHED, task="send email", workflow="w", data=said)

    text = run("stats").stdout

    assert "runs       2, 50.0% green, 1 healed, 1 stale, median 3.00 s" in text
    assert "models     none was asked" in text
    assert "send email" in text
    assert "facts      2, of 1 run or command" in text


def test_what_the_replays_saved_is_counted_against_their_lessons(project: Path) -> None:
    journal = Journal(project / ".ami", run="r")
    for passed in (True, True, False):
        lesson = {"seconds": 4.9, "calls": 6, "tokens": 1200}
        said = {"outcome": "replayed", "seconds": 0.6, "healed": [], "passed": passed, "lesson": lesson}
        journal.append(Kind.TEST_FINISHED, task="send email", workflow="w", data=said)

    assert (
        "saved      8.6 s, 12 model calls, 2,400 tokens: 2 replays in the place of as many lessons"
        in run("stats").stdout
    )
    assert data("stats")["saved"]["calls"] == 12


def test_a_store_that_is_missing_is_an_error_and_an_empty_one_is_not(project: Path) -> None:
    assert run("stats", "--dir", str(project / "nowhere")).exit_code == 1
    (project / "bare").mkdir()
    assert "runs       none yet" in run("stats", "--dir", str(project / "bare")).stdout


def test_tasks_that_are_learned_again_and_again_come_first(project: Path) -> None:
    journal = Journal(project / ".ami", run="r")
    outcomes = {"add book": ["learned", "relearned", "relearned"], "log in": ["relearned", *["replayed"] * 5]}
    for task, some in outcomes.items():
        for outcome in some:
            said = {"outcome": outcome, "seconds": 1.0, "drift": None, "healed": [], "passed": True}
            journal.append(Kind.TEST_FINISHED, task=task, workflow="w", data=said)

    lines = run("stats").stdout.splitlines()

    assert lines[1].split() == ["unstable", "relearned", "runs", "rate"]
    assert lines[2].split() == ["2", "3", "66.7%", "add", "book"]
    assert not any("log in" in line for line in lines[:4])
    assert data("stats")["runs"]["relearned"] == 3


def test_a_price_that_is_not_known_is_said_to_be_unknown(project: Path) -> None:
    journal = Journal(project / ".ami", run="r")
    for money in ({}, {}, {"money": 0.25}):
        journal.append(Kind.MODEL_CALL, task="pay", data={"model": "small", "seconds": 1.0, "tokens": 5, **money})

    assert "3 calls, 15 tokens, $0.2500 (the price of 2 calls is not known): small 3" in run("stats").stdout
