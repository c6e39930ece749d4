"""Secrets by name only (DESIGN law 6): every byte that is written, said or sent is searched for them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pytest_ami.browser.bundle import recording_script
from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.teachers.llm.teacher import LLMTeacher
from pytest_ami.testing.project import Project, Result
from tests.support import vault
from tests.support.inline import Inline
from tests.support.lab import Lab
from tests.support.model.server import ModelServer
from tests.support.projects import PLAIN

SECRETS = vault.SECRETS
WAYS = ("script", "live", "query", "alert", "frame", "open", "closed", "dialog")
IN_SHADOW = ("open", "closed")
BURST = 300
"""Milliseconds without a key after which typing is told, where the debounce is not the subject."""

P = TypeVar("P", bound=Project)


@pytest.fixture(scope="module")
def vault_url() -> Any:
    with vault.Vault() as served:
        yield served.url


def test_the_search_finds_what_it_shall_find() -> None:
    secret = SECRETS["password"]
    for form in vault.forms(secret):
        assert vault.traces(secret, [("x", f"before {form} after".encode())])
    assert vault.traces(secret, [("x", secret[:6].encode())])
    assert vault.traces(SECRETS["card_number"], [("x", b"4929 1234 1234 1238")])
    assert not vault.traces(secret, [("x", b"nothing of the kind")])


def test_green_is_seen_in_a_picture(page: Any, vault_url: str) -> None:
    page.goto(f"{vault_url}/phrase/script")
    assert vault.green(page.screenshot()) == 0
    page.locator("#f").fill("shown")
    assert vault.green(page.screenshot()) > 20


# -- a life of several runs ----------------------------------------------------------------------------------------------

CONFTEST = """
    from tests.support import vault

    @pytest.fixture(scope="session")
    def base_url():
        import os
        return os.environ["VAULT"]
"""
LIFE = """
    import os
    import re
    from tests.support import vault

    KIND, WAY = os.environ["KIND"], os.environ["WAY"]
    TEACHER = os.environ.get("SHOWN")

    def by_hand(page, **values):
        here = page.frame_locator("iframe") if WAY == "frame" else page
        here.locator("#f").click()
        value = values[KIND]
        page.keyboard.type(value[:7])
        page.wait_for_timeout(int(os.environ.get("BURST", 1700)))  # longer than a burst of keys is waited for
        page.keyboard.type(value[7:])
        if KIND == "password":
            here.get_by_role("button", name="Show password").click()
        here.get_by_role("button", name=re.compile("Continue|Hocus pocus")).click()
        if os.environ.get("BROKEN"):
            raise RuntimeError("the demonstration breaks")

    if WAY == "closed":
        def by_hand(page, **values):
            page.mouse.click(300, 20)
            page.keyboard.type(values[KIND])
            page.keyboard.press("Tab")
            if KIND == "password":
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")

    @pytest.mark.learned("continue", secrets=tuple(vault.SECRETS) if os.environ["DECLARED"] else (),
                         **({"teacher": by_hand} if TEACHER else {}))
    def test_life(ami, page):
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"/{KIND}/{WAY}?{os.environ.get('CHANGE', '')}")
        run = ami.run(**{KIND: vault.SECRETS[KIND]})
        print("RUN", run, ami.runs)
        assert not os.environ.get("RED"), run
"""


def begin(project: P, url: str, kind: str, way: str, **env: str) -> P:
    made = project.with_file("conftest.py", "import pytest\n" + CONFTEST.replace("\n    ", "\n")).with_test(LIFE)
    return made.with_env(
        VAULT=url,
        KIND=kind,
        WAY=way,
        DECLARED="yes",
        PYTHONPATH=os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]),
        **env,
    ).with_args(*PLAIN, "-rA", "--tb=short", "--ami-json=ami.json", "--junitxml=junit.xml", "--ami-timeout=3")


def run(project: Project, **env: str) -> Result:
    changed = project.with_env(**env)
    result = changed.run()
    for name in ("ami.json", "junit.xml"):  # the next run writes over them
        path = project.path / name
        if path.exists():
            path.rename(project.path / f"{len(list(project.path.iterdir()))}-{name}")
    return result


def assert_kept(project: Project, results: list[Result], kind: str, sent: Any = ()) -> None:
    secret = SECRETS[kind]
    texts = list(vault.files(project.path))
    for number, result in enumerate(results):
        texts += [(f"run {number} out", result.out.encode()), (f"run {number} err", result.err.encode())]
    rows = project.store.facts("SELECT * FROM facts ORDER BY id")
    texts.append(("database", json.dumps(rows, ensure_ascii=False, default=str).encode()))
    texts += vault.requests(sent)
    found = vault.traces(secret, texts)
    assert not found, "\n".join(found)


@pytest.fixture
def project(tmp_path: Path, playwright: Any, browser: Any, monkeypatch: pytest.MonkeyPatch) -> Inline:
    """A project that runs in this process, where typing is told after a short while."""
    monkeypatch.setattr("pytest_ami.browser.recorder.recording_script", partial(_hasty, recording_script))
    made = replace(Inline.at(tmp_path / "project"), playwright=playwright, browser=browser)
    return made.with_env(BURST=f"{BURST + 100}")


def _hasty(script: Any, _: float, **more: Any) -> str:
    return str(script(BURST, **more))


def life(project: Project) -> list[Result]:
    """Learn, replay, meet a drift where nothing may be learned, relearn, fail."""
    results = [run(project), run(project), run(project, CHANGE="renamed", AMI_MODE="replay")]
    results += [run(project, CHANGE="renamed"), run(project, CHANGE="dead", AMI_MODE="replay"), run(project, RED="yes")]
    return results


LIVES = [
    ("demonstration", "phrase"),
    ("demonstration", "password"),
    ("offline", "card_number"),
    ("llm", "one_time_code"),
]


@pytest.mark.nightly  # by day: the shorter lives below, and in test_secret_lives.py with every teacher
@pytest.mark.slow
@pytest.mark.parametrize(("teacher", "kind"), LIVES)
def test_a_whole_life_leaves_nothing(project: Inline, vault_url: str, teacher: str, kind: str) -> None:
    whole_life(project, vault_url, teacher, kind)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(("teacher", "kind"), LIVES)
def test_a_whole_life_in_processes_of_its_own_leaves_nothing(
    tmp_path: Path, vault_url: str, teacher: str, kind: str
) -> None:
    whole_life(Project.at(tmp_path / "project"), vault_url, teacher, kind)


def whole_life(project: Project, vault_url: str, teacher: str, kind: str) -> None:
    way = {"password": "script", "card_number": "query", "one_time_code": "alert", "phrase": "live"}[kind]
    made = begin(project, vault_url, kind, way)
    if teacher == "llm":
        with ModelServer() as server:
            made = made.with_env(OPENAI_BASE_URL=server.base_url, AMI_TEACHER="llm", AMI_MODEL="ami-local")
            results = life(made)
        sent = list(server.requests)
        assert sent
    else:
        made = made.with_env(**({"SHOWN": "yes"} if teacher == "demonstration" else {"AMI_TEACHER": "offline"}))
        results, sent = life(made), []
    assert_kept(made, results, kind, sent)
    assert [vault.green(picture) for picture in vault.pictures(sent)] == [0] * len(list(vault.pictures(sent)))
    if teacher == "demonstration":
        assert results[3].outcomes.get("passed") == 1, results[3].out[-3000:]  # relearned from the step that drifted
    if teacher != "llm":  # the local model does not see that this task is finished; what it was sent is what counts
        assert [result.outcomes.get("passed") for result in results[:2]] == [1, 1], results[0].out[-3000:]


@pytest.mark.variants(16)
@pytest.mark.slow
@pytest.mark.parametrize(
    "way",
    # By day test_secret_lives.py goes the first two ways.
    [*(pytest.param(way, marks=pytest.mark.nightly) for way in ("query", "live")), "frame", "open", "closed", "dialog"],
)
def test_a_password_typed_anywhere_leaves_nothing(project: Inline, vault_url: str, way: str) -> None:
    made = begin(project, vault_url, "password", way, SHOWN="yes")
    results = [run(made), run(made), run(made, BROKEN="yes", AMI_MODE="relearn"), run(made, RED="yes")]
    assert_kept(made, results, "password")


@pytest.mark.variants(12)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["password", "card_number", "one_time_code"])
def test_an_undeclared_secret_is_refused_or_kept_by_name(project: Inline, vault_url: str, kind: str) -> None:
    """Its field tells it: type, purpose or label."""
    made = begin(project, vault_url, kind, "script", SHOWN="yes").with_env(DECLARED="")
    results = [run(made), run(made)]
    assert_kept(made, results, kind)


@pytest.mark.nightly  # by day: "no frame" in plugin/test_secret_reports.py
@pytest.mark.slow
def test_the_values_that_a_broken_demonstration_was_given_are_not_shown(project: Inline, vault_url: str) -> None:
    """Long tracebacks show what a function was called with."""
    made = begin(project.apart, vault_url, "password", "frame", SHOWN="yes", BROKEN="yes").with_args("--tb=long", "-l")
    result = run(made)
    assert result.outcomes == {"failed": 1}
    assert_kept(made, [result], "password")


def test_a_marker_with_values_instead_of_names_does_not_show_them(project: Inline, vault_url: str) -> None:
    made = begin(project.apart, vault_url, "password", "script")
    wrong = made.files["test_flow.py"].replace("tuple(vault.SECRETS)", "vault.SECRETS")
    made = made.with_file("test_flow.py", wrong)
    result = run(made)
    assert result.ret != 0
    assert_kept(made, [result], "password")


# -- what a teacher is shown -------------------------------------------------------------------------------------------


SHOWN = ("script", "live", "query", "dialog", "open")


def rated(number: int, kind: str, turn: int, way: str) -> Any:
    """Return a case; by day each secret gets away in two ways, and each way is there."""
    by_day = (number + turn) % len(SHOWN) < 2
    return pytest.param(kind, way, id=f"{kind}-{way}", marks=() if by_day else pytest.mark.nightly)


@pytest.mark.variants(16)
@pytest.mark.parametrize(
    ("kind", "way"),
    [rated(number, kind, turn, way) for number, kind in enumerate(SECRETS) for turn, way in enumerate(SHOWN)],
)
def test_a_model_is_never_shown_a_secret(lab: Lab, page: Any, vault_url: str, kind: str, way: str) -> None:
    page.goto(f"{vault_url}/{kind}/{way}")
    with ModelServer() as server:
        teacher = LLMTeacher("ami-local", base_url=server.base_url, vision="on")
        said = []
        for task in ("hand over", "look again"):  # the second time the page holds the secret everywhere
            try:
                lab.run(page, task, {kind: SECRETS[kind]}, secrets=tuple(SECRETS), teacher=teacher, calls=6)
            except AmiError as error:
                said.append(("error", f"{error} {error!r}".encode()))
        teacher.close()
        assert not vault.traces(SECRETS[kind], said)
    assert server.requests
    found = vault.traces(SECRETS[kind], vault.requests(server.requests))
    assert not found, found
    assert [vault.green(picture) for picture in vault.pictures(server.requests)].count(0) == len(
        list(vault.pictures(server.requests))
    )
    found = vault.traces(SECRETS[kind], vault.files(lab.store.folder))
    assert not found, found


def test_a_model_is_not_shown_a_secret_beyond_the_numbered_elements(page: Any, vault_url: str) -> None:
    from pytest_ami.browser.driver import SyncDriver
    from pytest_ami.browser.session import ContextSession
    from pytest_ami.model import command as c

    page.goto(f"{vault_url}/password/script")
    page.locator("#f").fill(SECRETS["password"])
    page.get_by_role("button", name="Show password").click()
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<dialog open aria-modal=true>Sure?<button>Yes</button></dialog>')"
    )

    def program(limit: int) -> Any:
        return (yield c.Observe(screenshot=True, limit=limit))

    for limit in (400, 0):
        seen = SyncDriver(ContextSession(page)).run(program(limit))
        assert vault.green(seen.screenshot) == 0


# -- words ---------------------------------------------------------------------------------------------------------------


def test_an_instruction_leaves_no_secret_in_its_template(lab: Lab, page: Any, vault_url: str) -> None:
    """Relearning from free text notes the text as a template; the secret in it is a hole."""
    secret = SECRETS["phrase"]
    page.goto(f"{vault_url}/phrase/script")
    lab.run(page, "hand over", {"phrase": secret}, secrets=("phrase",))
    page.goto(f"{vault_url}/phrase/script?renamed")

    def proceed(page: Any, phrase: str) -> None:
        page.locator("#f").fill(phrase)
        page.get_by_role("button", name="Hocus pocus").click()

    run = lab.run(page, "hand over", f"hand over the phrase '{secret}'", secrets=("phrase",), teacher=proceed)
    assert run.outcome is Outcome.RELEARNED
    assert lab.store.versions("hand over")[-1].templates == ("hand over the phrase '{{phrase}}'",)
    found = vault.traces(secret, [*vault.files(lab.store.folder), ("run", repr(run).encode())])
    assert not found, found


@pytest.mark.parametrize(
    "name", ["password", "user_password", "newPassword", "card_number", "cardnumber", "cvv", "otp_code", "apiKey",
             "access_token", "pin_code", "passphrase", "one_time_code", "secret_answer", "pwd"],
)  # fmt: skip
def test_a_parameter_named_as_a_secret_is_one(lab: Lab, name: str) -> None:
    planner = lab_planner(lab)
    (parameter,) = planner.parameters({name: "value"})
    assert parameter.secret


@pytest.mark.parametrize(
    "name", ["to", "subject", "pinned", "tokens_left_label", "passenger", "option", "author", "key"]
)
def test_other_parameters_are_none(lab: Lab, name: str) -> None:
    (parameter,) = lab_planner(lab).parameters({name: "value"})
    assert not parameter.secret


def lab_planner(lab: Lab) -> Any:
    from pytest_ami.flow.plan import Planner
    from pytest_ami.flow.scope import AttemptScope
    from pytest_ami.model.settings import Settings

    return Planner(AttemptScope("test", 1, Settings(mode=Mode.AUTO), lab.store))


def test_evidence_about_a_secret_names_it(lab: Lab, page: Any, vault_url: str) -> None:
    """Where a page shows and links the secret when a replay stops: URL, messages, values."""
    secret = SECRETS["password"]

    def by_hand(page: Any, password: str) -> None:
        page.locator("#f").fill(password)
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("status").filter(has_text="Success").wait_for()

    page.goto(f"{vault_url}/password/script")
    lab.run(page, "hand over", {"password": secret}, teacher=by_hand)
    page.goto(f"{vault_url}/password/script?dead")
    with pytest.raises(AmiError) as caught:
        lab.run(page, "hand over", {"password": secret}, mode=Mode.REPLAY, timeout=2.0)
    told = f"{caught.value} {caught.value!r} {caught.value.args!r}"
    found = vault.traces(secret, [("error", told.encode()), *vault.files(lab.store.folder)])
    assert not found, found
