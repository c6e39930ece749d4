"""The source of an adopted test: actions and values leave it, everything else stays as it was written."""

from __future__ import annotations

import textwrap

import pytest

from pytest_ami.cli.source_code.adoption import adopt
from pytest_ami.model.errors import ConfigurationError

MAIL = '''
"""Tests of the mail."""
from playwright.sync_api import expect

ME = "ann@example.com"


def test_send_email(page, faker):
    page.goto("/")
    topic = faker.word()

    # write it
    page.get_by_role("button", name="Compose").click()
    box = page.get_by_label("To")
    box.fill(ME)
    page.get_by_role("textbox", name="Subject").fill(f"Re: {topic}")
    page.fill("#body", "Hello there")  # the text
    page.wait_for_timeout(1)
    page.get_by_role("row", name=topic).get_by_text("Hello there").click()
    page.get_by_role("combobox", name="Folder").select_option(label="Sent")
    page.get_by_role("button", name="Send").click()

    expect(page.get_by_role("status")).to_have_text("Hello there")
    page.get_by_text("Undo").click()
'''

ADOPTED = '''
"""Tests of the mail."""
from playwright.sync_api import expect
import pytest

ME = "ann@example.com"


def show_send_email(page, to, subject, body, topic, folder):
    # write it
    page.get_by_role("button", name="Compose").click()
    box = page.get_by_label("To")
    box.fill(to)
    page.get_by_role("textbox", name="Subject").fill(subject)
    page.fill("#body", body)  # the text
    page.wait_for_timeout(1)
    page.get_by_role("row", name=topic).get_by_text(body).click()
    page.get_by_role("combobox", name="Folder").select_option(label=folder)
    page.get_by_role("button", name="Send").click()


@pytest.mark.learned("send email", teacher=show_send_email)
def test_send_email(ami, page, faker):
    page.goto("/")
    topic = faker.word()

    ami.run(to=ME, subject=f"Re: {topic}", body="Hello there", topic=topic, folder="Sent")

    expect(page.get_by_role("status")).to_have_text("Hello there")
    page.get_by_text("Undo").click()
'''


def test_actions_become_a_demonstration_and_values_become_parameters() -> None:
    made = adopt(MAIL, ["test_send_email"])
    assert made.source == ADOPTED
    assert (made.task, made.left) == ("send email", 1)


def test_a_method_and_its_decorators_stay_in_their_class() -> None:
    source = """
    import pytest

    def show_log_in(): ...

    @pytest.mark.slow
    class TestUser:
        # signs in
        @pytest.mark.flaky
        def test_log_in(self, page):
            page.get_by_placeholder("Password").fill("a")
            page.get_by_placeholder("Password").fill("b")
    """
    made = adopt(textwrap.dedent(source), ["TestUser", "test_log_in"], 'log "in"').source
    assert made.count("import pytest\n") == 1
    assert "def show_log_in_2(page, password, password_2):" in made
    assert '    @pytest.mark.learned("log \\"in\\"", teacher=show_log_in_2)\n    @pytest.mark.flaky\n' in made
    assert "def test_log_in(self, ami, page):" in made
    assert 'ami.run(password="a", password_2="b")' in made
    assert made.index("def show_log_in_2") < made.index("@pytest.mark.slow\nclass TestUser")


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("async def test_a(page):\n    await page.click('a')", "async test"),
        ("def test_a(browser):\n    page.click('a')", "does not take the fixture page"),
        ("def test_a(ami, page):\n    page.click('a')", "takes the fixture ami already"),
        ("def test_a(page):\n    page.goto('/')\n    assert page.title()", "no action on page"),
        (
            "def test_a(page):\n    b = page.locator('a')\n    page.locator('c').drag_to(b)",
            "b is a locator that is made before the flow",
        ),
        (
            "def test_a(page):\n    page.click('b')\n    b = page.locator('a')\n    b.click()\n    assert b.text",
            "b is made within the flow and used behind it",
        ),
        ("def test_b(page):\n    page.click('a')", "no function of this name"),
    ],
)
def test_a_test_that_would_mean_something_else_is_refused(test: str, why: str) -> None:
    with pytest.raises(ConfigurationError, match="cannot be adopted") as caught:
        adopt(test, ["test_a"])
    assert why in caught.value.why
