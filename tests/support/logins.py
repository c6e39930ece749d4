"""A log-in form as a model is shown it; the tests of the teacher and of its endpoint share it."""

from __future__ import annotations

from pytest_ami.model.lesson import Element, Observation, Situation
from pytest_ami.model.workflow import Parameter

FIELDS = (
    Element(ref="e1", role="textbox", name="User name"),
    Element(ref="e2", role="textbox", name="Password", type="password", state=("secret",)),
    Element(ref="e3", role="button", name="Sign in"),
)
LOGIN = Situation(
    task="log in",
    parameters=(Parameter(name="username"), Parameter(name="password", secret=True)),
    values={"username": "ann"},
    observation=Observation(url="http://app.test/login", elements=FIELDS, screenshot=b"\x89PNG"),
)
