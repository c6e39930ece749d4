"""The servers that tests start leave nothing behind: no process, no thread, no port, no folder."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from tests.support.redis_server import redis_server
from tests.support.s3 import s3_server

pytestmark = pytest.mark.slow


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("fake", [False, True])
def test_redis_leaves_nothing(fake: bool) -> None:  # noqa: FBT001  (a parameter)
    with redis_server(fake=fake) as server:
        process, folder = server._process, server._folder
        with server.client() as client:
            client.set("k", "v")
            assert client.get("k") == b"v"
        server.kill()
        assert not answers(server.port)
        server.start()
        with server.client() as client:
            assert client.get("k") is None
    assert not answers(server.port)
    assert not folder.exists()
    assert process is None or not Path(f"/proc/{process.pid}").exists()


def test_s3_leaves_nothing() -> None:
    before = threading.active_count()
    with s3_server() as server:
        port = int(server.url.rpartition(":")[2])
        assert answers(port)
        assert server.bucket() != server.bucket()
    assert not answers(port)
    assert threading.active_count() == before
