"""Every error a user can meet, as one tree.

Rules of this module:

* A message has four parts: what failed, why, the evidence, and one command to run next.
* The parts are attributes too, so that reports can show them without parsing text.
* A part may hold the text of a page. So the message is made of printable characters only (``model.printable``).
* Three branches: the set-up is wrong (``ConfigurationError``), the page or the teacher did not do what was
  needed (``FlowError``), or something of ours broke (``HarnessError``). They never mix.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from .printable import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONTINUED = f"\n{' ' * 12}"
"""The start of a further line, deeper than any label: the text of a page must not look like a part of a message."""


class AmiError(Exception):
    """Root of all errors raised by pytest-ami.

    Args:
        what: The failure, one sentence without a full stop at the end.
        why: The cause as far as it is known, one or two sentences.
        evidence: Facts that a reader can check, one per line.
        run: One shell command to run next, or an empty string.
    """

    def __init__(self, what: str, *, why: str = "", evidence: Sequence[str] = (), run: str = "") -> None:
        """Keep the four parts."""
        super().__init__(what, why, tuple(evidence), run)
        self.what = what
        self.why = why
        self.evidence = tuple(evidence)
        self.run = run

    def __init_subclass__(cls) -> None:
        """Give our own errors the name by which users import them; a failed test shows this name."""
        super().__init_subclass__()
        if cls.__module__ == __name__:
            cls.__module__ = "pytest_ami"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by parts, so that the error survives a process boundary."""
        return (_rebuild, (type(self), self.what, self.why, self.evidence, self.run))

    def __str__(self) -> str:
        """Render the four parts, leaving out those that are empty; further lines of a part are indented."""
        lines = [self.what]
        if self.why:
            lines.append(f"  why:      {self.why}")
        lines.extend(f"  {'evidence:' if not i else '         '} {fact}" for i, fact in enumerate(self.evidence))
        if self.run:
            lines.append(f"  run next: {self.run}")
        return "\n".join(printable(line).replace("\n", _CONTINUED) for line in lines)


def require_packages(extra: str, *packages: str, what: str, why: str) -> None:
    """Raise a clear error if a package of an extra is missing; no package is imported.

    Args:
        extra: The extra of pytest-ami that installs the packages.
        *packages: Names of modules.
        what: The part that needs them.
        why: The reason.

    Raises:
        ConfigurationError: Packages are missing.
    """
    missing = ", ".join(name for name in packages if find_spec(name) is None)
    if missing:
        raise ConfigurationError(
            f"{what} needs packages that are not installed: {missing}",
            why=why,
            evidence=[f"missing: {missing}"],
            run=f'pip install "pytest-ami[{extra}]"',
        )


def bug(what: str, why: str) -> HarnessError:
    """Return the error about a fault that only a change of pytest-ami mends.

    Args:
        what: The failure.
        why: The wrong assumption, a clause without a full stop.
    """
    return HarnessError(what, why=f"{why}: this is a bug of pytest-ami.", run="ami doctor   # belongs into its report")


def _rebuild(kind: type[AmiError], what: str, why: str, evidence: tuple[str, ...], run: str) -> AmiError:
    return kind(what, why=why, evidence=evidence, run=run)


class ConfigurationError(AmiError):
    """The project, the command line or the machine is not set up as needed: no test has been judged."""


class NoBrowserError(ConfigurationError):
    """No browser could be found; install one with the command in the message."""


class ParameterError(ConfigurationError):
    """A parameter is missing, unknown, doubtful, or of the wrong type; the message names it."""


class WorkflowAmbiguousError(ConfigurationError):
    """Two or more stored workflows are near the instruction: the user must name one of them."""


class FlowError(AmiError):
    """The flow could not be carried out on this page."""


class WorkflowMissingError(FlowError):
    """No workflow is stored for the task, and the mode does not allow learning one."""


class StaleError(FlowError):
    """The page is no longer the one the workflow was learned on; nothing was healed silently."""


class ForeignOriginError(FlowError):
    """The flow would act on an origin, or open one, that is neither its own nor allowed; nothing was done there."""


class NotReadyError(FlowError):
    """The page is still working on something; the workflow is not blamed."""


class AppDownError(FlowError):
    """The application answers with errors or not at all; the workflow is not blamed."""


class TeacherError(FlowError):
    """The teacher gave up, ran out of budget, or gave an unusable answer."""


class HarnessError(AmiError):
    """A part of pytest-ami itself broke. It never turns a test green."""


class StoreError(HarnessError):
    """The workflow store could not be read or written."""


class UnsafeWorkflowError(StoreError):
    """A stored version breaks a rule for input from strangers. It is ignored; everything else stays in use."""


class StoreHeldError(StoreError):
    """Another process held the database for longer than the wait allows."""
