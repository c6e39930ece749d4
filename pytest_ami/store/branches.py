"""Reads the checked-out git branch from the files of git; returns an empty name if there is none or it is not known.

Rules of this module:

* On the default branch, in a detached head, without git, or without a known default branch, the branch is an empty
  string. Then the store behaves as if there were no branches.
* It reads git's files and does not start git: this takes no time, and git need not be installed.
* If a file cannot be read, there is no branch. Nothing is raised.

It knows the layout of a git repository. It must never know versions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .regular_files import open_regular

CI_BRANCHES = (
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME",
    "BITBUCKET_BRANCH", "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "BRANCH_NAME",
)  # fmt: skip
"""Variables in which CI services name the branch. They count in a detached head, which is what CI checks out."""

DEFAULTS = ("main", "master")
"""Names of the default branch, tried in this order if the remote names none."""

_LARGEST = 10_000_000
_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_HEADS = "refs/heads/"


@dataclass(frozen=True, slots=True, kw_only=True)
class GitHead:
    """The checked-out branch and commit.

    Attributes:
        branch: Name of the branch; empty on the default branch, and if there is none.
        commit: The checked-out commit, or an empty string.
        default: The default branch, or an empty string.
    """

    branch: str = ""
    commit: str = ""
    default: str = ""


def head_of(folder: Path, environ: Mapping[str, str] | None = None) -> GitHead:
    """Return the checked-out branch and commit of the working tree around a folder.

    Args:
        folder: Any folder within the working tree; it may be missing.
        environ: The environment; by default that of the process.
    """
    with suppress(OSError, ValueError):
        found = _git_folder(folder.absolute())
        if found is not None:
            return _head(found, os.environ if environ is None else environ)
    return GitHead()


def _git_folder(folder: Path) -> Path | None:
    """Return the folder with this working tree's HEAD. In a worktree or submodule, ``.git`` is a file that names it."""
    for place in (folder, *folder.parents):
        path = place / ".git"
        if path.is_file():
            text = _text(path)
            return (place / text.removeprefix("gitdir:").strip()) if text.startswith("gitdir:") else None
        if (path / "HEAD").is_file():
            return path
    return None


def _head(git: Path, environ: Mapping[str, str]) -> GitHead:
    common = git / (_text(git / "commondir") or ".")  # in a worktree, the branches are in another folder
    default = _default(common)
    text = _text(git / "HEAD")
    if text.startswith("ref:"):
        reference = text.removeprefix("ref:").strip()
        branch = reference.removeprefix(_HEADS)
        commit = _commit_of(common, reference)
    else:
        branch = next((environ[name] for name in CI_BRANCHES if environ.get(name)), "")
        commit = text if _COMMIT.fullmatch(text) else ""
    return GitHead(branch=branch if default and branch != default else "", commit=commit, default=default)


def _default(common: Path) -> str:
    text = _text(common / "refs/remotes/origin/HEAD")
    if text.startswith("ref: refs/remotes/origin/"):
        return text.removeprefix("ref: refs/remotes/origin/")
    return next((name for name in DEFAULTS if _commit_of(common, _HEADS + name)), "")


def _commit_of(common: Path, reference: str) -> str:
    text = _text(common / reference)
    if _COMMIT.fullmatch(text):
        return text
    for line in _text(common / "packed-refs").splitlines():
        commit, _, name = line.partition(" ")
        if name == reference and _COMMIT.fullmatch(commit):
            return commit
    return ""


def _text(path: Path) -> str:
    with suppress(OSError, ValueError), open_regular(path) as file:
        return file.read(_LARGEST).decode("utf-8").strip()
    return ""
