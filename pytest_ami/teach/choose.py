"""Picks the teacher. Called only where learning is allowed; imports a teacher only when it is the one."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pytest_ami.model.errors import AmiError, ConfigurationError

from .demonstration import Demonstration
from .prices import parse_prices

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Advice, Situation
    from pytest_ami.model.settings import Settings

    from .transcript import Exchange


VISION: dict[str, Literal["auto", "on", "off"]] = {"auto": "auto", "on": "on", "off": "off"}


class Unavailable:
    """Stands for a teacher that cannot be had; says why when it is needed, and not before.

    A replay that goes well needs no teacher, so a missing key must not stop it.
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
class Classroom:
    """What a model's teacher needs besides the settings.

    Attributes:
        order: Returns the models in the order in which they are to be asked; they come as the user listed them.
        listener: Told of every question to a model and its answer.
    """

    order: Callable[[Sequence[str]], Sequence[str]] = tuple
    listener: Callable[[Exchange], None] | None = None


def choose_teacher(wanted: Any, settings: Settings, classroom: Classroom | None = None) -> Any:
    """Return a ``Teacher`` or a ``Demonstrator``.

    Args:
        wanted: What the marker or the ``ami_teacher`` fixture asks for: None, a name, a function, or a teacher.
        settings: Whose ``teacher`` decides when nothing is asked for.
        classroom: What a model's teacher needs besides.

    Raises:
        ConfigurationError: It is none of these, or the LLM teacher has no key.
    """
    if wanted is None:
        wanted = settings.teacher
    if isinstance(wanted, str):
        return _named(wanted, settings, classroom or Classroom())
    if hasattr(wanted, "advise") or hasattr(wanted, "perform"):
        return wanted
    if callable(wanted):
        return Demonstration(wanted)
    raise ConfigurationError(
        f"{wanted!r} is not a teacher",
        why='A teacher is "offline", "llm", a function of (page, **params), or an object with advise() or perform().',
    )


def _named(name: str, settings: Settings, classroom: Classroom) -> Any:
    if name == "auto":
        name = "llm" if os.environ.get("OPENAI_API_KEY") else "offline"
    if name == "offline":
        from .offline import OfflineTeacher

        return OfflineTeacher()
    if name == "llm":
        if not (os.environ.get("OPENAI_API_KEY") or os.environ.get("OPENAI_BASE_URL")):
            raise ConfigurationError(
                "The llm teacher needs a key",
                why="Neither OPENAI_API_KEY nor OPENAI_BASE_URL is set.",
                run="export OPENAI_API_KEY=...   # or: --ami-teacher=offline",
            )
        return _models(settings, classroom)
    raise ConfigurationError(
        f"There is no teacher {name!r}", evidence=["teachers: auto, offline, llm, or a function of (page, **params)"]
    )


def _models(settings: Settings, classroom: Classroom) -> Any:
    from .ladder import Ladder
    from .llm import LLMTeacher
    from .transcript import Terms

    models = [name.strip() for name in settings.model.split(",") if name.strip()]
    if not models:
        raise ConfigurationError("ami_model names no model", run="--ami-model=gpt-5-mini")
    languages = tuple(language.strip() for language in settings.languages.split(",") if language.strip())
    terms = Terms(prices=parse_prices(settings.prices), languages=languages, listener=classroom.listener)
    teachers = [
        LLMTeacher(name, vision=VISION[settings.vision], patience=settings.seconds, terms=terms)
        for name in classroom.order(models)
    ]
    return teachers[0] if len(teachers) == 1 else Ladder(teachers)
