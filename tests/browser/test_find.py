"""Finding a browser: the order, the errors, and where Playwright keeps its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.browser import find
from pytest_ami.browser.find import (
    BrowserInstall,
    find_browser,
    installed_browsers,
    no_answer,
    playwright_browser,
    remote_browser,
)
from pytest_ami.model.errors import AmiError, ConfigurationError, NoBrowserError

SYSTEM = find.HEADLESS_ONLY + find.FULL


def path_with(*names: str) -> Callable[[str], str | None]:
    """Build a `which` that knows these commands and every absolute path."""
    return lambda name: name if os.sep in name else (f"/usr/bin/{name}" if name in names else None)


def own(*, there: bool) -> Callable[[], Path | None]:
    """Build a `playwright_own` that finds a browser or does not."""
    return lambda: Path("/cache/chrome-headless-shell") if there else None


@pytest.fixture
def executable(tmp_path: Path) -> Path:
    file = tmp_path / "my-browser"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


@given(
    option=st.sampled_from([None, "", "/a/browser"]),
    variable=st.sampled_from([None, "", "/another/browser"]),
    playwright=st.booleans(),
    system=st.sets(st.sampled_from(SYSTEM)),
    headed=st.booleans(),
)
def test_order_is_option_environment_playwright_system(
    option: str | None, variable: str | None, *, playwright: bool, system: set[str], headed: bool
) -> None:
    environ = {} if variable is None else {find.VARIABLE: variable}
    usable = [name for name in SYSTEM if name in system and not (headed and name in find.HEADLESS_ONLY)]

    def look() -> BrowserInstall:
        return find_browser(
            option,
            environ,
            headed=headed,
            which=path_with(*system),
            playwright_own=own(there=playwright),
        )

    if option:
        assert look() == BrowserInstall(Path(option), "option")
    elif variable:
        assert look() == BrowserInstall(Path(variable), "environment")
    elif playwright:
        assert look() == BrowserInstall(None, "playwright")
    elif usable:
        assert look() == BrowserInstall(Path("/usr/bin") / usable[0], "system")
    else:
        with pytest.raises(NoBrowserError):
            look()


@given(playwright=st.booleans(), system=st.sets(st.sampled_from(SYSTEM)), headed=st.booleans())
def test_first_installed_browser_is_the_one_found(*, playwright: bool, system: set[str], headed: bool) -> None:
    which, playwright_own = path_with(*system), own(there=playwright)
    there = list(installed_browsers({}, headed=headed, which=which, playwright_own=playwright_own))

    assert len(there) == len(set(there))
    if there:
        assert there[0] == find_browser(None, {}, headed=headed, which=which, playwright_own=playwright_own)


def test_executable_that_exists_is_taken(executable: Path) -> None:
    assert find_browser(str(executable), {}) == BrowserInstall(executable, "option")
    assert find_browser(None, {find.VARIABLE: str(executable)}) == BrowserInstall(executable, "environment")


def test_bare_name_is_looked_up_on_path() -> None:
    found = find_browser("chromium", {}, which=path_with("chromium"))

    assert found == BrowserInstall(Path("/usr/bin/chromium"), "option")


@pytest.mark.parametrize(("origin", "source"), [("option", "the option"), ("environment", find.VARIABLE)])
def test_path_that_does_not_exist_is_an_error_that_says_so(tmp_path: Path, origin: str, source: str) -> None:
    absent = str(tmp_path / "absent")
    explicit, environ = (absent, {}) if origin == "option" else (None, {find.VARIABLE: absent})

    with pytest.raises(NoBrowserError) as caught:
        find_browser(explicit, environ, playwright_own=own(there=True))

    assert source in str(caught.value)
    assert absent in str(caught.value)
    assert "does not exist" in str(caught.value)


def test_file_that_cannot_be_run_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoBrowserError, match="not an executable file"):
        find_browser(str(tmp_path), {})


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chrome-headless-shell", "headless_shell"])
def test_headless_shell_cannot_be_headed(name: str) -> None:
    with pytest.raises(NoBrowserError, match="needs a full browser"):
        find_browser(f"/usr/bin/{name}", {}, headed=True, which=path_with())


def test_error_names_what_was_looked_for_and_both_commands() -> None:
    with pytest.raises(NoBrowserError) as caught:
        find_browser(None, {}, which=path_with(), playwright_own=own(there=False))

    message = str(caught.value)
    assert isinstance(caught.value, AmiError)
    assert all(name in message for name in SYSTEM)
    assert find.VARIABLE in message
    assert "playwright install --with-deps chromium" in message
    assert "apt-get install -y chromium-headless-shell" in message


def test_headed_error_does_not_propose_a_headless_shell() -> None:
    with pytest.raises(NoBrowserError) as caught:
        find_browser(None, {}, headed=True, which=path_with(*find.HEADLESS_ONLY), playwright_own=own(there=False))

    assert "chromium-headless-shell" not in str(caught.value)
    assert "apt-get install -y chromium" in str(caught.value)


# -- Playwright's own --


def driver(tmp_path: Path, **revisions: str) -> Path:
    """Write a driver package that wants these revisions."""
    package = tmp_path / "driver"
    package.mkdir()
    browsers = [{"name": n.replace("_", "-"), "revision": r} for n, r in revisions.items()]
    (package / "browsers.json").write_text(json.dumps({"browsers": browsers}))
    return package


def install(cache: Path, name: str, file: str) -> Path:
    """Put an executable into the cache."""
    path = cache / name / file
    path.parent.mkdir(parents=True)
    path.touch()
    return path


@pytest.mark.parametrize(
    "file",
    [
        "chrome-headless-shell-linux64/chrome-headless-shell",
        "chrome-linux/headless_shell",
        "chrome-headless-shell-win64/chrome-headless-shell.exe",
    ],
)
def test_headless_shell_of_the_wanted_revision_is_found(tmp_path: Path, file: str) -> None:
    package = driver(tmp_path, chromium="7", chromium_headless_shell="8")
    there = install(tmp_path / "cache", "chromium_headless_shell-8", file)
    environ = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "cache")}

    assert playwright_browser(environ, package=package) == there
    assert playwright_browser(environ, package=package, headed=True) is None


@pytest.mark.parametrize(
    "file",
    [
        "chrome-linux64/chrome",
        "chrome-win64/chrome.exe",
        "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    ],
)
def test_full_browser_is_found_when_headed(tmp_path: Path, file: str) -> None:
    package = driver(tmp_path, chromium="7", chromium_headless_shell="7")
    there = install(tmp_path / "cache", "chromium-7", file)
    environ = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "cache")}

    assert playwright_browser(environ, package=package, headed=True) == there
    assert playwright_browser(environ, package=package) is None


@given(wanted=st.integers(1, 3000), there=st.integers(1, 3000))
def test_other_revisions_do_not_count(tmp_path_factory: pytest.TempPathFactory, wanted: int, there: int) -> None:
    tmp_path = tmp_path_factory.mktemp("revision")
    package = driver(tmp_path, chromium_headless_shell=str(wanted))
    install(tmp_path, f"chromium_headless_shell-{there}", "chrome-linux/headless_shell")

    found = playwright_browser({"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}, package=package)

    assert (found is not None) == (wanted == there)


def test_folder_without_executable_does_not_count(tmp_path: Path) -> None:
    package = driver(tmp_path, chromium_headless_shell="8")
    (tmp_path / "chromium_headless_shell-8" / "chrome-linux" / "headless_shell").mkdir(parents=True)

    assert playwright_browser({"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}, package=package) is None


def test_browsers_path_zero_means_inside_the_package(tmp_path: Path) -> None:
    package = driver(tmp_path, chromium_headless_shell="8")
    there = install(package / ".local-browsers", "chromium_headless_shell-8", "chrome-linux/headless_shell")

    assert playwright_browser({"PLAYWRIGHT_BROWSERS_PATH": "0"}, package=package) == there


@pytest.mark.skipif(sys.platform != "linux", reason="where the cache is differs by platform")
def test_default_cache_follows_the_environment(tmp_path: Path) -> None:
    package = driver(tmp_path, chromium_headless_shell="8")
    for cache, environ in (
        (tmp_path / "home" / ".cache", {"HOME": str(tmp_path / "home")}),
        (tmp_path / "xdg", {"HOME": "/nowhere", "XDG_CACHE_HOME": str(tmp_path / "xdg")}),
    ):
        there = install(cache / "ms-playwright", "chromium_headless_shell-8", "chrome-linux/headless_shell")
        assert playwright_browser(environ, package=package) == there


@given(text=st.one_of(st.text(), st.sampled_from(["{}", "[]", "null", '{"browsers": 3}', '{"browsers": [{}]}'])))
def test_unreadable_browsers_json_counts_as_no_browser(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    package = tmp_path_factory.mktemp("driver")
    (package / "browsers.json").write_text(text, encoding="utf-8")

    assert playwright_browser({}, package=package) is None


@pytest.mark.slow
@pytest.mark.parametrize("headed", [False, True])
def test_agrees_with_playwright_on_where_its_browser_is(tmp_path: Path, *, headed: bool) -> None:
    """The real driver, asked what it would install, names the folder we look into."""
    script = [sys.executable, "-m", "playwright", "install", "--dry-run"]
    script += ["--no-shell" if headed else "--only-shell", "chromium"]
    environ = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    answer = subprocess.run(script, env=environ, capture_output=True, text=True, check=True).stdout
    wanted = "chromium-" if headed else "chromium_headless_shell-"
    folder = next(
        path
        for line in answer.splitlines()
        if "location" in line.lower() and (path := Path(line.split(":", 1)[1].strip())).name.startswith(wanted)
    )
    assert playwright_browser(environ, headed=headed) is None

    there = install(tmp_path, folder.name, "chrome-linux/chrome" if headed else "chrome-linux/headless_shell")

    assert playwright_browser(environ, headed=headed) == there


addresses = st.builds(
    "{}://{}{}{}{}".format,
    st.sampled_from(["ws", "wss", "http", "https", "cdp+ws", "cdp+wss"]),
    st.sampled_from(["", "k3y@", "me:k3y@"]),
    st.sampled_from(["grid", "127.0.0.1", "[::1]"]),
    st.sampled_from(["", ":3000"]),
    st.sampled_from(["", "/", "/k3y", "/k3y/x?a=k3y", "?token=k3y", "#k3y"]),
)


@given(addresses)
def test_an_address_gives_its_protocol_and_people_see_no_key(text: str) -> None:
    remote = remote_browser(f" {text} ")
    assert remote.cdp is not text.startswith("ws")
    assert remote.url == text.removeprefix("cdp+")
    error = no_answer(remote, f"connect: WebSocket error: {remote.url} 401, at {remote.url}/, too")
    assert "k3y" not in str(error)
    assert str(error).count(remote.place) == 3


@given(st.text(max_size=12))
def test_any_other_text_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(ConfigurationError, match="names no address of a browser") as caught:
        remote_browser(f"k3y{text}")
    assert "k3y" not in str(caught.value)


def test_importing_it_imports_no_playwright() -> None:
    code = "import sys, pytest_ami.browser.find; sys.exit('playwright' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=True)
