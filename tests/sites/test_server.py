"""Serving a bundled site: ports, faults, several at once."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from pytest_ami.sites.mail import MailSite


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310  (a server of ours)
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_two_sites_run_side_by_side_and_know_nothing_of_each_other() -> None:
    with MailSite() as one, MailSite() as other:
        assert one.url != other.url
        one.deliver(subject="Only here", sender="Ann", body="x")
        assert "Only here" in [mail.subject for mail in one.inbox()]
        assert "Only here" not in [mail.subject for mail in other.inbox()]


def test_a_stopped_site_answers_no_more_and_can_start_again() -> None:
    site = MailSite()
    site.start()
    url = site.url
    site.stop()
    site.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=2)  # noqa: S310
    site.start()
    assert status(site.url + "/") == 200
    site.stop()


def test_a_fault_reaches_every_page_and_a_reset_ends_it() -> None:
    with MailSite() as site:
        site.down()
        assert status(site.url + "/") == 503
        site.reset()
        assert status(site.url + "/") == 200


def test_an_unknown_design_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="2019, 2023, 2026"):
        MailSite().redesign("2031")
    with pytest.raises(ValueError, match="en, zh"):
        MailSite().redesign("2019", locale="fr")


def test_a_reset_brings_the_first_mailbox_back_and_keeps_sessions() -> None:
    with MailSite() as site:
        first = [mail.subject for mail in site.inbox()]
        cookie = site.cookies()[0]
        site.deliver(subject="More", sender="Ann", body="x")
        site.redesign("2026", locale="zh")
        site.reset()
        assert [mail.subject for mail in site.inbox()] == first
        assert (site.design, site.locale) == ("2019", "en")
        request = urllib.request.Request(site.url + "/", headers={"Cookie": f"{cookie['name']}={cookie['value']}"})  # noqa: S310
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            assert "/login" not in answer.url


def test_nothing_of_the_oracle_can_be_asked_for() -> None:
    with MailSite() as site:
        for path in ("/oracle", "/sent", "/api/oracle", "/state", "/debug", "/openapi.json"):
            try:
                with urllib.request.urlopen(site.url + path) as answer:  # noqa: S310
                    text = answer.read().decode()
                    assert "/login" in answer.url
                    assert json.dumps("Q4 budget") not in text
            except urllib.error.HTTPError as error:
                assert error.code in (401, 403, 404)  # noqa: PT017
