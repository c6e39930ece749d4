"""Templates, style sheets and scripts, and the neutral addresses they are served under.

A file is served under the hash of its content, so an address tells nothing about the design it belongs to. Class names
written as `zz-something` reach the browser as `css-` and six letters, the way build tools leave them.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import PlainTextResponse, Response

from .look import DESIGNS

if TYPE_CHECKING:
    from collections.abc import Callable

TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
READABLE = re.compile(r"\bzz-[a-z0-9-]*[a-z0-9]")
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Asset:
    """One static file as it is served."""

    body: bytes
    type: str


def hashed_classes(source: str) -> str:
    """Replace readable class names by hashed ones."""
    return READABLE.sub(lambda found: _hashed(found.group()), source)


@cache
def _hashed(name: str) -> str:
    digest = hashlib.sha256(name.encode()).digest()
    return "css-" + "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:6])


class _Loader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, filename, current = super().get_source(environment, template)
        return hashed_classes(source), filename, current


class Shelf:
    """The static files and templates of all designs of one site."""

    def __init__(self, home: Path) -> None:
        """Read every static file and prepare one template environment a design.

        Args:
            home: The site's folder, with `static/<design>/` and `templates/<design>/` in it.
        """
        self._home = home
        self.served: dict[str, Asset] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._counter = secrets.randbelow(9000)
        for design in DESIGNS:
            for path in sorted((home / "static" / design).iterdir()):
                self._take(design, path)
        self._environments = {design: self._environment(design) for design in DESIGNS}

    def render(self, design: str, template: str, values: dict[str, Any]) -> str:
        """Render a page; a design that draws its pages in the browser has one shell for all of them."""
        environment = self._environments[design]
        name = template if template in environment.list_templates() else "app.html"
        return environment.get_template(name).render(values)

    def _fresh_id(self) -> str:
        # Different at each load, and never twice in one page: the counter leaps, and comes round after hundreds of ids.
        self._counter += secrets.randbelow(20) + 1
        return f"mui-{1000 + self._counter % 9000}"

    def _take(self, design: str, path: Path) -> None:
        body = hashed_classes(path.read_text("utf-8")).encode()
        name = f"{hashlib.sha256(body).hexdigest()[:12]}{path.suffix}"
        self.served[name] = Asset(body, TYPES[path.suffix])
        self._names[design, path.name] = f"/assets/{name}"

    def _environment(self, design: str) -> Environment:
        environment = Environment(
            loader=_Loader(self._home / "templates" / design),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        environment.globals["asset"] = lambda name: self._names[design, name]
        environment.globals["fresh_id"] = self._fresh_id
        return environment

    def response(self, name: str) -> Response:
        """Return the answer to a request for one static file."""
        asset = self.served.get(name)
        if asset is None:
            return PlainTextResponse("Not found", 404)
        return Response(asset.body, media_type=asset.type, headers=FOREVER)


@cache
def shelf(home: Path) -> Shelf:
    """Return the shelf of the site in this folder, read once a process."""
    return Shelf(home)
