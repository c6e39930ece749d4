"""The bundled webmail does what people expect of one, in every design and language: hand-written flows, the oracle judges."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.looks

MAIL = ("someone@example.com", "Offer for March", "Dear all, please find it attached.")


class Words(NamedTuple):
    """The texts that a person reads while sending a mail."""

    compose: str
    to: str
    subject: str
    body: str
    later: str
    draft: str
    sent: str


CLASSIC = {
    "en": Words("Compose", "To", "Subject", "Message", "Send later", "Save draft", "Message sent"),
    "zh": Words("写邮件", "收件人", "主题", "正文", "稍后发送", "存草稿", "邮件已发送"),
}
MODERN = {
    "en": Words(
        "New message", "Recipients", "Topic", "Write your message", "Schedule", "Save for later", "Message sent"
    ),
    "zh": Words("新邮件", "发送给", "标题", "写下邮件内容", "定时发送", "存为草稿", "邮件已发送"),
}
SEND = {"en": "Send", "zh": "发送"}
OPTIONS = {"en": "Delivery options", "zh": "发送选项"}
NOW = {"en": "Send now", "zh": "立即发送"}
CONFIRM = {"en": "Send message", "zh": "确认发送"}
LOOKS = [(design, locale) for design in ("2019", "2023", "2026") for locale in ("en", "zh")]


def words(design: str, locale: str) -> Words:
    return (MODERN if design == "2026" else CLASSIC)[locale]


def write(page: Page, said: Words) -> None:
    page.goto("/")
    page.get_by_role("button", name=said.compose, exact=True).click()
    to, subject, body = MAIL
    page.get_by_role("textbox", name=said.to, exact=True).fill(to)
    page.get_by_role("textbox", name=said.subject, exact=True).fill(subject)
    page.get_by_role("textbox", name=said.body, exact=True).fill(body)


def press(page: Page, design: str, locale: str, which: str) -> None:
    if design != "2026":
        page.get_by_role("button", name=which, exact=True).click()
        return
    page.get_by_role("button", name=OPTIONS[locale]).click()
    page.get_by_role("menuitem", name=which, exact=True).click()


@pytest.mark.parametrize(("design", "locale"), LOOKS)
def test_a_mail_is_sent(page: Page, mail_site: Any, design: str, locale: str) -> None:
    mail_site.redesign(design, locale=locale)
    said = words(design, locale)
    write(page, said)
    press(page, design, locale, NOW[locale] if design == "2026" else SEND[locale])
    if design == "2026":
        page.get_by_role("dialog").get_by_role("button", name=CONFIRM[locale]).click()
    expect(page.get_by_role("status")).to_have_text(said.sent)
    (mail,) = mail_site.sent()
    assert (mail.to, mail.subject, mail.body) == ((MAIL[0],), MAIL[1], MAIL[2])
    assert (mail_site.drafts(), mail_site.scheduled()) == ((), ())


@pytest.mark.parametrize(("design", "locale"), LOOKS)
def test_the_twins_of_send_do_what_they_say(page: Page, mail_site: Any, design: str, locale: str) -> None:
    mail_site.redesign(design, locale=locale)
    said = words(design, locale)
    write(page, said)
    press(page, design, locale, said.draft)
    expect(page.get_by_role("status")).not_to_have_text("")
    write(page, said)
    press(page, design, locale, said.later)
    expect(page.get_by_role("status")).not_to_have_text("")
    assert [mail.subject for mail in mail_site.drafts()] == [MAIL[1]]
    assert [mail.subject for mail in mail_site.scheduled()] == [MAIL[1]]
    assert mail_site.sent() == ()


@pytest.mark.parametrize("design", ["2019", "2023"])
def test_without_a_recipient_nothing_is_sent(page: Page, mail_site: Any, design: str) -> None:
    mail_site.redesign(design)
    page.goto("/")
    page.get_by_role("button", name="Compose", exact=True).click()
    page.get_by_role("textbox", name="Subject", exact=True).fill("Nobody")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).not_to_have_text("")
    assert mail_site.sent() == ()


@pytest.mark.parametrize("design", ["2019", "2023", "2026"])
def test_deleting_asks_first(page: Page, mail_site: Any, design: str) -> None:
    mail_site.redesign(design)
    mail_site.deliver(subject="Old news", sender="Ann Lee", body="x")
    page.goto("/")
    page.get_by_role("link", name="Old news").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    assert mail_site.trash() == ()
    with page.expect_response(lambda response: response.request.method == "POST"):  # the link was on the page before
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Old news")).to_have_count(0)
    assert [mail.subject for mail in mail_site.trash()] == ["Old news"]
    assert mail_site.archived() == ()


@pytest.mark.parametrize("design", ["2019", "2023", "2026"])
def test_a_wrong_password_is_refused_and_the_right_one_opens(
    browser: Any, mail_site: Any, base_url: str, design: str
) -> None:
    mail_site.redesign(design)
    context = browser.new_context(base_url=base_url)
    page = context.new_page()
    page.goto("/")
    enter = page.get_by_role("button", name="Sign in" if design == "2026" else "Log in")
    page.get_by_label("Email address").fill(mail_site.USER)
    page.get_by_label("Password").fill("not this one")
    enter.click()
    expect(page.get_by_role("alert")).not_to_have_text("")
    page.get_by_label("Email address").fill(mail_site.USER)
    page.get_by_label("Password").fill(mail_site.PASSWORD)
    enter.click()
    expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    context.close()


@pytest.mark.parametrize("design", ["2019", "2023", "2026"])
def test_searching_leaves_what_fits(page: Page, mail_site: Any, design: str) -> None:
    mail_site.redesign(design)
    page.goto("/")
    expect(page.get_by_role("link", name="Sensor calibration")).to_be_visible()
    field = page.get_by_role("searchbox").or_(page.get_by_role("textbox", name="Search mail"))
    field.first.fill("calibration")
    field.first.press("Enter")
    expect(page.get_by_role("link", name="Lunch on Wednesday")).to_have_count(0)
    expect(page.get_by_role("link", name="Sensor calibration")).to_be_visible()


def test_no_page_tells_which_design_it_is_or_what_the_oracle_holds(page: Page, mail_site: Any) -> None:
    """A tool that is measured on the site must not read the truth off it."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for design in ("2019", "2023", "2026"):
        mail_site.redesign(design)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        html = page.content().lower()
        for word in ("redesign", "oracle", 'class="2019', f"design={design}", f"/{design}/"):
            assert word not in html
    assert not [url for url in requests if "oracle" in url or "redesign" in url or "/2019" in url or "/2026" in url]
