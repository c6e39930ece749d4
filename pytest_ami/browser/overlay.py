"""The toolbar in the page while a person records by hand: its installation, its state, its messages.

Rules of this module:

* The page holds no state of the toolbar. Every new document sends ``hello``, and Python sends it the state to show.
* Messages of the toolbar are queued and handled later. The callback calls nothing and never raises.
* The toolbar hides itself (``overlay.js``): neither the page nor the recorder receives its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_ami.engine.recording.annotations import ParameterPrompt

    from .run_calls import Calls

BINDING = "__ami_overlay"
"""Name of the function that the toolbar calls; exposed only while recording by hand."""

_KEY = "Symbol.for('pytest-ami-overlay')"
_CALL = f"([name, argument]) => {{ globalThis[{_KEY}]?.[name](argument) }}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolbarState:
    """The state that the toolbar shows.

    Attributes:
        recording: Whether operations are recorded; False while paused.
        steps: The number of steps so far.
        checks: The elements that must be there at the end, as ``role|text``.
        note: One line for the person; empty for none.
        place: Distance from the right and the bottom edge, if the person dragged the toolbar.
        ended: Whether the recording is over.
    """

    recording: bool = True
    steps: int = 0
    checks: tuple[str, ...] = ()
    note: str = ""
    place: tuple[float, float] | None = None
    ended: bool = False


@cache
def overlay_script() -> str:
    """Return the script that puts the toolbar into the main frame's document; running it twice changes nothing."""
    text = (files("pytest_ami.browser") / "js" / "overlay.js").read_text(encoding="utf-8")
    return f"(() => {{ if (globalThis !== top || globalThis[{_KEY}]) return;\n{text}\n}})();"


class Overlay:
    """The toolbar of one context.

    Args:
        context: A Playwright context, sync or async.
        hear: Called with (page, message) for every message of the toolbar.
    """

    def __init__(self, context: Any, hear: Callable[[Any, Mapping[str, Any]], None]) -> None:
        """Store the arguments; ``install`` puts the toolbar into the pages."""
        self._context = context
        self._hear = hear

    def install(self, pages: Iterable[Any]) -> Calls:
        """Put the toolbar into ``pages`` and all later documents; call it before the recorder's listeners exist."""
        yield self._context.expose_binding(BINDING, self._on_message)
        yield self._context.add_init_script(overlay_script())
        for page in pages:
            yield page.evaluate(overlay_script())

    def show(self, page: Any, face: ToolbarState) -> Calls:
        """Show ``face`` in one page."""
        yield page.evaluate(_CALL, ["show", asdict(face)])

    def ask(self, page: Any, prompt: ParameterPrompt) -> Calls:
        """Open the panel that makes a value a parameter."""
        yield page.evaluate(_CALL, ["ask", asdict(prompt)])

    def saved(self, page: Any) -> Calls:
        """Close the panel."""
        yield page.evaluate(_CALL, ["saved", None])

    def remove(self, page: Any) -> Calls:
        """Take the toolbar out of one page."""
        yield page.evaluate(_CALL, ["remove", None])

    def _on_message(self, source: Mapping[str, Any], message: Any) -> None:
        if isinstance(message, Mapping) and isinstance(message.get("do"), str):
            self._hear(source["page"], message)
