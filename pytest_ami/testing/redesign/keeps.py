"""Mutations that keep the meaning: a test should survive them, or at least stop instead of acting wrongly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from . import wording
from .mutation import Keeping

if TYPE_CHECKING:
    from collections.abc import Mapping

# ---- attributes -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class IdsRenamed(Keeping):
    """Ids change; labels and other references follow, and the application's own scripts still find the elements."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"style": ("plain", "prefixed", "generated")}
    style: str = "plain"


@dataclass(frozen=True, kw_only=True)
class NamesRenamed(Keeping):
    """The name attributes of fields change; the server still receives the old ones."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"style": ("plain", "nested")}
    style: str = "plain"


@dataclass(frozen=True, kw_only=True)
class IdsHandedOn(Keeping):
    """Ids move to other elements, as generated ids do from build to build."""


@dataclass(frozen=True, kw_only=True)
class ClassesRewritten(Keeping):
    """Every class changes, in style sheets too: renamed, hashed, or utility classes."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"style": ("plain", "hashed", "utility")}
    whole_page: ClassVar[bool] = True
    style: str = "plain"


@dataclass(frozen=True, kw_only=True)
class TestIdsDropped(Keeping):
    """``data-testid`` and similar attributes disappear."""

    __test__: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class AttributesReordered(Keeping):
    """Attributes change their order, and types are in capitals."""


@dataclass(frozen=True, kw_only=True)
class DataAttributesAdded(Keeping):
    """Elements get attributes of a framework and of a tracker."""


@dataclass(frozen=True, kw_only=True)
class LinksTracked(Keeping):
    """Links get tracking parameters."""


# ---- words ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Reworded(Keeping):
    """A label has the same meaning in other words: those of ``to``, or a synonym."""

    to: str = ""

    def script(self) -> dict[str, Any]:
        """Add the synonyms."""
        return {**super().script(), "words": wording.synonyms()}


@dataclass(frozen=True, kw_only=True)
class Translated(Keeping):
    """Words of a small dictionary appear in another language."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"language": ("de", "zh")}
    whole_page: ClassVar[bool] = True
    language: str = "de"

    def script(self) -> dict[str, Any]:
        """Add the dictionary."""
        return {**super().script(), "words": wording.dictionary(self.language)}


@dataclass(frozen=True, kw_only=True)
class Uppercased(Keeping):
    """Labels are written in capitals."""


@dataclass(frozen=True, kw_only=True)
class Decorated(Keeping):
    """Labels get an arrow, dots or a plus sign."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"style": ("arrow", "dots", "plus")}
    style: str = "arrow"


@dataclass(frozen=True, kw_only=True)
class Counted(Keeping):
    """A badge with a number follows a label."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"count": (1, 3, 12)}
    count: int = 3


@dataclass(frozen=True, kw_only=True)
class IconOnly(Keeping):
    """A text becomes an icon with the text as its accessible name."""


@dataclass(frozen=True, kw_only=True)
class PlaceholderReworded(Keeping):
    """A field with a label shows another hint."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"text": ("Type here", "e.g. 12")}
    text: str = "Type here"


# ---- tags and forms -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TagChanged(Keeping):
    """A button becomes a link or a ``div`` with a role, or the other way round."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"to": ("button", "a", "div")}
    to: str = "div"


@dataclass(frozen=True, kw_only=True)
class LandmarksChanged(Keeping):
    """``nav``, ``main`` and similar elements pass their role to a ``div`` inside."""

    whole_page: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class HeadingsChanged(Keeping):
    """Headings move down a level."""

    whole_page: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class SwitchRole(Keeping):
    """A check box gets the role switch."""


@dataclass(frozen=True, kw_only=True)
class LabelPlaced(Keeping):
    """A field's label moves: beside, above, floating, around it, or only a placeholder inside."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "style": ("above", "beside", "floating", "around", "hidden", "placeholder")
    }
    style: str = "above"


@dataclass(frozen=True, kw_only=True)
class FieldGrouped(Keeping):
    """A field gets its own group with a title."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"legend": ("Details", "More information")}
    legend: str = "Details"


# ---- places ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Wrapped(Keeping):
    """An element gets more wrappers."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"depth": (1, 2, 4), "tag": ("span", "div")}
    depth: int = 1
    tag: str = "span"


@dataclass(frozen=True, kw_only=True)
class Unwrapped(Keeping):
    """The wrapper around an element is gone."""


@dataclass(frozen=True, kw_only=True)
class SiblingsReordered(Keeping):
    """An element and its siblings change their order."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"way": ("reversed", "shuffled")}
    way: str = "reversed"


@dataclass(frozen=True, kw_only=True)
class SectionMoved(Keeping):
    """The block around an element moves to another place on the page."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"way": ("first", "last")}
    way: str = "last"


@dataclass(frozen=True, kw_only=True)
class ListToCards(Keeping):
    """The rows of a table or list become cards."""


@dataclass(frozen=True, kw_only=True)
class ListToTable(Keeping):
    """The entries of a list become rows of a table."""


@dataclass(frozen=True, kw_only=True)
class IntoFrame(Keeping):
    """A form or block lives in a frame."""


@dataclass(frozen=True, kw_only=True)
class IntoShadow(Keeping):
    """A form or block lives in a shadow root."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"mode": ("open", "closed")}
    mode: str = "open"


@dataclass(frozen=True, kw_only=True)
class IntoMenu(Keeping):
    """A control moves behind a "More" button."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"label": ("More", "Actions")}
    label: str = "More"


@dataclass(frozen=True, kw_only=True)
class IntoTab(Keeping):
    """A form or block moves to the second of two tabs."""

    first: str = "Overview"
    second: str = "Details"


@dataclass(frozen=True, kw_only=True)
class Paginated(Keeping):
    """A list shows some of its rows at a time."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"size": (10, 5, 3)}
    size: int = 5
    back: str = "Previous page"
    next: str = "Next page"


@dataclass(frozen=True, kw_only=True)
class Virtualised(Keeping):
    """A list contains only the rows in view, and adds others when it is scrolled."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"size": (10, 5, 3)}
    size: int = 5


# ---- time -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Delayed(Keeping):
    """An element, or its whole block, is drawn so many milliseconds late."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"ms": (50, 150), "whole": (False, True)}
    ms: int = 50
    whole: bool = False


@dataclass(frozen=True, kw_only=True)
class Lazy(Keeping):
    """A block is drawn once it comes into view."""


@dataclass(frozen=True, kw_only=True)
class Animated(Keeping):
    """An element slides in, within so many milliseconds."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"ms": (100, 250), "axis": ("X", "Y")}
    ms: int = 100
    axis: str = "X"


# ---- the way through the pages --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ConsentAsked(Keeping):
    """A dialog asks for consent before any other action, once per tab."""

    whole_page: ClassVar[bool] = True
    title: str = "Your privacy"
    text: str = "We use cookies to remember your settings."
    button: str = "Accept all"


@dataclass(frozen=True, kw_only=True)
class Interstitial(Keeping):
    """An interstitial page comes first, once per tab."""

    whole_page: ClassVar[bool] = True
    title: str = "Welcome back"
    text: str = "Something has changed for the better."
    button: str = "Continue"


@dataclass(frozen=True, kw_only=True)
class BannerAdded(Keeping):
    """A banner with news is on top of the page."""

    whole_page: ClassVar[bool] = True
    text: str = "We will be doing maintenance on Sunday between 2 and 3 am."


@dataclass(frozen=True, kw_only=True)
class FooterCopied(Keeping):
    """A control of the header is in the footer too, with the same function."""


@dataclass(frozen=True, kw_only=True)
class StepSpared(Keeping):
    """The area that a control opens is already open: two steps became one."""


@dataclass(frozen=True, kw_only=True)
class FormSplit(Keeping):
    """The fields from this one on appear after a "Next" button: one step became two."""

    button: str = "Next"


@dataclass(frozen=True, kw_only=True)
class Themed(Keeping):
    """Colours, sizes or widths change."""

    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {"style": ("dark", "large", "serif", "narrow")}
    whole_page: ClassVar[bool] = True
    style: str = "dark"
