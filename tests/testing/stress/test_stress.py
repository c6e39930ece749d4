"""`ami stress` without a browser: what is drawn, how runs are judged and counted, the report, and its arguments."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pytest_ami.cli import app
from pytest_ami.cli.parameters import numbered_values, read_parameters, repeat_command
from pytest_ami.model.errors import AppDownError, FlowError, ParameterError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Parameter, Step, StepKind, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.redesign import (
    ControlRemoved,
    DeadButton,
    Deed,
    FieldLost,
    IdsRenamed,
    IntoFrame,
    Redesign,
    Wrapped,
    mutations,
)
from pytest_ami.testing.redesign.mutation import Meaning, Mutation
from pytest_ami.testing.redesign.trial import Claim, TrialResult
from pytest_ami.testing.stress import render
from pytest_ami.testing.stress.course import ProgressListener, StressRun, candidates, control, stress
from pytest_ami.testing.stress.effects import SentRequest
from pytest_ami.testing.stress.judging import Baseline, EndState, JudgedRun, ObservedRun, judge
from pytest_ami.testing.stress.plan import Draw, keys_of, redesigns
from pytest_ami.testing.stress.stage import StressSpec
from pytest_ami.testing.stress.tally import halves, idle, parts

TO, SEND = Deed("input", 'textbox "To"'), Deed("click", 'button "Send"')
REQUEST = SentRequest("POST", "/send", 302, frozenset({("to", "{{to}}")}))
KEYS = ['textbox "To"', 'button "Send"', 'link "{{to}}"']
WORKFLOW = Workflow(
    task="send email",
    steps=(Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send")),),
    parameters=(Parameter(name="to", type="email"), Parameter(name="pin", secret=True)),
)
TITLE = render.ReportTitle(task="send email", version=1, url="http://host/", seed=0, command="ami stress 'send email'")


def observed(*mutations: Mutation, claim: Claim = Claim.GREEN, **more: Any) -> ObservedRun:
    seen: dict[str, Any] = {
        "number": 3,
        "applied": (1,) * len(mutations),
        "deeds": (TO, SEND),
        "names": ("to",),
        "requests": (REQUEST,),
        "end": EndState("/inbox", frozenset({"to"})),
    }
    return ObservedRun(redesign=Redesign(mutations), claim=claim, **{**seen, **more})


EXPECTED = Baseline.of(observed(), observed())


def verdict(*mutations: Mutation, **more: Any) -> TrialResult:
    return judge(EXPECTED, observed(*mutations, **more)).result


# ---- which redesigns are drawn --------------------------------------------------------------------------------------


def test_every_mutation_comes_alone_before_any_comes_with_others() -> None:
    drawn = list(redesigns(Draw(count=300, seed=1), KEYS))
    assert len(drawn) == 300
    for keeps in (True, False):
        half = [one for one in drawn if one.keeps is keeps]
        alone = [one for one in half if len(one) == 1]
        assert half[: len(alone)] == alone
        kinds = Draw().kinds(Meaning.KEEPS if keeps else Meaning.BREAKS, KEYS)
        assert sorted(type(one.mutations[0]).__name__ for one in alone) == sorted(kinds)
        assert {len(one) for one in half} == {1, 2, 3, 4}


def test_the_same_seed_draws_the_same() -> None:
    assert list(redesigns(Draw(seed=5), KEYS)) == list(redesigns(Draw(seed=5), KEYS))
    assert list(redesigns(Draw(seed=5), KEYS)) != list(redesigns(Draw(seed=6), KEYS))


@pytest.mark.parametrize(
    ("draw", "names"),
    [
        (Draw(only=("IntoFrame",), breaks=False), {"IntoFrame"}),
        (Draw(only=("DeadButton",)), {"DeadButton"}),
        (Draw(only=("DeadButton", "Wrapped")), {"DeadButton", "Wrapped"}),
        (Draw(without=[name for name in mutations() if name != "Themed"]), {"Themed"}),
        (Draw(only=("FieldLost",), keeps=False, without=("FieldLost",)), set()),
    ],
)
def test_only_and_without(draw: Draw, names: set[str]) -> None:
    found = list(redesigns(replace(draw, count=30), KEYS))
    assert {type(one).__name__ for redesign in found for one in redesign.mutations} == names


def test_what_has_no_name_is_not_aimed_at() -> None:
    deeds = [SEND, SEND, Deed("click", 'p "words"', bare=True), Deed("click", 'button ""'), Deed("click", "?")]
    assert keys_of([*deeds, Deed("click", 'button "Next"', added="step")]) == ['button "Send"']


# ---- how runs are judged --------------------------------------------------------------------------------------------


def test_verdicts_of_what_keeps_the_meaning() -> None:
    keep = IdsRenamed()
    assert verdict(keep) is TrialResult.REPLAYED
    assert verdict(keep, claim=Claim.HEALED) is TrialResult.HEALED
    assert verdict(keep, claim=Claim.STOPPED, requests=()) is TrialResult.ABSTAINED
    assert verdict(keep, requests=()) is TrialResult.FAILED
    assert verdict(keep, requests=(REQUEST, REQUEST)) is TrialResult.WRONG
    discard = Deed("click", 'button "Discard"')
    assert verdict(keep, claim=Claim.STOPPED, deeds=(TO, discard), requests=()) is TrialResult.WRONG
    assert verdict(keep, deeds=(TO, SEND, Deed("click", 'button "Next"', added="step"))) is TrialResult.REPLAYED
    assert verdict(keep, applied=(0,)) is TrialResult.UNCHANGED


def test_a_value_that_is_lost_on_the_way_is_told_though_the_flow_never_looks() -> None:
    lossy = SentRequest("POST", "/send", 302, frozenset())
    seen = judge(EXPECTED, observed(FieldLost(at='textbox "To"'), requests=(lossy,)))
    assert seen.result is TrialResult.FALSE_PASS
    told = "\n".join(render.single_lines(seen, TITLE))
    assert "FALSE PASS" in told
    assert f"sent outside the flow: {lossy}" in told


def test_verdicts_of_what_breaks_it() -> None:
    broken = DeadButton()
    assert verdict(broken, claim=Claim.STOPPED, requests=()) is TrialResult.CAUGHT
    assert verdict(broken, requests=()) is TrialResult.FALSE_PASS
    assert verdict(broken) is TrialResult.UNAFFECTED
    assert verdict(broken, end=EndState("/elsewhere", frozenset({"to"}))) is TrialResult.FALSE_PASS
    assert verdict(broken, end=EndState("/inbox")) is TrialResult.FALSE_PASS


def test_a_break_that_met_nothing_was_none() -> None:
    row = judge(EXPECTED, observed(DeadButton(), Wrapped(), claim=Claim.STOPPED, applied=(0, 1)))
    assert (row.keeps, row.result, row.mutations) == (True, TrialResult.ABSTAINED, ("Wrapped",))


def test_a_wrong_end_is_told_by_what_is_not_shown_there() -> None:
    row = judge(EXPECTED, observed(DeadButton(), end=EndState("/inbox")))
    assert "ended elsewhere: /inbox, where to is not shown" in list(render.evidence(row))


def test_what_differs_between_the_undisturbed_runs_is_not_asked_for() -> None:
    expected = Baseline.of(observed(), observed(end=EndState("/inbox/old", frozenset())))
    assert expected.reached(EndState("/anywhere", frozenset()))


# ---- how they are counted -------------------------------------------------------------------------------------------


def row(*mutations: Mutation, **more: Any) -> JudgedRun:
    return judge(EXPECTED, observed(*mutations, **more))


ROWS = [
    row(Wrapped()),
    row(IntoFrame(), claim=Claim.STOPPED, requests=()),
    row(IntoFrame(), Wrapped(), claim=Claim.STOPPED, requests=()),
    row(DeadButton(), claim=Claim.STOPPED, requests=()),
    row(DeadButton(), Wrapped(), requests=()),
    row(IdsRenamed(), applied=(0,)),
]


def test_counts_by_half_and_by_mutation() -> None:
    counts = halves(ROWS)
    assert counts["keeps"] == {"replayed": 1, "healed": 0, "abstained": 2, "failed": 0, "wrong": 0}
    assert counts["breaks"] == {"caught": 1, "false_pass": 1, "unaffected": 0}
    assert counts["unchanged"] == {"unchanged": 1}
    found = parts(ROWS)
    assert found["Wrapped"].alone == Counter({TrialResult.REPLAYED: 1})
    assert found["Wrapped"].together == Counter({TrialResult.ABSTAINED: 1}), "a false pass is the break's"
    assert found["DeadButton"].together == Counter({TrialResult.FALSE_PASS: 1})
    assert idle(ROWS) == ["IdsRenamed"]


def test_the_worst_comes_first_and_then_the_smallest() -> None:
    found = candidates(ROWS)
    assert [one.result for one in found] == [TrialResult.FALSE_PASS, TrialResult.ABSTAINED, TrialResult.ABSTAINED]
    assert len(found[1].observed.redesign) == 1


# ---- the course -----------------------------------------------------------------------------------------------------


class Acted:
    """A stage on which everything stops that says `IntoFrame`, and everything passes that says `DeadButton`."""

    def __init__(self, *, down_after: int = 1000, healed: bool = False, broken_at: int = 0) -> None:
        self.spec = StressSpec(workflow=WORKFLOW, url="http://host/", values=lambda _: {})
        self.runs, self.down_after, self.healed, self.broken_at = 0, down_after, healed, broken_at

    def attempt(self, redesign: Redesign, expected: Baseline | None = None) -> ObservedRun:
        del expected
        self.runs += 1
        if self.runs > self.down_after:
            raise AppDownError("it is down")
        kinds = {type(one) for one in redesign.mutations}
        stops = IntoFrame in kinds or self.runs == self.broken_at
        claim = Claim.STOPPED if stops else Claim.HEALED if self.healed else Claim.GREEN
        done: tuple[SentRequest, ...] = () if stops or DeadButton in kinds else (REQUEST,)
        seen = observed(*redesign.mutations, claim=claim, requests=done, why="it is not there" if stops else "")
        return replace(seen, redesign=redesign, number=self.runs)


def course_of(runner: Any, *drawn: Redesign, listener: ProgressListener | None = None) -> StressRun:
    first, second = control(runner)
    stress_run = StressRun(expected=Baseline.of(first, second), control=(first, second))
    return stress(runner, stress_run, drawn, listener or ProgressListener())


def test_findings_are_as_small_as_they_can_be_and_told_once() -> None:
    break_, frame = DeadButton(at='button "Send"'), IntoFrame(share=20)
    stress_run = course_of(
        Acted(),
        Redesign((Wrapped(depth=4), break_), seed=5),
        Redesign((IdsRenamed(), break_, Wrapped())),
        Redesign((frame, Wrapped()), seed=9),
        Redesign((Wrapped(),)),
    )
    assert [str(one.row.observed.redesign) for one in stress_run.findings] == [
        """Redesign((DeadButton(at='button "Send"'),))""",
        "Redesign((IntoFrame(),))",
    ]
    assert stress_run.findings[0].also == 1
    assert stress_run.bad
    text = "\n".join(render.lines(stress_run, TITLE))
    assert "FALSE PASS" in text
    assert "did not send: POST /send (302) with {{to}}" in text
    assert """redesigned(page, r\"\"\"Redesign((DeadButton(at='button "Send"'),))\"\"\")""" in text
    assert "--redesign 'Redesign((IntoFrame(),))'" in text
    assert "survived: IdsRenamed" not in text
    assert json.dumps(render.data(stress_run, TITLE))


class Picky(Acted):
    """A stage on which nothing applies that is aimed at something."""

    def attempt(self, redesign: Redesign, expected: Baseline | None = None) -> ObservedRun:
        seen = super().attempt(redesign, expected)
        aimed = any(one.at != "*" for one in redesign.mutations)
        return replace(seen, applied=(0,), claim=Claim.GREEN, requests=(REQUEST,)) if aimed else seen


def test_a_lone_mutation_that_met_nothing_is_tried_once_more_everywhere() -> None:
    frame, gone = IntoFrame(at='button "Send"'), ControlRemoved(at='button "Send"')
    stress_run = course_of(Picky(), Redesign((frame,), seed=4), Redesign((gone,)))
    assert [str(one.observed.redesign) for one in stress_run.rows] == [
        "Redesign((IntoFrame(),), seed=4)",
        """Redesign((ControlRemoved(at='button "Send"'),))""",
    ]
    assert [one.result for one in stress_run.rows] == [TrialResult.ABSTAINED, TrialResult.UNCHANGED]


class SignedOut(Acted):
    """A stage on which one redesign signs out for good."""

    gone = False

    def attempt(self, redesign: Redesign, expected: Baseline | None = None) -> ObservedRun:
        seen = super().attempt(redesign, expected)
        self.gone = self.gone or DeadButton() in redesign.mutations
        if not self.gone:
            return seen
        applied = tuple(int(isinstance(one, DeadButton)) for one in redesign.mutations)
        return replace(seen, claim=Claim.STOPPED, requests=(), applied=applied, why="nobody is signed in")


def test_a_run_that_signs_out_ends_it_and_what_followed_is_left_out() -> None:
    drawn = [Redesign((Wrapped(),)), Redesign((DeadButton(),)), *[Redesign((IdsRenamed(),))] * 9]
    stress_run = course_of(SignedOut(), *drawn)
    assert [one.result for one in stress_run.rows] == [TrialResult.REPLAYED, TrialResult.CAUGHT]
    assert isinstance(stress_run.error, FlowError)
    assert "run 4: Redesign((DeadButton(),))" in str(stress_run.error)
    assert "let the flow sign in itself" in str(stress_run.error)


def test_many_stops_in_a_row_are_looked_into() -> None:
    runner = Acted()
    stress_run = course_of(runner, *[Redesign((IntoFrame(),))] * 13)
    assert stress_run.error is None
    assert len(stress_run.rows) == 13
    assert runner.runs == 2 + 13 + 2 + 1, "undisturbed, redesigns, looks, and one to see it again"


def test_what_is_known_when_the_application_goes_down_is_told() -> None:
    stress_run = course_of(Acted(down_after=3), Redesign((Wrapped(),)), Redesign((IdsRenamed(),)))
    assert len(stress_run.rows) == 1
    assert isinstance(stress_run.error, AppDownError)
    assert render.data(stress_run, TITLE)["ended"] == "trouble"


def test_ctrl_c_leaves_what_is_known_and_runs_nothing_more() -> None:
    runner, seen = Acted(), list[Any]()
    listener = ProgressListener(report=lambda _what, one: seen.append(one), stop=lambda: bool(seen))
    stress_run = course_of(runner, Redesign((DeadButton(), Wrapped())), Redesign((Wrapped(),)), listener=listener)
    assert (stress_run.ended, len(stress_run.rows), runner.runs) == ("interrupted", 1, 3)
    assert len(stress_run.findings) == 1
    assert "Interrupted" in "\n".join(render.lines(stress_run, TITLE))


@pytest.mark.parametrize(
    ("runner", "word"),
    [
        (Acted(broken_at=1), "Is it the page of the lesson"),
        (Acted(broken_at=2), "give every run other values with {n}"),
        (Acted(healed=True), "it had to be healed"),
    ],
)
def test_nothing_is_said_about_pages_on_which_the_flow_does_not_run(runner: Any, word: str) -> None:
    with pytest.raises(FlowError, match="cannot be judged") as caught:
        control(runner)
    assert word in str(caught.value)
    assert caught.value.run


def test_one_redesign_is_told_by_itself() -> None:
    text = "\n".join(render.single_lines(ROWS[4], TITLE))
    assert "DeadButton: breaks something; changed 1 element or page" in text
    assert "FALSE PASS" in text


# ---- the command line -----------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AMI_DIR", raising=False)
    folder = tmp_path / ".ami"
    WorkflowStore(folder, Journal(folder, run="made")).add(WORKFLOW)
    return folder


def ami(*args: str) -> Result:
    return CliRunner().invoke(app.ami, ["stress", *args])


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["send email"], "--url"),
        (["send email", "--url", "http://host/", "--param", "to"], "NAME=VALUE"),
        (["send email", "--url", "http://host/"], "missing: to, pin"),
        (["send email", "--url", "http://host/", "--param", "to=a", "--param", "pin=$ENV:NO_PIN"], "NO_PIN is not set"),
        (["send email", "--url", "http://host/", "--only", "Sparkles"], "no mutation is called"),
        (["send email", "--url", "http://host/", "--redesign", "Redesign(1)"], "not a redesign"),
        (["send mail", "--url", "http://host/"], 'No workflow is stored for "send mail"'),
        (["send email", "--url", "http://host/", "--size", "0"], "--size"),
    ],
)
def test_what_cannot_be_run_exits_4(store: Path, args: list[str], word: str) -> None:
    result = ami(*args)
    assert result.exit_code == 4, result.output
    assert word in result.output
    assert "Traceback" not in result.output


def test_help_warns() -> None:
    result = ami("--help")
    assert result.exit_code == 0
    assert "REALLY PERFORMS THE TASK" in " ".join(result.output.split())


def test_values_are_numbered_and_secrets_come_from_variables() -> None:
    values, secrets = read_parameters(["to=a{n}@b.example"], [], WORKFLOW, {"PIN": "1234"})
    assert (values, secrets) == ({"to": "a{n}@b.example", "pin": "1234"}, ("pin",))
    assert numbered_values({"to": "a{n}-{now}"}, 99)(7) == {"to": "a7-99"}
    values, secrets = read_parameters(["to=x", "pin=$ENV:CODE"], [], WORKFLOW, {"CODE": "4321"})
    assert values["pin"] == "4321"
    assert read_parameters(["pin=1"], ["to=hidden"], WORKFLOW, {})[1] == ("pin", "to")
    with pytest.raises(ParameterError, match="unknown: subject"):
        read_parameters(["to=x", "pin=1", "subject=y"], [], WORKFLOW, {})


def test_the_command_that_is_printed_holds_no_secret() -> None:
    given = ["to=a {n}", "pin=1234", "code=$ENV:CODE"]
    hidden = ("code", "pin", "token")
    line = repeat_command("send email", "http://host/", given, hidden, None, Path("s.json"), "make db", 5.0)
    assert line == (
        "ami stress 'send email' --url http://host/ --param 'to=a {n}' --param 'code=$ENV:CODE' --param 'pin=$ENV:PIN'"
        " --param 'token=$ENV:TOKEN' --storage-state s.json --reset 'make db'"
    )
