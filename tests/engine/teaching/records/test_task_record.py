"""Which parameter names the record to which a task does something."""

from __future__ import annotations

import pytest

from pytest_ami.engine.teaching.records.task_record import named_record
from pytest_ami.model.workflow import Parameter


@pytest.mark.parametrize(
    ("task", "names", "record"),
    [
        ("delete a book", ("title",), "title"),
        ("delete book", ("title",), "title"),
        ("move card to review", ("card",), "card"),
        ("ein Buch löschen", ("titel",), "titel"),
        ("supprimer un livre", ("title",), "title"),
        ("change settings", ("name", "language"), ""),
        ("change the notes of a book", ("notes", "title"), "title"),
        ("buy product", ("name", "address"), ""),
        ("buy a product", ("name", "address"), ""),
        ("buy a product", ("product", "name"), "product"),
        ("send email", ("subject",), ""),
        ("close account", ("account",), "account"),
        ("approve a request", ("title", "comment"), "title"),
        ("publish post", ("title",), ""),
        ("add a book", ("title",), ""),
    ],
)
def test_a_task_about_one_thing_has_a_parameter_that_names_it(task: str, names: tuple[str, ...], record: str) -> None:
    assert named_record(task, [Parameter(name=name) for name in names]) == record
