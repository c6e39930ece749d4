"""The settings of a run, from six sources with one precedence.

Command line, marker, fixture, ini, environment, default: the first source with a value wins. The sources are passed in
as mappings; this module never knows pytest. Every project that has the plugin installed loads this module. Named tuples
keep it light (two dataclasses took three milliseconds), and errors are imported only when there is one.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from .errors import ConfigurationError


class Mode(str, Enum):
    """The permissions of a run: learn and replay, replay only, learn anew, or nothing."""

    AUTO = "auto"
    REPLAY = "replay"
    RELEARN = "relearn"
    OFF = "off"


CI_VARIABLES = (
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "CIRCLECI", "TF_BUILD", "TEAMCITY_VERSION", "TRAVIS",
    "JENKINS_URL", "BUILD_NUMBER", "BITBUCKET_BUILD_NUMBER", "CODEBUILD_BUILD_ID", "DRONE", "APPVEYOR",
)  # fmt: skip
"""Variables that the common CI services set; each counts if it is set and is neither empty, 0 nor false."""

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
"""The words of a switch."""

AGENT = "agent"
"""The name of the teacher that is a coding agent."""


class Settings(NamedTuple):
    """The settings of a run.

    Attributes:
        mode: Whether the run learns, replays, relearns or does nothing.
        mode_reason: The source of the mode, for the header.
        strict: Whether any heal fails.
        heal: How sure a heal must be: ``balanced``, ``strict`` or ``off``.
        confirm: Whether a healed version is replayed at once from a clean context.
        dir: Folder of the store, relative to the root of the project.
        store: Address of the shared store, ``postgresql://...`` without a password; empty for none.
        hot: Address of the hot tier, ``redis://...`` without a password; empty for this process.
        hot_megabytes: Millions of bytes that the hot tier takes at most.
        cold: Folder, or address ``s3://...``, of the cold tier; empty for ``cold`` in the folder of the store.
        steering_dir: Folder of the steering files, relative to the root of the project; empty for the default.
        teacher: ``auto`` (a model when a key is set, else offline), ``offline`` or ``llm``.
        model: Names of the models that the LLM teacher may ask, the smallest first, with commas.
        vision: Whether these models get screenshots: ``auto``, ``on`` or ``off``.
        languages: Languages in which a model is asked for other names of a task, with commas.
        allow_origins: Origins besides the start page's that a lesson may reach, with commas.
        near: How alike a text and a task must be for the task to be suggested, from 0 to 1.
        match: Whether a similar task is only suggested, ``exact``, or selected, ``similar``.
        similar_plans: Whether a model is shown the plan of a similar task when a lesson begins, ``on`` or ``off``.
        model_calls: Model calls that reading the parameters out of an instruction may use.
        timeout: Seconds that a step waits for its target at most.
        calls: Model calls that one lesson may use.
        tokens: Tokens that one lesson may use.
        seconds: Seconds that one lesson may take.
        answer_seconds: Seconds that one answer of a model may take, for each attempt.
        money: Dollars that one lesson may cost, by ``prices``.
        step_budget: Limits of what one move of a lesson may cost, such as ``calls=3, tokens=20000``.
        run_budget: Limits of all lessons of one pytest run together, such as ``calls=200, money=2``.
        prices: Prices of models in dollars for a million tokens read and written, such as ``my-model=0.25/2``.
        transcripts: Whether the dialogue with a model is kept below ``runs/``, ``on`` or ``off``.
        user_id: The user whom the memory of pages names in each session; empty for none.
        browser: Browser executable; empty to find one.
        connect: Address of a browser that runs already; empty to start one.
        shard: The part of the suite that runs, such as ``2/4``; empty for all of it.
        json: File to write the run's report to; empty for none.
        html: File to write the report for people to; empty for none.
        evidence: Which flows keep pictures: ``failures``, ``changes`` or ``all``.
        evidence_runs: Number of runs whose pictures, steps and transcripts are kept.
        evidence_megabytes: Millions of bytes that these take at most.
        watch: Whether plain Playwright tests are observed: ``off``, ``on``, or ``heal``, which also acts.
        todo_writes: Whether a lesson keeps its plan and its progress in ``todo.md``, and its results beside it.
        todo_plan_with_llm: Whether a model is asked for the plan of a lesson that no stored flow gives.
        todo_progress_every_step: Whether progress is written after every step.
        todo_progress_every_n_steps: Number of steps after which progress is written, if not after every one.
        todo_max_progress_lines: Most lines of the progress log; older ones go.
        todo_auto_check: Whether a step checks off the item of the plan that it matches.
        todo_tags_from_actions: Whether the items of a plan get tags with the action and the domain.
        fixed: Names of the settings that the command line set; neither marker nor fixture changes them.
    """

    mode: Mode = Mode.AUTO
    mode_reason: str = "default"
    strict: bool = False
    heal: str = "balanced"
    confirm: bool = False
    dir: str = ".ami"
    store: str = ""
    hot: str = ""
    hot_megabytes: float = 64.0
    cold: str = ""
    steering_dir: str = ""
    teacher: str = "auto"
    model: str = "gpt-5-mini"
    vision: str = "auto"
    languages: str = "en, zh"
    allow_origins: str = ""
    near: float = 0.8
    match: str = "exact"
    similar_plans: str = "on"
    model_calls: int = 0
    timeout: float = 15.0
    calls: int = 40
    tokens: int = 200_000
    seconds: float = 180.0
    answer_seconds: float = 60.0
    money: float = 1.0
    step_budget: str = ""
    run_budget: str = ""
    prices: str = ""
    transcripts: str = "on"
    user_id: str = ""
    browser: str = ""
    connect: str = ""
    shard: str = ""
    json: str = ""
    html: str = ""
    evidence: str = "changes"
    evidence_runs: int = 20
    evidence_megabytes: float = 200.0
    watch: str = "off"
    todo_writes: bool = True
    todo_plan_with_llm: bool = False
    todo_progress_every_step: bool = True
    todo_progress_every_n_steps: int = 1
    todo_max_progress_lines: int = 200
    todo_auto_check: bool = True
    todo_tags_from_actions: bool = True
    fixed: frozenset[str] = frozenset()

    @property
    def promotes(self) -> bool:
        """Whether a green replay proves a version: not in replay mode, nor in a test that a coding agent teaches."""
        return self.mode is not Mode.REPLAY and self.teacher != AGENT

    @property
    def heals_plain_tests(self) -> bool:
        """Whether a watched plain test may be healed: not where any heal fails, or where heals are off."""
        return self.watch == "heal" and self.heal != "off" and not self.strict

    def folder(self, root: Path) -> Path:
        """Return the store's folder for a project at ``root``."""
        return root / self.dir

    def cold_place(self, root: Path) -> Path | str:
        """Return the place of the cold tier for a project at ``root``: a folder, or an address ``s3://...``."""
        return self.cold if "://" in self.cold else root / (self.cold or f"{self.dir}/cold")

    def steering(self, root: Path) -> str:
        """Return the folder of the steering files: in ``.kiro``, if the project has that folder, by default."""
        return self.steering_dir or (".kiro/steering" if (root / ".kiro").is_dir() else "steering")

    def golden_paths(self, root: Path) -> Path:
        """Return the folder of the golden paths for a project at ``root``."""
        return root / self.steering(root) / "golden-paths"


class Setting(NamedTuple):
    """One setting as users see it: ``--ami-<name>`` (with hyphens), ``ami_<name>``, ``AMI_<NAME>``.

    Attributes:
        name: Its name.
        help: Its description.
        choices: The values it may have; any if empty.
        kind: Their type.
        value: The placeholder of the value in ``--help``; a bool without one is a switch.
        bare: The choice that its option means without a value, and that yes means elsewhere; empty for none. The first
            choice means no. So ``--ami-watch`` needs no value and never takes the path after it for one.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ()
    kind: type = str
    value: str = ""
    bare: str = ""

    @property
    def flag(self) -> str:
        """Return its option on the command line."""
        return f"--ami-{self.name.replace('_', '-')}"


SETTINGS = (
    Setting("mode", "auto: learn what is missing, relearn what drifted. replay: no model, no new workflows (default "
            "in CI). relearn: learn anew. off: tests of learned flows are skipped.", tuple(m.value for m in Mode)),
    Setting("strict", "fail a test when a step had to be healed", kind=bool),
    Setting("heal", "how sure a heal must be: balanced (default), strict (its id or destination agrees as well), off",
            ("balanced", "strict", "off")),
    Setting("confirm", "after a green test that healed, replay the healed version at once from a clean context: it "
            "takes over, or is retired. The flow's effects on the server then happen twice", kind=bool),
    Setting("dir", "folder of the workflow store (default .ami)", value="FOLDER"),
    Setting("store", "shared store that exchanges facts with other machines: postgresql://USER@HOST/DATABASE, with the "
            "password in PGPASSWORD (default: none)", value="URL"),
    Setting("hot", "where answers of the memory are kept for other processes: redis://HOST:PORT, with the password in "
            "REDISCLI_AUTH (default: in each process)", value="URL"),
    Setting("hot_megabytes", "megabytes that they take at most (default 64)", kind=float, value="MB"),
    Setting("cold", "where facts go that the memory has forgotten: a folder, or s3://BUCKET/PREFIX with credentials in "
            "AWS_... (default: the folder cold of the store)", value="PLACE"),
    Setting("steering_dir", "folder of the steering files, in git, one for each learned flow (default steering, or "
            ".kiro/steering in a project with a folder .kiro)",
            value="FOLDER"),
    Setting("teacher", "teacher of a new task: auto, offline (no model), llm, or agent (ami mcp sets it)",
            ("auto", "offline", "llm", AGENT)),
    Setting("model", "model that the llm teacher asks, or several with commas, the smallest first (endpoint and key: "
            "OPENAI_BASE_URL, OPENAI_API_KEY)", value="NAME[,NAME]"),
    Setting("vision", "send screenshots to the model", ("auto", "on", "off")),
    Setting("languages", "languages in which a model gives other names of a task (default en, zh)", value="CODES"),
    Setting("allow_origins", "origins besides the start page's that a lesson may reach", value="URL[,URL]"),
    Setting("near", "how alike a text and a task must be to be suggested, 0 to 1 (default 0.8)", kind=float,
            value="SHARE"),
    Setting("match", "exact (default): similar tasks are only suggested. similar: a text that says less than a task's "
            "name runs it, if no other task is as near and its key elements are on the page", ("exact", "similar")),
    Setting("similar_plans", "show a model the plan of a similar task when a lesson begins (default on)",
            ("on", "off")),
    Setting("model_calls", "model calls that reading an instruction's parameters may use (default 0)", kind=int,
            value="N"),
    Setting("timeout", "seconds that a step waits for its target at most (default 15)", kind=float, value="SECONDS"),
    Setting("calls", "model calls that one lesson may use (default 40)", kind=int, value="N"),
    Setting("tokens", "tokens that one lesson may use (default 200000)", kind=int, value="N"),
    Setting("seconds", "seconds that one lesson may take (default 180)", kind=float, value="SECONDS"),
    Setting("answer_seconds", "seconds that a model may take for one answer (default 60)", kind=float,
            value="SECONDS"),
    Setting("money", "dollars that one lesson may cost (default 1)", kind=float, value="DOLLARS"),
    Setting("step_budget", "limits of one move of a lesson: calls=3, tokens=20000, seconds=60, money=0.05",
            value="LIMITS"),
    Setting("run_budget", "limits of all lessons of this run together, in the same form", value="LIMITS"),
    Setting("prices", "dollars for a million tokens read/written: my-model=0.25/2, other=1.25/10", value="PRICES"),
    Setting("transcripts", "keep the dialogue with the model, without secrets, below runs/ (default on)",
            ("on", "off")),
    Setting("user_id", "user whom the memory of pages names in each session (default: none)", value="NAME"),
    Setting("browser", "browser executable, when pytest-ami should not look for one itself", value="PATH"),
    Setting("connect", "use a browser that runs elsewhere: ws:// for a server of Playwright, http:// for CDP (a key in "
            "the address: set AMI_CONNECT instead)", value="URL"),
    Setting("shard", "run one of N parts of the suite, of about the same duration each, such as 2/4: the job of a CI "
            "matrix", value="I/N"),
    Setting("json", "write the run's outcomes as JSON to this file", value="FILE"),
    Setting("html", "write a report for people to this file: one page that needs no server", value="FILE"),
    Setting("evidence", "flows that keep pictures below runs/: failures; changes (default), which adds heals and "
            "lessons; all, which adds every replay", ("failures", "changes", "all")),
    Setting("evidence_runs", "runs whose pictures, steps and transcripts are kept (default 20)", kind=int, value="N"),
    Setting("evidence_megabytes", "megabytes that they take at most (default 200)", kind=float, value="MB"),
    Setting("watch", "observe plain Playwright tests: remember the elements of their locators on green tests, and say "
            "what a locator that finds nothing should be today. heal: also act on it under two keys, and mark the test",
            ("off", "on", "heal"), bare="on"),
    Setting("todo_writes", "keep plan and progress of a lesson in todo.md, below runs/ (default true)", kind=bool,
            value="BOOL"),
    Setting("todo_plan_with_llm", "ask a model for the plan of a lesson, if no stored flow gives it (default false)",
            kind=bool, value="BOOL"),
    Setting("todo_progress_every_step", "write progress to todo.md after every step (default true)", kind=bool,
            value="BOOL"),
    Setting("todo_progress_every_n_steps", "else after so many steps (default 1)", kind=int, value="N"),
    Setting("todo_max_progress_lines", "most lines of progress in todo.md (default 200)", kind=int, value="N"),
    Setting("todo_auto_check", "check off the item of the plan that a step matches (default true)", kind=bool,
            value="BOOL"),
    Setting("todo_tags_from_actions", "tag the items of a plan with action and domain (default true)", kind=bool,
            value="BOOL"),
)  # fmt: skip


def detect_ci(environ: Mapping[str, str]) -> str:
    """Return the variable that marks this process as CI, or an empty string."""
    for name in CI_VARIABLES:
        if environ.get(name, "").strip().lower() not in ("", "0", "false"):
            return name
    return ""


def resolve(
    cli: Mapping[str, Any],
    ini: Mapping[str, Any],
    environ: Mapping[str, str],
    fixture: Mapping[str, Any] | None = None,
) -> Settings:
    """Return the settings of a run.

    Args:
        cli: Values of ``--ami-<name>`` by name; None where not set.
        ini: Values of ``ami_<name>`` by name; None or empty where not set.
        environ: The environment.
        fixture: Values from a project's ``ami_settings`` fixture.

    Raises:
        ConfigurationError: A value is not one of the choices, or not of its type; the message names the source.
    """
    values: dict[str, Any] = {}
    reason = "default"
    for setting in SETTINGS:
        sources = (
            (setting.flag, cli.get(setting.name)),
            ("the ami_settings fixture", (fixture or {}).get(setting.name)),
            (f"ini ami_{setting.name}", ini.get(setting.name)),
            (f"environment AMI_{setting.name.upper()}", environ.get(f"AMI_{setting.name.upper()}")),
        )
        for source, value in sources:
            if value in (None, ""):
                continue
            values[setting.name] = _convert(setting, value, source)
            if setting.name == "mode":
                reason = source
            break
    if "mode" in values:
        values["mode"] = Mode(values["mode"])
    else:
        variable = detect_ci(environ)
        if variable:
            values["mode"], reason = Mode.REPLAY, f"CI detected: {variable}"
    fixed = frozenset(setting.name for setting in SETTINGS if cli.get(setting.name) not in (None, ""))
    return Settings(**values, mode_reason=reason, fixed=fixed)


def override(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Return ``settings`` with some values replaced, for a project's own ``ami_settings`` fixture.

    Settings from the command line stay as they are: a fixture is weaker (DESIGN 5).

    Raises:
        ConfigurationError: There is no such setting, or the value does not fit.
    """
    known = {setting.name: setting for setting in SETTINGS}
    unknown = [name for name in changes if name not in known]
    if unknown:
        raise _invalid(f"There is no setting {unknown[0]!r}", evidence=f"there are: {', '.join(sorted(known))}")
    values = {name: _convert(known[name], value, "override()") for name, value in changes.items()}
    values = {name: value for name, value in values.items() if name not in settings.fixed}
    if "mode" in values:
        values |= {"mode": Mode(values["mode"]), "mode_reason": "the ami_settings fixture"}
    return settings._replace(**values)


def _convert(setting: Setting, value: Any, source: str) -> Any:
    if isinstance(value, Enum):
        value = value.value
    if setting.bare:
        word = str(value).strip().lower()
        value = setting.bare if word in YES else setting.choices[0] if word in NO else value
    if setting.choices and str(value) not in setting.choices:
        raise _invalid(
            f"{source} is {value!r}, which is not a {setting.name} of pytest-ami",
            evidence=f"choices: {', '.join(setting.choices)}",
        )
    if setting.name in ("store", "cold", "hot"):
        from .addresses.shared_store import store_address
        from .addresses.tiers import cold_place, hot_address

        return {"store": store_address, "cold": cold_place, "hot": hot_address}[setting.name](str(value), source)
    if setting.kind is bool:
        word = str(value).strip().lower()
        if word in YES:
            return True
        if word in NO:
            return False
        raise _invalid(f"{source} is {value!r}, which is neither yes nor no", why=f"{setting.name}: {setting.help}")
    try:
        return setting.kind(value)
    except (TypeError, ValueError):
        raise _invalid(f"{source} is {value!r}, which is not a number", why=f"{setting.name}: {setting.help}") from None


def _invalid(what: str, *, why: str = "", evidence: str = "", run: str = "") -> ConfigurationError:
    from .errors import ConfigurationError

    return ConfigurationError(what, why=why, evidence=[evidence] if evidence else (), run=run)
