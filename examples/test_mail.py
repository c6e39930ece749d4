"""One learned flow: taught on the first run, replayed without a model from then on."""

# ruff: noqa: ANN001, ANN201  (a test is short, and its fixtures need no types)

import pytest
from playwright.sync_api import expect


@pytest.mark.learned("send email")
def test_send_email(ami, page, mail):
    page.goto("/")
    ami.run(**mail)  # as in ami.run(to="another@example.com", subject="Follow-up", body="Second mail")
    expect(page.get_by_role("status")).to_have_text("Message sent")


@pytest.mark.learned("send email")
def test_send_email_by_instruction(ami, page):
    page.goto("/")
    ami.run("给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'")
    expect(page.get_by_role("status")).to_have_text("Message sent")
