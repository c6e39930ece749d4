"""Checks of the machine: the ffmpeg for videos, fonts, and certificates. No check changes or sends anything."""

from __future__ import annotations

import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pytest_ami.browser.find import playwright_ffmpeg
from pytest_ami.cli.commands import counted
from pytest_ami.cli.project import ProjectConfig

from .environment_checks import CheckResult, note, ok, problem

CERTIFICATE_FILES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
"""Variables that name a file of certificates: for Python, for its clients, and for Playwright's driver."""


def examine(project: ProjectConfig, environ: Mapping[str, str]) -> Iterator[CheckResult]:
    """Yield the findings about videos, fonts and certificates."""
    yield _video(project, environ)
    if sys.platform.startswith("linux"):  # other systems come with fonts
        yield _fonts()
    yield _certificates(environ)


def _video(project: ProjectConfig, environ: Mapping[str, str]) -> CheckResult:
    if (path := playwright_ffmpeg(environ)) is not None:
        return ok("video", f"ffmpeg of Playwright: {path}")
    addopts = project.ini.get("addopts", "")
    words = [str(word) for word in addopts] if isinstance(addopts, list) else shlex.split(str(addopts))
    text = "the ffmpeg of Playwright is not installed, so --video records nothing"
    asked = any(word.startswith("--video") for word in words) and "--video=off" not in words
    return (problem if asked else note)("video", text, "playwright install ffmpeg")


def _fonts() -> CheckResult:
    program = shutil.which("fc-list")
    if program is None:
        return note("fonts", "fc-list is not installed, so fonts cannot be counted", "playwright install-deps chromium")
    counts = [_listed(program, language) for language in (":", ":lang=zh")]
    if not counts[0]:
        return problem("fonts", "there is none: pages show no letters", "playwright install-deps chromium")
    if not counts[1]:
        text = f"{counted(counts[0], 'font')}, none for Chinese: pictures show boxes in place of its signs"
        return note("fonts", text, "apt-get install -y fonts-noto-cjk")
    return ok("fonts", f"{counted(counts[0], 'font')}, {counts[1]} for Chinese")


def _listed(program: str, pattern: str) -> int:
    try:
        done = subprocess.run([program, pattern], capture_output=True, text=True, timeout=20, check=False)  # noqa: S603  (fontconfig's)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return len(done.stdout.splitlines())


def _certificates(environ: Mapping[str, str]) -> CheckResult:
    for name in CERTIFICATE_FILES:
        if environ.get(name) and not Path(environ[name]).is_file():
            return problem("certs", f"{name} names {environ[name]}, which is no file", f"unset {name}")
    paths = ssl.get_default_verify_paths()
    place = paths.cafile or paths.capath
    if place is None:
        return problem("certs", "the system has no certificates: no https can be checked", "install ca-certificates")
    return ok("certs", f"of the system: {place}")
