"""Properties of a comparison of any two versions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow
from pytest_ami.report.comparison import FieldDifference, VersionComparison, compare, similarity

names = st.sampled_from(["Send", "Save", "发送", ""])
targets = st.builds(
    Fingerprint,
    tag=st.sampled_from(["button", "a"]),
    role=st.sampled_from(["button", "link"]),
    name=names,
    absolute_xpath=st.sampled_from(["/html[1]/a[1]", "/html[1]/b[2]", ""]),
    attributes=st.dictionaries(st.sampled_from(["id", "href"]), names, max_size=2),
    neighbours=st.lists(names, max_size=2).map(tuple),
)
effects = st.builds(Effects, route=st.sampled_from(["", "/sent"]), notices=st.lists(names, max_size=1).map(tuple))
steps = st.builds(
    Step,
    kind=st.sampled_from([StepKind.CLICK, StepKind.FILL, StepKind.GOTO]),
    target=st.none() | targets,
    value=st.sampled_from(["", "{{to}}", "x"]),
    effects=effects,
    optional=st.booleans(),
)
parameters = st.lists(
    st.builds(Parameter, name=st.sampled_from(["to", "pin"]), secret=st.booleans()),
    max_size=2,
    unique_by=lambda p: p.name,
)
workflows = st.builds(
    Workflow,
    task=st.just("send email"),
    steps=st.lists(steps, max_size=6).map(tuple),
    parameters=parameters.map(tuple),
    aliases=st.lists(names, max_size=2).map(tuple),
)


def said(workflow: Workflow) -> object:
    """All that a comparison looks at."""
    return replace(workflow, id="", version=1, parameters=tuple(sorted(workflow.parameters, key=lambda p: p.name)))


@given(workflows, workflows)
@settings(max_examples=300, deadline=None)
def test_every_step_is_in_exactly_one_row_and_equal_rows_are_equal(old: Workflow, new: Workflow) -> None:
    found = compare(old, new)

    assert [n for row in found.steps if (n := row.new)] == list(range(1, len(new.steps) + 1))
    assert sorted(n for row in found.steps if (n := row.old)) == list(range(1, len(old.steps) + 1))
    for row in found.steps:
        if row.old and row.new:
            equal = old.steps[row.old - 1] == new.steps[row.new - 1]
            assert (not row.differences) is equal
            assert row.change in ("same" if equal else "changed", "moved")
        else:
            assert row.change == ("removed" if row.old else "added")
    stayed = [row.old for row in found.steps if row.change in ("same", "changed")]
    assert stayed == sorted(n for n in stayed if n)


@given(workflows, workflows)
@settings(deadline=None)
def test_two_versions_are_the_same_only_when_they_are_equal(old: Workflow, new: Workflow) -> None:
    assert compare(old, new).same is (said(old) == said(new))
    assert compare(old, replace(old, version=7, id="other")).same


@given(workflows, workflows)
@settings(deadline=None)
def test_seen_from_the_other_side_old_is_new(old: Workflow, new: Workflow) -> None:
    def seen(found: VersionComparison) -> Counter[FieldDifference]:
        return Counter(FieldDifference(d.what, repr(d.old), repr(d.new)) for d in found.attributes)

    there, back = compare(old, new), compare(new, old)
    assert seen(there) == Counter(FieldDifference(d.what, d.new, d.old) for d in seen(back).elements())


@given(steps, steps)
@settings(deadline=None)
def test_likeness_is_a_share_and_whole_for_equal_steps(one: Step, other: Step) -> None:
    assert 0 <= similarity(one, other) <= 1
    assert similarity(one, one) == 1
    assert similarity(one, other) == similarity(other, one)


@given(st.lists(steps, min_size=1, max_size=6, unique_by=repr), st.data())
@settings(deadline=None)
def test_a_step_more_is_added_and_a_step_less_is_removed(kept: list[Step], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(kept) - 1))
    whole = Workflow(task="t", steps=tuple(kept))
    less = Workflow(task="t", steps=(*kept[:at], *kept[at + 1 :]))

    changes = Counter(row.change for row in compare(whole, less).steps)
    assert changes["removed"] - changes["added"] == 1
    assert changes.total() - changes["removed"] == len(less.steps)
