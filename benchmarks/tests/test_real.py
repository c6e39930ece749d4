"""The figures of the bed: verdicts, counts, pairs, and the text of the temporary projects."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from benchmarks.real import project
from benchmarks.real.__main__ import main
from benchmarks.real.application import Application, Release, Task, Values
from benchmarks.real.facts import changes
from benchmarks.real.measured import Report, failures, figures, ratios_of, summed
from benchmarks.real.project import NOWHERE, Session
from benchmarks.real.runs import TEACHERS, Run

RIGHT: dict[str, Any] = {"green": True, "done": True}


def ran(phase: str = "replay", task: str = "delete a book", **more: Any) -> Run:
    return Run(**{"release": "1", "phase": phase, "task": task, "number": 2, **more})


def found(*runs: Run, tasks: int = 1) -> dict[str, Any]:
    return figures(Report(name="Library", tasks=tasks, runs=runs))


# -- verdicts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        (RIGHT, "right"),
        ({"green": True, "done": False}, "wrong green"),
        ({"green": True, "done": False, "changes": ("books.3: gone",)}, "wrong green"),
        ({"green": False, "changes": ("books.3: gone",)}, "wrong red"),
        ({"green": False}, "stopped"),
        ({"green": False, "done": True}, "stopped"),
        ({"green": False, "reached": False}, "broken"),
    ],
)
def test_a_run_is_judged_by_its_test_and_by_the_server(more: dict[str, Any], verdict: str) -> None:
    run = ran(**more)

    assert run.verdict == verdict
    assert run.wrong == verdict.startswith("wrong")


def test_a_replay_counts_on_the_release_on_which_the_flow_was_learned() -> None:
    assert ran("replay").unchanged
    assert ran("restart").unchanged
    assert not ran("pace").unchanged
    assert not ran("redesign").unchanged
    assert not ran("relearned").unchanged


# -- counts -----------------------------------------------------------------------------------------------------------


def test_a_red_replay_on_the_unchanged_application_is_a_false_alarm() -> None:
    counts = found(ran("learn", **RIGHT), ran(**RIGHT), ran(), ran("restart"), ran(green=True), ran(reached=False))

    assert counts["learned"] == 1
    assert counts["replays"] == {"count": 1, "of": 5}
    assert counts["false_stale"] == 2
    assert counts["wrong"] == {"wrong green": 1, "wrong red": 0}
    assert counts["broken"] == 1


def test_a_wrong_action_in_a_lesson_is_the_teachers_and_counted_apart() -> None:
    counts = found(ran("relearn", teacher="model", changes=("x: new: 1",)), ran("relearned", green=True))

    assert counts["wrong"] == {"wrong green": 1, "wrong red": 0}
    assert counts["wrong_lessons"] == 1


def test_a_flow_on_a_redesign_arrives_stops_or_is_wrong() -> None:
    runs = [ran("redesign", **more) for more in (RIGHT, RIGHT, {}, {"green": True}, {"changes": ("x: new: 1",)})]

    assert found(*runs)["redesigned"] == {"arrived": 2, "stopped": 1, "wrong": 2, "of": 5}


def test_a_flow_is_relearned_when_it_was_taught_and_every_later_replay_is_right() -> None:
    counts = found(
        ran("relearn", teacher="model", **RIGHT),
        ran("relearned", teacher="model", **RIGHT),
        ran("relearn", "add a book", teacher="model", **RIGHT),
        ran("relearned", "add a book", teacher="model"),
        ran("relearn", "rate a book", teacher="offline"),
    )["relearned"]

    assert {key: counts[key] for key in ("green", "replayed", "of")} == {"green": 2, "replayed": 1, "of": 3}
    assert counts["by"]["model"] == {"green": 2, "replayed": 1, "of": 2}
    assert counts["by"]["offline"] == {"green": 0, "replayed": 0, "of": 1}
    assert counts["by"]["demonstration"]["of"] == 0


def test_a_task_is_learned_alone_if_a_lesson_on_any_release_was_right_and_every_stray_record_counts() -> None:
    taught = {"phase": "alone", "teacher": "offline"}
    alone = found(
        ran(**taught, task="add a book", **RIGHT),
        ran(**taught, task="add a book", release="2", changes=("tags.4: new",)),
        ran(**taught, task="delete a book"),
        ran("alone again", "add a book", teacher="offline", **RIGHT),
    )["alone"]
    first = {"learned": 1, "not_learned": 1, "stray": 0, "replayed": 1, "of": 2}
    second = {"learned": 0, "not_learned": 1, "stray": 1, "replayed": 0, "of": 1}

    assert alone["by"] == {"1": first, "2": second}
    assert {key: alone[key] for key in first} == {key: first[key] + second[key] for key in first}
    assert (alone["tasks_learned"], alone["tasks"]) == (1, 2)


def test_the_versions_of_a_phase_are_counted() -> None:
    report = Report(name="Library", tasks=3, runs=(), versions={"learn": {"a": 1, "b": 1, "c": 4}})

    assert figures(report)["versions"] == {"learn": {"1 version": 2, "4 versions": 1}}


RUNS = st.lists(
    st.builds(
        Run,
        release=st.sampled_from(["1", "2"]),
        phase=st.sampled_from(["learn", "replay", "restart", "pace", "redesign", "relearn", "relearned", "alone"]),
        teacher=st.sampled_from(["", *TEACHERS]),
        task=st.sampled_from(["a", "b"]),
        number=st.integers(1, 4),
        by_hand=st.booleans(),
        reached=st.booleans(),
        green=st.booleans(),
        done=st.booleans(),
        changes=st.sampled_from([(), ("x: new: 1",)]),
        seconds=st.floats(0.1, 9),
    ),
    max_size=12,
)


@given(runs=RUNS)
def test_every_run_on_a_redesign_is_counted_once(runs: list[Run]) -> None:
    counts = found(*runs)
    new = counts["redesigned"]
    broken = sum(run.phase == "redesign" and run.verdict == "broken" for run in runs)
    replays = [run for run in runs if run.unchanged]

    assert new["arrived"] + new["stopped"] + new["wrong"] + broken == new["of"]
    wrong = sum(run.wrong or run.verdict == "broken" for run in replays)
    assert counts["replays"]["count"] + counts["false_stale"] + wrong == counts["replays"]["of"] == len(replays)


@pytest.mark.slow
@given(st.lists(RUNS, min_size=1, max_size=3))
def test_the_sum_of_all_applications_is_the_count_over_all_runs(several: list[list[Run]]) -> None:
    each = {
        f"app {n}": found(*[replace(run, task=f"{run.task} {n}") for run in runs]) for n, runs in enumerate(several)
    }
    together = found(
        *[replace(run, task=f"{run.task} {n}") for n, runs in enumerate(several) for run in runs], tasks=len(several)
    )
    without = {"ratio": None}

    assert {**summed(each), **without} == {**together, **without}


# -- pairs ------------------------------------------------------------------------------------------------------------


def paced(task: str, *sides: tuple[bool, float], **more: Any) -> list[Run]:
    return [ran("pace", task, by_hand=hand, seconds=seconds, **{**RIGHT, **more}) for hand, seconds in sides]


def test_a_replay_is_compared_with_the_flow_by_hand_beside_it() -> None:
    runs = paced("a", (True, 2.0), (False, 3.0), (False, 4.0), (True, 5.0))

    assert ratios_of(runs) == [1.5, 0.8]
    assert found(*runs)["ratio"] == 1.15


def test_a_pair_with_a_run_that_is_not_right_does_not_count() -> None:
    good = paced("a", (True, 2.0), (False, 3.0))
    red = paced("b", (True, 2.0)) + paced("b", (False, 9.0), green=False)

    assert ratios_of([*good, *red]) == [1.5]
    assert found(*red)["ratio"] is None


def test_the_ratio_in_sum_is_the_median_of_the_applications() -> None:
    each = {str(n): found(*paced("a", (True, 1.0), (False, n))) for n in (1.0, 1.2, 3.0)}

    assert summed(each)["ratio"] == 1.2
    assert summed({"none": found()})["ratio"] is None


# -- what people read -------------------------------------------------------------------------------------------------


def test_every_failure_is_told_with_its_message_and_a_right_run_is_not() -> None:
    report = Report(
        name="Library",
        tasks=1,
        runs=(ran(**RIGHT, message="fine"), ran(message="STALE: step 1"), ran(green=True, changes=("books.3: gone",))),
        left_out=("2: npm is not installed",),
    )

    told = failures(report)
    assert "2 of 3 runs are not right" in told
    assert "## false stale: delete a book: replay on 1, values 2" in told
    assert "STALE: step 1" in told
    assert "## wrong green" in told
    assert "- books.3: gone" in told
    assert "npm is not installed" in told
    assert "fine" not in told


def test_a_difference_of_two_states_is_told_by_its_place() -> None:
    before = {"books": {"1": {"title": "A", "tags": ["x"]}, "2": {"title": "B", "tags": []}}, "open": True}
    after = {"books": {"1": {"title": "A", "tags": ["x", "y"]}, "3": {"title": "C", "tags": []}}, "open": False}

    told = list(changes(before, after))
    assert told[0] == "books.1.tags: new: 'y'"
    assert told[1].startswith("books.2: gone: ")
    assert told[2].startswith("books.3: new: ")
    assert told[3] == "open: True became False"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.slow
@given(JSON, JSON)
def test_two_states_differ_exactly_if_a_difference_is_told(before: Any, after: Any) -> None:
    assert (list(changes(before, after)) == []) == (before == after)


# -- projects ---------------------------------------------------------------------------------------------------------


def nothing(page: Page, values: Values) -> None: ...


def never(before: Any, after: Any, values: Values) -> bool:
    return False


def task(name: str, **more: Any) -> Task:
    made: dict[str, Any] = {"covers": (), "start": "/", "values": [{}] * 4, "perform": nothing, "confirm": nothing}
    return Task(name=name, **{**made, "done": never, **more})


def functions(source: str) -> list[str]:
    return [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


def test_a_project_has_a_test_for_each_task_and_number() -> None:
    made = project.tests_of([task("delete a book"), task("Rate it: 5/5")], Session(mode="replay", values=(2, 4)))

    assert functions(made) == [
        "test_delete_a_book_replay_2",
        "test_rate_it_5_5_replay_2",
        "test_delete_a_book_replay_4",
        "test_rate_it_5_5_replay_4",
    ]


def test_a_measured_project_has_two_pairs_in_turn() -> None:
    made = project.tests_of([task("rate")], Session(mode="replay", paced=True))

    assert functions(made) == ["test_rate_hand_1", "test_rate_replay_2", "test_rate_replay_3", "test_rate_hand_4"]
    assert [f"'rate', {number}, {hand}" in made for number, hand in ((1, True), (2, False), (3, False), (4, True))] == (
        [True] * 4
    )


def test_a_session_gets_no_model_no_ci_and_none_of_our_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CI", "AMI_MODE", "OPENAI_API_KEY", "PYTEST_ADDOPTS", "REAL_URL"):
        monkeypatch.setenv(name, "ours")
    monkeypatch.setenv("AMI_BROWSER", "/browser")

    made = project.environment(Session(mode="replay"), {"url": "http://127.0.0.1:1"})

    assert "ours" not in made.values()
    assert "CI" not in made
    assert made["OPENAI_BASE_URL"] == NOWHERE
    assert made["AMI_BROWSER"] == "/browser"
    assert (made["REAL_TEACHER"], made["REAL_URL"]) == ("demonstration", "http://127.0.0.1:1")


def test_a_run_is_told_what_the_plugin_says_of_its_test(tmp_path: Path) -> None:
    entries = [
        {
            "test": "test_flows.py::test_delete_a_book_replay_1[chromium]",
            "outcome": "healed",
            "healed": ["step 1", "step 2"],
        },
        {"test": "test_flows.py::test_rate_replay_2[chromium]", "outcome": "replayed", "healed": []},
    ]
    (tmp_path / "ami.json").write_text(json.dumps({"runs": entries}), "utf-8")

    (healed,) = project.with_outcomes(tmp_path, [ran(number=1)])
    replayed, by_hand = project.with_outcomes(
        tmp_path, [ran(task="rate", number=2), ran(task="rate", number=1, by_hand=True)]
    )

    assert (healed.outcome, healed.healed) == ("healed", 2)
    assert (replayed.outcome, by_hand.outcome) == ("replayed", "")


def test_a_script_by_hand_belongs_to_its_release() -> None:
    def other(page: Page, values: Values) -> None: ...

    def serve(installed: Path, folder: Path) -> Any: ...

    one, two, three = (Release(name=name, serve=serve) for name in ("1", "2", "3"))
    app = Application(name="Library", kind="", releases=(one, two, three), tasks=())

    assert app.script(task("a"), three) is nothing
    everywhere = task("a", afterwards=other)
    assert [app.script(everywhere, release) for release in (one, two, three)] == [nothing, other, other]
    somewhere = task("a", afterwards={"3": other})
    assert [app.script(somewhere, release) for release in (one, two, three)] == [nothing, nothing, other]


def test_a_name_of_no_task_is_answered_with_the_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks.real", "django", "-k", "zzz"])

    with pytest.raises(SystemExit):
        main()

    assert "no task has 'zzz' in its name; there are " in capsys.readouterr().err
