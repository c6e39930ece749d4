"""The signed-in users, and the one notice that waits for each of them."""

from __future__ import annotations

import secrets
import threading


class Sessions:
    """The open sessions of a site. They outlive a reset: a browser that was signed in stays signed in."""

    def __init__(self) -> None:
        """Start with nobody signed in."""
        self._notices: dict[str, str] = {}
        self._lock = threading.Lock()

    def open(self) -> str:
        """Sign somebody in and return the id of the session."""
        session = secrets.token_urlsafe(24)
        with self._lock:
            self._notices[session] = ""
        return session

    def close(self, session: str) -> None:
        """Sign a session out."""
        with self._lock:
            self._notices.pop(session, None)

    def knows(self, session: str) -> bool:
        """Tell whether the session is signed in."""
        return session in self._notices

    def leave_notice(self, session: str, notice: str) -> None:
        """Keep a notice for the next page this session loads."""
        with self._lock:
            if session in self._notices:
                self._notices[session] = notice

    def take_notice(self, session: str) -> str:
        """Return the notice kept for the session, once."""
        with self._lock:
            if session not in self._notices:
                return ""
            notice, self._notices[session] = self._notices[session], ""
            return notice

    def forget_notices(self) -> None:
        """Drop all notices, and no session."""
        with self._lock:
            self._notices = dict.fromkeys(self._notices, "")
