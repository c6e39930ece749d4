"""Sessions of the SDK's own client with the server of a desk or of a command.

The SDK takes long to import and every worker of the suite imports every test, so it is imported when it is used.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def session_with(desk: Any) -> AsyncIterator[Any]:
    """Yield a client of the server of ``desk``, in this process."""
    from mcp import Client

    from pytest_ami.agent.server import server_of

    async with Client(server_of(desk)) as client:
        yield client


@asynccontextmanager
async def session_over_stdio(**command: Any) -> AsyncIterator[Any]:
    """Yield a client of a server that is started with ``command``, the fields of ``StdioServerParameters``."""
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async with Client(stdio_client(StdioServerParameters(**command))) as client:
        yield client
