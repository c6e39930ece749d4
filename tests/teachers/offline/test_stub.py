"""The demonstration function that a lesson without success leaves behind."""

from __future__ import annotations

import ast

from pytest_ami.model.lesson import MoveKind
from tests.support.simulated_pages import Page, lesson


def test_it_holds_the_moves_that_count_and_tells_where_to_go_on() -> None:
    page = Page(
        shows={
            "start": ["link New person"],
            "form": ["textbox Name", "textbox/password Password [secret]", "button Save"],
        },
        leads={("start", "New person"): "form"},
    )
    values = {"name": "Ann", "password": "hunter2", "class": "4b"}
    final = lesson(page, "add a person", values, secret=("password",)).final
    assert final.kind is MoveKind.GIVE_UP
    first, _, code = final.code.partition("\n")
    assert first.startswith("to show it in code")
    assert "hunter2" not in final.code
    (function,) = ast.parse(code).body
    assert isinstance(function, ast.FunctionDef)
    assert [argument.arg for argument in function.args.args] == ["page", "name", "password", "class_"]
    assert 'page.get_by_role("link", name="New person").click()' in code
    assert 'page.get_by_role("textbox", name="Name").fill(name)' in code
    assert "still to use: class_" in code
    assert code.splitlines()[-1].strip() == "page.pause()"
