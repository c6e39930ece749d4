"""A step of a session: its title, and the label that counts where reviewers disagree."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.review.annotation import CORRECT, LABELS, WRONG, SessionStep, StepAnnotation

ANNOTATIONS = st.lists(
    st.builds(
        StepAnnotation,
        session_id=st.just("s"),
        step_num=st.just(1),
        user_label=st.sampled_from(sorted(LABELS)),
        user_correction=st.sampled_from(["", "first", "second"]),
        reviewer=st.sampled_from(["ann", "bob"]),
    ),
    max_size=4,
)


@given(ANNOTATIONS)
@settings(max_examples=100)
def test_wrong_counts_and_the_latest_correction_is_shown(annotations: list[StepAnnotation]) -> None:
    step = SessionStep(step_num=1, action="click", annotations=tuple(annotations))
    labels = [one.user_label for one in annotations]
    assert step.user_label == (WRONG if WRONG in labels else CORRECT if labels else None)
    assert step.conflict == (len(set(labels)) > 1)
    words = [one.user_correction for one in annotations if one.user_correction]
    assert step.user_correction == (words[-1] if words else "")


def test_a_title_reads_like_the_title_of_a_stored_step() -> None:
    step = SessionStep(step_num=1, action="double_click", target='row "A"')
    assert step.title == 'double click row "A"'
    assert SessionStep(step_num=1, action="goto", value="/").title == "goto /"
    assert SessionStep(step_num=1, action="select", target='combobox "To"', value="A").title.endswith("with A")
