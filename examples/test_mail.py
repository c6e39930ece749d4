"""A learned flow: taught on the first run, replayed without a model from then on."""

import pytest
from playwright.sync_api import expect


@pytest.mark.learned("send email")
def test_send_email(ami, page):
    page.goto("/")
    run = ami.run(to="another@example.com", subject="Follow-up", body="Second mail")
    expect(page.get_by_role("status")).to_have_text("Message sent")
    print(run)
