"""The server: only on the loopback interface, until Ctrl-C or an idle time."""

from __future__ import annotations

import os
import signal
import time
import urllib.request

import pytest

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.review.desk import ReviewDesk
from pytest_ami.review.web.application import application
from pytest_ami.review.web.server import ReviewServer, listen
from pytest_ami.store.workflow_store import WorkflowStore


def test_it_answers_under_its_address_and_stops_when_nobody_asks(store: WorkflowStore) -> None:
    server = ReviewServer(application(ReviewDesk(store, "me")), listen(0), idle=0.2)
    began = time.monotonic()

    assert server.run(lambda _url: None) == "idle"
    assert time.monotonic() - began >= 0.2
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(server.url)  # noqa: S310  (our own address)


def test_ctrl_c_stops_it_in_order(store: WorkflowStore) -> None:
    server = ReviewServer(application(ReviewDesk(store, "me")), listen(0), idle=9)

    assert server.run(lambda _url: os.kill(os.getpid(), signal.SIGINT)) == "stopped"


def test_each_start_has_a_token_of_its_own_on_the_loopback_interface(store: WorkflowStore) -> None:
    app = application(ReviewDesk(store, "me"))
    listeners = [listen(0), listen(0)]
    urls = [ReviewServer(app, listener).url for listener in listeners]

    assert {listener.getsockname()[0] for listener in listeners} == {"127.0.0.1"}
    tokens = {url.split("/")[3] for url in urls}
    assert len(tokens) == 2
    assert all(len(token) >= 32 for token in tokens)
    for listener in listeners:
        listener.close()


def test_a_port_that_is_taken_is_said_with_the_command_to_run() -> None:
    with listen(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"Port {port}") as caught:
            listen(port)

    assert caught.value.run.startswith("ami review --port 0")
