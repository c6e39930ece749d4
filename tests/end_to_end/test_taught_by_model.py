"""Tasks learned from a model over HTTP on the bundled sites, and what a model's misbehaviour comes to. Ledgers judge.

Every lesson here is the whole way: `LLMTeacher`, HTTP, recorder, commit, then a replay with other values that asks nobody.
`python -m benchmarks.taught` does it for all tasks in all designs.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError, TeacherError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.sites.catalogue import names
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.model.server import ModelServer
from tests.support.redesign.lesson import taught
from tests.support.redesign.stage import Stage, Subject

BY_DAY = (9,)
"""Of the tasks below: one with a secret; mails are learned in plugin/test_acceptance.py."""

TAUGHT = [
    "mail: send email (2026, en)",
    "mail: save draft (2019, en)",
    "mail: delete mail (2023, en)",
    "shop: add product to cart (2023, en)",
    "shop: subscribe to newsletter (2026, en)",
    "shop: change delivery address (2019, en)",
    "tracker: create issue (2019, en)",
    "tracker: close issue (2023, en)",
    "tracker: comment on issue (2023, en)",
    "bank: log in (2026, en)",
    "bank: change phone number (2023, en)",
    "bank: write to the bank (2019, en)",
]
QUICK = "bank: change phone number (2019, en)"


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest, browser: Browser) -> Stage:
    """All sites on the session's browser."""
    return Stage(browser, {name: request.getfixturevalue(f"{name}_server") for name in names()})


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """An endpoint that behaves."""
    with ModelServer() as running:
        yield running


@pytest.fixture
def subject(stage: Stage) -> Subject:
    """A short task."""
    return next(one for one in stage.subjects if one.title == QUICK)


@pytest.fixture(scope="module")
def learned(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the short task has been learned; to be copied."""
    folder = tmp_path_factory.mktemp("learned") / ".ami"
    with ModelServer() as server:
        Bench(next(one for one in stage.subjects if one.title == QUICK), server, folder).run()
    return folder


class Bench:
    """Lessons of one task on one store, with the model as teacher."""

    def __init__(self, subject: Subject, server: ModelServer, folder: Path, *, task: str = "") -> None:
        self.subject, self.server = subject, server
        self.store = WorkflowStore(folder, Journal(folder, run="lab"))
        self.task = task or subject.task.name

    def run(self, mode: Mode = Mode.AUTO, *, seed: str = "one", right: bool = True, **limits: Any) -> Attempt:
        """Run the task; commit if the ledger says what it should, as a test's assertions do."""
        values = self.subject.values(seed)
        teacher = LLMTeacher(
            "m", base_url=self.server.base_url, api_key="sk-local", **{"timeout": 60, "retries": 1, **limits}
        )
        attempt = Attempt(
            AttemptScope(
                "test_taught.py::test",
                1,
                Settings(mode=mode),
                self.store,
                LearnedMark(task=self.task),
                None if mode is Mode.REPLAY else teacher,
            )
        )
        page, _ = self.subject.open()
        face = Ami(attempt, page)
        try:
            face.run(**values)
            if right and sorted(self.subject.site.effects()) != sorted(self.subject.task.effects(values)):
                attempt.drop()
            else:
                attempt.commit()
        except AmiError:
            attempt.drop()
            raise
        finally:
            face.close()
            page.context.close()
            teacher.close()
        return attempt

    def stored(self) -> list[str]:
        """Return every stored version of the task, as it is told."""
        return [f"{one.version} {one.status} {one.steps}" for one in self.store.versions(self.task)]


@pytest.mark.parametrize(
    "title",
    [pytest.param(t, id=t, marks=() if n in BY_DAY else pytest.mark.nightly) for n, t in enumerate(TAUGHT)],
)
def test_a_task_is_learned_over_http_and_replayed_without_a_call(
    stage: Stage, server: ModelServer, tmp_path: Path, title: str
) -> None:
    subject = next(one for one in stage.subjects if one.title == title)
    row = taught(subject, server, tmp_path / ".ami", patience=15)
    assert row.learned, row.why
    assert row.replayed, row.why
    assert row.replay_calls == 0
    assert 0 < row.calls <= 20
    assert row.tokens < 40_000
    secrets = [value for name, value in subject.values("lesson").items() if name in subject.task.secrets]
    sent = json.dumps(server.requests, ensure_ascii=False)
    assert not [value for value in secrets if value in sent]


@pytest.mark.variants(16)
@pytest.mark.parametrize(
    "misbehave",
    [
        pytest.param(lambda server: server.rate_limited(1, 0.2), id="rate-limited"),
        pytest.param(lambda server: server.garbage(1), id="garbage-once"),
        pytest.param(lambda server: server.malicious("foreign_address", 1), id="malicious-once"),
        pytest.param(lambda server: server.dressed("streamed"), id="streamed"),
    ],
)
def test_what_passes_or_can_be_read_does_not_stop_a_lesson(
    subject: Subject, server: ModelServer, tmp_path: Path, misbehave: Any
) -> None:
    misbehave(server)
    bench = Bench(subject, server, tmp_path / ".ami")
    bench.run(retries=3)
    assert len(bench.stored()) == 1


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("misbehave", "limits", "told"),
    [
        pytest.param(lambda server: server.slow(60), {"timeout": 0.5}, "did not answer within 0.5 s", id="slow"),
        pytest.param(lambda server: server.truncated(), {}, "cut off", id="truncated"),
        pytest.param(
            lambda server: server.refusing(401, "Incorrect API key sk-local"), {}, "refused the API key", id="key"
        ),
        pytest.param(lambda server: server.malicious("ten_megabytes"), {}, "too large", id="flood"),
        pytest.param(lambda server: server.malicious("foreign_address"), {}, "origin", id="foreign-address"),
    ],
)
def test_an_outage_stops_the_lesson_clearly_and_touches_nothing_stored(
    subject: Subject,
    server: ModelServer,
    learned: Path,
    tmp_path: Path,
    misbehave: Any,
    limits: dict[str, Any],
    told: str,
) -> None:
    shutil.copytree(learned, tmp_path / ".ami")
    bench = Bench(subject, server, tmp_path / ".ami")
    before = bench.stored()
    assert len(before) == 1
    misbehave(server)
    with pytest.raises(TeacherError) as caught:
        bench.run(Mode.RELEARN, retries=0, **limits)
    assert told in str(caught.value)
    assert caught.value.evidence
    assert "sk-local" not in str(caught.value)
    assert bench.stored() == before
    assert not subject.site.effects()


@pytest.mark.nightly  # by day: plugin/test_no_model.py
def test_an_outage_is_nothing_to_a_replay(subject: Subject, server: ModelServer, learned: Path, tmp_path: Path) -> None:
    shutil.copytree(learned, tmp_path / ".ami")
    server.refusing(500, "A replay needs no model")
    Bench(subject, server, tmp_path / ".ami").run(Mode.REPLAY, seed="two")
    assert server.calls == 0


def test_a_wrong_answer_is_not_learned(subject: Subject, server: ModelServer, tmp_path: Path) -> None:
    server.wrong(99)
    bench = Bench(subject, server, tmp_path / ".ami")
    with pytest.raises(AmiError):
        bench.run()
    assert not bench.stored()
