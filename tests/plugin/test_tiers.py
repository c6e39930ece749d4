"""A run with tiers around its store: what they lose, or cannot do, has no effect on an outcome."""

from __future__ import annotations

import shutil

import pytest

from tests.support.inline import Inline
from tests.support.redis_server import redis_server

pytestmark = pytest.mark.slow
SUITE = """
    import pytest
    from pytest_ami.model.operation import Operation
    from tests.support.faked import teach
    from tests.support.redis_server import RUNNING

    URL = "http://app.test/"
    FLOWS = [pytest.param(n, marks=pytest.mark.learned(f"task {n}", teacher=teach)) for n in range(4)]

    @pytest.mark.parametrize("n", FLOWS)
    def test_flow(ami, page, n, workflow_store):
        memory = workflow_store.memory
        if n == 2 and KILL:
            RUNNING[-1].kill()
        ami.run(to="ann@example.com", subject=f"Mail {n}")
        assert "status|Message sent" in page.fake.notices
        memory.add([Operation(type="click", url=URL, role="button", text=f"Way {n}", xpath="/b")], task=f"task {n}")
        if n == 3:
            memory.forget("task 0", "a test")
        assert len([one for one in memory.query_page_operations(URL) if one.intents[0].name.startswith("Way")]) == 1
"""


@pytest.mark.variants(4)
@pytest.mark.parametrize("fault", ["none", "killed in mid-run", "rubbish", "cold is a file"])
def test_no_loss_of_a_tier_changes_a_verdict_or_asks_a_model(faked: Inline, fault: str) -> None:
    with redis_server() as server:
        project = faked.with_test(SUITE.replace("KILL", str(fault == "killed in mid-run")))
        project = project.with_args("-o", f"ami_hot={server.url}", "-o", "ami_cold=kept", "-p", "no:randomly")
        if fault == "cold is a file":
            project = project.with_file("kept", "not a folder")
        learned = project.run("-W", "default")
        assert learned.summary[0] == "4 learned; 0 model calls", learned.out
        assert ("The hot tier at" in learned.out) == (fault == "killed in mid-run")
        assert ("were not settled" in learned.out) == (fault == "cold is a file")
        assert fault == "cold is a file" or len(list((project.path / "kept").iterdir())) == 1
        if fault == "rubbish":
            with server.client() as client:
                for key in client.keys("*"):
                    client.set(key, b"rubbish")
        shutil.rmtree(project.path / "kept", ignore_errors=True)
        replayed = project.run("--ami-mode=replay", "-W", "default")
        assert replayed.summary[0].startswith("4 replayed; 0 model calls"), replayed.out
