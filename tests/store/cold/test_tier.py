"""Where cold files are kept: a folder and a bucket behave alike, and one that is away is an error in our form."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from pytest_ami.model.errors import StoreError
from pytest_ami.store.cold.tier import ColdTier, FolderTier, S3Tier, open_tier
from tests.support.s3 import s3_server

NAME = "0" * 64 + ".parquet"


@pytest.fixture(params=["folder", pytest.param("s3", marks=pytest.mark.slow)])
def tier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ColdTier]:
    if request.param == "folder":
        yield open_tier(tmp_path / "cold")
        return
    with s3_server() as server, mock.patch.dict(os.environ, server.environment):
        yield open_tier(server.bucket())


def test_a_file_is_there_whole_and_a_second_write_changes_nothing(tier: ColdTier) -> None:
    assert tier.names() == frozenset()
    assert tier.get(NAME) is None
    for _ in range(2):
        tier.put(NAME, b"facts")
        assert tier.names() == {NAME}
        assert tier.get(NAME) == b"facts"


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cold").write_bytes(b"a file in its place")
    tier = FolderTier(tmp_path / "cold")
    with pytest.raises(StoreError, match="cold tier could not be used") as caught:
        tier.put(NAME, b"facts")
    assert caught.value.evidence[0] == str(tmp_path / "cold")
    with pytest.raises(StoreError):
        tier.get(NAME)


def test_a_pipe_in_the_place_of_a_file_is_an_error_and_not_a_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(StoreError, match="cold tier could not be used"):
        FolderTier(tmp_path).get(NAME)


@pytest.mark.slow
def test_a_bucket_that_is_away_is_an_error_within_seconds(free_tcp_port: int) -> None:
    away = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{free_tcp_port}", "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "very-secret",
    }  # fmt: skip
    with mock.patch.dict(os.environ, away), pytest.raises(StoreError, match="could not be used") as caught:
        S3Tier("s3://bucket/team").put(NAME, b"facts")
    assert caught.value.evidence[0] == "s3://bucket/team"
    assert "very-secret" not in str(caught.value)


@pytest.fixture
def free_tcp_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
