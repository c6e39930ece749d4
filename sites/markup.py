"""Conversion of text or markup from a browser to stored content: plain text, and harmless markup."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

ALLOWED = frozenset({"b", "strong", "i", "em", "u", "ul", "ol", "li", "br", "div", "p"})
DROPPED = frozenset({"script", "style", "title"})


def plain(text: str) -> str:
    """Return text as it is kept: plain spaces, plain line ends, nothing at either end."""
    return text.replace("\u00a0", " ").replace("\r\n", "\n").strip()


def harmless(html: str) -> str:
    """Return markup reduced to the tags the editor's toolbar makes, without any attribute."""
    cleaner = _Cleaner()
    cleaner.feed(html)
    cleaner.close()
    return "".join(cleaner.out)


def paragraphs(text: str) -> str:
    """Return plain text as markup."""
    return escape(text).replace("\n", "<br>")


class _Cleaner(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.out: list[str] = []
        self._dropping = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._dropping += tag in DROPPED
        if tag in ALLOWED:
            self.out.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        self._dropping = max(0, self._dropping - (tag in DROPPED))
        if tag in ALLOWED and tag != "br":
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._dropping:
            self.out.append(escape(data))
