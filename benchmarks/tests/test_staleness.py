"""The figures about staleness: what is an alarm, what is an early warning, where a selector leads to."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import results
from benchmarks.identity.pages import Question
from benchmarks.staleness import measured, progressive, resolving, speed, unchanged, workers
from tests.support.redesign.corpus import SEED as REDESIGN_SEED

KEYS = ['button "Send"', 'textbox "To"', 'link "Drafts"', 'checkbox "Urgent"']
TOLD = ["step 1: id no longer agrees (71 % of the evidence is left, 100 % when recorded)"]


def ran(name: str = "mail: send (2019, en) #1", **more: Any) -> dict[str, Any]:
    calm: dict[str, Any] = {"passed": True, "right": True, "why": "", "steps": 4, "cause": ""}
    return {"name": name, **calm, "not_same": [], "repairs": [], "drifting": [], "moved": [], **more}


def course(*steps: dict[str, Any], name: str = "mail: send (2019, en) #1") -> dict[str, Any]:
    filled = [
        {**ran(), "applied": [1] * (n + 1), "redesign": f"R{n}", "touched_another": False, **step}
        for n, step in enumerate(steps)
    ]
    return {"name": name, "steps": filled}


STOPS: dict[str, Any] = {"passed": False, "why": "STALE", "cause": "missing"}
WARNS: dict[str, Any] = {"drifting": TOLD}


# -- false alarms ----------------------------------------------------------------------------------------------------


def test_a_calm_replay_is_no_alarm() -> None:
    assert unchanged.alarms(ran()) == []


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"passed": False}, "stopped"),
        ({"not_same": ["drifted"]}, "healed"),
        ({"repairs": ["step 1: a dialog was sent away"]}, "repaired"),
        ({"drifting": TOLD}, "drifting"),
    ],
)
def test_whatever_is_said_of_an_unchanged_page_is_an_alarm(more: dict[str, Any], kind: str) -> None:
    assert unchanged.alarms(ran(**more)) == [kind]


def test_evidence_that_moved_is_counted_and_is_no_alarm() -> None:
    found = unchanged.figures([ran(moved=[[1, 0.9, "neighbours"]]), ran("b #2")])

    assert found["evidence_moved"]["count"] == 1
    assert found["false_alarms"]["count"] == 0


@given(st.lists(st.sets(st.sampled_from(unchanged.KINDS)), max_size=12))
def test_a_replay_with_several_alarms_is_one_false_alarm(kinds: list[set[str]]) -> None:
    rows = [
        ran(
            f"s #{n}",
            passed="stopped" not in kind,
            not_same=["drifted"] * ("healed" in kind),
            repairs=["step 1"] * ("repaired" in kind),
            drifting=TOLD * ("drifting" in kind),
        )
        for n, kind in enumerate(kinds)
    ]

    found = unchanged.figures(rows)

    assert found["false_alarms"]["count"] == len(found["each"]) == sum(map(bool, kinds))
    assert sum(found[kind] for kind in unchanged.KINDS) == sum(map(len, kinds))
    assert len(unchanged.lines(found)) == 1 + len(found["each"])


def test_a_flow_that_could_not_be_learned_is_named_and_in_no_rate() -> None:
    found = unchanged.figures([ran(), {"name": "b #2", "unlearned": "TimeoutError"}])

    assert found["false_alarms"]["of"] == 1
    assert found["unlearned"] == [{"name": "b #2", "why": "TimeoutError"}]


# -- early warnings --------------------------------------------------------------------------------------------------


def test_a_warning_before_the_break_is_one() -> None:
    found = progressive.figures([course({}, WARNS, {}, STOPS)])

    assert found["raised_before"]["count"] == found["broke"] == 1
    assert found["redesigns_ahead"] == {"2": 1}


def test_a_warning_in_the_run_that_stops_is_too_late() -> None:
    found = progressive.figures([course({}, {**STOPS, **WARNS})])

    assert found["raised_before"]["count"] == 0
    assert [one["redesign"] for one in found["not_raised"]] == ["R1"]


def test_a_break_at_once_counts_against_us_and_is_told_apart() -> None:
    found = progressive.figures([course(STOPS), course({}, WARNS, STOPS)])

    assert (found["raised_before"]["of"], found["raised_before_without_first"]["of"]) == (2, 1)
    assert found["broke_at_first"] == len(found["first"]) == 1


def test_redesigns_that_met_nothing_come_before_the_first() -> None:
    assert progressive.at_first(course({"applied": [0]}, {"applied": [0, 0]}, STOPS))
    assert not progressive.at_first(course({"applied": [0]}, {"applied": [0, 1]}, STOPS))


def test_a_warning_where_nothing_breaks_is_counted_apart() -> None:
    found = progressive.figures([course({}, WARNS), course({}, {})])

    assert found["raised_before"]["of"] == 0
    assert (found["raised_where_nothing_broke"]["count"], found["raised_where_nothing_broke"]["of"]) == (1, 2)


def test_a_flow_that_passes_without_its_effect_is_neither_break_nor_peace() -> None:
    found = progressive.figures([course({}, {"right": False})])

    assert found["broke"] == found["raised_where_nothing_broke"]["of"] == 0
    assert len(found["passed_wrongly"]) == 1


def test_a_green_flow_that_touched_another_element_goes_on_and_is_named() -> None:
    found = progressive.figures([course({}, {"touched_another": True}, {})])

    assert found["touched_another"] == [{"name": "mail: send (2019, en) #1", "redesign": "R1"}]
    assert found["passed_wrongly"] == []


@given(st.lists(st.tuples(st.integers(0, 7), st.booleans(), st.none() | st.integers(0, 7)), max_size=10))
def test_every_sequence_ends_in_one_way(drawn: list[tuple[int, bool, int | None]]) -> None:
    rows = []
    for n, (last, breaks, warned) in enumerate(drawn):
        steps = [dict(WARNS) if at == warned else {} for at in range(last + 1)]
        rows.append(course(*steps[:-1], {**steps[-1], **(STOPS if breaks else {})}, name=f"s #{n}"))

    found = progressive.figures(rows)

    warned_of = [w is not None and (w < last) for last, breaks, w in drawn if breaks]
    assert found["broke"] + found["raised_where_nothing_broke"]["of"] + len(found["passed_wrongly"]) == len(drawn)
    assert found["raised_before"]["count"] == sum(warned_of) == sum(found["redesigns_ahead"].values())
    assert found["broke"] == sum(warned_of) + len(found["not_raised"]) + len(found["first"])
    assert all(int(ahead) >= 1 for ahead in found["redesigns_ahead"])


@pytest.mark.slow
@given(st.text(max_size=10), st.integers(0, 500), st.lists(st.sampled_from(KEYS), unique=True, min_size=1))
def test_each_redesign_is_the_one_before_it_and_one_mutation_more(title: str, number: int, keys: list[str]) -> None:
    found = progressive.sequence(title, number, keys)

    assert [len(one) for one in found] == list(range(1, progressive.LENGTH + 1))
    assert all(one.keeps for one in found)
    assert all(b.mutations[:-1] == a.mutations and b.seed == a.seed for a, b in pairwise(found))
    assert len({type(one) for one in found[-1].mutations}) == progressive.LENGTH
    assert found == progressive.sequence(title, number, keys)


def test_most_mutations_of_a_sequence_are_aimed_at_the_flow() -> None:
    drawn = [one for n in range(60) for one in progressive.sequence("mail", n, KEYS)[-1].mutations]
    aimable = [one for one in drawn if not one.whole_page]

    assert sum(one.at in KEYS for one in aimable) > len(aimable) / 2


def test_the_sequences_are_none_of_the_redesign_benchmark() -> None:
    assert progressive.SEED != REDESIGN_SEED


# -- where a selector leads to ---------------------------------------------------------------------------------------

FIRST = {"tag": "a", "visible_text": "Home", "xpath": "/html[1]/body[1]/div[1]/a[1]", "idxpath": "//*[@id='nav']/a[1]"}
SECOND = {**FIRST, "visible_text": "Help", "xpath": "/html[1]/body[1]/div[1]/a[2]", "idxpath": "//*[@id='nav']/a[2]"}
PAGE = [FIRST, SECOND]


def test_an_absolute_path_leads_to_whoever_stands_there_now() -> None:
    assert resolving.resolved(SECOND, PAGE, "xpath") == 1
    assert resolving.resolved({**SECOND, "xpath": "/html[1]/body[1]/main[1]/a[2]"}, PAGE, "xpath") is None


def test_a_path_from_an_id_leads_there_wherever_the_id_has_moved() -> None:
    moved = [{**one, "xpath": one["xpath"].replace("div[1]", "main[1]/div[4]")} for one in PAGE]

    assert resolving.resolved(SECOND, moved, "idxpath") == 1


def test_a_path_from_an_id_leads_to_an_element_that_has_an_id_of_its_own_now() -> None:
    named = [FIRST, {**SECOND, "id": "help", "idxpath": "//*[@id='help']"}]

    assert resolving.resolved(SECOND, named, "idxpath") == 1


def test_a_path_from_an_id_that_is_gone_leads_nowhere() -> None:
    assert resolving.resolved({**SECOND, "idxpath": "//*[@id='old']/a[2]"}, PAGE, "idxpath") is None


def test_a_path_without_an_id_is_absolute() -> None:
    assert resolving.absolute("/html[1]/body[1]", PAGE) == "/html[1]/body[1]"


def test_only_a_wrong_element_that_is_accepted_is_missed() -> None:
    base = {"site": "A", "target": "t", "seen": "s", "evidence": [], "drifted": True, "accepted_among_all": False}
    rows = [
        {**base, "selector": "xpath", "right": right, "accepted": accepted, "said": said}
        for right, accepted, said in (
            (False, True, "drifted"),
            (False, False, "different"),
            (True, True, "same"),
            (True, False, "different"),
        )
    ]

    found = resolving.figures(rows)

    assert [one["said"] for one in found["missed"]] == ["drifted"]
    assert (found["both"]["caught"]["count"], found["both"]["caught"]["of"]) == (1, 2)
    assert (found["both"]["called_different"]["count"], found["both"]["false_alarms"]["of"]) == (1, 2)
    assert found["idxpath"]["caught"]["of"] == 0
    assert len(resolving.lines(found)) == 3


def test_who_stands_in_the_place_of_another_is_judged_alone_and_among_all() -> None:
    from pytest_ami.elements.candidates import frozen

    question = Question(site="A", target=FIRST, candidates=PAGE, right=frozenset({0}), gone=False, drifted=False)

    right = resolving.answered(question, "xpath", 0, frozen())
    wrong = resolving.answered(question, "xpath", 1, frozen())

    assert right["right"]
    assert not wrong["right"]
    assert not wrong["accepted"]
    assert not wrong["accepted_among_all"]


# -- rows and times --------------------------------------------------------------------------------------------------


def test_a_line_that_was_cut_off_is_made_again_and_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"name": "a"}\n{"name": "b", "pass', "utf-8")

    assert workers.names([file]) == {"a"}
    workers.append(file, [{"name": "b"}])

    assert workers.read([file]) == [{"name": "a"}, {"name": "b"}]


def test_a_row_that_two_workers_made_counts_once(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    for file in files:
        workers.append(file, [{"name": "a", "from": file.name}])

    assert workers.read(files) == [{"name": "a", "from": "one"}]


def test_one_slow_round_of_twenty_is_the_p95_of_none() -> None:
    assert speed.spread([10.0] * 19 + [500.0]) == {"median": 10.0, "p95": 10.0}
    assert speed.spread([10.0] * 18 + [500.0] * 2)["p95"] == 500.0


def test_writing_one_figure_keeps_all_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps({"redesign": {"a": 1}, "staleness": {"speed": {"b": 2}}}), "utf-8")
    monkeypatch.setattr(results, "RESULTS", file)

    measured.write("resolving", {"c": 3})

    assert json.loads(file.read_text("utf-8")) == {
        "redesign": {"a": 1},
        "staleness": {"speed": {"b": 2}, "resolving": {"c": 3}},
    }
