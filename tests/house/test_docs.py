"""The documentation names only what exists: options, settings, commands, files, modules, links and glossary terms."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from pytest_ami.browser.find import VARIABLE
from pytest_ami.cli import app
from pytest_ami.model.settings import SETTINGS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("fixtures/**/README.md"), *ROOT.glob("*.md")])
FOLDERS = "pytest_ami|tests|benchmarks|fixtures|examples|scripts|sites|docs"
OF_USERS = {"tests/test_mail.py"}
"""A test in the user's project, in samples of facts."""

OF_JUNIT = {f"ami_{name}" for name in ("outcome", "version", "heals", "model_calls", "seconds")}
OF_JUNIT |= {f"ami_saved_{name}" for name in ("seconds", "calls", "money")}
WORDS_LIKE_SETTINGS = {"ami_embedder", "ami_settings", "ami_teacher", "ami_log", "ami_facts", *OF_JUNIT}
"""Fixtures, tables of the shared store, and properties of JUnit reports."""

PLACEHOLDER = "AMI_NAME"

SUBJECT_CLAUSE = re.compile(
    r"(?:^(?:[-*>#|/ ]|\d+\.)*|[.:;!?]\**\s+)"
    r"((?:What|Who|Whoever|Whose|Whatever|One (?:who|that|which|can|may|must|should))\b[^.?!]*\??)",
    re.MULTILINE,
)
"""A sentence whose subject is a clause: "What is taken is ...". A question ends in a question mark."""

INLINE_COMMENT = re.compile(r"(?:^|\s)//\s*-*\s?(.*)")
OPENING_CLAUSE = re.compile(r"(?:what|who|whoever|whose|whatever)\b")
"""The beginning of a comment, which needs no capital."""


TEXTS = {str(page.relative_to(ROOT)): page.read_text("utf-8") for page in PAGES}


def options(command: click.Command) -> set[str]:
    return {option for one in command.params for option in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}


def test_every_pytest_option_exists() -> None:
    flags = {setting.flag for setting in SETTINGS}
    for page, text in TEXTS.items():
        assert set(re.findall(r"--ami-[a-z_-]*[a-z]", text)) <= flags, page


def test_every_setting_and_variable_exists() -> None:
    names = {f"ami_{setting.name}" for setting in SETTINGS}
    for page, text in TEXTS.items():
        assert set(re.findall(r"(?<![\w.])ami_[a-z_]*[a-z]\b", text)) <= names | WORDS_LIKE_SETTINGS, page
        assert set(re.findall(r"(?<!\w)AMI_[A-Z_]*[A-Z]\b", text)) <= {name.upper() for name in names} | {
            VARIABLE,
            PLACEHOLDER,
        }, page


def test_every_command_line_of_ami_can_be_read() -> None:
    commands = app.ami.commands
    for page, text in TEXTS.items():
        for line in re.findall(r"(?:^\$ |`)(ami [a-z]+(?!,)\b[^`\n]*)", text.replace("\\\n", " "), re.MULTILINE):
            name = line.split()[1]
            assert name in commands, (page, line)
            known = options(commands[name])
            words = shlex.split(re.sub(r"[\[\]]|\.\.\.", " ", line.split(" #")[0].split(";")[0]))
            used = {word.partition("=")[0] for word in words if word.startswith("-")}
            assert used <= known, (page, line)


def test_every_option_in_a_table_of_a_command_exists() -> None:
    for name in ("record", "stress"):
        text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
        rows = re.findall(r"^\| (`--[^|]*)\|", text, re.MULTILINE)
        used = {option for row in rows for option in re.findall(r"--[a-z-]+", row)}
        assert used
        assert used <= options(app.ami.commands[name])


def test_every_file_exists() -> None:
    for page, text in TEXTS.items():
        named = set(re.findall(rf"(?<![\w./-])(?:{FOLDERS})/[\w./-]*\w(?:/|\.\w+)", text))
        missing = {name for name in named if not (ROOT / name).exists()}
        assert not missing - OF_USERS, page


def test_every_link_leads_somewhere() -> None:
    for page, text in TEXTS.items():
        targets = re.findall(r"\]\((?!https?://)([^)#]+)", text)
        folder = (ROOT / page).parent
        assert all((folder / target).exists() for target in targets), page


def test_every_module_and_its_options_exist() -> None:
    for page, text in TEXTS.items():
        for module, arguments in re.findall(r"python -m ((?:pytest_ami|benchmarks|examples)[\w.]*)([^`\n#]*)", text):
            assert find_spec(module) is not None, (page, module)
            path = ROOT.joinpath(*module.split("."))
            sources = [path.with_suffix(".py")] if path.with_suffix(".py").exists() else list(path.glob("*.py"))
            code = "".join(source.read_text("utf-8") for source in sources)
            for option in re.findall(r"--[a-z-]+", arguments):
                assert f'"{option}"' in code, (page, option)


def test_every_dotted_name_exists() -> None:
    for page, text in TEXTS.items():
        for name in set(re.findall(r"`(pytest_ami(?:\.\w+)+)", text)):
            module, parts = "pytest_ami", name.split(".")[1:]
            while parts and find_spec(f"{module}.{parts[0]}"):
                module, parts = f"{module}.{parts[0]}", parts[1:]
            value = import_module(module)
            for part in parts:
                assert hasattr(value, part), (page, name)
                value = getattr(value, part)


def turned(text: str) -> list[str]:
    """Return the sentences of a text whose subject is a clause, questions left out."""
    return [" ".join(found.split())[:80] for found in SUBJECT_CLAUSE.findall(text) if not found.endswith("?")]


def comments(script: str) -> list[str]:
    """Return the comments of a script; neighbouring lines that hold nothing else are one comment."""
    found: list[str] = []
    alone = False
    for line in script.splitlines():
        match = INLINE_COMMENT.search(line)
        whole = line.lstrip().startswith("//")
        if match and whole and alone and not line.lstrip().startswith("// -"):
            found[-1] += f" {match[1]}"
        elif match:
            found.append(match[1])
        alone = whole
    return found


def test_no_sentence_begins_with_a_subject_clause() -> None:
    for page, text in TEXTS.items():
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        assert turned(prose) == [], page


def test_no_comment_of_a_script_begins_with_a_subject_clause() -> None:
    scripts = [path for folder in ("browser", "testing") for path in (ROOT / "pytest_ami" / folder).rglob("*.js")]
    assert scripts
    for path in scripts:
        found = comments(path.read_text("utf-8"))
        assert [one for one in found if OPENING_CLAUSE.match(one) or turned(one)] == [], path.name


def test_the_rule_finds_a_clause_within_a_paragraph() -> None:
    assert turned("It is read. What is taken\nis kept.") == ["What is taken is kept"]
    assert turned("| a | b |\n| What is taken | c |") == ["What is taken | c |"]
    assert turned("Is it kept? What is taken?") == []
    assert comments("f(); // what is seen\n// One\n// two.\ng();\n// ---- three ---") == [
        "what is seen",
        "One two.",
        "three ---",
    ]


def test_the_glossary_is_short_and_explains_each_term_once() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| (.+) \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.MULTILINE)
    terms = [term for term, _ in rows if term != "term"]
    assert len(terms) == len(set(terms)) <= 20
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "docs/glossary.md" in (ROOT / name).read_text("utf-8")
