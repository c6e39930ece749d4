"""Values of secrets that look like words of the page, and the log-in of a whole application."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support import vault
from tests.support.lab import Lab


@pytest.fixture(scope="module")
def vault_url() -> Any:
    with vault.Vault() as served:
        yield served.url


@pytest.mark.variants(8)
@pytest.mark.parametrize("kind", ["password", "phrase"])
@pytest.mark.parametrize("teacher", ["offline", "demonstration"])
def test_a_value_that_is_called_like_its_field_replays_with_another(
    lab: Lab, page: Any, vault_url: str, kind: str, teacher: str
) -> None:
    def by_hand(page: Any, **values: str) -> None:
        page.locator("#f").fill(values[kind])
        page.get_by_role("button", name="Continue").click()

    page.goto(f"{vault_url}/{kind}/post")
    how = {"teacher": by_hand} if teacher == "demonstration" else {}
    assert lab.run(page, "continue", {kind: kind}, secrets=(kind,), **how).outcome is Outcome.LEARNED
    (version,) = lab.store.versions("continue")
    typed = next(step for step in version.steps if step.target and step.target.tag == "input")
    assert typed.value == f"{{{{{kind}}}}}"
    assert "{{" not in repr(typed.target)
    assert [step.title().count("{{") for step in version.steps] == [1, 0]
    page.goto(f"{vault_url}/{kind}/post")
    run = lab.run(page, "continue", {kind: "hunter2"}, secrets=(kind,), mode=Mode.REPLAY)
    assert run.outcome is Outcome.REPLAYED
    assert page.locator("#f").input_value() == "hunter2"


# -- the bundled webmail -------------------------------------------------------------------------------------------------


@pytest.mark.variants(12)
@pytest.mark.parametrize("design", ["2019", "2023", "2026"])
def test_the_log_in_of_the_webmail(lab: Lab, page: Any, mail_site: Any, design: str) -> None:
    mail_site.redesign(design)
    page.context.clear_cookies()
    page.goto("/login")
    values = {"email": mail_site.USER, "password": mail_site.PASSWORD}
    run = lab.run(page, "log in", values)
    assert run.outcome is Outcome.LEARNED
    page.context.clear_cookies()
    page.goto("/login")
    assert lab.run(page, "log in", values, mode=Mode.REPLAY).outcome is Outcome.REPLAYED
    found = vault.traces(mail_site.PASSWORD, [*vault.files(lab.store.folder), ("run", repr(run).encode())])
    assert not found, found
