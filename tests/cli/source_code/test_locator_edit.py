"""A locator is replaced where it stands, and nothing else of the source changes."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.cli.source_code.locator_edit import replaced

OLD = 'internal:role=button[name="Compose"i]'
NEW = 'get_by_role("button", name="New message")'


def source(line: str) -> str:
    return f"def test_it(page, dialog):  # a comment\n    x  =  1\n\n    {line}\n"


@pytest.mark.parametrize(
    ("line", "selector", "scopes", "expected"),
    [
        ('page.get_by_role("button", name="Compose").click()', OLD, [], f"page.{NEW}.click()"),
        ("await page.get_by_role('button', name='Compose').click()", OLD, [], f"await page.{NEW}.click()"),
        ('expect(self.page.get_by_role("button", name="Compose")).to_be_visible()', OLD, [],
         f"expect(self.page.{NEW}).to_be_visible()"),
        ('page.get_by_label("To", exact=True).fill(name)', 'internal:label="To"s', [], f"page.{NEW}.fill(name)"),
        ('page.get_by_test_id("send").click()', 'internal:testid=[data-testid="send"s]', [], f"page.{NEW}.click()"),
        ('page.locator("#a").locator("b").first.click()', "#a >> b >> nth=0", [], f"page.{NEW}.click()"),
        ('page.get_by_role("row").filter(has_text="Ann").nth(2)',
         'internal:role=row >> internal:has-text="Ann"i >> nth=2', [], f"page.{NEW}"),
        ('page.click("#compose", timeout=3)', "#compose", [], f"page.{NEW}.click(timeout=3)"),
        ('page.fill("#compose", text)', "#compose", [], f"page.{NEW}.fill(text)"),
        ('dialog.get_by_role("button", name="Compose").click()', f"#d >> {OLD}", ["#d"], f"dialog.{NEW}.click()"),
    ],
)  # fmt: skip
def test_a_locator_becomes_another_one(line: str, selector: str, scopes: list[str], expected: str) -> None:
    old = source(line).replace("def", "async def") if "await" in line else source(line)
    assert replaced(old, selector, NEW, "test_it", scopes) == (old.replace(line, expected), "")


@pytest.mark.parametrize(
    ("line", "selector", "why"),
    [
        ('page.get_by_role("button", name=name).click()', OLD, "as a literal"),
        ('page.get_by_role("button", name="Compose", exact=True).click()', OLD, "as a literal"),
        ('page.get_by_role("button", name="Compose").first.click()', OLD, "as a literal"),
        ('dialog.get_by_role("button", name="Compose").click()', f"#d >> {OLD}", "within another element"),
        ('page.get_by_text(re.compile("Compose")).click()', 'internal:text="Compose"i', "as a literal"),
    ],
)
def test_a_doubtful_place_is_left_to_a_person(line: str, selector: str, why: str) -> None:
    new, reason = replaced(source(line), selector, NEW, "test_it")
    assert new == ""
    assert why in reason


def test_the_named_function_decides_between_several_places() -> None:
    line = '    page.get_by_role("button", name="Compose").click()\n'
    old = "".join(f"def {name}(page):\n{line}" for name in ("one", "two"))
    new, _ = replaced(old, OLD, NEW, "two")
    assert new == old[: len(old) // 2] + old[len(old) // 2 :].replace('get_by_role("button", name="Compose")', NEW)
    assert replaced(old, OLD, NEW, "three")[1] == "several functions have this locator: lines 2, 4"


def test_a_file_that_is_no_python_is_left_alone() -> None:
    assert replaced("def (:", OLD, NEW, "")[1].startswith("it cannot be read")


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20))
def test_any_text_of_a_locator_is_found_as_playwright_writes_it(text: str) -> None:
    from playwright._impl.isomorphic import locator_utils as utils

    old = f"def test_it(page):\n    page.get_by_label({text!r}).click()\n"
    assert replaced(old, utils.get_by_label_selector(text), NEW, "test_it")[0] == (
        f"def test_it(page):\n    page.{NEW}.click()\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        'eval("1")',
        'get_by_role(__import__("os").system("x"))',
        'get_by_role("button" f"{evil()}")',
        'get_by_role("button", name=(lambda: 1)())',
        'get_by_role(*["button"])',
        'get_by_text("a"  # a comment\n)',
        'locator("#a").first',
        "locator(b'#a')",
        'get_by_role("button", evil="x")',
    ],
)
def test_a_proposal_that_is_more_than_a_locator_of_literals_is_refused(code: str) -> None:
    line = 'page.get_by_role("button", name="Compose").click()'
    assert replaced(source(line), OLD, code, "test_it") == ("", "the proposal is no locator")


@pytest.mark.parametrize("root", ["admin", 'page.frame_locator("#f")'])
def test_the_line_decides_between_the_same_locators_of_different_pages(root: str) -> None:
    name = 'get_by_role("button", name="Compose")'
    old = source(f"page.{name}.click()\n    ({root}.{name}\n        .click())")
    assert replaced(old, OLD, NEW, "test_it", (), 4) == (old.replace(f" page.{name}", f" page.{NEW}"), "")
    assert replaced(old, OLD, NEW, "test_it", (), 6) == (old.replace(f"{root}.{name}", f"{root}.{NEW}"), "")
    assert replaced(old, OLD, NEW, "test_it") == (
        "", "this locator stands on different pages, or in functions of one name: lines 4, 5"
    )  # fmt: skip


def test_the_line_decides_between_functions_of_one_name() -> None:
    body = '    def test_it(self, page):\n        page.get_by_role("button", name="Compose").click()\n'
    old = f"class TestOne:\n{body}\nclass TestTwo:\n{body}"
    new, _ = replaced(old, OLD, NEW, "test_it", (), 7)
    assert new.count(NEW) == 1
    assert new.index(NEW) > new.index("TestTwo")


def test_no_change_leaves_a_source_that_is_no_python() -> None:
    old = source("print(f\"{page.locator('#a').inner_text()}\")")
    new, why = replaced(old, "#a", NEW, "test_it")
    ast.parse(new or old)
    assert new or "because of its quotes" in why


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_line_ends_and_a_byte_order_mark_stay(change: Callable[[str], str]) -> None:
    line = 'page.get_by_role("button", name="Compose").click()'
    old = change(source(line))
    assert replaced(old, OLD, NEW, "test_it")[0] == old.replace(line, f"page.{NEW}.click()")
