"""Three models of differing strength behind the local endpoint, and the ladder that the plugin makes of them.

All three read the prompt by the same general rules (``tests.support.model.policy``). The weaker ones see less of the
page and check less: they fail where a page needs what they do not see, and not by chance. Must never know a site.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pytest_ami.teachers.llm.client import ModelOptions
from pytest_ami.teachers.llm.fallback_teacher import FallbackTeacher
from pytest_ami.teachers.llm.prices import Price
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.model.policy import Call, answers, decide
from tests.support.model.reading import read
from tests.support.model.server import ModelServer, Policy

PRICES: Mapping[str, Price] = {
    "small": Price(0.05, 0.4),
    "middle": Price(0.25, 2.0),
    "large": Price(1.25, 10.0),
}
"""The list prices of three models of one family (``LISTED``), so that the costs have a real proportion."""

MODELS = tuple(PRICES)


@dataclass(frozen=True, slots=True)
class Weakness:
    """The limits of a weaker model.

    Attributes:
        sight: Number of the elements of a page that it takes in, from the top.
        rows: Whether it sees to which row or group an element belongs.
        checks: Whether it looks if a press has worked. Without this it says that it is done.
    """

    sight: int
    rows: bool = True
    checks: bool = True

    def answers(self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]] = ()) -> tuple[Call, ...]:
        """Return the answer of a model with these limits; questions about sentences and choices it answers in full."""
        whole = answers(messages, tools)
        if whole[0].name in ("read", "choose"):
            return whole
        view = read(messages)
        seen = view.controls[: self.sight]
        controls = seen if self.rows else tuple(replace(control, context="") for control in seen)
        call = decide(replace(view, controls=controls, known=(), remaining=()))
        if call.name == "wait" and not self.checks:
            call = Call("done", {"label": view.task[:60], "description": f"Carries out the task {view.task!r}."})
        return (call,)


POLICIES: Mapping[str, Policy] = {
    "small": Weakness(sight=12, rows=False, checks=False).answers,
    "middle": Weakness(sight=25).answers,
    "large": answers,
}


@contextmanager
def endpoints() -> Iterator[Mapping[str, ModelServer]]:
    """Yield a running endpoint for each model."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(ModelServer(policy=policy)) for name, policy in POLICIES.items()}


def ladder(servers: Mapping[str, ModelServer], models: Sequence[str]) -> tuple[FallbackTeacher, list[LLMTeacher]]:
    """Return the teacher that asks these models in order, and its models."""
    rungs = [
        LLMTeacher(
            name,
            base_url=servers[name].base_url,
            api_key="local",
            vision="off",
            timeout=10,
            options=ModelOptions(prices=PRICES),
        )
        for name in models
    ]
    return FallbackTeacher(rungs), rungs
