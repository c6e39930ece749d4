"""Words that say where and as whom a deed is done, in the languages of the project."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.lexicon.circumstances import LOST_FOR_GOOD, ON_BEHALF, RIVALS, passes, rivals


@pytest.mark.parametrize(
    ("lost", "gained", "expected"),
    [
        ("Staging", "You are in Production", ("staging", "production")),
        ("Status: Draft", "Published", ("draft", "published")),
        ("Entwurf", "Veröffentlicht", ("entwurf", "veröffentlicht")),
        ("当前是测试环境", "当前是生产环境", ("测试", "生产")),
        ("Staging", "Stage", None),
        ("Staging", "Hello", None),
        ("", "Production", None),
        ("Public and internal", "Draft", None),
    ],
)
def test_of_two_circumstances_that_exclude_each_other_only_one_holds(
    lost: str, gained: str, expected: tuple[str, str] | None
) -> None:
    assert rivals(lost, gained) == expected


@pytest.mark.parametrize(
    "text",
    ["You are acting as Bob", "Sie sind als Bob angemeldet", "Impersonating Eve", "au nom de Bob", "以管理员的身份"],
)
def test_a_page_says_in_whose_name(text: str) -> None:
    assert ON_BEHALF.search(text)


@pytest.mark.parametrize(
    "text", ["Files cannot be restored.", "The bin is off", "kann nicht wiederhergestellt werden", "无法恢复"]
)
def test_a_page_says_that_nothing_comes_back(text: str) -> None:
    assert LOST_FOR_GOOD.search(text)


@pytest.mark.parametrize(
    "text", ["Saved", "Auto-saved 3 s ago", "Kernel idle", "10:42", "Good morning, Ann", "已保存", "周三"]
)
def test_texts_that_pass_by_themselves(text: str) -> None:
    assert passes(text)


@pytest.mark.parametrize("text", ["Staging", "Acme GmbH", "Internal note", "Test list (2)", "Times in Europe/Berlin"])
def test_texts_that_stay(text: str) -> None:
    assert not passes(text)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(RIVALS), st.data())
def test_a_circumstance_excludes_every_other_one_of_its_group_and_not_itself(
    group: tuple[frozenset[str], ...], data: st.DataObject
) -> None:
    lost, gained = (data.draw(st.sampled_from(group)) for _ in range(2))
    one, other = data.draw(st.sampled_from(sorted(lost))), data.draw(st.sampled_from(sorted(gained)))

    assert (rivals(one, other) is None) is (lost == gained)
