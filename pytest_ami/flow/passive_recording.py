"""A recorder beside one test: what a green test did on its page is remembered for the next task.

Rules of this module:

* The page is the one that was given, sync or async; an async one is attached to where the test can await.
* What was recorded is kept back until the test is over: remembered when it is green, dropped when it is not.
* No fault here decides about a test: it warns (DESIGN law 10). Where nothing may be written, nothing is recorded.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.decide.secrecy import is_secret_name
from pytest_ami.model.settings import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from pytest_ami.browser.behavior import BehaviorRecorder
    from pytest_ami.model.settings import Settings
    from pytest_ami.store.workflows import WorkflowStore

    from .marker import Learned


@dataclass(slots=True)
class Recorded:
    """The recording of one attempt of one test.

    Attributes:
        test: Node id.
        number: Number of the attempt.
        page: The test's page.
        settings: As resolved for the test.
        store: The workflow store, whose memory is added to.
        mark: The ``learned`` marker, or None; its parameters' values become ``{{name}}``.
        asynchronous: Whether the page's calls must be awaited.
    """

    test: str
    number: int
    page: Any
    settings: Settings
    store: WorkflowStore
    mark: Learned | None = None
    asynchronous: bool = False
    _recorder: BehaviorRecorder | None = None
    _green: bool = True
    _url: str = ""
    _known: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def learns(self) -> bool:
        """Whether anything may be written."""
        return self.settings.mode in (Mode.AUTO, Mode.RELEARN)

    def begin(self) -> None:
        """Attach to a sync page; an async one has to wait for ``around``."""
        if self.learns and not self.asynchronous:
            try:
                self._make().start(self.page)
            except Exception as error:  # noqa: BLE001  (law 10)
                self._complain("is not recorded", error)

    def end(self) -> None:
        """Let late events of a sync page arrive, and detach."""
        if self._recorder is not None and not self.asynchronous:
            try:
                self._url = self.page.url
                self._recorder.stop()
            except Exception as error:  # noqa: BLE001  (law 10)
                self._complain("was not recorded to its end", error)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return an async test with the recording begun before and ended after its body; a sync one as it is."""
        if not (self.asynchronous and self.learns):
            return function

        @functools.wraps(function)
        async def recorded(*args: Any, **kwargs: Any) -> Any:
            try:
                await self._make().start(self.page)
            except Exception as error:  # noqa: BLE001  (law 10)
                self._complain("is not recorded", error)
            try:
                return await function(*args, **kwargs)
            finally:
                await self._end_async()

        return recorded

    def phase(self, report: pytest.TestReport) -> None:
        """Note one phase of the test; after teardown remember or drop what was recorded."""
        self._green = self._green and report.outcome == "passed" and not hasattr(report, "wasxfail")
        if report.when == "teardown":
            self.commit() if self._green else self.drop()

    def commit(self) -> None:
        """The test is green: add what was recorded to the memory of pages."""
        recorder, self._recorder = self._recorder, None
        if recorder is None or not recorder.operations:
            return
        try:
            self.store.memory.add(
                recorder.operations,
                session_id=self.test,
                task=self.mark.task if self.mark else "",
                final_url=self._url,
                values=self._known,
                test=self.test,
                attempt=self.number,
            )
        except Exception as error:  # noqa: BLE001  (law 10)
            self._complain("was recorded, but not remembered", error)

    def drop(self) -> None:
        """The test is not green: forget what was recorded."""
        self._recorder = None

    async def _end_async(self) -> None:
        if self._recorder is not None:
            try:
                self._url = self.page.url
                await self._recorder.stop()
            except Exception as error:  # noqa: BLE001  (law 10)
                self._complain("was not recorded to its end", error)

    def _make(self) -> BehaviorRecorder:
        from pytest_ami.browser.behavior import BehaviorRecorder

        given = {name: str(value) for name, value in ((self.mark.params if self.mark else None) or {}).items()}
        hidden = self.mark.secrets if self.mark else ()
        secrets = {name: value for name, value in given.items() if name in hidden or is_secret_name(name)}
        self._known = {name: value for name, value in given.items() if name not in secrets}
        self._recorder = BehaviorRecorder(secrets=secrets)
        return self._recorder

    def _complain(self, what: str, error: Exception) -> None:
        from pytest_ami.store.complaint import complain

        complain(f"{self.test} {what}: {str(error).splitlines()[0] if str(error) else type(error).__name__}")
