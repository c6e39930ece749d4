"""Reads the refusal of an endpoint: a smaller request to send instead, or a message for users.

This module knows how endpoints word their refusals. It must never send anything or know a page. Every word list here
comes from the answer of a real server or from its documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .completion import InvalidResponseError
from .endpoint import PauseTooLongError, ResponseTooLargeError, root_cause
from .prompt_text import fold

_ABOUT_PICTURES = (
    "image",
    "vision",
    "multimodal",
    "multi-modal",
    "content type",
    "content must be a string",
    "should be a valid string",
    "expected a string",
)
_ABOUT_TOOLS = ("tool", "function call", "function_call", "functions")
_ABOUT_LIMIT = ("max_completion_tokens", "max_tokens", "max tokens", "maxoutputtokens", "max_output_tokens")
_ABOUT_SYSTEM = ("system role", "role 'system'", 'role "system"', "system message", "developer instruction")
_ABOUT_LENGTH = (
    "context_length",
    "context length",
    "context window",
    "context size",
    "maximum context",
    "too long",
    "too many tokens",
    "prompt is too",
    "input length",
    "reduce the length",
)
_ABOUT_QUOTA = ("insufficient_quota", "exceeded your current quota", "billing", "credit balance")
_REFUSING = frozenset({400, 404, 413, 415, 422, 500, 501})
_BY_STATUS: dict[int, tuple[str, str]] = {
    400: ("refused the question", "The endpoint does not accept this form of request."),
    401: ("refused the API key", "The key is missing, wrong, or belongs to another endpoint."),
    402: ("is out of quota", "The account at the endpoint has no credit left."),
    403: ("may not be used with this API key", "The endpoint does not allow this model for this key."),
    404: ("is not known at this endpoint", "The model's name or the address is wrong."),
    429: ("is at its rate limit or out of quota", "All retries failed too."),
    500: ("answered with a server error", "The endpoint has an internal error, at each retry too."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForm:
    """Parts of a request that an endpoint may refuse. A form only shrinks, so a request is not repeated forever.

    Attributes:
        pictures: Whether the screenshot is attached.
        tools: Whether the tools are sent as tools; else they are described in words.
        system: Whether the system message is a message of its own.
        limit: Name of the argument that bounds the answer; empty for no bound.
        short: Whether the page is shortened.
    """

    pictures: bool = True
    tools: bool = True
    system: bool = True
    limit: str = "max_completion_tokens"
    short: bool = False


def smaller_form(form: RequestForm, error: Exception, *, pictured: bool, may_drop_pictures: bool) -> RequestForm | None:
    """Return the form of the next request after a refusal, or None if no other form can help.

    Args:
        form: The form of the refused request.
        error: The refusal.
        pictured: Whether the request had a picture.
        may_drop_pictures: Whether the settings allow a request without it.
    """
    if getattr(error, "status_code", None) not in _REFUSING:
        return None
    text = str(error)[:4_000].lower()
    return next(_candidates(form, text, pictured=pictured, may_drop_pictures=may_drop_pictures), None)


def _candidates(form: RequestForm, text: str, *, pictured: bool, may_drop_pictures: bool) -> Iterator[RequestForm]:
    """Yield forms that may help, the likeliest first."""

    def about(phrases: tuple[str, ...]) -> bool:
        return any(phrase in text for phrase in phrases)

    if form.limit and about(_ABOUT_LIMIT):
        # an unknown argument may have an older name; a bound that is too high for the model is dropped
        other = "max_tokens" if form.limit == "max_completion_tokens" and "max_tokens" in text else ""
        yield replace(form, limit="" if "too large" in text or "at most" in text else other)
    if about(_ABOUT_LENGTH):
        if not form.short:
            yield replace(form, short=True)
        return
    if pictured and form.pictures and may_drop_pictures and about(_ABOUT_PICTURES):
        yield replace(form, pictures=False)
    if form.system and about(_ABOUT_SYSTEM):
        yield replace(form, system=False)
    if form.tools and about(_ABOUT_TOOLS):
        yield replace(form, tools=False)


def diagnosis(error: Exception, timeout: float, patience: float) -> tuple[str, str]:
    """Return what failed and why, for any error of a request.

    Args:
        error: The error.
        timeout: Seconds for one attempt.
        patience: Seconds for all attempts together.
    """
    status, text = getattr(error, "status_code", None), str(error)[:4_000].lower()
    if isinstance(error, PauseTooLongError):
        left = f"{max(error.left, 0):.0f} of {patience:g} s are left"
        return "is at its rate limit", f"The endpoint asks for a pause of {error.pause:g} s, and {left}."
    if isinstance(error, InvalidResponseError) and status is None:
        return _no_answer(error)
    if any(phrase in text for phrase in _ABOUT_LENGTH) or status == 413:  # noqa: PLR2004
        return (
            "refused the question as too long",
            "Its context is smaller than a page needs (about 8,000 tokens; about 4,000 when asked for less).",
        )
    if not isinstance(status, int):
        return _broken(error, timeout)
    if status == 429 and any(phrase in text for phrase in _ABOUT_QUOTA):  # noqa: PLR2004
        status = 402
    if 300 <= status < 400:  # noqa: PLR2004  (a redirect)
        return "answered with a redirect", _redirected(error)
    return _BY_STATUS.get(status, _BY_STATUS[500 if status >= 500 else 400])  # noqa: PLR2004


def _redirected(error: Exception) -> str:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    goal = fold(str(headers.get("location") or "another address")[:200], 120)
    return f"It leads to {goal}. No redirect is followed, because the request holds the API key and texts of pages."


def _no_answer(error: InvalidResponseError) -> tuple[str, str]:
    if error.kind == "page":
        return (
            "answered with a web page",
            "The address is not an endpoint's (does it end with /v1?), or a proxy asks for a sign-in.",
        )
    if error.kind == "error":
        return "answered with an error", "The response has a status of success, but its body is an error."
    return "answered with something that is not JSON", "The endpoint or a proxy sent a broken body, or cut it off."


def _broken(error: Exception, timeout: float) -> tuple[str, str]:
    cause = root_cause(error)
    if isinstance(cause, ResponseTooLargeError):
        return "sent an answer that is too large", f"The response was not read to its end: {cause}."
    if type(error).__name__ == "APITimeoutError" or isinstance(cause, TimeoutError):
        return (
            f"did not answer within {timeout:g} s",
            "The endpoint is slow, or the model is being loaded; ami_answer_seconds is the limit.",
        )
    if type(error).__name__ == "APIConnectionError":
        return "cannot be reached", f"No connection: {fold(str(error.__cause__ or error)[:500], 120)}"
    return "could not be asked", "The client failed before or after it sent the request."
