"""What an endpoint's refusal means: what to ask without, or what to tell people.

This module knows how endpoints word their refusals. It must never ask anything, nor know a page. Every word list here
was met in the answer of a real server or its documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .completion import InvalidResponseError
from .endpoint import PauseTooLongError, ResponseTooLargeError, root_cause
from .wording import fold

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
    400: ("refused the question", "The endpoint does not take it in this form."),
    401: ("refused the API key", "The key is missing, wrong or of another endpoint."),
    402: ("is out of quota", "The account at the endpoint has no credit left."),
    403: ("may not be used with this API key", "The endpoint forbids it."),
    404: ("is not known at this endpoint", "The model's name or the address is wrong."),
    429: ("is at its rate limit or out of quota", "It was asked again after pauses, in vain."),
    500: ("answered with a server error", "The endpoint is in trouble; so it was at each retry."),
}
_LIMITS = {"max_completion_tokens": "max_tokens", "max_tokens": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForm:
    """What a question to an endpoint is made of. It only ever shrinks, so that asking again comes to an end.

    Attributes:
        pictures: Whether the screenshot goes with it.
        tools: Whether the tools are offered as tools, or told in words.
        system: Whether what the model is told once has a message of its own.
        limit: Name of the setting that bounds the answer; empty for none.
        short: Whether the page is told in few words.
    """

    pictures: bool = True
    tools: bool = True
    system: bool = True
    limit: str = "max_completion_tokens"
    short: bool = False


def smaller_form(form: RequestForm, error: Exception, *, pictured: bool, may_drop_pictures: bool) -> RequestForm | None:
    """Return the form in which to ask again after a refusal, or None if that is of no use.

    Args:
        form: The one that was refused.
        error: The refusal.
        pictured: Whether there was a picture in the question.
        may_drop_pictures: Whether the user leaves it to us.
    """
    if getattr(error, "status_code", None) not in _REFUSING:
        return None
    text = str(error)[:4_000].lower()
    return next(_candidates(form, text, pictured=pictured, may_drop_pictures=may_drop_pictures), None)


def _candidates(form: RequestForm, text: str, *, pictured: bool, may_drop_pictures: bool) -> Iterator[RequestForm]:
    """Yield what may help, the likeliest first."""

    def about(phrases: tuple[str, ...]) -> bool:
        return any(phrase in text for phrase in phrases)

    if form.limit and about(_ABOUT_LIMIT):
        # a setting that is not known may be known by its older name; one that is too high for the model is left out
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
    """Return what failed and why, for whatever asking an endpoint raised.

    Args:
        error: What was raised.
        timeout: Seconds that one attempt had.
        patience: Seconds that all had together.
    """
    status, text = getattr(error, "status_code", None), str(error)[:4_000].lower()
    if isinstance(error, PauseTooLongError):
        why = f"It asks for a pause of {error.pause:g} s, and {max(error.left, 0):.0f} of {patience:g} s are left."
        return "is at its rate limit", why
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
    return _BY_STATUS.get(status, _BY_STATUS[500 if status >= 500 else 400])  # noqa: PLR2004


def _no_answer(error: InvalidResponseError) -> tuple[str, str]:
    if error.kind == "page":
        return (
            "answered with a web page",
            "The address is not an endpoint's (does it end with /v1?), or a proxy wants somebody to sign in.",
        )
    if error.kind == "error":
        return "answered with an error", "The endpoint says that all is well, and sends an error."
    return "answered with something that is not JSON", "The endpoint or a proxy before it is broken, or cut it off."


def _broken(error: Exception, timeout: float) -> tuple[str, str]:
    cause = root_cause(error)
    if isinstance(cause, ResponseTooLargeError):
        return "sent an answer that is too large", f"It was not read to its end: {cause}."
    if type(error).__name__ == "APITimeoutError" or isinstance(cause, TimeoutError):
        return f"did not answer within {timeout:g} s", "The endpoint is slow, or the model is still being loaded."
    if type(error).__name__ == "APIConnectionError":
        return "cannot be reached", f"No connection: {fold(str(error.__cause__ or error)[:500], 120)}"
    return "could not be asked", "The client failed before or after the question was sent."
