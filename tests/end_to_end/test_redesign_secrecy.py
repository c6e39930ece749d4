"""Nothing that a tool can read in a redesigned page, or on its way to the server, tells the truth about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from pytest_ami.testing.redesign import Redesign, Redesigned, catalogue, mutations, redesigned

DESIGNS = ("2019", "2023", "2026")


def each_on_one(lines: Sequence[Any], by_day: Sequence[str], names: Sequence[str] = ()) -> list[Any]:
    """Return each line on each design.

    Args:
        lines: The lines, or tuples of which one is the line.
        by_day: For each line the design on which `make test` tries it; the line has something to change there.
        names: Ids for the lines.
    """
    return [
        pytest.param(
            design,
            *(line if isinstance(line, tuple) else (line,)),
            id=f"{design}-{names[number]}" if names else None,
            marks=() if design == by_day[number] else pytest.mark.nightly,
        )
        for number, line in enumerate(lines)
        for design in DESIGNS
    ]


COMPOSE = {"2019": "Compose", "2023": "Compose", "2026": "New message"}
PLAYWRIGHTS = {"__playwright__binding__", "__playwright__binding__controller__"}
"""The globals that any binding adds to the window. The name listed there does not reveal the token for the truth."""

READ = r"""() => {
  const out = { globals: Object.getOwnPropertyNames(window), markup: [], styles: [], ids: [], classes: [], names: [], testids: [] };
  out.kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, window.name]);
  out.said = JSON.stringify([document.title, location.href, performance.getEntries().map((one) => one.name)]);
  const visit = (root) => {
    out.markup.push(root.documentElement?.outerHTML ?? root.innerHTML);
    for (const el of root.querySelectorAll("*")) {
      out.classes.push(...el.classList);
      if (el.matches("a,button,input,select,textarea,[role=button],[contenteditable]")) {
        if (el.id) out.ids.push(el.id);
        if (el.getAttribute("name") && el.matches("input:not([type=hidden],[type=radio],[type=submit],[type=file]),textarea,select")) out.names.push(el.getAttribute("name"));
        for (const name of el.getAttributeNames()) if (/^data-(test|qa|cy|pw)/.test(name)) out.testids.push(`${name}=${el.getAttribute(name)}`);
      }
      if (el.shadowRoot) visit(el.shadowRoot);
      if (el.localName === "iframe") { visit(el.contentDocument); out.globals.push(...Object.getOwnPropertyNames(el.contentWindow)); }
    }
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) out.styles.push(...[...sheet.cssRules].map((rule) => rule.cssText));
  };
  visit(document);
  return out;
}"""

EVERYTHING = (
    """Redesign((IdsRenamed(), NamesRenamed(), ClassesRewritten(style='hashed'), TestIdsDropped(), Reworded(), TagChanged(),
        Wrapped(depth=2), LabelPlaced(), IntoFrame(), Themed(), BannerAdded(), DataAttributesAdded()), seed=3)""",
    """Redesign((IdsHandedOn(), Translated(language='zh'), IconOnly(), IntoShadow(mode='open'), ConsentAsked(), Paginated(),
        LinksTracked(), FooterCopied(), Delayed(), AttributesReordered(), Virtualised(), Lazy()))""",
    """Redesign((ControlDisabled(share=30), HandlersSwapped(share=40), TwinAdded(acts=True), OppositeInPlace(share=30),
        FieldLost(), FieldShortened(), NoticeWithoutEffect(share=20), FunctionMoved(share=20), ServerFails()))""",
)


@pytest.fixture
def opened(page: Page, mail_site: Any) -> Callable[..., tuple[dict[str, Any], Redesigned | None]]:
    """Open the webmail's list in a design, redesigned or as it is; return what can be read there, and the truth."""

    def open_(design: str, redesign: str = "", path: str = "/") -> tuple[dict[str, Any], Redesigned | None]:
        mail_site.redesign(design)
        truth = redesigned(page, redesign) if redesign else None
        page.goto(path)
        page.wait_for_load_state("networkidle")
        return page.evaluate(READ), truth

    return open_


@pytest.mark.variants(3)
@pytest.mark.parametrize(("design", "line"), each_on_one(EVERYTHING, DESIGNS, ("looks", "places", "breaks")))
def test_neither_page_nor_requests_name_what_was_done(page: Page, opened: Any, design: str, line: str) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(f"{request.url} {request.headers} {request.post_data}")

    before, _ = opened(design)
    page.on("request", note)
    page.on("console", lambda message: asked.append(message.text))
    seen, truth = opened(design, line)
    assert truth is not None
    assert sum(truth.applied) > 0
    assert {name for name in seen["globals"] if not name.isdigit()} - {*before["globals"]} <= PLAYWRIGHTS

    texts = "\n".join([*seen["markup"], *seen["styles"], *seen["globals"], seen["kept"], seen["said"], *asked])
    for secret in (truth._token, truth._binding, "origins", "standsFor", "CONFIG", *mutations()):
        assert not re.search(rf"(?<!\w){secret}(?!\w)", texts), secret
    assert not re.findall(r'(?:button|link|textbox|combobox) (?:"|&quot;)[^"]+(?:"|&quot;)', texts)


def test_the_name_that_playwright_lists_does_not_lead_to_the_truth(page: Page, opened: Any) -> None:
    _, truth = opened("2019", "Redesign((IdsRenamed(),))")
    (listed,) = page.evaluate("[...window.__playwright__binding__controller__._bindings.keys()]")
    assert listed == truth._binding
    assert truth._token not in listed
    assert listed[1:] not in truth._token
    assert page.evaluate("(name) => window[name]", listed) is None


RENAMING = {
    "ids": ("IdsRenamed()", "IdsRenamed(style='generated')"),
    "classes": ("ClassesRewritten()", "ClassesRewritten(style='hashed')", "ClassesRewritten(style='utility')"),
    "names": ("NamesRenamed()", "NamesRenamed(style='nested')"),
    "testids": ("TestIdsDropped()",),
}


@pytest.mark.parametrize(
    ("design", "what", "line"),
    each_on_one(
        [(what, line) for what, lines in RENAMING.items() for line in lines],
        ("2019", "2023", "2026", "2019", "2023", "2023", "2019", "2023"),
    ),
)
@pytest.mark.variants(12)
def test_old_names_are_gone_from_the_elements(opened: Any, design: str, what: str, line: str) -> None:
    before, _ = opened(design, path="/settings")
    if not before[what]:
        pytest.skip(f"the design has no {what}")
    seen, truth = opened(design, f"Redesign(({line},))", "/settings")
    assert truth.applied[0] > 0
    assert {*before[what]} & {*seen[what]} == set()


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(
    "line", ["Reworded(at='{key}', to='Zymurgy')", "Reworded(at='{key}', to='Zymurgy'), TagChanged(), IconOnly()"]
)
@pytest.mark.variants(12)
def test_the_old_words_of_a_control_are_gone(page: Page, opened: Any, design: str, line: str) -> None:
    name = COMPOSE[design]
    key = f'button "{name}"'
    before, _ = opened(design)
    words = page.get_by_role("button", name=name, exact=True).evaluate("(el) => el.outerHTML").count(name)
    assert words
    seen, truth = opened(design, f"Redesign(({line.replace('{key}', key)},))")
    assert truth.applied[0] == 1
    assert "".join(seen["markup"]).count(name) == "".join(before["markup"]).count(name) - words
    assert truth.find(page, key) is not None


def test_no_style_sheet_goes_on_about_old_ids(opened: Any) -> None:
    before, _ = opened("2019", path="/settings")
    seen, _ = opened("2019", "Redesign((IdsRenamed(),))", "/settings")
    named = re.compile("|".join(rf"#{re.escape(one)}(?![\w-])" for one in before["ids"]))
    assert any(named.search(rule) for rule in before["styles"])
    assert [rule for rule in seen["styles"] if named.search(rule)] == []


OWN = """
    window.found = [document.getElementById("compose-btn"), document.querySelector("#compose-btn")].map((el) => el?.textContent);
    window.called = document.querySelector("#compose-btn")?.id;
"""
"""A script of the application's own: it comes from an address."""


def test_the_application_finds_by_the_old_id_what_nobody_else_does(page: Page, opened: Any) -> None:
    page.route("**/own.js", lambda route: route.fulfill(content_type="text/javascript", body=OWN))
    _, truth = opened("2019", "Redesign((IdsRenamed(),))")
    for _ in range(2):
        assert page.evaluate("document.getElementById('compose-btn')") is None
        assert page.locator("#compose-btn, [id='compose-btn']").count() == 0
        assert page.locator("xpath=//*[@id='compose-btn']").count() == 0
        assert page.evaluate("window['compose-btn'] ?? document.all['compose-btn'] ?? null") is None
        page.add_script_tag(url="/own.js")
        assert page.evaluate("[found, called]") == [["Compose", "Compose"], "compose-btn"]
    page.get_by_role("button", name="Compose").click()
    page.get_by_role("textbox", name="Subject").fill("Hello")
    page.wait_for_timeout(50)
    assert [deed.key for deed in truth.deeds if deed.what != "change"] == ['button "Compose"', 'textbox "Subject"']


NATIVE = """() => {
  const gets = (proto, name) => Object.getOwnPropertyDescriptor(proto.prototype, name).get;
  const all = [document.getElementById, document.querySelector, document.querySelectorAll, document.getElementsByClassName,
    document.getElementsByName, Element.prototype.querySelector, Element.prototype.closest, Element.prototype.matches,
    Element.prototype.getAttribute, Element.prototype.setAttribute, Element.prototype.attachShadow,
    EventTarget.prototype.addEventListener, DOMTokenList.prototype.add, MutationObserver,
    gets(Element, "id"), gets(Element, "className"), gets(HTMLInputElement, "name"), gets(HTMLFormElement, "elements")];
  return all.map((one) => [Function.prototype.toString.call(one).replace(/\\s+/g, " "), one.name, one.length]);
}"""


@pytest.mark.variants(12)
@pytest.mark.parametrize("line", EVERYTHING, ids=["looks", "places", "breaks"])
def test_what_was_stretched_reads_as_native_code(page: Page, opened: Any, line: str) -> None:
    opened("2019")
    before = page.evaluate(NATIVE)
    opened("2019", line)
    seen = page.evaluate(NATIVE)
    assert [one[1:] for one in seen] == [one[1:] for one in before]
    for text, name, _ in seen:
        assert re.fullmatch(r"function [\w ]*\(\) \{ \[native code\] \}", text), name


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    ("design", "line"),
    each_on_one(["IntoFrame()", "IntoShadow(mode='open')", "IntoShadow(mode='closed')"], ("2026", "2026", "2026")),
)
def test_made_frames_and_roots_hold_no_means_to_ask(page: Page, opened: Any, design: str, line: str) -> None:
    _, truth = opened(design, f"Redesign(({line},))", "/settings")
    if not truth.applied[0]:
        pytest.skip("nothing here lives by itself")
    for frame in page.frames:
        names = frame.evaluate("Object.getOwnPropertyNames(window)")
        assert not {truth._token, truth._binding} & {*names}
        assert truth._token not in frame.content()
    assert len(page.frames) > 1 or "Frame" not in line


SPY = """() => {
  window.spied = [];
  new MutationObserver((records) => { for (const one of records) if (one.type === "attributes") window.spied.push(one.oldValue ?? ""); })
    .observe(document, { subtree: true, attributes: true, attributeOldValue: true });
}"""


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("design", "line", "old"),
    [("2019", "IdsRenamed()", "compose-btn"), ("2023", "ClassesRewritten(style='hashed')", "zz-comfortable")],
)
def test_who_watches_the_page_does_not_see_old_names_pass_by(
    page: Page, opened: Any, design: str, line: str, old: str
) -> None:
    page.route("**/own.js", lambda route: route.fulfill(content_type="text/javascript", body=OWN))
    opened(design, f"Redesign(({line},))")
    page.evaluate(SPY)
    page.add_script_tag(url="/own.js")
    page.wait_for_timeout(50)
    assert [one for one in page.evaluate("spied") if old in one.split()] == []


def test_an_empty_redesign_leaves_the_page_as_it_is(opened: Any) -> None:
    before, _ = opened("2019")
    seen, truth = opened("2019", str(Redesign()))
    assert truth.applied == ()
    assert [re.sub(r"\d\d:\d\d", "", text) for text in seen["markup"]] == [
        re.sub(r"\d\d:\d\d", "", text) for text in before["markup"]
    ]
    assert seen["styles"] == before["styles"]


def test_a_mutation_of_ones_own_works_like_the_others(page: Page, opened: Any) -> None:
    code = (
        (Path(__file__).parents[2] / "docs" / "redesigns.md")
        .read_text("utf-8")
        .split("## Your own mutation")[1]
        .split("```")[1]
    )
    try:
        exec(compile(code.removeprefix("python\n"), "docs", "exec", dont_inherit=True), {"__name__": "own"})  # noqa: S102
        _, truth = opened("2019", """Redesign((Emphasised(at='button "Compose"', tag='i'), Wrapped()))""")
    finally:
        catalogue._own.clear()
        mutations.cache_clear()
    assert truth.applied[0] == 1
    assert page.get_by_role("button", name="Compose").inner_html() == "<i>Compose</i>"
    page.get_by_role("button", name="Compose").click()
    page.get_by_role("textbox", name="Subject").wait_for()
    assert [deed.key for deed in truth.deeds] == ['button "Compose"']
