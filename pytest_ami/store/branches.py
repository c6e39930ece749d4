"""On which git branch we are, read from the files of git; and nothing where that cannot be said.

Rules of this module:

* The default branch is nobody's overlay: on it, in a detached head, without git and where no default branch is known,
  the branch is an empty string, and everything is as it is without branches.
* Git's files are read, git is not started: it takes no time, and git need not be installed.
* What cannot be read is no branch. Nothing is raised.

It knows the layout of a git repository. It must never know versions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CI_BRANCHES = (
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME",
    "BITBUCKET_BRANCH", "BUILDKITE_BRANCH", "CIRCLE_BRANCH", "BRANCH_NAME",
)  # fmt: skip
"""Variables in which CI services say the branch; they count in a detached head, which is what CI checks out."""

DEFAULTS = ("main", "master")
"""Branches that are the default one where the remote does not say which it is."""

_LARGEST = 10_000_000
_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_HEADS = "refs/heads/"


@dataclass(frozen=True, slots=True, kw_only=True)
class GitHead:
    """What is checked out.

    Attributes:
        branch: Name of the branch; empty on the default branch, and where there is none.
        commit: The commit it is at, or an empty string.
        default: The default branch, or an empty string.
    """

    branch: str = ""
    commit: str = ""
    default: str = ""


def head_of(folder: Path, environ: Mapping[str, str] | None = None) -> GitHead:
    """Return what is checked out around a folder.

    Args:
        folder: Anything within the working tree; it may be missing.
        environ: The environment; the process's own if it is not given.
    """
    with suppress(OSError, ValueError):
        found = _git_folder(folder.absolute())
        if found is not None:
            return _head(found, os.environ if environ is None else environ)
    return GitHead()


def _git_folder(folder: Path) -> Path | None:
    """Return the folder with this working tree's HEAD; a worktree's and a submodule's is told by a file."""
    for place in (folder, *folder.parents):
        path = place / ".git"
        if path.is_file():
            told = _text(path)
            return (place / told.removeprefix("gitdir:").strip()) if told.startswith("gitdir:") else None
        if (path / "HEAD").is_file():
            return path
    return None


def _head(git: Path, environ: Mapping[str, str]) -> GitHead:
    common = git / (_text(git / "commondir") or ".")  # of a worktree: where the branches are
    default = _default(common)
    told = _text(git / "HEAD")
    if told.startswith("ref:"):
        reference = told.removeprefix("ref:").strip()
        branch = reference.removeprefix(_HEADS)
        commit = _commit_of(common, reference)
    else:
        branch = next((environ[name] for name in CI_BRANCHES if environ.get(name)), "")
        commit = told if _COMMIT.fullmatch(told) else ""
    return GitHead(branch=branch if default and branch != default else "", commit=commit, default=default)


def _default(common: Path) -> str:
    told = _text(common / "refs/remotes/origin/HEAD")
    if told.startswith("ref: refs/remotes/origin/"):
        return told.removeprefix("ref: refs/remotes/origin/")
    return next((name for name in DEFAULTS if _commit_of(common, _HEADS + name)), "")


def _commit_of(common: Path, reference: str) -> str:
    told = _text(common / reference)
    if _COMMIT.fullmatch(told):
        return told
    for line in _text(common / "packed-refs").splitlines():
        commit, _, name = line.partition(" ")
        if name == reference and _COMMIT.fullmatch(commit):
            return commit
    return ""


def _text(path: Path) -> str:
    with suppress(OSError, ValueError), path.open("rb") as file:
        return file.read(_LARGEST).decode("utf-8").strip()
    return ""
