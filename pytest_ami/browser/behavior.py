"""The recorder as a public class of its own: start, stop, operations, steps.

Knows a recording and how to run it on sync and async pages. ``recorder`` does the recording.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Step

from .recorder import Recording
from .run_calls import Calls, run_calls
from .session import ContextSession


class BehaviorRecorder:
    """Captures the operations of a person, a script or a model on a page, with full evidence, without disturbing it.

    It works on sync and on async pages. On async pages ``start`` and ``stop`` return awaitables.

    Args:
        snapshot_capture: Whether each operation carries the document's HTML.
        input_debounce: Seconds without a key after which typed text becomes an operation.
        navigation_window: Seconds after an event within which a navigation counts as its effect.
        secrets: Values by parameter name that must never be kept.
    """

    def __init__(
        self,
        *,
        snapshot_capture: bool = False,
        input_debounce: float = 1.5,
        navigation_window: float = 2.0,
        secrets: Mapping[str, str] | None = None,
    ) -> None:
        """Store the options; ``start`` attaches."""
        self._snapshots, self._debounce, self._window = snapshot_capture, input_debounce * 1000, navigation_window
        self._secrets = dict(secrets or {})
        self._recording: Recording | None = None
        self._session: ContextSession | None = None
        self._final = PageState()
        self._kept = 0
        self._ends: list[int] = []
        self._over = False

    def start(self, page_or_context: Any) -> Any:
        """Attach to a page's context, or to a context with at least one page."""
        page = page_or_context if hasattr(page_or_context, "main_frame") else page_or_context.pages[0]
        self._session = ContextSession(page)
        self._recording = Recording(
            self._session, self._secrets, debounce=self._debounce, window=self._window, snapshots=self._snapshots
        )
        return run_calls(page, self._recording.start())

    def stop(self) -> Any:
        """Let late events arrive, detach, and leave the page unchanged."""
        if self._recording is None or self._session is None:
            return None
        return run_calls(self._session.home, self._end())

    def read(self) -> Any:
        """Let typed text and late events arrive; return the operations so far. On async pages, await it."""
        if self._recording is None or self._session is None or self._over:
            return self.operations
        return run_calls(self._session.home, self._read())

    def pause(self) -> Calls:
        """Let late events arrive, as calls of Playwright; the operations until ``resume`` are not kept."""
        if self._recording is not None:
            self._kept = len((yield from self._recording.read())[0])

    def resume(self) -> Calls:
        """Drop the operations since ``pause``, late events included; note that the next ones begin a new part."""
        if self._recording is not None:
            yield from self._recording.read()
            self._recording.forget_since(self._kept)
            self._ends.append(self._kept)

    @property
    def parts(self) -> tuple[tuple[Operation, ...], ...]:
        """The operations before, between and after the pauses, in order; a part may be empty."""
        ends = (*self._ends, len(self.operations))
        return tuple(self.operations[begin:end] for begin, end in zip((0, *ends), ends, strict=False))

    @property
    def final(self) -> PageState:
        """The page after the last operation, as of ``stop``."""
        return self._final

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations captured so far, in order."""
        return tuple(self._recording.operations) if self._recording else ()

    @property
    def faults(self) -> tuple[str, ...]:
        """Faults of the recorder; never a reason for a test to fail."""
        return tuple(self._recording.faults) if self._recording else ()

    def steps(self, values: Mapping[str, str] | None = None) -> tuple[Step, ...]:
        """Return the operations reduced to steps; parameter ``values`` become ``{{name}}``."""
        return reduce(self.operations, self._final, values or {})

    def _read(self) -> Calls:
        if self._recording is not None:
            yield from self._recording.read()
        return self.operations

    def _end(self) -> Calls:
        self._over = True
        if self._recording is not None and self._session is not None:
            _, self._final = yield from self._recording.read()
            yield from self._recording.stop()
            self._session.close()
