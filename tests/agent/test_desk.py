"""The desk of an agent: what it reads, what it may add, and lessons that end in every way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_ami.agent.desk import AgentDesk
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.outcome import StepEvidence
from pytest_ami.model.workflow import Status
from pytest_ami.store.evidence.artifacts import EvidenceWriter
from pytest_ami.store.transitions import Event
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import TASK, click, learned, session

PICTURE = b"\x89PNG picture"
MOVE = [{"move": "wait"}]


def stale(store: WorkflowStore) -> None:
    """Record a run whose second step did not fit, with its picture."""
    version = learned(store, [click("Compose"), click("Send")])
    store.lifecycle.apply_event(version, Event.DRIFT, cause="missing", text="step 2")
    name = session(store, version, passed=False, outcome="stale")
    writer = EvidenceWriter(store.folder, store.journal.run)
    shot = writer.keep_picture(PICTURE)
    fitting = StepEvidence(step=1, action="click", target='button "Compose"', verdict="same")
    missing = StepEvidence(
        step=2, action="click", target='button "Send"', verdict="missing", evidence=('there is "Dispatch"',), after=shot
    )
    writer.save_steps(name, [fitting, missing])


def test_flows_are_listed_with_their_status(desk: AgentDesk, store: WorkflowStore) -> None:
    stale(store)

    shown = desk.flows().text

    assert shown.startswith("1 learned flows, 1 of them in doubt.")
    assert '- task: "send email" version: 1 status: possibly_stale steps: 2' in shown


def test_the_evidence_of_a_stale_step_is_read_with_its_picture(desk: AgentDesk, store: WorkflowStore) -> None:
    stale(store)

    found = desk.evidence(TASK)

    assert 'step 2: "click button \\"Send\\""' in found.text
    assert '  - "there is \\"Dispatch\\""' in found.text
    assert found.picture == PICTURE
    assert 'step 1: "click button \\"Compose\\""' in desk.evidence(TASK, 1).text
    with pytest.raises(ConfigurationError, match="has evidence of step 7"):
        desk.evidence(TASK, 7)


def test_a_proposal_is_a_candidate_that_no_call_of_the_agent_turns_into_more(
    desk: AgentDesk, store: WorkflowStore
) -> None:
    before = learned(store, [click("Compose"), click("Send")])

    answer = desk.propose(TASK, 2, "button", "Dispatch")

    old, made = store.versions(TASK)
    assert 'ami accept "send email"' in answer.text
    assert (made.version, made.status, made.provenance.author) == (2, Status.CANDIDATE, "agent:scripted")
    assert (old.id, old.status) == (before.id, Status.ACTIVE)
    assert store.find(TASK) == old


def test_what_a_person_marked_wrong_is_not_proposed(desk: AgentDesk, store: WorkflowStore) -> None:
    wrong = learned(store, [click("Compose"), click("Dispatch")])
    store.add_user_feedback(session(store, wrong), 2, "wrong")
    learned(store, [click("Compose"), click("Send")])

    with pytest.raises(ConfigurationError, match="marked wrong"):
        desk.propose(TASK, 2, "button", "Dispatch")

    assert len(store.versions(TASK)) == 2


@pytest.mark.parametrize(
    "call", [lambda d: d.evidence("no"), lambda d: d.check("no"), lambda d: d.propose("no", 1, "", "")]
)
def test_an_unknown_task_is_named_with_those_that_are_there(
    desk: AgentDesk, store: WorkflowStore, call: Callable[[AgentDesk], object]
) -> None:
    learned(store, [click("Compose")])

    with pytest.raises(ConfigurationError, match='No workflow is stored for "no"') as unknown:
        call(desk)

    assert unknown.value.evidence == ("tasks: send email",)


def test_an_unknown_version_is_named_with_those_that_are_there(desk: AgentDesk, store: WorkflowStore) -> None:
    learned(store, [click("Compose")])

    with pytest.raises(ConfigurationError, match="no version 9") as unknown:
        desk.check(TASK, 9)

    assert unknown.value.evidence == ("versions: 1",)


# -- lessons: the project's pytest is a script -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_lesson_asks_until_its_test_has_ended(scripted: Callable[[str], AgentDesk]) -> None:
    desk = scripted("""
answer = client.create(timeout=20, messages=asked, tools=[])
Path(options["--ami-json"]).write_text(json.dumps({"runs": [{"task": "t", "outcome": "learned", "version": 1}]}))
sys.exit(0 if answer["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "wait" else 1)
""")

    first = desk.begin("send email", pictures=False)
    again = desk.lesson()
    with pytest.raises(ConfigurationError, match="Another lesson is open"):
        desk.begin("send email")
    with pytest.raises(ConfigurationError, match="no answer to the open question"):
        desk.choose(1)
    last = desk.move(MOVE)

    assert first.text.startswith("RULES\nPAGE\nAnswer with the tool `move`")
    assert again.text.startswith("PAGE\n")
    assert last.text.startswith("The test is green. The lesson is stored as a candidate.")
    assert desk.lesson() == last
    with pytest.raises(ConfigurationError, match="no answer to the open question"):
        desk.move(MOVE)


@pytest.mark.slow
def test_a_test_that_dies_in_mid_lesson_is_an_answer_and_another_lesson_may_begin(
    scripted: Callable[[str], AgentDesk],
) -> None:
    desk = scripted("""
threading = __import__("threading")
threading.Thread(target=client.create, kwargs={"timeout": 20, "messages": asked, "tools": []}, daemon=True).start()
while not Path("die").exists():
    __import__("time").sleep(0.01)
os._exit(70)
""")
    desk.begin("send email")
    (desk._root / "die").touch()

    assert "The test is red: pytest ended with code 70." in desk.move(MOVE).text
    assert "pytest ended with code 70" in desk.begin("send email").text + desk.lesson().text


@pytest.mark.slow
def test_the_end_of_the_client_ends_the_lesson_and_its_test_ends_by_itself(
    scripted: Callable[[str], AgentDesk], tmp_path: Path
) -> None:
    desk = scripted("""
try:
    client.create(timeout=20, messages=asked, tools=[])
except Exception as error:
    Path("closed").write_text(str(error))
""")
    desk.begin("send email")

    desk.close()

    closed = (tmp_path / "closed").read_text("utf-8")
    assert closed.splitlines()[0] == "The agent that teaches is gone"
    assert "the client of `ami mcp` is gone" in closed


@pytest.mark.slow
def test_an_agent_may_end_its_lesson(scripted: Callable[[str], AgentDesk]) -> None:
    desk = scripted("client.create(timeout=20, messages=asked, tools=[])")
    desk.begin("send email")

    assert "Nothing of the lesson is kept" in desk.end().text
    with pytest.raises(ConfigurationError, match="No lesson is open"):
        desk.lesson()


@pytest.mark.slow
def test_a_test_that_does_not_perform_the_task_is_not_run(scripted: Callable[[str], AgentDesk], tmp_path: Path) -> None:
    desk = scripted('Path("ran").touch()')

    with pytest.raises(ConfigurationError, match="No lesson can be held") as refused:
        desk.begin("send email", "scripts/deploy.py::x")

    assert refused.value.why == "This test of the project does not perform the task."
    assert not (tmp_path / "ran").exists()
