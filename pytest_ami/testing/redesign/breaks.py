"""Mutations that break the meaning: a test that stays green on them with a wrong effect is a false pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from . import wording
from .mutation import Breaking

if TYPE_CHECKING:
    from collections.abc import Mapping

# ---- the control ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ControlRemoved(Breaking):
    """A button or link is gone."""


@dataclass(frozen=True, kw_only=True)
class FieldRemoved(Breaking):
    """A field is gone, with its label."""


@dataclass(frozen=True, kw_only=True)
class OptionRemoved(Breaking):
    """A choice is gone: the last one, or all except the chosen one."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"all": (True, False)}
    all: bool = True


@dataclass(frozen=True, kw_only=True)
class RowsGone(Breaking):
    """A list is empty."""

    text: str = "Nothing to show"


@dataclass(frozen=True, kw_only=True)
class ControlDisabled(Breaking):
    """A control is disabled permanently."""


@dataclass(frozen=True, kw_only=True)
class FieldReadOnly(Breaking):
    """A field cannot be written to."""


@dataclass(frozen=True, kw_only=True)
class CoveredForGood(Breaking):
    """Another element covers a control permanently."""


# ---- its function ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DeadButton(Breaking):
    """A control has no effect."""


@dataclass(frozen=True, kw_only=True)
class HandlersSwapped(Breaking):
    """A control and its neighbour exchange their functions."""


@dataclass(frozen=True, kw_only=True)
class FunctionChanged(Breaking):
    """A control has the function of its neighbour, under its old name."""


@dataclass(frozen=True, kw_only=True)
class FunctionMoved(Breaking):
    """A control is gone, and its neighbour of another name has its function."""


@dataclass(frozen=True, kw_only=True)
class TwinAdded(Breaking):
    """A twin stands before a control, or replaces it, and has no function, or that of a neighbour."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"acts": (False, True), "instead": (False, True)}
    acts: bool = False
    instead: bool = False


@dataclass(frozen=True, kw_only=True)
class OppositeInPlace(Breaking):
    """A control with the opposite meaning replaces a control; only the words differ."""

    to: str = ""

    def script(self) -> dict[str, Any]:
        """Add the opposites."""
        return {**super().script(), "words": wording.opposites()}


@dataclass(frozen=True, kw_only=True)
class WrongDestination(Breaking):
    """A control leads to another page."""

    to: str = "/"


# ---- its effect -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ValidationFails(Breaking):
    """Every input is refused."""

    text: str = "Please check what you have entered."


@dataclass(frozen=True, kw_only=True)
class PermissionLost(Breaking):
    """The user no longer has the permission."""

    text: str = "You do not have permission to do this."


@dataclass(frozen=True, kw_only=True)
class SessionLost(Breaking):
    """The user has been signed out."""

    title: str = "Your session has ended"
    text: str = "Please sign in again."


@dataclass(frozen=True, kw_only=True)
class NoticeWithoutEffect(Breaking):
    """A message reports success, but there was no effect."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"text": ("Done", "Saved")}
    text: str = "Done"


@dataclass(frozen=True, kw_only=True)
class FieldLost(Breaking):
    """The text typed into a field does not arrive."""


@dataclass(frozen=True, kw_only=True)
class FieldShortened(Breaking):
    """Only the first characters of the typed text arrive."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"length": (3, 1)}
    length: int = 3


@dataclass(frozen=True, kw_only=True)
class FieldsSwapped(Breaking):
    """The text typed into one field arrives as the text of another."""


# ---- the server -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ServerFails(Breaking):
    """Every request that would change something is answered with an error."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"status": (500, 503)}
    whole_page: ClassVar[bool] = True
    status: int = 500


@dataclass(frozen=True, kw_only=True)
class ServerRefuses(Breaking):
    """Every request that would change something is refused: the permission is gone."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"status": (403, 401)}
    whole_page: ClassVar[bool] = True
    status: int = 403
