"""A field asks for a value of somebody: the words of its label say of whom."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.text_normalization import of_another


@pytest.mark.parametrize(
    ("recorded", "name", "task"),
    [
        ("Telephone", "Driver telephone", "book a ticket"),
        ("Telephone", "Telephone of the driver", "book a ticket"),
        ("Email", "Parent email", "enrol a pupil"),
        ("Email", "Email for invoices", "enrol a pupil"),
        ("Telephone", "Telephone of the pharmacy", "order a medicine"),
    ],
)
def test_a_noun_that_nothing_names_is_somebody_else(recorded: str, name: str, task: str) -> None:
    assert of_another(recorded, name, task)


@pytest.mark.parametrize(
    ("recorded", "name", "task"),
    [
        ("Telephone", "Telephone", "book a ticket"),
        ("Telephone", "Your telephone", "book a ticket"),
        ("Telephone", "Telephone number", "book a ticket"),
        ("Telephone", "Enter your telephone", "book a ticket"),
        ("Telephone", "Mobile phone", "book a ticket"),
        ("Email", "Email address", "enrol a pupil"),
        ("Email", "Email of the pupil", "enrol a pupil"),
        ("Name", "Recipe name", "add a recipe"),
        ("Name", "Full name", "add a friend"),
        ("Password", "New password", "change the password"),
        ("Bag number", "Bag number (required)", "register a bag"),
        ("", "Driver telephone", "book a ticket"),
        ("Telephone of the driver", "Driver telephone", "book a ticket"),
        ("Comment", "Add a comment", "comment a photo"),
    ],
)
def test_words_that_name_nobody_else_change_nothing(recorded: str, name: str, task: str) -> None:
    assert not of_another(recorded, name, task)
