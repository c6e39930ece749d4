"""An S3 server for tests: moto in this process, on a port of its own, with one bucket that no other test uses."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from unittest import mock

_BUCKETS = count()


class S3Server:
    """A running server.

    Args:
        url: Its address.
    """

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which a client finds the server and may use it."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "tests",
            "AWS_SECRET_ACCESS_KEY": "tests",
            "AWS_REGION": "us-east-1",
        }

    def bucket(self) -> str:
        """Create an empty bucket, and return the address of a prefix in it."""
        import boto3

        name = f"ami-{os.getpid()}-{next(_BUCKETS)}"
        with mock.patch.dict(os.environ, self.environment):
            boto3.client("s3", endpoint_url=self.url, region_name="us-east-1").create_bucket(Bucket=name)
        return f"s3://{name}/team"


@contextmanager
def s3_server() -> Iterator[S3Server]:
    """Yield a running server; afterwards neither its thread nor its port is left."""
    from moto.moto_server.threaded_moto_server import ThreadedMotoServer

    log = logging.getLogger("werkzeug")
    level = log.level
    log.setLevel(logging.ERROR)  # a line for each request otherwise
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        yield S3Server(f"http://{host}:{port}")
    finally:
        server.stop()
        log.setLevel(level)
