"""A teacher may follow the plan of a similar task, and nothing of it happens that it did not ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.lesson import (
    Advice,
    Element,
    Move,
    MoveKind,
    MoveResult,
    Observation,
    PlanStep,
    SimilarPlan,
    Situation,
)
from pytest_ami.model.outcome import Usage
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.plan_follower import PlanFollower

PLAN = SimilarPlan(
    task="send email",
    steps=(
        PlanStep(kind="click", role="button", name="Compose"),
        PlanStep(kind="fill", role="textbox", name="To", value="{{to}}"),
        PlanStep(kind="click", role="button", name="Send", lasts=True),
    ),
)
ASIDE = Move(kind=MoveKind.SCROLL, value="down")


class Model:
    """A model with prepared answers; it notes the situations."""

    name = "llm:m"
    spent = Usage(calls=7)

    def __init__(self, *moves: Move) -> None:
        """Owe the answers in order, then another move."""
        self.moves = list(moves)
        self.asked: list[Situation] = []

    def advise(self, situation: Situation) -> Advice:
        """Answer, at the cost of one call."""
        self.asked.append(situation)
        return Advice(move=self.moves.pop(0) if self.moves else ASIDE, usage=Usage(calls=1))


def follow(through: int, then: str = "") -> Move:
    return Move(kind=MoveKind.FOLLOW_PLAN, through=through, value=then)


def page(*named: tuple[str, str], **more: Any) -> Observation:
    elements = [Element(ref=f"e{n}", role=role, name=name, **more) for n, (role, name) in enumerate(named, 1)]
    return Observation(url="http://a.test/", elements=tuple(elements))


FORM = page(("button", "Compose"), ("textbox", "To"), ("button", "Send"), ("button", "Save draft"))


def situation(seen: Observation = FORM, **more: Any) -> Situation:
    return Situation(
        task="save draft", parameters=(Parameter(name="to"),), values={"to": "a@b.c"}, observation=seen, **more
    )


def walk(model: Model, seen: Observation = FORM, *, plan: SimilarPlan = PLAN, most: int = 8) -> list[Move]:
    """Return the moves of a lesson on a page that stays, up to the first move that is the model's own."""
    follower = PlanFollower(model, lambda _: plan)
    made: list[Move] = []
    while len(made) < most:
        move = follower.advise(situation(seen, made=tuple(MoveResult(move=m) for m in made))).move
        made.append(move)
        if move == ASIDE:
            break
    return made


def test_one_answer_carries_out_the_first_steps_and_the_control_that_comes_instead() -> None:
    model = Model(follow(2, "Save draft"))

    made = walk(model)

    assert [(m.kind.value, m.ref, m.value) for m in made[:-1]] == [
        ("click", "e1", ""),
        ("fill", "e2", "{{to}}"),
        ("click", "e4", ""),
    ]
    assert len(model.asked) == 2
    assert model.asked[0].plan == PLAN
    left = model.asked[1].plan
    assert left is not None
    assert [step.name for step in left.steps] == ["Send"]


def test_a_second_lesson_of_the_same_teacher_goes_on_with_no_step_of_the_first() -> None:
    model = Model(follow(3), ASIDE)
    follower = PlanFollower(model, lambda _: PLAN)
    assert follower.advise(situation()).move.ref == "e1"
    assert follower.advise(situation(remaining=("click Save draft",))).move == ASIDE
    assert model.asked[-1].plan is None


def test_the_plan_is_free_beyond_the_answer_that_asks_for_it() -> None:
    follower = PlanFollower(Model(follow(2)), lambda _: PLAN)
    first = follower.advise(situation())
    second = follower.advise(situation(made=(MoveResult(move=first.move),)))

    assert (first.usage.calls, second.usage.calls) == (1, 0)
    assert follower.spent == Usage(calls=7)


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(page(("button", "Compose"), ("button", "Compose"), ("textbox", "To")), id="two of one name"),
        pytest.param(page(("link", "Compose"), ("textbox", "To")), id="another role"),
        pytest.param(page(("button", "Compose"), state=("disabled",)), id="disabled"),
        pytest.param(page(("button", "Compose"), cover="Cookies"), id="covered"),
        pytest.param(page(), id="nothing"),
    ],
)
def test_a_step_that_does_not_fit_exactly_one_element_is_not_followed(seen: Observation) -> None:
    model = Model(follow(2))

    assert walk(model, seen) == [ASIDE]
    assert model.asked[1].plan is None
    assert "PLAN" in model.asked[1].objection


@pytest.mark.parametrize("value", ["…", "{{other}}", "to {{to}}", "Anna"])
def test_data_of_the_other_task_are_never_entered(value: str) -> None:
    plan = replace(PLAN, steps=(PLAN.steps[0], replace(PLAN.steps[1], value=value), PLAN.steps[2]))
    model = Model(follow(3))

    made = walk(model, plan=plan)

    assert [m.kind for m in made if m.kind is not MoveKind.WAIT] == [MoveKind.CLICK, MoveKind.SCROLL]


@pytest.mark.parametrize(
    ("task", "followed"), [("save draft", False), ("send email to a colleague", True), ("comment on it", False)]
)
def test_the_deed_of_the_other_task_is_followed_only_by_a_task_that_is_called_so(task: str, followed: bool) -> None:  # noqa: FBT001
    follower = PlanFollower(Model(follow(3)), lambda _: PLAN)
    made: list[MoveResult] = []
    while not made or made[-1].move != ASIDE:
        asked = replace(situation(made=tuple(made)), task=task)
        made.append(MoveResult(move=follower.advise(asked).move))

    assert ("e3" in [one.move.ref for one in made]) is followed


@pytest.mark.parametrize("change", [{"ok": False}, {"objection": "refused"}])
def test_a_move_that_failed_or_was_refused_ends_the_following(change: dict[str, Any]) -> None:
    model = Model(follow(3))
    follower = PlanFollower(model, lambda _: PLAN)
    first = follower.advise(situation()).move
    made = MoveResult(move=first, ok=change.get("ok", True))

    after = follower.advise(situation(made=(made,), objection=change.get("objection", ""))).move

    assert after == ASIDE
    assert len(model.asked) == 2


def test_a_page_that_is_slow_gets_time_once() -> None:
    model = Model(follow(2))

    made = walk(model, page(("button", "Compose")))

    assert [m.kind for m in made] == [MoveKind.CLICK, MoveKind.WAIT, MoveKind.SCROLL]


def test_a_step_that_the_teacher_makes_by_itself_is_left_out_of_the_plan() -> None:
    model = Model(Move(kind=MoveKind.CLICK, ref="e1"))
    follower = PlanFollower(model, lambda _: PLAN)
    own = MoveResult(move=follower.advise(situation()).move, element=FORM.elements[0])

    follower.advise(situation(made=(own,)))

    left = model.asked[1].plan
    assert left is not None
    assert [step.name for step in left.steps] == ["To", "Send"]


def test_an_optional_step_that_is_not_there_is_left_out() -> None:
    notice = PlanStep(kind="click", role="button", name="Accept cookies", optional=True)
    plan = replace(PLAN, steps=(notice, *PLAN.steps))

    assert next(m.ref for m in walk(Model(follow(2)), plan=plan)) == "e1"


@pytest.mark.parametrize("more", [{"done": ("click Compose",)}, {"remaining": ("click Send",)}])
def test_a_lesson_that_relearns_a_span_gets_no_plan(more: dict[str, Any]) -> None:
    model = Model()

    PlanFollower(model, lambda _: PLAN).advise(situation(**more))

    assert model.asked[0].plan is None


STEPS = st.builds(
    PlanStep,
    kind=st.sampled_from(["click", "fill", "goto", "drag", "press"]),
    role=st.sampled_from(["button", "textbox", ""]),
    name=st.sampled_from(["Compose", "To", "Send", "{{to}}", "{{x}}", ""]),
    value=st.sampled_from(["", "{{to}}", "{{x}}", "…", "Enter"]),
    optional=st.booleans(),
)


@given(st.lists(STEPS, min_size=1, max_size=6), st.integers(1, 6), st.sampled_from(["", "Send", "Nothing"]))
def test_what_is_followed_is_a_listed_element_and_the_values_of_this_task(
    steps: list[PlanStep], through: int, then: str
) -> None:
    plan = SimilarPlan(task="send email", steps=tuple(steps))
    listed = {element.ref for element in FORM.elements}

    for move in walk(Model(follow(through, then)), plan=plan):
        if move != ASIDE and move.kind is not MoveKind.WAIT:
            assert move.ref in listed
            assert move.kind is not MoveKind.FILL or move.value == "{{to}}"
