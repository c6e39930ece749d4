"""Dialogs of the browser in a replay: the recorded question gets the recorded answer, any other one stops the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome, Run
from tests.support.lab import Lab
from tests.support.versions import Versions, handling


def asking(script: str) -> str:
    return f'<button onclick="act()">Archive</button><script>function act() {{ {script} }}</script>'


CONFIRM = asking("if (confirm('Archive this mail?')) { deed('archive'); say('Done') }")
NAMED = "<label>Person <input id=who></label>" + asking(
    "if (confirm('Archive 1 mail of ' + who.value + ', #17?')) { deed('archive'); say('Done') }"
)
TWICE = asking("if (confirm('Archive?') && confirm('With all files?')) { deed('archive'); say('Done') }")
KEPT = asking("if (confirm('Keep a copy?')) deed('copy'); deed('archive'); say('Done')")
PROMPT = asking("const name = prompt('Folder?', 'Old'); if (name) { deed('to ' + name); say('Done') }")
ALERT = asking("deed('archive'); say('Done'); alert('Archived')")
PLAIN = asking("deed('archive'); say('Done')")
LATE = asking("setTimeout(() => { if (confirm('Archive this mail?')) { deed('archive'); say('Done') } }, 300)")
LATE_ONLY = asking("setTimeout(() => { if (confirm('Archive this mail?')) deed('archive') }, 300)")
LEAVING = """<a href="/next" onclick="deed('archive')">Archive</a>
<script>addEventListener('beforeunload', (event) => event.preventDefault())</script>"""
LINK = """<a href="/next" onclick="deed('archive')">Archive</a>"""

RIGHT: dict[str, tuple[str, str, str]] = {
    "the same question": (CONFIRM, CONFIRM, "archive"),
    "another number of a record": (NAMED, NAMED.replace("#17", "#42"), "archive"),
    "the value of this run": (NAMED, NAMED, "archive"),
    "a question that comes late": (CONFIRM, LATE, "archive"),
    "a question that was late when recorded": (LATE, CONFIRM, "archive"),
    "a late question without an effect": (LATE_ONLY, LATE_ONLY, "archive"),
    "two questions": (TWICE, TWICE, "archive"),
    "two questions in another order": (
        TWICE,
        TWICE.replace("confirm('Archive?') && confirm('With all files?')", "confirm('With all files?') && confirm('Archive?')"),
        "archive",
    ),
    "a question that was dismissed": (KEPT, KEPT, "archive"),
    "another text in the field of a question": (PROMPT, PROMPT.replace("'Old'", "'Everything'"), "to Kept"),
    "a message": (ALERT, ALERT, "archive"),
    "a question before the page is left": (LEAVING, LEAVING, "archive"),
}  # fmt: skip
HEALED: dict[str, tuple[str, str, str]] = {
    "a message that was not recorded": (PLAIN, ALERT, "archive"),
    "a message that no longer comes": (ALERT, PLAIN, "archive"),
    "a question that no longer comes": (CONFIRM, PLAIN, "archive"),
}
STOPS: dict[str, tuple[str, str, str]] = {
    "another question": (CONFIRM, CONFIRM.replace("Archive this mail?", "Delete ALL mails permanently?"), ""),
    "one word more": (CONFIRM, CONFIRM.replace("this mail", "this mail and its thread"), ""),
    "another case": (TWICE, TWICE.replace("all files", "ALL files"), ""),
    "another count": (NAMED, NAMED.replace("1 mail", "5000 mail"), ""),
    "another question, late": (LATE, LATE.replace("Archive this mail?", "Delete ALL mails?"), ""),
    "another person": (NAMED, NAMED.replace("+ ',", "+ ' Smith,"), ""),
    "a second question that was not recorded": (CONFIRM, CONFIRM.replace("mail?')", "mail?') && confirm('Forever?')"), ""),
    "a question where none was": (PLAIN, CONFIRM, ""),
    "a field instead of a question": (CONFIRM, PROMPT, ""),
    "a dismissed question that no longer comes": (KEPT, asking("deed('copy'); deed('archive'); say('Done')"), "copy archive"),
    "a question that no longer comes, without an effect": (LATE_ONLY, asking("deed('archive')"), "archive"),
    "a message about a failure": (PLAIN, asking("say('Done'); alert('The mail could not be archived: error 7')"), ""),
    "a question before the page is left": (LINK, LEAVING, "archive"),
}  # fmt: skip


def answer(dialog: Any) -> Any:
    """Answer as a person would, in the lesson."""
    if dialog.type == "prompt":
        return dialog.accept("Kept")
    return dialog.dismiss() if dialog.message == "Keep a copy?" else dialog.accept()


def show(page: Any, person: str = "") -> None:
    if person:
        page.get_by_label("Person").fill(person)
    page.get_by_text("Archive", exact=True).click()
    page.wait_for_timeout(400)


@pytest.fixture(params=["sync", "async"])
def replayed(request: pytest.FixtureRequest, lab: Lab, page: Any) -> Callable[[str, str], tuple[Run | str, list[str]]]:
    """Return a function that learns on one version and replays on another: the run or the error, and the deeds."""
    versions = Versions(lab, page)

    def play(before: str, now: str) -> tuple[Run | str, list[str]]:
        with handling(page, answer):
            versions.learn(before, show, **({"person": "Anna"} if "Person" in before else {}))
        replay = versions.replay if request.param == "sync" else versions.replay_async
        params: dict[str, Any] = {"person": "Bert"} if "Person" in now else {}
        try:
            return replay(now, **params), versions.deeds
        except StaleError as error:
            return str(error), versions.deeds

    return play


@pytest.mark.parametrize("case", RIGHT)
@pytest.mark.variants(18)
def test_the_recorded_question_gets_the_recorded_answer(replayed: Any, case: str) -> None:
    before, now, deeds = RIGHT[case]

    run, done = replayed(before, now)

    assert isinstance(run, Run), run
    assert (run.outcome, " ".join(done)) == (Outcome.REPLAYED, deeds)


@pytest.mark.parametrize("case", HEALED)
@pytest.mark.variants(16)
def test_a_harmless_difference_is_reported(replayed: Any, case: str) -> None:
    before, now, deeds = HEALED[case]

    run, done = replayed(before, now)

    assert isinstance(run, Run), run
    assert (run.outcome, " ".join(done)) == (Outcome.HEALED, deeds)


@pytest.mark.parametrize("case", STOPS)
@pytest.mark.variants(18)
def test_another_question_is_dismissed_and_stops_the_run(replayed: Any, case: str) -> None:
    before, now, deeds = STOPS[case]

    error, done = replayed(before, now)

    assert "flow_changed" in str(error)
    assert " ".join(done) == deeds


def test_the_evidence_names_both_questions(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    with handling(page, answer):
        versions.learn(CONFIRM, show)

    with pytest.raises(StaleError) as stale:
        versions.replay(CONFIRM.replace("Archive this mail?", "Delete ALL mails permanently?"))

    assert "confirm 'Delete ALL mails permanently?'" in str(stale.value)
    assert "confirm 'Archive this mail?'" in str(stale.value)


def test_the_handler_of_a_test_answers_first(lab: Lab, page: Any) -> None:
    versions, seen = Versions(lab, page), []
    with handling(page, answer):
        versions.learn(CONFIRM, show)

    def handler(dialog: Any) -> None:
        seen.append(dialog.message)
        dialog.accept()

    with handling(page, handler):
        run = versions.replay(CONFIRM)

    assert (run.outcome, versions.deeds, seen) == (Outcome.REPLAYED, ["archive"], ["Archive this mail?"])
    assert page.title() == "T"


def test_a_handler_that_accepts_everything_does_not_accept_another_question(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    with handling(page, answer):
        versions.learn(CONFIRM, show)

    with handling(page, lambda dialog: dialog.accept()), pytest.raises(StaleError, match="Delete ALL"):
        versions.replay(CONFIRM.replace("Archive this mail?", "Delete ALL mails permanently?"))

    assert versions.deeds == []


def test_a_question_that_only_the_handler_of_the_test_knows_is_left_to_it(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PLAIN, show)

    with handling(page, lambda dialog: dialog.accept()):
        run = versions.replay(CONFIRM)

    assert (run.outcome, versions.deeds) == (Outcome.REPLAYED, ["archive"])


def test_after_the_run_dialogs_belong_to_the_test(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    with handling(page, answer):
        versions.learn(CONFIRM, show)
    versions.replay(CONFIRM)

    with handling(page, lambda dialog: dialog.accept()):
        assert page.evaluate("confirm('Really?')") is True
    assert page.evaluate("confirm('Really?')") is False
