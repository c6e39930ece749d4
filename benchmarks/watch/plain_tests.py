"""Plain tests as people write them by looking at a page: by ids, classes, titles and exact names. By application.

Each was written against the first release, and its last line holds for the right element alone. The control of a test
called ``test_gone_...`` does not exist on the next release: no proposal for it can be right. Only text, run elsewhere.
"""

from __future__ import annotations

HEAD = """import re

import pytest
from playwright.sync_api import expect

from benchmarks.real.application import Running
from benchmarks.real.session import app, word


@pytest.fixture(autouse=True)
def entered(page):
    page.set_default_timeout({patience})
    if app().enter:
        app().enter(page, Running(word("url"), lambda: None))
"""
"""Before the tests of each application."""

GRADIO = """

def test_prices_tab(page):
    page.goto("/")
    page.locator("#component-36-button").click()
    expect(page.get_by_role("tab", name="Prices")).to_have_attribute("aria-selected", "true")


def test_to_do_tab(page):
    page.goto("/")
    page.locator("#component-46-button").click()
    expect(page.get_by_role("tab", name="To do")).to_have_attribute("aria-selected", "true")


def test_name_of_a_guest(page):
    page.goto("/")
    page.locator("textarea.scroll-hide").first.fill("Ann Lee")
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Ann Lee")


def test_tab_is_the_first(page):
    page.goto("/")
    expect(page.locator("#component-2-button")).to_have_text("Register")


def test_address_of_a_guest(page):
    page.goto("/")
    page.get_by_placeholder("you@example.org").fill("ann@example.org")
    expect(page.get_by_label("Email").first).to_have_value("ann@example.org")
"""

NICEGUI = """

def test_last_page(page):
    page.goto("/")
    page.get_by_text("last_page", exact=True).click()
    expect(page.locator(".q-table__bottom")).to_contain_text(re.compile(r"(\\d+) of \\1"))


def test_next_page(page):
    page.goto("/")
    page.get_by_text("chevron_right", exact=True).click()
    expect(page.locator(".q-table__bottom")).to_contain_text("9-16 of")


def test_bold(page):
    page.goto("/news")
    page.locator(".q-editor__content").click()
    page.get_by_text("format_bold", exact=True).click()
    page.keyboard.type("hello")
    expect(page.locator(".q-editor__content").locator("b, strong")).to_have_text("hello")


def test_italic(page):
    page.goto("/news")
    page.locator(".q-editor__content").click()
    page.get_by_text("format_italic", exact=True).click()
    page.keyboard.type("hello")
    expect(page.locator(".q-editor__content").locator("i, em")).to_have_text("hello")


def test_search(page):
    page.goto("/")
    page.locator("input[id^=f_]").first.fill("Anna Maria")
    expect(page.get_by_role("cell", name="Anna Maria").first).to_be_visible()
    expect(page.locator(".q-table__bottom")).not_to_contain_text("1-8 of")


def test_borrower(page):
    page.goto("/lend")
    page.locator("input[id^=f_]").nth(1).fill("Anna")
    expect(page.get_by_label("Borrower")).to_have_value("Anna")


def test_menu(page):
    page.goto("/lend")
    page.locator(".nicegui-link").nth(2).click()
    expect(page.get_by_label("Title")).to_be_visible()
"""

STREAMLIT = """

def test_name(page):
    page.goto("/")
    page.locator("input.st-cn").fill("Ann")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ann")


def test_sign(page):
    page.goto("/")
    page.get_by_label("Name", exact=True).fill("Ann Lee")
    page.get_by_label("Your message").fill("Very kind people.")
    page.locator(".row-widget.stButton button").click()
    expect(page.get_by_text("Very kind people.").last).to_be_visible()


def test_heading(page):
    page.goto("/")
    expect(page.locator(".css-5rimss h1")).to_have_text("Community kitchen")


def test_go_to_the_orders(page):
    page.goto("/")
    page.get_by_text("Order", exact=True).click()
    expect(page.get_by_role("heading", name="Order")).to_be_visible()


def test_gone_made_with(page):
    page.goto("/")
    expect(page.get_by_role("link", name="Streamlit", exact=True)).to_be_visible()
"""

SWAGGER = """

def test_title(page):
    page.goto("/")
    expect(page.locator("h2.title")).to_contain_text("Animal home")


def test_unfold(page):
    page.goto("/")
    page.locator(".opblock-summary-control[aria-label^=get]").first.click()
    expect(page.get_by_role("button", name="Try it out")).to_be_visible()
    expect(page.locator("#operations-pets-get_pets, .opblock-get").first).to_have_class(re.compile("is-open"))


def test_gone_version_badge(page):
    page.goto("/")
    expect(page.get_by_text("OAS3", exact=True)).to_be_visible()


def test_authorize(page):
    page.goto("/")
    page.locator("button.authorize").click()
    expect(page.get_by_role("heading", name="Available authorizations")).to_be_visible()


def test_fold_a_tag(page):
    page.goto("/")
    page.get_by_title("Collapse operation").first.click()
    expect(page.get_by_text("Add a pet")).to_have_count(0)
"""

DJANGO = """

def test_log_out(page):
    page.goto("/admin/")
    page.get_by_role("link", name="Log out").click()
    expect(page.get_by_role("heading", name="Logged out")).to_be_visible()


def test_home(page):
    page.goto("/admin/library/book/")
    page.locator("h1#site-name a").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()


def test_staff_only(page):
    page.goto("/admin/auth/user/")
    page.get_by_title("Yes", exact=True).first.click()
    expect(page).to_have_url(re.compile("is_staff__exact=1$"))


def test_active_only(page):
    page.goto("/admin/auth/user/")
    page.get_by_title("Yes", exact=True).nth(2).click()
    expect(page).to_have_url(re.compile("is_active__exact=1$"))


def test_filter_by_active(page):
    page.goto("/admin/auth/user/")
    expect(page.get_by_role("heading", name="By active")).to_be_visible()


def test_last_tool_of_the_user(page):
    page.goto("/admin/")
    page.locator("#user-tools a").last.click()
    expect(page.get_by_role("heading", name="Logged out")).to_be_visible()


def test_add_an_author(page):
    page.goto("/admin/library/author/")
    page.locator(".object-tools .addlink").click()
    expect(page.get_by_role("heading", name="Add author")).to_be_visible()
"""

VERDACCIO = """

def test_package(page):
    page.goto("/")
    page.locator("a.css-7ninxv-WrapperLink").first.click()
    expect(page).to_have_url(re.compile("/detail/@workshop/anchor$"))


def test_tarball(page):
    page.goto("/")
    with page.expect_download(timeout=4000) as download:
        page.get_by_title("Tarball").first.click()
    assert "anchor" in download.value.suggested_filename


def test_gone_documentation(page):
    page.goto("/")
    expect(page.get_by_test_id("header--tooltip-documentation")).to_be_visible()


def test_search_is_there(page):
    page.goto("/")
    page.locator(".MuiInput-input").fill("harbour")
    expect(page.get_by_placeholder("Search Packages")).to_have_value("harbour")


def test_information(page):
    page.goto("/")
    page.locator("#header--button-registryInfo").click()
    expect(page.get_by_role("dialog")).to_be_visible()
"""

TESTS = {
    "gradio": GRADIO,
    "nicegui": NICEGUI,
    "streamlit": STREAMLIT,
    "swagger": SWAGGER,
    "django": DJANGO,
    "verdaccio": VERDACCIO,
    "mlflow": "",
}
"""The source of the tests of each application."""
