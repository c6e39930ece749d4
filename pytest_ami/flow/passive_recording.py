"""A recorder beside one test: after a green test its operations are remembered for the next task.

Rules of this module:

* The page belongs to the test, sync or async. On an async page, the recorder is attached inside the test's coroutine.
* Operations are held back until the test is over: a green test adds them to the memory, a red one drops them.
* The operations of a flow (``ami.run``, ``ami.tasks``, ``ami.demonstrate``) are the flow's: a lesson remembers them
  itself, and a replay is no news. So the recording pauses meanwhile, and a flow is remembered once.
* No fault here decides about a test: it warns (DESIGN law 10). If nothing may be written, nothing is recorded.
* A recording is saved as a workflow only if its test is green (DESIGN law 3).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, overload

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.engine.recording.manual import ManualRecording, RecordingPart, workflow_of
from pytest_ami.engine.recording.playwright_code import code_of
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.operation import Operation

from .marker import is_secret
from .recorded_origins import keep_recorded

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    import pytest

    from pytest_ami.browser.behavior import BehaviorRecorder
    from pytest_ami.model.workflow import Workflow

    from .scope import AttemptScope

T = TypeVar("T")


class RecordedOperations(Sequence[Operation]):
    """The operations that a test has recorded so far, as ``recorded_page.operations``.

    On a sync page each look lets late events arrive first. On an async page, ``await operations.read()`` does.
    """

    def __init__(self, recording: PassiveRecording) -> None:
        """Look at a recording; it may not have begun."""
        self._recording = recording

    def __len__(self) -> int:
        """Return their number."""
        return len(self._now())

    def __iter__(self) -> Iterator[Operation]:
        """Yield them in order."""
        return iter(self._now())

    @overload
    def __getitem__(self, index: int) -> Operation: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Operation, ...]: ...

    def __getitem__(self, index: int | slice) -> Operation | tuple[Operation, ...]:
        """Return one of them, or some."""
        return self._now()[index]

    def __repr__(self) -> str:
        """Return their types; a value may be long."""
        return f"<{len(self)} recorded operations>"

    def read(self) -> Any:
        """Let late events arrive, and return the operations as a tuple; on an async page, await it."""
        return self._recording.read()

    def as_code(self, task: str = "recorded", **values: str) -> str:
        """Return a function in Playwright's sync API that carries out the operations.

        Args:
            task: It gives the function its name.
            **values: Typed texts that become arguments, by name, beside the parameters of the marker.
        """
        return code_of(self._recording.workflow(task, values)[0].steps, task, values)

    def save(self, task: str, **values: str) -> None:
        """Save the recording as a workflow of a task, as a candidate, when the test has ended green.

        Args:
            task: The task.
            **values: Typed texts that become parameters, by name, beside the parameters of the marker.
        """
        self._recording.saved[" ".join(task.split())] = values

    def _now(self) -> tuple[Operation, ...]:
        asynchronous = self._recording.asynchronous
        found: tuple[Operation, ...] = self._recording.operations if asynchronous else self._recording.read()
        return found


@dataclass(slots=True)
class PassiveRecording:
    """The recording of one attempt of one test.

    Attributes:
        scope: The attempt; the values of its marker become ``{{name}}``.
        page: The test's page.
        asynchronous: Whether the page's calls must be awaited.
        saved: The tasks under which the recording is saved after a green test, each with the values of its parameters.
    """

    scope: AttemptScope
    page: Any
    asynchronous: bool = False
    saved: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)
    _recorder: BehaviorRecorder | None = None
    _green: bool = True
    _flows: int = 0
    _depth: int = 0
    _url: str = ""
    _values: dict[str, str] = field(default_factory=dict, repr=False)
    _hidden: tuple[str, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations so far."""
        return self._recorder.operations if self._recorder else ()

    def read(self) -> Any:
        """Let late events arrive; return the operations, on an async page as an awaitable."""
        if self._recorder is not None:
            return self._recorder.read()
        return _nothing() if self.asynchronous else ()

    def workflow(self, task: str, values: Mapping[str, str]) -> tuple[Workflow, str]:
        """Return the recording as a workflow, and the URL on which it began.

        Args:
            task: The task.
            values: Typed texts that become parameters, by name, beside the parameters of the marker.
        """
        recorder = self._recorder
        parts = [RecordingPart(operations=part) for part in (recorder.parts if recorder else ()) if part]
        if recorder is not None and parts:
            parts[-1] = RecordingPart(operations=parts[-1].operations, final=recorder.final)
        url = next((one.url for part in parts for one in part.operations if one.url), "")
        known = {**self._values, **values}
        start = normal_route(url) if url else ""
        taught = ManualRecording(parts=tuple(parts), values=known, secrets=self._hidden, start=start)
        return workflow_of(task, taught)[0], url

    def begin(self) -> None:
        """Attach to a sync page; ``wrap`` attaches to an async one."""
        if self.scope.learns and not self.asynchronous:
            try:
                self._new_recorder().start(self.page)
            except Exception as error:  # noqa: BLE001  (law 10)
                self._warn("is not recorded", error)

    def end(self) -> None:
        """Let late events of a sync page arrive, and detach."""
        if self._recorder is not None and not self.asynchronous:
            try:
                self._url = self.page.url
                self._recorder.stop()
            except Exception as error:  # noqa: BLE001  (law 10)
                self._warn("was not recorded to its end", error)

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return an async test with the recording around its body; return a sync test unchanged."""
        if not (self.asynchronous and self.scope.learns):
            return function

        @functools.wraps(function)
        async def with_recording(*args: Any, **kwargs: Any) -> Any:
            try:
                await self._new_recorder().start(self.page)
            except Exception as error:  # noqa: BLE001  (law 10)
                self._warn("is not recorded", error)
            try:
                return await function(*args, **kwargs)
            finally:
                await self._end_async()

        return with_recording

    def record_phase(self, report: pytest.TestReport) -> None:
        """Note one phase of the test; after teardown, remember or drop the recording."""
        self._green = self._green and report.outcome == "passed" and not hasattr(report, "wasxfail")
        if report.when == "teardown":
            self.commit() if self._green else self.drop()

    def commit(self) -> None:
        """After a green test, add the recording to the memory of pages."""
        for name, values in self.saved.items():
            self._save(name, values)
        recorder, self._recorder, mark = self._recorder, None, self.scope.mark
        if recorder is None:
            return
        task = mark.task if mark and not self._flows else ""  # beside a flow, the rest of the test has no task
        try:
            parts = recorder.parts
            for number, operations in enumerate(parts, 1):
                if operations:
                    self.scope.store.memory.add(
                        operations,
                        session_id=f"{self.scope.test}_page{number}",
                        task=task,
                        final_url=self._url if number == len(parts) else "",
                        values=self._values,
                        **self.scope.where,
                    )
        except Exception as error:  # noqa: BLE001  (law 10)
            self._warn("was recorded, but not remembered", error)

    def _save(self, task: str, values: Mapping[str, str]) -> None:
        if self._recorder is None:  # a mode that writes nothing
            return
        try:
            workflow, url = self.workflow(task, values)
            if not workflow.steps:
                raise ValueError("no action on the page was recorded")  # noqa: TRY301  (the warning is below)
            again = self.scope.command
            keep_recorded(self.scope.store, workflow, url, again=again, **self.scope.where)
        except Exception as error:  # noqa: BLE001  (law 10)
            self._warn(f'was not saved as "{task}"', error)

    def drop(self) -> None:
        """After a red test, forget the recording."""
        self._recorder = None

    def aside(self, flow: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """Carry out a flow while the recording pauses; yield its calls of Playwright, return its result.

        Args:
            flow: The calls of the flow.
        """
        yield from self.pause()
        try:
            result = yield from flow
        except Exception:
            yield from self.resume()
            raise
        yield from self.resume()
        return result

    def pause(self) -> Generator[Any, Any, None]:
        """Stop keeping operations, because a flow begins; yield calls of Playwright."""
        self._depth += 1
        if self._depth == 1:
            yield from self._turn(lambda recorder: recorder.pause())

    def resume(self) -> Generator[Any, Any, None]:
        """Keep operations again, because the flow has ended; yield calls of Playwright."""
        self._depth -= 1
        self._flows += 1
        if self._depth == 0:
            yield from self._turn(lambda recorder: recorder.resume())

    def _turn(self, turn: Callable[[BehaviorRecorder], Generator[Any, Any, None]]) -> Generator[Any, Any, None]:
        if self._recorder is not None:
            try:
                yield from turn(self._recorder)
            except Exception as error:  # noqa: BLE001  (law 10)
                self._recorder = None
                self._warn("is not remembered", error)

    async def _end_async(self) -> None:
        if self._recorder is not None:
            try:
                self._url = self.page.url
                await self._recorder.stop()
            except Exception as error:  # noqa: BLE001  (law 10)
                self._warn("was not recorded to its end", error)

    def _new_recorder(self) -> BehaviorRecorder:
        from pytest_ami.browser.behavior import BehaviorRecorder

        mark = self.scope.mark
        params = {name: str(value) for name, value in ((mark.params if mark else None) or {}).items()}
        secrets = {name: value for name, value in params.items() if is_secret(name, mark)}
        self._values = {name: value for name, value in params.items() if name not in secrets}
        self._hidden = tuple(secrets)
        GATE.declare(secrets)
        self._recorder = BehaviorRecorder(secrets=secrets)
        return self._recorder

    def _warn(self, problem: str, error: Exception) -> None:
        from pytest_ami.store.warnings import warn_bookkeeping

        warn_bookkeeping(
            f"{self.scope.test} {problem}: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
        )


async def _nothing() -> tuple[Operation, ...]:
    return ()
