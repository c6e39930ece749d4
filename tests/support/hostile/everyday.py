"""Small everyday applications: a maker of their versions, and the groups of their pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .acts import Act, wait
from .pair import App
from .parts import page

SAID = wait("[role=status]:not(:empty)")

CSS = (
    "<style>body{font-family:sans-serif;margin:16px}.modal{display:none;position:fixed;inset:0;background:#0006;z-index:50}"
    ".modal.show{display:block}.modal-dialog{background:#fff;margin:60px auto;width:420px;padding:12px}"
    "[aria-pressed=true],[aria-selected=true]{background:#fc6}.card{border:1px solid #bbb;padding:8px;margin:8px 0}"
    ".chip,.badge{border:1px solid;border-radius:9px;padding:0 6px}.muted{color:#666;font-size:13px}"
    ".bar{position:fixed;left:0;right:0;bottom:0;background:#eee;padding:8px}td,th{padding:4px 8px}"
    ".toast{position:fixed;right:8px;top:8px;background:#fdd;padding:8px}.edit{border:1px solid;min-height:50px;width:420px}</style>"
)


def site(*, title: str, lang: str = "en", **usual: Any) -> Callable[..., App]:
    """Return a maker of versions: ``at_x`` is the page /x (``at_`` the first one), other parts fill places ``@part@``."""

    def version(**changes: Any) -> App:
        parts = {**usual, **changes}

        def full(text: str) -> str:
            for _ in range(4):
                for name, part in parts.items():
                    if isinstance(part, str):
                        text = text.replace(f"@{name}@", part)
            return text

        pages: dict[str, Any] = {}
        for name, part in parts.items():
            if name.startswith("at_"):
                pages[f"/{name[3:]}"] = (
                    part
                    if callable(part)
                    else page(
                        full(part),
                        title=full(title),
                        head=CSS,
                        script=full(parts.get("script", "")) if name == "at_" else "",
                        status=full(parts.get("status", '<p role="status"></p>')) if name == "at_" else "",
                    ).replace('lang="en"', f'lang="{lang}"')
                )
        return App(pages)

    return version


def enter(selector: str, value: str) -> Act:
    """Type a value into a field by a selector with values."""
    return lambda page, values: page.locator(selector.format(**values)).first.fill(value.format(**values))


def after(text: str) -> str:
    """Return the page that follows a form."""
    return page(
        f'<header><a href="/">Back</a></header><main><h1>{text}</h1></main>', status=f'<p role="status">{text}</p>'
    )


def rows(template: str, of: Iterable[Iterable[str]]) -> str:
    """Return a text repeated for each row, whose cells stand at {0}, {1} and so on."""
    return "".join(template.format(*cells) for cells in of)


HELD, TWIN, DIALOG, NATIVE = (
    "everyday held values",
    "everyday twins",
    "everyday new dialogs",
    "everyday browser dialogs",
)
NUMBER, NOTICE, MOVING, ORDER = (
    "everyday numbers",
    "everyday long notices",
    "everyday moving targets",
    "everyday order of events",
)
EVIDENCE, OPTIMIST, SWALLOW, PRESET = (
    "everyday evidence",
    "everyday optimistic",
    "everyday swallowed",
    "everyday preselected",
)
LABEL, STATE, SCOPE, TOGGLE = (
    "everyday labels",
    "everyday record state",
    "everyday scope of the deed",
    "everyday reversed toggles",
)
SHADOW, SUGGEST, AUDIENCE = "everyday components", "everyday suggestions", "everyday recipients"
