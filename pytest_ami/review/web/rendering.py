"""Pages from templates: every text of a page, a person or a file is escaped, and cannot hide or reorder others.

It knows Jinja. It must never know the meaning of a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from pytest_ami.model.printable import printable, printable_within


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return the answer with a rendered template.

    Args:
        request: The request; links of the page begin with its token.
        template: Name of the template.
        status: Status code.
        **values: The values of the template.
    """
    values |= {"root": request.scope.get("root_path", ""), "project": request.app.state.desk.project}
    return HTMLResponse(templates().get_template(template).render(**values), status)


def answer(data: Mapping[str, Any], status: int = 200) -> JSONResponse:
    """Return the answer to a script of a page: plain data, whose texts it shows as they are."""
    return JSONResponse(printable_within(data), status)


def query(**values: object) -> str:
    """Return the query of an address; empty values are left out."""
    return urlencode({name: value for name, value in values.items() if value not in ("", None)})


@cache
def templates() -> Environment:
    """Return the templates of the application."""
    environment = Environment(
        loader=PackageLoader("pytest_ami.review.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["query"] = query
    environment.filters.update(
        number=lambda value: f"{value:,}",
        percent=lambda value: "–" if value is None else f"{value:.0%}",
        seconds=lambda value: "–" if value is None else f"{value:.2f} s",
        moment=lambda value: str(value)[:16].replace("T", " ") if value else "–",
    )
    return environment


def _finalized(value: Any) -> Any:
    """Return a value as it is printed: no character of a text may reverse or hide the words around it."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
