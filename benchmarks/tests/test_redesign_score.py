"""The figures of the redesign benchmark: what counts as what, and how sure a rate is."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.redesign.picture import svg
from benchmarks.redesign.score import interval, rate, score
from pytest_ami.testing.redesign.trial import Claim, TrialResult, Truth, result

RESULTS = [one.value for one in TrialResult]


def row(**more: object) -> dict[str, object]:
    base: dict[str, object] = {
        "tool": "pytest-ami",
        "site": "mail",
        "task": "send",
        "design": "2019",
        "case": 1,
        "first": "IdsRenamed",
    }
    base |= {
        "keeps": True,
        "to": "2019 en",
        "redesign": "Redesign(())",
        "result": "replayed",
        "faults": [],
        "applied": [1],
    }
    return {**base, "said": {"claim": "green"}, "ms": {"replay": 1, "case": 2}, **more}


@pytest.mark.parametrize(
    ("claim", "truth", "keeps", "expected"),
    [
        ("green", {"effects": True}, True, "replayed"),
        ("healed", {"effects": True}, True, "healed"),
        ("stopped", {"effects": False}, True, "abstained"),
        ("stopped", {"effects": True, "wrong": True}, True, "wrong"),
        ("green", {"effects": False}, True, "failed"),
        ("green", {"effects": True, "harm": True}, True, "wrong"),
        ("healed", {"effects": True, "wrong": True}, True, "wrong"),
        ("stopped", {"effects": False}, False, "caught"),
        ("stopped", {"effects": False, "harm": True}, False, "caught"),
        ("green", {"effects": False}, False, "false_pass"),
        ("healed", {"effects": True, "arrived": False}, False, "false_pass"),
        ("green", {"effects": True}, False, "unaffected"),
        ("green", {"effects": True, "applied": False}, False, "unchanged"),
        ("green", {"effects": False, "applied": False}, True, "wrong"),
        ("stopped", {"effects": False, "applied": False}, True, "unchanged"),
    ],
)
def test_a_tools_word_is_judged_by_what_happened(
    claim: str, truth: dict[str, bool], *, keeps: bool, expected: str
) -> None:
    assert result(Claim(claim), Truth(**truth), keeps=keeps).value == expected


def test_nothing_that_passes_with_a_wrong_effect_counts_as_good() -> None:
    good = {TrialResult.REPLAYED, TrialResult.HEALED, TrialResult.UNAFFECTED}
    for effects, harm, wrong, arrived in product((True, False), repeat=4):
        truth = Truth(effects=effects, harm=harm, wrong=wrong, arrived=arrived)
        for claim, keeps in product(Claim, (True, False)):
            if result(claim, truth, keeps=keeps) in good:
                assert claim.passes
                assert truth.right


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_an_interval_holds_its_rate_and_narrows_with_more(count: int, of: int) -> None:
    count = min(count, of)
    low, high = interval(count, of)
    assert 0 <= low <= 100 * count / of + 0.01
    assert 100 * count / of - 0.01 <= high <= 100
    wider = interval(count, of)
    narrower = interval(count * 10, of * 10)
    assert narrower[1] - narrower[0] <= wider[1] - wider[0] + 0.01


def test_the_interval_is_wilsons() -> None:
    assert interval(0, 300) == [0.0, 1.26]
    assert interval(10, 100) == [5.52, 17.44]
    assert rate(0, 0)["rate"] is None


@given(st.lists(st.tuples(st.sampled_from(RESULTS), st.booleans()), max_size=60))
def test_every_run_is_counted_once(drawn: list[tuple[str, bool]]) -> None:
    keeps = {"replayed", "healed", "abstained", "failed", "wrong", "unchanged"}
    rows = [
        row(result=name, keeps=half, case=n)
        for n, (name, half) in enumerate(drawn)
        if (name in keeps) == half or name == "unchanged"
    ]
    found = score(rows)
    if not rows:
        assert found["tools"] == {}
        return
    tool = found["tools"]["pytest-ami"]
    counted = tool["keeps"]["of"] + tool["breaks"]["of"] + tool["breaks"]["unaffected"] + tool["unchanged"]
    assert counted == len(rows)
    assert sum(sum(group.values()) for group in tool["by_mutation"].values()) == len(rows)


def test_errors_are_named_one_by_one_and_designs_by_hand_stand_apart() -> None:
    rows = [row(result="wrong", redesign="Redesign((IntoMenu(),))"), row(first="design", result="abstained", case=2)]
    tool = score(rows)["tools"]["pytest-ami"]
    assert [error["redesign"] for error in tool["errors"]] == ["Redesign((IntoMenu(),))"]
    assert tool["keeps"]["of"] == 1
    assert tool["by_hand"] == {"design": {"abstained": 1}}


def test_the_picture_is_well_formed_and_shows_every_tool() -> None:
    rows = [row(), row(tool="best <score>", result="wrong"), row(keeps=False, result="caught", case=3)]
    picture = svg(score(rows))
    texts = [node.text for node in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314  (our own)
    assert "pytest-ami" in texts
    assert "best <score>" in texts
