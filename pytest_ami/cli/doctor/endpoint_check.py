"""The check of the model's endpoint: does it answer, does it take the key, and does it know the model?

It asks for the list of models once, and only an endpoint that the user has chosen. It follows no redirect, so that the
key goes nowhere else, and it shows no key.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from pytest_ami.model.settings import Settings

from .environment_checks import CheckResult, note, ok, problem

NAME = "endpoint"
DEFAULT = "https://api.openai.com/v1"
PATIENCE = 5.0
"""Seconds for an answer."""

LARGEST = 2_000_000
"""Bytes of an answer that are read."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


def examine(settings: Settings, environ: Mapping[str, str]) -> Iterator[CheckResult]:
    """Yield what the endpoint answers; nothing if no endpoint was chosen, or the teacher is the offline one."""
    address, key = environ.get("OPENAI_BASE_URL", ""), environ.get("OPENAI_API_KEY", "")
    if settings.teacher == "offline" or not (address or (settings.teacher == "llm" and key)):
        return
    parts = urlsplit(address or DEFAULT)
    place = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield problem(NAME, "OPENAI_BASE_URL is no address of http or https", "export OPENAI_BASE_URL=http://HOST/v1")
        return
    yield _asked(place, key, settings.model)


def _asked(shown: str, key: str, model: str) -> CheckResult:
    request = Request(f"{shown}/models", headers={"Authorization": f"Bearer {key}"} if key else {})  # noqa: S310  (http or https, as checked)
    try:
        with build_opener(_NoRedirects).open(request, timeout=PATIENCE) as answer:
            body = answer.read(LARGEST)
    except HTTPError as error:
        return _refused(error.code, shown)
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, ssl.SSLCertVerificationError):
            fix = "export SSL_CERT_FILE=/path/to/the/certificates/of/your/proxy.pem"
            return problem(NAME, f"the certificate of {shown} is not trusted: {reason.verify_message}", fix)
        why = getattr(reason, "strerror", "") or type(reason).__name__
        return problem(NAME, f"{shown} does not answer: {why}", f"curl -sS -m 10 {shown}/models")
    return _listed(body, shown, model)


def _refused(status: int, shown: str) -> CheckResult:
    if status in (401, 403):
        return problem(NAME, f"{shown} refuses the key (HTTP {status})", "export OPENAI_API_KEY=...")
    if status == 404:  # noqa: PLR2004  (HTTP)
        return note(NAME, f"{shown} answers, and has no list of models; does its address end with /v1?")
    return note(NAME, f"{shown} answers with HTTP {status}", f"curl -sS -m 10 {shown}/models")


def _listed(body: bytes, shown: str, model: str) -> CheckResult:
    try:
        models = {str(entry["id"]) for entry in json.loads(body)["data"]}
    except (ValueError, KeyError, TypeError):
        return note(NAME, f"{shown} answers with something else than a list of models", f"curl -sS {shown}/models")
    unknown = [name for name in (part.strip() for part in model.split(",")) if name and name not in models]
    if unknown and models:
        some = ", ".join(sorted(models)[:3])
        return note(NAME, f"{shown} does not list {unknown[0]}; it has {some}", "set ami_model to one of its models")
    return ok(NAME, f"{shown} answers, and knows {model}")
