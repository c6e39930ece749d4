"""Selects the teacher. Only code that may learn calls it, and it imports a teacher only when it selects it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_ami.model.errors import AmiError, ConfigurationError
from pytest_ami.model.settings import AGENT
from pytest_ami.teachers.llm.prices import parse_prices

from .demonstration import Demonstration

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Advice, SimilarPlan, Situation
    from pytest_ami.model.settings import Settings
    from pytest_ami.teachers.llm.client import ModelCall


VISION: dict[str, Literal["auto", "on", "off"]] = {"auto": "auto", "on": "on", "off": "off"}


class UnavailableTeacher:
    """Takes the place of a teacher that cannot be built, and raises the reason at the first question.

    A replay without drift needs no teacher, so a missing key must not stop it.
    """

    name = "unavailable"
    wants_screenshot = False

    def __init__(self, error: AmiError) -> None:
        """Keep the reason."""
        self.error = error

    def advise(self, situation: Situation) -> Advice:  # noqa: ARG002  (the protocol's)
        """Raise the reason."""
        raise self.error


@dataclass(frozen=True, slots=True, kw_only=True)
class TeacherContext:
    """Input of a model's teacher besides the settings.

    Attributes:
        order: Sorts the models, which come in the order of the user's list, into the order of asking.
        listener: Receives every call to a model.
        plan: Returns the plan of a similar task for the situation at the beginning of a lesson; None for no plans.
    """

    order: Callable[[Sequence[str]], Sequence[str]] = tuple
    listener: Callable[[ModelCall], None] | None = None
    plan: Callable[[Situation], SimilarPlan | None] | None = None


def choose_teacher(wanted: Any, settings: Settings, context: TeacherContext | None = None) -> Any:
    """Return a ``Teacher`` or a ``Demonstrator``.

    Args:
        wanted: Value of the marker or of the ``ami_teacher`` fixture: None, a name, a function, or a teacher.
        settings: Settings; their ``teacher`` decides if ``wanted`` is None.
        context: Order and listener of a model's teacher.

    Raises:
        ConfigurationError: ``wanted`` is none of these, or the LLM teacher has no key.
    """
    if wanted is None:
        wanted = settings.teacher
    if isinstance(wanted, str):
        return _named(wanted, settings, context or TeacherContext())
    if hasattr(wanted, "advise") or hasattr(wanted, "perform"):
        return wanted
    if callable(wanted):
        return Demonstration(wanted)
    raise ConfigurationError(
        f"{wanted!r} is not a teacher",
        why='A teacher is "offline", "llm", a function of (page, **params), or an object with advise() or perform().',
        evidence=[f"its type is {type(wanted).__name__}"],
        run="pytest --ami-teacher=offline",
    )


def _named(name: str, settings: Settings, context: TeacherContext) -> Any:
    if name == "auto":
        name = "llm" if os.environ.get("OPENAI_API_KEY") else "offline"
    if name == "offline":
        from pytest_ami.teachers.offline.teacher import OfflineTeacher

        return OfflineTeacher()
    if name == "llm":
        if not (os.environ.get("OPENAI_API_KEY") or os.environ.get("OPENAI_BASE_URL")):
            raise ConfigurationError(
                "The llm teacher needs a key",
                why="Neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.",
                evidence=["teacher: llm"],
                run="export OPENAI_API_KEY=...   # or: --ami-teacher=offline",
            )
        return _models(settings, context)
    if name == AGENT:
        from .agent import VARIABLE, agent_teacher

        return agent_teacher(
            os.environ.get(VARIABLE, ""),
            vision=VISION[settings.vision],
            seconds=settings.seconds,
            languages=_languages(settings),
            listener=context.listener,
        )
    raise ConfigurationError(
        f"There is no teacher {name!r}",
        why="The name is not in the list of teachers.",
        evidence=["teachers: auto, offline, llm, or a function of (page, **params)"],
        run="pytest --ami-teacher=offline",
    )


def model_names(text: str) -> list[str]:
    """Return the models that a setting such as ``small, large`` names, in its order."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _models(settings: Settings, context: TeacherContext) -> Any:
    from pytest_ami.teachers.llm.client import ModelOptions
    from pytest_ami.teachers.llm.fallback_teacher import FallbackTeacher
    from pytest_ami.teachers.llm.teacher import LLMTeacher
    from pytest_ami.teachers.plan_follower import PlanFollower

    models = model_names(settings.model)
    if not models:
        raise ConfigurationError(
            "ami_model names no model",
            why="The llm teacher needs the name of at least one model.",
            evidence=[f"ami_model is {settings.model!r}"],
            run="pytest --ami-model=gpt-5-mini",
        )
    options = ModelOptions(
        prices=parse_prices(settings.prices), languages=_languages(settings), listener=context.listener
    )
    teachers = [
        LLMTeacher(
            name,
            vision=VISION[settings.vision],
            timeout=settings.answer_seconds,
            patience=settings.seconds,
            options=options,
        )
        for name in context.order(models)
    ]
    teacher = teachers[0] if len(teachers) == 1 else FallbackTeacher(teachers)
    return teacher if context.plan is None else PlanFollower(teacher, context.plan)


def _languages(settings: Settings) -> tuple[str, ...]:
    return tuple(language.strip() for language in settings.languages.split(",") if language.strip())
