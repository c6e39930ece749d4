"""`ami stress` as a command: a learned flow on the bundled webmail, redesigned in a browser of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.lab import Lab

pytestmark = pytest.mark.slow

AMI = (sys.executable, "-c", "from pytest_ami.cli import main; main()")
PARAMS = ("--param", "to=ann{n}@example.com", "--param", "subject=Test {n}", "--param", "body=Written by run {n}")
Stress = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def stress(taught: Lab, mail_site: Any, tmp_path: Path) -> Stress:
    """`ami stress "send email"` on the webmail, which has been learned."""
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"cookies": mail_site.cookies(), "origins": []}), "utf-8")

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [*AMI, "stress", "send email", "--url", f"{mail_site.url}/", "--storage-state", str(state), *options]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)

    return run


@pytest.mark.nightly  # by day: the next one; all else in testing/stress/test_stress.py
def test_a_few_redesigns_of_both_kinds(stress: Stress, mail_site: Any) -> None:
    kept = [part for name in ("Wrapped", "DataAttributesAdded", "IntoShadow") for part in ("--only", name)]
    broken = [part for name in ("DeadButton", "ServerRefuses", "ControlRemoved") for part in ("--only", name)]
    done = stress(*PARAMS, *kept, *broken, "--redesigns", "6", "--findings", "1", "--timeout", "4", "--json")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    found = json.loads(done.stdout)
    assert found["undisturbed"]["sends"] == ["POST /api/compose (200) with {{body}}, {{subject}}, {{to}}"]
    assert 'button "Send"' in found["undisturbed"]["touches"]
    assert [row["keeps"] for row in found["redesigns"]] == [True, False] * 3
    good = {"replayed", "healed", "abstained", "caught", "unaffected", "unchanged"}
    assert {row["result"] for row in found["redesigns"]} <= good
    assert found["verdicts"]["breaks"]["caught"] >= 1
    green = sum(row["claim"] != "stopped" for row in found["redesigns"])
    assert green >= 2
    assert 2 + green <= len(mail_site.sent()) <= 2 + green + found["runs"]["more"], "what stopped has sent nothing"
    assert len({mail.subject for mail in mail_site.sent()}) == len(mail_site.sent()), "fresh values each time"


def test_one_redesign_is_run_again_from_its_line(stress: Stress, mail_site: Any) -> None:
    done = stress(*PARAMS, "--redesign", """Redesign((DeadButton(at='button "Send"'),))""", "--timeout", "2")
    assert done.returncode == 0, done.stderr
    assert "DeadButton: breaks something; changed 1 element or page" in done.stdout
    assert "caught: stopped, as it should" in done.stdout
    assert len(mail_site.sent()) == 2, "the two undisturbed runs"


@pytest.mark.nightly  # by day: test_effect_truth.py
def test_a_field_that_loses_its_text_when_the_form_is_used_stops_the_flow_before_it_sends(
    stress: Stress, mail_site: Any
) -> None:
    done = stress(*PARAMS, "--redesign", """Redesign((FieldLost(at='textbox "Message"'),))""")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FieldLost: breaks something; changed 1 element or page" in done.stdout
    assert "caught: stopped, as it should" in done.stdout
    assert 'step 5, click button "Send"' in done.stdout
    assert [mail.body for mail in mail_site.sent()] == ["Written by run 1", "Written by run 2"], "no empty mail"


def test_a_page_on_which_it_does_not_run_is_told_in_four_parts(stress: Stress) -> None:
    done = stress(*PARAMS, "--url", "about:blank", "--timeout", "1")
    assert done.returncode == 4
    assert "redesigns of it cannot be judged" in done.stderr
    assert "run next: ami stress 'send email'" in done.stderr


@pytest.mark.nightly  # by day: testing/stress/test_shards.py
def test_two_browsers_find_what_one_finds(stress: Stress, mail_site: Any) -> None:
    kept = ("--only", "Wrapped", "--only", "DeadButton", "--redesigns", "24", "--findings", "0", "--timeout", "3")
    done = stress(*PARAMS, *kept, "--jobs", "2", "--json")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert len({mail.subject for mail in mail_site.sent()}) == len(mail_site.sent()), "fresh values in each shard"
    found, alone = json.loads(done.stdout), json.loads(stress(*PARAMS, *kept, "--json").stdout)
    drawn = [(row["redesign"], row["keeps"]) for row in found["redesigns"]]
    assert drawn == [(row["redesign"], row["keeps"]) for row in alone["redesigns"]]
    assert len(drawn) == 24
    assert found["verdicts"]["breaks"]["false_pass"] == alone["verdicts"]["breaks"]["false_pass"] == 0
