"""Finds the browser to start: the requested one, Playwright's own, or one of the system; or one that runs elsewhere.

Knows the place of Playwright's browsers on disk, the names of the system's browsers, and the forms of an address.
Imports Playwright only to start the browser of a command, and never decides *whether* a browser is needed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pytest_ami.model.errors import ConfigurationError, NoBrowserError

Origin = Literal["option", "environment", "playwright", "system"]
Which = Callable[[str], "str | None"]

VARIABLE = "AMI_BROWSER"
HEADLESS_ONLY = ("chromium-headless-shell",)
FULL = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
INSTALL_PLAYWRIGHT = "playwright install --with-deps chromium"
INSTALL_HEADLESS = "apt-get install -y chromium-headless-shell"
INSTALL_FULL = "apt-get install -y chromium"

# Patterns of the executable below `<cache>/<name>-<revision>/`. The folder in between differs by platform and
# release; the name of the file hardly does.
_EXECUTABLES = {
    "chromium_headless_shell": (
        "*/chrome-headless-shell",
        "*/headless_shell",
        "*/chrome-headless-shell.exe",
        "*/headless_shell.exe",
    ),
    "chromium": ("*/chrome", "*/chrome.exe", "*/*.app/Contents/MacOS/*"),
}


@dataclass(frozen=True)
class BrowserInstall:
    """A browser and its origin; if `path` is None, Playwright starts its own browser."""

    path: Path | None
    origin: Origin


_CDP = {"ws": False, "wss": False, "http": True, "https": True, "cdp+ws": True, "cdp+wss": True}
"""The schemes of an address, and whether the browser there speaks CDP rather than Playwright's own protocol."""

_ADDRESS = re.compile(r"(?:wss?|https?)://[^\s'\"<>]+")


@dataclass(frozen=True)
class RemoteBrowser:
    """A browser that runs already, perhaps on another machine.

    Attributes:
        url: Its address, which may hold a key.
        cdp: Whether it speaks CDP rather than Playwright's own protocol.
    """

    url: str
    cdp: bool

    @property
    def place(self) -> str:
        """The address for people: without path, user and query, which may hold a key."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def remote_browser(text: str) -> RemoteBrowser:
    """Return the browser at an address.

    Args:
        text: ``ws://`` and ``wss://`` for Playwright's protocol; ``http://``, ``https://``, ``cdp+ws://`` and
            ``cdp+wss://`` for CDP.

    Raises:
        ConfigurationError: It is no such address. The message does not repeat it: it may hold a key.
    """
    text = text.strip()
    try:
        parts = urlsplit(text)
        if parts.scheme in _CDP and parts.hostname and parts.port != 0:
            return RemoteBrowser(text.removeprefix("cdp+"), _CDP[parts.scheme])
    except ValueError:  # such as a port that is no number
        pass
    raise ConfigurationError(
        "--ami-connect names no address of a browser",
        why="ws:// and wss:// are for Playwright's protocol; http://, https://, cdp+ws:// and cdp+wss:// are for CDP.",
        run="pytest --ami-connect=ws://127.0.0.1:3000/",
    )


def no_answer(remote: RemoteBrowser, fault: str) -> ConfigurationError:
    """Return the error about a browser that does not answer.

    Args:
        remote: The browser.
        fault: The message of Playwright; addresses in it are cut.
    """
    server = "It must be a Playwright server of the same version, or a grid that speaks Playwright's protocol."
    chromium = "It must be a Chromium that was started with --remote-debugging-port."
    return ConfigurationError(
        f"No browser answers at {remote.place}",
        why=chromium if remote.cdp else server,
        evidence=[_ADDRESS.sub(lambda found: RemoteBrowser(found[0], remote.cdp).place, fault)],
        run="chromium --remote-debugging-port=9222" if remote.cdp else "playwright run-server --port 3000",
    )


def find_browser(
    explicit: str | None,
    environ: Mapping[str, str],
    *,
    headed: bool = False,
    which: Which = shutil.which,
    playwright_own: Callable[[], Path | None] | None = None,
) -> BrowserInstall:
    """Return the first browser in the order option, environment, Playwright's own, system.

    Args:
        explicit: The value of the option: a path, or a name to look up on PATH. An empty text counts as absent.
        environ: The environment to read, usually `os.environ`.
        headed: Whether the browser must open a window, which a headless shell cannot do.
        which: Looks up a command on PATH.
        playwright_own: Returns the executable that Playwright would start, or None if it is not on disk.

    Raises:
        NoBrowserError: No browser was found, or the named one does not exist or does not suit.
    """
    named: tuple[tuple[str | None, Origin, str], ...] = (
        (explicit, "option", "the option"),
        (environ.get(VARIABLE), "environment", VARIABLE),
    )
    for value, origin, source in named:
        if value:
            return BrowserInstall(_named(value, source, headed=headed, which=which), origin)
    installed = installed_browsers(environ, headed=headed, which=which, playwright_own=playwright_own)
    found = next(installed, None)
    if found is None:
        raise _none_found(headed=headed)
    return found


def launch(playwright: Any, executable: Path | None, *, headed: bool) -> Any:
    """Start a browser with Playwright's sync API, and return it; Ctrl-C is heard by this process only.

    Args:
        playwright: Playwright, started.
        executable: The browser; None for Playwright's own.
        headed: Whether the browser has a window.

    Raises:
        ConfigurationError: It did not start.
    """
    from playwright.sync_api import Error

    from .run_calls import first_line

    try:
        return playwright.chromium.launch(headless=not headed, executable_path=executable, handle_sigint=False)
    except Error as error:
        display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        blind = headed and sys.platform.startswith("linux") and not display
        raise ConfigurationError(
            "The browser did not start",
            why="There is no display to open a window on." if blind else "Playwright could not start its process.",
            evidence=[first_line(error)],
            run="xvfb-run ami ...   # a display for the command" if blind else "ami doctor",
        ) from None


def installed_browsers(
    environ: Mapping[str, str],
    *,
    headed: bool = False,
    which: Which = shutil.which,
    playwright_own: Callable[[], Path | None] | None = None,
) -> Iterator[BrowserInstall]:
    """Yield the installed browsers that neither option nor environment names, best first."""
    own = playwright_own() if playwright_own else playwright_browser(environ, headed=headed)
    if own is not None:
        yield BrowserInstall(None, "playwright")
    for name in _system_names(headed=headed):
        path = which(name)
        if path:
            yield BrowserInstall(Path(path), "system")


def playwright_browser(environ: Mapping[str, str], *, headed: bool = False, package: Path | None = None) -> Path | None:
    """Return the Chromium that Playwright would start by itself, if it is on disk.

    The driver's `browsers.json` names the revision; the cache holds the browser under name and revision.
    Reading the cache takes a millisecond. Asking the driver would mean to start it.

    Args:
        environ: Variables that name the cache: `PLAYWRIGHT_BROWSERS_PATH`, `XDG_CACHE_HOME`, `HOME`.
        headed: Whether to return the full browser rather than the headless shell.
        package: The driver's package folder; looked up if None.
    """
    package = package or _driver_package()
    if package is None:
        return None
    revisions = _revisions(package / "browsers.json")
    name = "chromium" if headed or "chromium_headless_shell" not in revisions else "chromium_headless_shell"
    if name not in revisions:
        return None
    folder = _cache(environ, package) / f"{name}-{revisions[name]}"
    files = (file for pattern in _EXECUTABLES[name] for file in sorted(folder.glob(pattern)))
    return next((file for file in files if file.is_file()), None)


def playwright_ffmpeg(environ: Mapping[str, str], package: Path | None = None) -> Path | None:
    """Return the ffmpeg with which Playwright records videos, if it is on disk; no other ffmpeg is used.

    Args:
        environ: Variables that name the cache, as for ``playwright_browser``.
        package: The driver's package folder; looked up if None.
    """
    package = package or _driver_package()
    revision = _revisions(package / "browsers.json").get("ffmpeg") if package else None
    if package is None or revision is None:
        return None
    files = sorted((_cache(environ, package) / f"ffmpeg-{revision}").glob("ffmpeg*"))
    return next((file for file in files if file.is_file()), None)


def _named(value: str, source: str, *, headed: bool, which: Which) -> Path:
    path = Path(value).expanduser()
    resolved = which(str(path))
    if resolved is None:
        fault = "is not an executable file" if path.exists() else "does not exist"
        raise NoBrowserError(
            f"The browser named by {source} cannot be used: {value}",
            why=f"It {fault}.",
            run=INSTALL_FULL if headed else INSTALL_PLAYWRIGHT,
        )
    if headed and Path(resolved).stem.replace("_", "-").endswith("headless-shell"):
        raise NoBrowserError(
            f"The browser named by {source} cannot open a window: {value}",
            why="A headless shell has no windows; headed mode needs a full browser.",
            run=INSTALL_FULL,
        )
    return Path(resolved)


def _none_found(*, headed: bool) -> NoBrowserError:
    return NoBrowserError(
        "No browser was found",
        why="Headed mode needs a full browser, not a headless shell." if headed else "None is installed.",
        evidence=(
            f"the option and {VARIABLE} are not set",
            "Playwright's own Chromium is not installed for this version of Playwright",
            f"not on PATH: {', '.join(_system_names(headed=headed))}",
        ),
        run=f"{INSTALL_PLAYWRIGHT} || {INSTALL_FULL if headed else INSTALL_HEADLESS}",
    )


def _system_names(*, headed: bool) -> tuple[str, ...]:
    return FULL if headed else HEADLESS_ONLY + FULL


def _driver_package() -> Path | None:
    spec = importlib.util.find_spec("playwright")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "driver" / "package"


def _revisions(browsers_json: Path) -> dict[str, str]:
    # Playwright may change the form of its file. Even then a browser of the system must be found.
    try:
        browsers: list[dict[str, Any]] = json.loads(browsers_json.read_text("utf-8"))["browsers"]
        return {str(each["name"]).replace("-", "_"): str(each["revision"]) for each in browsers}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _cache(environ: Mapping[str, str], package: Path) -> Path:
    chosen = environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen == "0":
        return package / ".local-browsers"
    if chosen:
        return Path(chosen).absolute()
    home = Path(environ.get("HOME") or Path("~").expanduser())
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "ms-playwright"
    return Path(environ.get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"
