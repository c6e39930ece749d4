"""Sign-in: a password first, then a one-time code. Knows the customers between the two steps; must never know a page.

The code that was sent to the customer's phone is known to nobody but the oracle, `BankSite.code()`. The fixed code of
the test account is taken too, at any time: a learned flow types the same code each time.
"""

from __future__ import annotations

import secrets
import threading
from typing import Final

USER: Final = "keller.studio"
PASSWORD: Final = "Quiet-Harbour-58"  # noqa: S105  (a test account's)
TEST_CODE: Final = "420815"


class Door:
    """Log-ins that wait for their code."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._lock = threading.Lock()
        self._waiting: dict[str, str] = {}
        self._sent = ""

    @property
    def sent(self) -> str:
        """The code that was sent last, or nothing."""
        return self._sent

    def knock(self, user: str, password: str) -> str:
        """Return a token that waits for a code, or nothing for a wrong name or password."""
        known = secrets.compare_digest(user.casefold().encode(), USER.encode())
        if not (secrets.compare_digest(password.encode(), PASSWORD.encode()) and known):
            return ""
        token = secrets.token_urlsafe(18)
        with self._lock:
            self._sent = f"{secrets.randbelow(10**6):06d}"
            self._waiting[token] = self._sent
        return token

    def waits(self, token: str) -> bool:
        """Tell whether somebody with this token still has to give a code."""
        return token in self._waiting

    def enter(self, token: str, code: str) -> bool:
        """Tell whether the code opens the door; then the token is used up."""
        with self._lock:
            sent = self._waiting.get(token)
            if sent is None or code.strip() not in {sent, TEST_CODE}:
                return False
            del self._waiting[token]
            return True

    def leave(self, token: str) -> None:
        """Give up on a log-in."""
        with self._lock:
            self._waiting.pop(token, None)

    def clear(self) -> None:
        """Forget all customers between the two steps."""
        with self._lock:
            self._waiting.clear()
            self._sent = ""
