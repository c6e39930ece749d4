"""The server: the tools over stdio, as the Model Context Protocol has them.

Rules of this module:

* ``mcp`` is imported here and nowhere else, and this module is imported by `ami mcp` alone (law 8).
* A call runs in a thread, so that pings and cancellations are answered meanwhile. When the client goes, the threads are
  left, and the desk ends what they wait for.
* Standard output belongs to the protocol: the SDK sends everything else to standard error while it serves.

It knows the SDK. It must never know a store or a lesson.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from jsonschema import Draft202012Validator
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from pytest_ami import __version__
from pytest_ami.teachers.agent import agent_name

from .tools import INSTRUCTIONS, Toolbox

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    from .desk import AgentDesk, Answer

NAME = "pytest-ami"
"""The name of the server."""


def serve(desk: AgentDesk) -> None:
    """Serve a desk over stdio until the client closes it; end what still runs.

    Args:
        desk: The desk.
    """
    try:
        anyio.run(_serve, server_of(desk))
    finally:
        desk.close()


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def server_of(desk: AgentDesk) -> Server[Any]:
    """Return the server of a desk."""
    toolbox = Toolbox(desk, misfit)

    async def list_tools(
        _context: ServerRequestContext[Any], _params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    description=tool.use,
                    input_schema=tool.schema,
                    annotations=types.ToolAnnotations(read_only_hint=tool.reads),
                )
                for tool in toolbox.tools
            ]
        )

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        client = context.session.client_params
        if client is not None:
            desk.name = agent_name(client.client_info.name)
        call = partial(toolbox.call, params.name, params.arguments or {})
        answer, failed = await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        return types.CallToolResult(content=list(_content(answer)), is_error=failed)

    return Server(
        NAME, version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


def misfit(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """Return why arguments do not fit a schema; empty if they do."""
    found = next(iter(sorted(Draft202012Validator(schema).iter_errors(arguments), key=str)), None)
    if found is None:
        return ""
    place = ".".join(map(str, found.absolute_path))
    return f"{place}: {found.message}" if place else str(found.message)


def _content(answer: Answer) -> list[types.TextContent | types.ImageContent]:
    text = types.TextContent(type="text", text=answer.text)
    if not answer.picture:
        return [text]
    kind = "image/webp" if answer.picture[:4] == b"RIFF" else "image/png"
    data = base64.b64encode(answer.picture).decode("ascii")
    return [text, types.ImageContent(type="image", data=data, mime_type=kind)]
