"""The words of the address of a request: does it only read or count?

Knows words of paths. Must never know a flow or a page.

Rules of this module:

* Applications read by POST, too: a query, the content of a panel, a component that is rendered on the server. Others
  count each press, or keep how a person has arranged the page. A word in the path says so.
* A request to delete neither reads nor counts, and neither does a path with the verb of a deed.
* In doubt a request changes something.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_READS = frozenset(
    {"get", "read", "load", "fetch", "list", "search", "query", "queries", "find", "lookup", "suggest", "autocomplete"}
    | {"view", "views", "render", "panel", "panels", "tab", "tabs", "fragment", "fragments", "partial", "partials"}
    | {"component", "components", "widget", "widgets", "content", "details", "detail", "preview", "options", "choices"}
    | {"graphql", "gql", "livewire", "aura", "rpc", "jsonrpc", "batch", "translations", "config", "session", "token"}
)
"""Words of paths of requests that read."""

_COUNTS = frozenset(
    {"stats", "stat", "statistics", "track", "tracking", "event", "events", "metric", "metrics", "analytics", "usage"}
    | {"telemetry", "log", "logs", "logging", "beacon", "collect", "ping", "visit", "visits", "seen", "hit", "hits"}
    | {"count", "counter", "impression", "impressions", "activity", "heartbeat", "presence", "rum", "vitals", "click"}
    | {"clicks", "pageview", "pageviews", "report", "monitoring", "trace", "traces", "sentry", "envelope"}
)
"""Words of paths of requests that count."""

_KEEPS = frozenset(
    {"preference", "preferences", "prefs", "ui", "layout", "sidebar", "autosave", "draft", "drafts"}
    | {"dismiss", "dismissed", "banner", "banners", "notice", "notices", "notification", "notifications", "onboarding"}
    | {"tour", "tours", "welcome", "announcement", "announcements", "news", "hint", "hints", "tip", "tips", "ack"}
)
"""Words of paths of requests that keep what a page looks like, what was read, or what a person is just writing."""

_DOES = frozenset(
    {"delete", "destroy", "purge", "cancel", "publish", "approve", "reject", "refund", "revoke", "transfer"}
)
"""Words of paths of requests that do a deed, whatever else the path says: "events/7/cancel" counts no event."""

_ORDERS = _DOES | frozenset(
    {"charge", "pay", "purchase", "buy", "checkout", "subscribe", "unsubscribe", "close", "remove", "send", "invite"}
    | {"share", "withdraw", "merge", "deploy", "release", "ban", "block", "suspend", "deactivate", "disable", "grant"}
    | {"terminate", "unpublish", "archive", "escalate", "reset", "revert", "overwrite", "replace", "promote", "demote"}
    | {"empty", "clear", "wipe"}
)
"""Verbs that a path ends in if its request does a deed of its own: "tickets/7/close"."""

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def unasked(sent: Iterable[str]) -> str:
    """Return the first of some requests that may change something, as "POST /path"; empty if there is none.

    Args:
        sent: Method and path of each.
    """
    return next((line for line in sent if not _changes_nothing(line)), "")


def orders(path: str) -> bool:
    """Return whether a path ends in the verb of a deed: "/tickets/7/close", not "/orders" or "/push/subscribe"."""
    words = [part.casefold() for part in path.split("/") if part.replace("-", "").isalpha()]
    return bool(words) and words[-1] in _ORDERS and not _changes_nothing(f"POST {path}") and "push" not in words


def _changes_nothing(line: str) -> bool:
    words = {part.lower() for part in _PART.findall(line.partition(" ")[2])}
    others = _KEEPS if line.startswith("DELETE ") else _READS | _COUNTS | _KEEPS
    return bool(words & others) and not words & _DOES
