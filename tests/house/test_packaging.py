"""The contents of builds and installs: the wheel, the sdist, an editable install, a bare checkout.

The tests copy the checkout first, so that a build leaves nothing behind. They download nothing: builds run without
isolation, installs run without dependencies, and imports use the packages of the running environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_SOURCE = (
    ".git",
    ".venv",
    ".ami",
    "dist",
    "build",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
    "test-results",
)
NOT_SHIPPED = ("tests", "benchmarks", "examples", "fixtures", "docs", "scripts", "sites", "conftest.py")
PROJECT = "pytest_ami/cli/first_steps/project"
"""A link to the example project, which `ami demo` runs."""

# Adds the folders given as arguments before everything else (their .pth files included), and forgets the
# checkout that the running environment may point to.
IMPORT_SITES = """
import site, sys
before = [path for path in sys.path if path != sys.argv[1]]
sys.path = list(before)
for folder in sys.argv[2:]:
    site.addsitedir(folder)
sys.path = [path for path in sys.path if path not in before] + before
import pytest_ami.sites
print(pytest_ami.sites.__file__)
"""

pytestmark = pytest.mark.slow


def run(*arguments: str | Path, cwd: Path, environ: Mapping[str, str] | None = None, isolated: bool = True) -> str:
    """Run the running Python in a folder and return what it printed."""
    done = subprocess.run(
        [sys.executable, *(["-I"] if isolated else []), *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def sites_seen_from(folder: Path, cwd: Path) -> Path:
    """Import the sites from an installed folder and return where they came from."""
    return Path(run("-c", IMPORT_SITES, ROOT, folder, cwd=cwd))


def pip_install(wheel: Path, target: Path) -> Path:
    """Unpack a wheel into a folder, as pip does."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
    run("-m", "pip", "install", *quiet, "--target", target, wheel, cwd=wheel.parent)
    return target


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout."""
    copy = tmp_path_factory.mktemp("packaging") / "checkout"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """The wheel built from the checkout."""
    return build("wheel", source, source.parent / "wheel")


@pytest.fixture(scope="module")
def sdist(source: Path) -> Path:
    """The sdist built from the checkout."""
    return build("sdist", source, source.parent / "sdist")


def build(kind: str, source: Path, out: Path) -> Path:
    """Build with the hook that any front end would call; kind is wheel, sdist or editable."""
    out.mkdir()
    code = f"import hatchling.build as backend; backend.build_{kind}({str(out)!r})"
    run("-c", code, cwd=source)
    (built,) = out.iterdir()
    return built


def names_in(archive: Path) -> set[str]:
    """Return the names of an archive's files, those of an sdist without its leading folder."""
    if archive.suffix == ".whl":
        return set(zipfile.ZipFile(archive).namelist())
    with tarfile.open(archive) as tar:
        return {member.name.split("/", 1)[1] for member in tar.getmembers()}


def shipped_files() -> set[str]:
    """Return every file of the package as the checkout has it, sites included."""
    folders = (("pytest_ami", ROOT / "pytest_ami"), ("pytest_ami/sites", ROOT / "sites"), (PROJECT, ROOT / "examples"))
    return {
        f"{prefix}/{file.relative_to(folder).as_posix()}"
        for prefix, folder in folders
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def test_wheel_has_the_whole_package_and_nothing_else(wheel: Path) -> None:
    names = names_in(wheel)
    package = {name for name in names if ".dist-info/" not in name}

    assert package == shipped_files()
    assert not [name for name in names if name.split("/")[0] in NOT_SHIPPED]


def test_wheel_has_types_scripts_templates_and_static_files(wheel: Path) -> None:
    names = names_in(wheel)

    assert "pytest_ami/py.typed" in names
    assert "pytest_ami/sites/__init__.py" in names
    for folder, suffix in (("pytest_ami/browser/js/", ".js"), ("pytest_ami/sites/", ".html")):
        assert [name for name in names if name.startswith(folder) and name.endswith(suffix)], folder


def test_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {name.rsplit("/", 1)[-1]: archive.read(name).decode() for name in archive.namelist()[-8:]}

    assert "[pytest11]\nami = pytest_ami.plugin" in texts["entry_points.txt"]
    assert "ami = pytest_ami.cli:main" in texts["entry_points.txt"]
    assert "Classifier: Framework :: Pytest" in texts["METADATA"]
    assert "Apache License" in texts["LICENSE"]


def test_wheel_built_from_the_sdist_is_the_same(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as tar:
        # The argument of the same meaning is not known to the first releases of 3.10 and 3.11.
        tar.extraction_filter = getattr(tarfile, "data_filter", None)
        tar.extractall(tmp_path)  # noqa: S202  (our own archive)
    (unpacked,) = tmp_path.iterdir()

    assert names_in(build("wheel", unpacked, tmp_path / "again")) == names_in(wheel)


def test_sdist_has_the_package_and_the_papers(sdist: Path) -> None:
    names = names_in(sdist)

    assert shipped_files() <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml"} <= names


def test_sites_can_be_imported_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    target = pip_install(wheel, tmp_path / "site")

    assert sites_seen_from(target, tmp_path) == target / "pytest_ami" / "sites" / "__init__.py"


def test_sites_can_be_imported_from_an_editable_install(source: Path, tmp_path: Path) -> None:
    target = pip_install(build("editable", source, tmp_path / "editable"), tmp_path / "site")

    assert sites_seen_from(target, tmp_path) == source / "pytest_ami" / "sites" / "__init__.py"


def test_sites_can_be_imported_from_a_bare_checkout(source: Path, tmp_path: Path) -> None:
    code = "import pytest_ami.sites; print(pytest_ami.sites.__file__)"
    seen = run("-c", code, cwd=tmp_path, environ={"PYTHONPATH": str(source)}, isolated=False)

    assert Path(seen) == source / "pytest_ami" / "sites" / "__init__.py"
