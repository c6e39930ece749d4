"""Pieces of pages that many applications have: a frame, a mail form, tables, lists."""

from __future__ import annotations

from collections.abc import Sequence

from .pair import App

STATUS = '<p role="status"></p>'

MODAL_STYLE = (
    "<style>.modal{display:none;position:fixed;inset:0;background:#0006;z-index:50}.modal.show{display:block}"
    ".modal-content{background:#fff;margin:60px auto;width:420px;padding:12px}</style>"
)
"""Style of a dialog that covers the page as soon as it has the class ``show``."""


def page(body: str, *, title: str = "Desk", script: str = "", head: str = "", status: str = STATUS) -> str:
    """Return a document with a status line below its body, and its own script at the end."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<script src="/app.js"></script>{head}</head><body>{body}{status}<script>{script}</script></body></html>'
    )


def with_parts(text: str, /, **parts: object) -> str:
    """Put parts into the places ``@name@`` of a text; a part may have places of its own."""
    for _ in range(2):
        for name, part in parts.items():
            text = text.replace(f"@{name}@", str(part))
    return text


def done(text: str, more: str = "") -> str:
    """Return the page that follows a posted form."""
    return page(f"<h1>Done</h1>{more}<p><a href='/'>Back</a></p>", status=f'<p role="status">{text}</p>')


def button(name: str, call: str, more: str = "") -> str:
    """Return a button with a script."""
    return f'<button type="button" onclick="{call}" {more}>{name}</button>'


def act(path: str, data: str = "{}", text: str = "Done") -> str:
    """Return a script that posts data and then shows a status."""
    return f"post('{path}', {data}).then(() => say('{text}'))"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], more: str = "") -> str:
    """Return a table; the first cell of a row is its header."""
    heads = "".join(f"<th scope=col>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table {more}><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def one(body: str, *, script: str = "", head: str = "", **more: object) -> App:
    """Return an application of one page."""
    return App({"/": page(body, script=script, head=head), **{f"/{name}": text for name, text in more.items()}})
