"""Makes sure that there is a browser which really starts, and remembers which.

The order: the one named by `AMI_BROWSER`; Playwright's own, downloaded if that is possible; one of the
system's; one of Debian's packages. A browser on disk proves little on a bare machine, where its libraries
are missing: each candidate is started before it is taken. `.venv/ami-browser` holds the one to name in
`AMI_BROWSER`, or nothing when the plugin would find the same one by itself.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pytest_ami.browser.find import (  # noqa: E402  (the checkout may not be installed)
    INSTALL_HEADLESS,
    INSTALL_PLAYWRIGHT,
    VARIABLE,
    BrowserInstall,
    find_browser,
    installed_browsers,
    playwright_browser,
)
from pytest_ami.model.errors import NoBrowserError  # noqa: E402

REMEMBERED = ROOT / ".venv" / "ami-browser"
LOG = ROOT / ".venv" / "ami-browser.log"
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
PACKAGES = ("chromium-headless-shell", "chromium")
DRIVER_PACKAGES = ("libatomic1", "libstdc++6")  # what the driver's own Node needs and a minimal Debian lacks

# The download is 100 MB: slow lines need minutes, but five seconds without a byte mean that there is no way.
DOWNLOAD_SECONDS = 300
STALL_MILLISECONDS = "5000"
APT_SECONDS = 600
START_SECONDS = 60

SMOKE = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1] or None)
    page = browser.new_page()
    page.set_content("<title>it starts</title>")
    sys.exit(page.title() != "it starts")
"""


def main() -> int:
    """Find, fetch and start a browser; return the exit status."""
    if REMEMBERED.exists() and _still_there(REMEMBERED.read_text("utf-8").strip()):
        return 0
    LOG.write_text("", "utf-8")
    began = time.monotonic()
    if not _driver_starts():
        _fail("Playwright's driver does not start", f"apt-get install -y {' '.join(DRIVER_PACKAGES)}")
        return 1
    for found, how in _candidates():
        _say(f"starting {_name(found)}")
        if _starts(found):
            _remember(found)
            _say(f"{_name(found)}, {how} ({time.monotonic() - began:.0f} s)")
            return 0
        _say(f"{_name(found)} does not start")
    _fail("no browser starts", f".venv/bin/{INSTALL_PLAYWRIGHT}", INSTALL_HEADLESS)
    return 1


def _candidates() -> Iterator[tuple[BrowserInstall, str]]:
    """Yield browsers to try, best first; fetching one only when those before it were of no use."""
    if os.environ.get(VARIABLE):
        yield find_browser(None, os.environ), f"named by {VARIABLE}"
        return
    downloaded = playwright_browser(os.environ) is None and _download()
    tried = set()
    for found in installed_browsers(os.environ):
        tried.add(found)
        how = "downloaded" if downloaded and found.path is None else "already there"
        yield found, how
        if found.path is None and _missing_libraries() and _install_libraries():
            yield found, f"{how}, with its libraries"
    for package in PACKAGES:
        if _apt_install(package):
            for found in installed_browsers(os.environ):
                if found not in tried:
                    tried.add(found)
                    yield found, f"installed as Debian's {package}"


def _still_there(remembered: str) -> bool:
    """Tell whether the browser that started last time can be found as it was."""
    if os.environ.get(VARIABLE):
        return os.environ[VARIABLE] == remembered and Path(remembered).exists()
    return Path(remembered).exists() if remembered else next(installed_browsers(os.environ), None) is not None


def _remember(found: BrowserInstall) -> None:
    by_itself = next(installed_browsers(os.environ), None)
    needs_naming = bool(os.environ.get(VARIABLE)) or (by_itself and by_itself.path) != found.path
    REMEMBERED.write_text(f"{found.path}\n" if needs_naming else "\n", "utf-8")


def _driver_starts() -> bool:
    version = [*PLAYWRIGHT, "--version"]
    if _run(version, seconds=START_SECONDS):
        return True
    return _missing_libraries() and _apt_install(*DRIVER_PACKAGES) and _run(version, seconds=START_SECONDS)


def _starts(found: BrowserInstall) -> bool:
    return _run([sys.executable, "-c", SMOKE, str(found.path or "")], seconds=START_SECONDS)


def _download() -> bool:
    if os.environ.get("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "0").lower() not in {"", "0", "false"}:
        return False
    _say("downloading Playwright's own Chromium")
    environ = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": STALL_MILLISECONDS, **os.environ}
    done = _run([*PLAYWRIGHT, "install", "--only-shell", "chromium"], seconds=DOWNLOAD_SECONDS, environ=environ)
    if not done:
        _say("the download cannot be had; going on without")
    return done


def _missing_libraries() -> bool:
    log = LOG.read_text("utf-8", errors="replace").rpartition("\n$ ")[2]  # of the last command
    return "error while loading shared libraries" in log or "missing dependencies" in log


def _install_libraries() -> bool:
    root = _as_root()
    if root is None:
        return False
    _say("installing the shared libraries it needs")
    return _run([*root, *PLAYWRIGHT, "install-deps", "chromium"], seconds=APT_SECONDS)


def _apt_install(*packages: str) -> bool:
    root = _as_root()
    if root is None or shutil.which("apt-get") is None:
        return False
    _say(f"installing {' and '.join(packages)} with apt-get")
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    _run([*apt, "update"], seconds=APT_SECONDS)  # may fail for one source of many and still suffice
    return _run([*apt, "install", "-y", "--no-install-recommends", *packages], seconds=APT_SECONDS)


def _as_root() -> list[str] | None:
    """Return what to put before a command to run it as root, or None when that is not possible."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "-n", "true"], seconds=5):
        return ["sudo", "-n"]
    return None


def _run(command: Sequence[str], *, seconds: float, environ: Mapping[str, str] | None = None) -> bool:
    """Run a command with its output in the log; on time-out end it and all that it started."""
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(command)}\n")
        log.flush()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environ,
            start_new_session=True,
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            log.write(f"ended after {seconds:.0f} s\n")
            return False


def _name(found: BrowserInstall) -> str:
    return "Playwright's own Chromium" if found.path is None else str(found.path)


def _say(line: str) -> None:
    print(f"set-up: browser ... {line}", flush=True)


def _fail(what: str, *commands: str) -> None:
    tail = LOG.read_text("utf-8", errors="replace").splitlines()[-30:]
    print(*tail, sep="\n", file=sys.stderr)
    print(
        f"\nset-up failed: {what}; the last lines of {LOG.relative_to(ROOT)} are above.",
        "As root, one of these helps:",
        *(f"    {command}" for command in commands),
        "Or name a browser that works:",
        f"    make setup {VARIABLE}=/path/to/browser",
        sep="\n",
        file=sys.stderr,
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoBrowserError as error:
        sys.exit(f"set-up failed: {error}")
