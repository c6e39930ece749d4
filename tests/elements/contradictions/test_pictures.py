"""An icon font of the next release keeps the old class of a sign; any other class beside it draws another sign."""

from __future__ import annotations

import pytest

from pytest_ami.elements.contradictions.pictures import other_picture
from pytest_ami.model.fingerprint import Fingerprint

NAMELESS = Fingerprint(tag="button", role="button")


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("fa fa-search", "fa fa-search fa-magnifying-glass", False),
        ("fa fa-archive", "fa-solid fa-box-archive fa-archive", False),
        ("fas fa-info-circle", "fas fa-info-circle fa-circle-info", False),
        ("icon-search", "icon-search fa-search", False),
        ("fa fa-trash", "fa fa-trash fa-trash-o", False),
        ("fas fa-box", "fas fa-box fa-fw", False),
        ("fas fa-box", "fas fa-box fa-2x", False),
        ("fas fa-box", "fas fa-box me-2", False),
        ("fa fa-truck", "fa fa-truck fa-rotate-left", True),
        ("fa fa-truck", "fa fa-truck fa-trash", True),
        ("fa fa-truck", "fa fa-truck fa-clock", True),
        ("fa fa-bell", "fa fa-bell fa-bell-slash", True),
        ("fa fa-bell", "fa fa-bell fa-times", True),
        ("icon-lock", "icon-lock icon-lock-open", True),
        ("icon-lock", "icon-lock icon-unlock", True),
        ("bi bi-volume-up", "bi bi-volume-up bi-volume-down", True),
        ("fas fa-box", "fas fa-box fa-box-open", True),
        ("fas fa-arrow", "fas fa-arrow fa-flip-horizontal", True),
        ("fas fa-box", "fas fa-box off", True),
        ("fas fa-box", "fas fa-cube", True),
        ("fas", "fas fa-box", True),
    ],
)
def test_a_class_beside_the_old_one_is_another_name_of_its_sign_or_another_sign(
    was: str, now: str, *, other: bool
) -> None:
    assert other_picture(NAMELESS, f"shows {was}", f"shows {now}") is other
    assert not other_picture(Fingerprint(tag="button", role="button", name="Send"), f"shows {was}", f"shows {now}")


@pytest.mark.parametrize(
    ("was", "now", "other"), [("says Delete", "says Remove", False), ("says Lock", "says Unlock", True)]
)
def test_pictures_with_words_show_the_same_if_the_words_mean_the_same(was: str, now: str, *, other: bool) -> None:
    assert other_picture(NAMELESS, was, now) is other
