"""One recorded browser event, in the recorder's wire format, and the page's state just before it.

The page computes everything; Python only receives. This module knows the wire format and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .fingerprint import Fingerprint

MOST_ALSO_SENT = 4
"""The most requests after one event that are kept beside the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """A compact summary of what a person could see and use at one moment.

    Attributes:
        url: The frame's URL.
        controls: Visible interactive elements as ``role|name``, in document order, without repeats.
        notices: Visible texts of status, alert, dialog and heading elements as ``role|text``.
        last_value: Value (or ``checked``/``unchecked``) that the previously touched element holds now, or
            None when it is gone or secret.
        fields: The text of each field that an earlier operation entered in this document, by the number and the XPath
            of that operation; without secrets.
        copied: The hidden fields of the form if one has taken over the text of such a field, by the same key: each as
            ``+`` and its name, or ``-`` if it has not, with spaces between.
        rows: Visible rows, options and list entries, if the operation is typing or follows typing; None if not read.
        came: Whether the element of the operation has come on screen since the text before it was typed.
        socket_messages: Number of messages that the document has sent over sockets since it is recorded.
        stood: If the operation is typing, the lines of the document in which its text stood then or at one of the moves
            before, outside of fields; a line that was there twice is there twice. If it is a click in a row, the longer
            lines in which a text of the row stood.
    """

    url: str = ""
    controls: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    last_value: str | None = None
    fields: dict[str, str] = field(default_factory=dict)
    copied: dict[str, str] = field(default_factory=dict)
    rows: tuple[str, ...] | None = None
    came: bool = False
    socket_messages: int = 0
    stood: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One recorded browser event.

    Attributes:
        type: ``click, dblclick, contextmenu, input, select, check, uncheck, press, hover, scroll, drag, upload,
            download, dialog, navigate, popup, close``; ``leaving`` and
            ``closing`` announce an action of the page itself.
        url: URL of the document at that moment.
        ref: Number of the event within its document, ``e1, e2, ...``; of what the browser reports, that of the event
            that led to it.
        role: ARIA role of the element.
        text: Accessible name of the element.
        value: The typed text, the option, the key or the answer; ``{{name}}`` if it was a parameter's value. For
            ``navigate`` the way: ``typed, link, script, redirect, history, reload, hash``.
        xpath: Absolute XPath of the element.
        frame: Names or URLs of the frames on the way, outermost first; empty in the main frame.
        tab: Index of the page within its context, 0 for the page of the test.
        timestamp: Milliseconds since the epoch, by the page's clock; by the clock of this process for what the browser
            reports.
        trusted: Whether the browser marked the event as coming from a user (or from Playwright's input).
        secret: Whether the value came from a password field and was replaced before it was kept.
        fingerprint: The whole evidence about the element; None for events without one.
        drop: The evidence about the element that something was dropped on; None for other events.
        snapshot: The document's HTML just before the event; empty unless snapshots were requested.
        before: The page just before the event.
        sent: Method, path, keys and digests of values of a request after the event that may have changed something on
            the page's own server; the method alone if the server refused it.
        also_sent: Such requests after the first one, at most ``MOST_ALSO_SENT``; none that the server refused.
        option: The value that the page gives to the chosen option, if it differs from the text of the option.
    """

    type: str
    url: str = ""
    ref: str = ""
    role: str = ""
    text: str = ""
    value: str = ""
    xpath: str = ""
    frame: tuple[str, ...] = ()
    tab: int = 0
    timestamp: float = 0.0
    trusted: bool = True
    secret: bool = False
    fingerprint: Fingerprint | None = None
    drop: Fingerprint | None = None
    snapshot: str = field(default="", repr=False)
    before: PageState = field(default_factory=PageState)
    sent: str = ""
    also_sent: tuple[str, ...] = ()
    option: str = ""

    @property
    def place(self) -> tuple[int, tuple[str, ...], tuple[str, ...], str]:
        """Tab, frame, shadow hosts and path of the element: in two shadow roots, two elements have the same path."""
        return self.tab, self.frame, self.fingerprint.shadow if self.fingerprint else (), self.xpath

    def followed_by(self, request: str) -> Operation:
        """Return the operation with one more request after it."""
        if not self.sent:
            return replace(self, sent=request)
        return replace(self, also_sent=(*self.also_sent, request)[:MOST_ALSO_SENT])

    def refused(self, request: str, method: str) -> Operation:
        """Return the operation without a request that the server refused; of the first one its method stays."""
        also = tuple(one for one in self.also_sent if one != request)
        return replace(self, sent=method if self.sent == request else self.sent, also_sent=also)
