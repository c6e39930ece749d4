"""The vocabulary and the layout of the package: names, sizes of packages, docstrings, sentences."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pytest_ami"
MOST_MODULES = 16
PRIVATE_WORDS = {
    "told",
    "said",
    "given",
    "one",
    "late",
    "book",
    "heard",
    "hearing",
    "happened",
    "spoken",
    "whom",
    "asked",
    "alike",
    "kin",
    "still",
    "complain",
    "complaint",
    "trouble",
    "secrecy",
    "resemblance",
}
"""Ordinary words that once were names of functions and classes here, and said nothing to a newcomer."""

SUBJECT_CLAUSE = re.compile(
    r"(?:^|(?<=[.:;] ))(?:(?:What|Who|Whoever|Whose) [a-z]|One (?:who|that|can|may|must|has|does|sees|looks)\b)"
)
"""A sentence whose subject is a clause: "What is taken is ...". A question ends in a question mark."""


Modules = dict[Path, ast.Module]


@pytest.fixture(scope="module")
def modules() -> Modules:
    """Every module of the package by its path, without the bundled sites and the example project, which are links."""
    return {
        path: ast.parse(path.read_bytes())
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] != "sites" and path.parent.name != "project"
    }


def where(path: Path) -> str:
    return str(path.relative_to(ROOT))


def public_definitions(tree: ast.Module) -> list[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return public classes and functions of a module, and public methods of public classes."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    top = [node for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
    methods = [
        node
        for outer in top
        if isinstance(outer, ast.ClassDef)
        for node in outer.body
        if isinstance(node, kinds) and not node.name.startswith("_")
    ]
    return [*top, *methods]


def annotated_fields(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the public annotated fields of all classes of a module, with their lines."""
    return [
        (node.lineno, node.target.id)
        for outer in ast.walk(tree)
        if isinstance(outer, ast.ClassDef)
        for node in outer.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith("_")
    ]


def public_parameters(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the parameters of public functions, methods and initialisers of public classes, with their lines."""
    functions = [node for node in public_definitions(tree) if not isinstance(node, ast.ClassDef)]
    functions += [
        node
        for outer in tree.body
        if isinstance(outer, ast.ClassDef) and not outer.name.startswith("_")
        for node in outer.body
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    found = []
    for node in functions:
        its = node.args
        every = [*its.posonlyargs, *its.args, *its.kwonlyargs, its.vararg, its.kwarg]
        found += [(one.lineno, one.arg) for one in every if one is not None]
    return found


def module_names(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the constants and type aliases of a module, with their lines."""
    targets = [
        target
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return [(target.lineno, target.id) for target in targets if isinstance(target, ast.Name)]


def type_aliases(tree: ast.Module) -> list[str]:
    """Return the public names that a module binds to a type: in CamelCase, and at least two letters long."""
    return [name for _, name in module_names(tree) if re.fullmatch(r"[A-Z][a-z]\w*", name)]


def is_property_twin(node: ast.AST) -> bool:
    """Whether a definition is a setter or an overload, whose docstring is the getter's."""
    decorators = getattr(node, "decorator_list", [])
    return any(isinstance(d, ast.Attribute) and d.attr in ("setter", "deleter", "overload") for d in decorators)


def test_the_top_level_holds_packages_only() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}

    assert files == {"__init__.py", "py.typed"}


def test_no_package_has_more_modules_than_a_newcomer_can_survey(modules: Modules) -> None:
    sizes = Counter(where(path.parent) for path in modules if path.name != "__init__.py")

    assert {package: n for package, n in sizes.items() if n > MOST_MODULES} == {}


def test_each_package_says_in_five_lines_what_it_does_gives_and_must_never_do() -> None:
    wrong = []
    for folder in (PACKAGE, ROOT / "sites"):
        for path in sorted(folder.rglob("__init__.py")):
            lines = (ast.get_docstring(ast.parse(path.read_bytes())) or "").splitlines()
            starts = [line.partition(":")[0] for line in lines[2:]]
            if lines[1:2] != [""] or starts != ["Does", "Gives", "Must never"]:
                wrong.append(where(path))

    assert wrong == []


def test_no_public_class_or_alias_name_means_two_things(modules: Modules) -> None:
    homes = defaultdict(list)
    for path, tree in modules.items():
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        for name in [*classes, *type_aliases(tree)]:
            if not name.startswith("_"):
                homes[name].append(where(path))

    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_names_are_words_of_the_field(modules: Modules) -> None:
    private = [where(path) for path in modules if path.stem in PRIVATE_WORDS]
    for path, tree in modules.items():
        defined = [(node.lineno, node.name) for node in public_definitions(tree)]
        names = [*defined, *annotated_fields(tree), *public_parameters(tree), *module_names(tree)]
        private += [f"{where(path)}:{line} {name}" for line, name in names if name.strip("_").lower() in PRIVATE_WORDS]

    assert private == []


def test_more_than_nine_in_ten_public_names_have_a_docstring(modules: Modules) -> None:
    names = [(path, node) for path, tree in modules.items() for node in public_definitions(tree)]
    silent = [
        f"{where(path)}:{node.lineno} {node.name}"
        for path, node in names
        if not ast.get_docstring(node) and not is_property_twin(node)
    ]

    assert len(silent) <= len(names) / 10, silent


def test_no_sentence_has_a_clause_for_its_subject(modules: Modules) -> None:
    turned = []
    for path, tree in modules.items():
        for node in [tree, *ast.walk(tree)]:
            if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                text = " ".join(paragraph.split())
                for found in SUBJECT_CLAUSE.finditer(text):
                    sentence = re.split(r"(?<=[.?!])\s", text[found.start() :], maxsplit=1)[0]
                    if not sentence.endswith("?"):
                        turned.append(f"{where(path)}: {sentence[:80]}")

    assert sorted(set(turned)) == []
