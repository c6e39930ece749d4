"""Pages that watch a text while it is written: editors with a model of their own, input methods, fields that empty.

Knows pages and moves. Must never know what a recording holds.
"""

from __future__ import annotations

from typing import Any

from .case import WitnessCase

# -- an editor that writes its text itself, and stores it a moment later ---------------------------------------------------

MODEL = """
const ed = q("#ed"); let lines = [""], timer = 0, stored = "", where = "";
const draw = () => {
  ed.replaceChildren(...lines.map((t) => { const p = document.createElement("p"); p.textContent = t || "\\u200b"; return p; }));
  const last = ed.lastChild.firstChild; getSelection().collapse(last, last.length);
  clearTimeout(timer); timer = setTimeout(() => { stored = lines.join("|"); }, 40);
};
ed.addEventListener("beforeinput", (e) => {
  e.preventDefault();
  if (e.inputType === "insertParagraph") lines.push("");
  else if (e.inputType === "deleteContentBackward") lines[lines.length - 1] = lines.at(-1).slice(0, -1);
  else lines[lines.length - 1] += e.data ?? "";
  draw();
});
ed.addEventListener("focus", () => { note("editor focus"); draw(); });
ed.addEventListener("blur", () => note("editor blur", lines.join("|")));
document.addEventListener("selectionchange", () => { where = ed.contains(getSelection().anchorNode) ? "in" : "out"; });
q("#bold").addEventListener("mousedown", (e) => { e.preventDefault(); note("bold over", String(getSelection()), document.activeElement.id); });
q("#save").addEventListener("click", () => note("saved", stored, where));
"""


def write(page: Any) -> None:
    """Write two lines, press a tool, go on writing, save."""
    page.locator("#ed").click()
    page.keyboard.type("One")
    page.keyboard.press("Enter")
    page.keyboard.type("Two!")
    page.keyboard.press("Backspace")
    page.locator("#bold").click()
    page.keyboard.insert_text(" three")
    page.wait_for_timeout(100)
    page.locator("#save").click()


WRITTEN = WitnessCase(
    "editor-with-a-model",
    "<div id=ed contenteditable></div><button id=bold>B</button><button id=save>Save</button>",
    write,
    MODEL,
    reached="saved One|Two three",
)

# -- an editor that repairs what the browser wrote ---------------------------------------------------------------------------

REPAIR = """
const ed = q("#ed");
const eye = new MutationObserver((records) => {
  eye.disconnect();
  for (const r of records) {
    note("repair", r.type, r.target.nodeName, r.addedNodes.length, r.removedNodes.length, String(getSelection().anchorOffset));
    for (const node of r.addedNodes) if (node.nodeType === 1 && /^(DIV|BR)$/.test(node.nodeName) && node.parentNode === ed && !node.dataset.ok) node.dataset.ok = ed.children.length;
  }
  for (const el of ed.querySelectorAll("[style],[data-ami]")) { note("foreign", el.outerHTML); el.removeAttribute("style"); }
  watch();
});
const watch = () => eye.observe(ed, { childList: true, subtree: true, characterData: true, attributes: true, characterDataOldValue: true });
watch();
"""


def repair(page: Any) -> None:
    """Write, select all of it, make it bold, write over a part of it."""
    page.locator("#ed").click()
    page.keyboard.type("Hello")
    page.keyboard.press("Enter")
    page.keyboard.type("World")
    page.keyboard.press("Shift+Home")
    page.keyboard.press("Control+b")
    page.keyboard.press("End")
    page.keyboard.type("s")
    page.locator("#other").click()


REPAIRED = WitnessCase(
    "editor-that-repairs",
    "<div id=ed contenteditable style='min-height:40px'>a</div><button id=other>Other</button>",
    repair,
    REPAIR,
    reached="World",
)

# -- an editor that takes back what it has not seen being written ----------------------------------------------------------------

# Its listener of "input" accepts the changes that the browser made; every other change is another program's, and goes.
KEEPER = """
const ed = q("#ed"); let kept = "";
const eye = new MutationObserver((records) => { note("foreign", records.length); ed.textContent = kept; eye.takeRecords(); });
eye.observe(ed, { childList: true, subtree: true, characterData: true });
addEventListener("input", () => { if (eye.takeRecords().length) kept = ed.textContent; }, true);
q("#save").addEventListener("click", () => note("saved", kept || "nothing"));
"""


def entrust(page: Any) -> None:
    """Write a text and save it."""
    page.locator("#ed").click()
    page.keyboard.type("A body")
    page.locator("#save").click()


KEPT = WitnessCase(
    "editor-that-takes-back",
    "<div id=ed contenteditable style='min-height:40px'></div><button id=save>Save</button>",
    entrust,
    KEEPER,
    reached="saved A body",
)

# -- an input method -----------------------------------------------------------------------------------------------------------


def compose(page: Any) -> None:
    """Write with an input method: a composition that grows, is committed, and one that is given up."""
    client = page.context.new_cdp_session(page)
    for css in ("#name", "#ed"):
        page.locator(css).click()
        for text in ("n", "ni", "你"):
            client.send(
                "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
            )
        client.send("Input.insertText", {"text": "你好"})
        page.keyboard.press("End")
        client.send("Input.imeSetComposition", {"text": "x", "selectionStart": 1, "selectionEnd": 1})
        client.send("Input.imeSetComposition", {"text": "", "selectionStart": 0, "selectionEnd": 0})
        page.keyboard.type("!")
    page.locator("#send").click()
    client.detach()


COMPOSED = WitnessCase(
    "input-method",
    "<input id=name><div id=ed contenteditable></div><button id=send>Send</button>",
    compose,
    "q('#send').addEventListener('click', () => note('sent', q('#name').value, q('#ed').innerText));",
    reached="sent 你好! 你好!",
)

# -- fields that a blur takes away -----------------------------------------------------------------------------------------------

# A blur turns the text into a chip, and Enter draws the list anew with the field in it: the focused field is taken away
# while the list is empty, and where nothing measures the page just then the list keeps its place.
CHIPS = """
const field = q("#tag"), list = q("#list");
field.addEventListener("blur", () => { if (!field.value) return; const chip = document.createElement("b"); chip.textContent = field.value; q("#chips").append(chip); field.value = ""; });
let n = 30;
const rows = () => { for (let i = 0; i < n; i += 1) { const li = document.createElement("li"); li.textContent = `Row ${i}`; list.append(li); }
  const li = document.createElement("li"), input = document.createElement("input"); input.id = `row${n}`; li.append(input); list.append(li);
  input.addEventListener("keydown", (e) => { if (e.key !== "Enter") return; note("drawn anew", input.value); n += 1; list.textContent = ""; rows(); q(`#row${n}`).focus({ preventScroll: true }); note("place", list.scrollTop > 0); });
};
rows();
"""


def empty(page: Any) -> None:
    """Write two tags, then rows at the end of a list."""
    for tag in ("red", "blue"):
        page.locator("#tag").fill(tag)
        page.locator("#name").click()
    page.locator("#row30").click()
    page.keyboard.type("next")
    page.keyboard.press("Enter")
    page.keyboard.type("last")
    page.keyboard.press("Enter")
    page.locator("#name").fill("done")


EMPTIED = WitnessCase(
    "emptied-on-blur",
    "<input id=tag><p id=chips></p><input id=name><ul id=list style='height:100px;overflow:auto'></ul>",
    empty,
    CHIPS,
    reached="drawn anew last",
)

EDITORS = (WRITTEN, REPAIRED, KEPT, COMPOSED, EMPTIED)
