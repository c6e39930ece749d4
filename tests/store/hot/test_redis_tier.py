"""The hot tier in Redis: it may be lost, killed, slow or full of rubbish, and nothing but time is lost."""

from __future__ import annotations

import socket
import warnings
from collections.abc import Iterator

import pytest

from pytest_ami.model.memory import Intent, PageOperation
from pytest_ami.store.hot import redis_tier
from pytest_ami.store.hot.process_tier import PageAnswer, ProcessTier
from pytest_ami.store.hot.redis_tier import RedisTier, open_hot
from pytest_ami.store.warnings import AmiWarning
from tests.support.redis_server import RedisServer, redis_server

pytestmark = pytest.mark.slow
INTENT = Intent(kind="fill", role="textbox", name="To", value="{{to}}")
ANSWER = PageAnswer(7, (PageOperation(id="s1", description="send email 发送", intents=(INTENT,)),), ("2026-11-28",))


@pytest.fixture(params=["real", pytest.param("fake", marks=pytest.mark.nightly)])
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with redis_server(fake=request.param == "fake") as running:
        yield running


def tier(server: RedisServer, megabytes: float = 1) -> RedisTier:
    made = open_hot(server.url, megabytes)
    assert isinstance(made, RedisTier)
    return made


def test_an_answer_of_one_process_is_there_for_the_next(server: RedisServer) -> None:
    tier(server).put("k", ANSWER)
    other = tier(server)
    assert other.get("k") == ANSWER
    assert other.get("another key") is None
    server.kill()
    assert other.get("k") == ANSWER  # this process has kept it
    other.clear()
    with pytest.warns(AmiWarning, match="does not answer"):
        assert other.get("k") is None


def test_rubbish_counts_as_nothing(server: RedisServer) -> None:
    made = tier(server)
    made.put("k", ANSWER)
    client, slot = server.client(), made._slot("k")
    good = client.get(slot)
    of_another_key = redis_tier._sealed("j", ANSWER)
    body = redis_tier._digest(b"k") + b'{"number": "seven"}'
    for rubbish in (b"", b"x", good[:-1], good + b" ", of_another_key, redis_tier._digest(body) + body, b"x" * 9000):
        client.set(slot, rubbish)
        assert tier(server).get("k") is None
    client.delete(slot)
    client.lpush(slot, "a list")
    with pytest.warns(AmiWarning, match="does not answer"):
        assert tier(server).get("k") is None


def test_the_budget_holds_whatever_is_written(server: RedisServer) -> None:
    made = tier(server, megabytes=0.1)
    long = PageAnswer(1, (PageOperation(id="s", description="x" * 9000, intents=()),), ("",))
    for number in range(200):
        made.put(f"k{number}", ANSWER)
        made.put(f"long {number}", long)
    client = server.client()
    keys = client.keys("*")
    assert 0 < len(keys) <= 100_000 // redis_tier.SLOT
    assert all(client.strlen(key) <= redis_tier.LARGEST for key in keys)
    assert all(0 < client.ttl(key) <= 86_400 for key in keys)
    assert tier(server).get("long 1") is None


def test_a_server_that_is_away_warns_once_and_is_left_alone() -> None:
    made = RedisTier("redis://127.0.0.1:1", ProcessTier())
    with pytest.warns(AmiWarning, match="hot tier at redis://127.0.0.1:1 does not answer .* nothing is missing"):
        made.put("k", ANSWER)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert made.get("k") == ANSWER
        assert made.get("j") is None


def test_a_server_that_stands_still_costs_no_more_than_a_moment() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()  # it accepts connections, and never answers
        made = RedisTier(f"redis://127.0.0.1:{silent.getsockname()[1]}", ProcessTier())
        with pytest.warns(AmiWarning, match="TimeoutError"):
            assert made.get("k") is None
