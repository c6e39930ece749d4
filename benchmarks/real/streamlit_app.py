"""Streamlit: a community kitchen; every change of a field runs the script again and draws the page anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .seeded import MINUTES, NAMES, PAPER, PLAN, Seeded, added, changed, insert, removed, serve_seed
from .stage import python_of


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Seeded]:
    """Run the kitchen's application on a new database."""

    def command(port: int) -> list[str]:
        options = {"server.port": port, "server.address": "127.0.0.1", "server.headless": "true"}
        options |= {"browser.gatherUsageStats": "false", "server.fileWatcherType": "none"}
        started = [python_of(installed), "-m", "streamlit", "run", "app.py"]
        return [*started, *(f"--{name}={value}" for name, value in options.items())]

    with serve_seed("streamlit_app", folder, "kitchen.db", command, [python_of(installed), "make_db.py"]) as running:
        yield running


def _go(page: Page, name: str) -> None:
    """Choose a page in the side bar, and wait until it is there with its widgets."""
    page.get_by_role("radiogroup", name="Go to").get_by_text(name, exact=True).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("Loading...")).to_have_count(0)


# -- guest book and order ---------------------------------------------------------------------------------------------


def sign(page: Page, values: Values) -> None:
    page.get_by_label("Name").fill(values["name"])
    page.get_by_label("Your message").fill(values["text"])
    page.get_by_role("button", name="Sign the guest book").click()
    expect(page.get_by_text("Thank you")).to_be_visible()


SIGN = Task(
    name="sign the guest book",
    covers=("form that empties itself",),
    start="/",
    values=(
        {"name": "Mia Köhler", "text": "The best soup in town!"},
        {"name": "Seán O'Casey", "text": "We come again on 24/12."},
        {"name": "陈伟", "text": "饺子很好吃"},
        {"name": "Anna Maria", "text": "Anna told me to come, and she was right."},
    ),
    perform=sign,
    confirm=lambda page, values: expect(page.get_by_text(f"Thank you, {values['name']}!")).to_be_visible(),
    done=lambda before, after, values: added(before, after, "entries", {**values, "stars": 3}),
)


def _order(page: Page, values: Values, day: Locator) -> None:
    """Order a dish; the releases differ in what opens the calendar."""
    page.get_by_label("Name").fill(values["name"])
    page.get_by_label("Name").press("Enter")
    page.get_by_label("Dish").click()
    page.get_by_role("option", name=values["dish"], exact=True).click()
    page.get_by_label("Portions").fill(values["portions"])
    page.get_by_label("Portions").press("Enter")
    day.click()
    page.get_by_role("gridcell", name=f"December {values['day']}").click()
    page.get_by_label("Extras").click()
    page.get_by_role("option", name=values["extra"], exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_text("Takeaway").click()
    page.get_by_role("button", name="Order now").click()
    expect(page.get_by_text(f"for {values['name']}")).to_be_visible()


def order(page: Page, values: Values) -> None:
    _go(page, "Order")
    _order(page, values, page.get_by_label("Select a date."))


def order_afterwards(page: Page, values: Values) -> None:
    _go(page, "Order")
    _order(page, values, page.get_by_role("button", name="Choose date"))


def _ordered(values: Values) -> dict[str, object]:
    day = f"2026-12-{int(values['day']):02}"
    more = {"portions": int(values["portions"]), "day": day, "extras": values["extra"], "takeaway": 1}
    return {"name": values["name"], "dish": values["dish"], **more}


ORDER = Task(
    name="order a dish",
    covers=("custom dropdown", "date picker", "multiple choice", "page drawn anew"),
    start="/",
    values=(
        {"name": "Anna", "dish": "Lentil soup", "portions": "3", "day": "24", "extra": "Bread"},
        {"name": "Conan O'Brien", "dish": "Curry (vegan)", "portions": "12", "day": "5", "extra": "Crème fraîche"},
        {"name": "王芳", "dish": "饺子", "portions": "30", "day": "15", "extra": "Salad"},
        {"name": "Anna Maria", "dish": "Käsespätzle", "portions": "2", "day": "31", "extra": "Bread roll"},
    ),
    perform=order,
    afterwards=order_afterwards,
    confirm=lambda page, values: expect(
        page.get_by_text(f"Ordered {values['portions']} × {values['dish']} for {values['name']}")
    ).to_be_visible(),
    done=lambda before, after, values: added(before, after, "orders", _ordered(values)),
)


# -- volunteers -------------------------------------------------------------------------------------------------------


def _row(page: Page, name: str) -> Locator:
    return page.get_by_test_id("stHorizontalBlock").filter(has=page.get_by_text(name, exact=True))


def edit(page: Page, values: Values) -> None:
    _go(page, "Volunteers")
    page.get_by_label("Search").fill(values["name"])
    page.get_by_label("Search").press("Enter")
    expect(page.get_by_text("Page 1 of 1")).to_be_visible()
    _row(page, values["name"]).get_by_role("button", name="Edit").click()
    page.get_by_label("Shift").click()
    page.get_by_role("option", name=values["shift"], exact=True).click()
    page.get_by_label("Phone").fill(values["phone"])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Phone")).to_have_count(0)


EDIT = Task(
    name="change a volunteer",
    covers=("search", "row without a role", "edit", "custom dropdown"),
    start="/",
    values=(
        {"name": "Anna Maria", "shift": "Late", "phone": "+49 221 4711"},
        {"name": "Jürgen O'Neill", "shift": "Noon", "phone": "0043/1/58858"},
        {"name": "李小龙", "shift": "Early", "phone": "010-8888"},
        {"name": "Zoë Müller", "shift": "Night", "phone": "(0)44 268 11 11"},
    ),
    perform=edit,
    confirm=lambda page, values: expect(_row(page, values["name"])).to_contain_text(values["phone"]),
    done=lambda before, after, values: changed(
        *(before, after, "people", {"name": values["name"]}), {"shift": values["shift"], "phone": values["phone"]}
    ),
)


def _volunteer(running: Running, values: Values) -> None:
    insert(running, "people", {"name": values["name"], "email": "new@example.org", "shift": "Noon"})


def delete(page: Page, values: Values) -> None:
    _go(page, "Volunteers")
    for number in range(2, 7):
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_text(f"Page {number} of 6")).to_be_visible()
    _row(page, values["name"]).get_by_role("button", name="Delete").click()
    expect(_row(page, values["name"])).to_have_count(0)


DELETE = Task(
    name="delete a volunteer",
    covers=("pagination", "record id", "row without a role", "delete"),
    start="/",
    values=({"name": "Anna Lena"}, {"name": "Bobby O'Tables"}, {"name": "李小明"}, {"name": "Mary Allen Wilkes/Groß"}),
    prepare=_volunteer,
    perform=delete,
    confirm=lambda page, values: expect(
        page.get_by_text(f"{values['name']} is no longer a volunteer", exact=True)
    ).to_be_visible(),
    done=lambda before, after, values: removed(before, after, "people", values),
)


# -- shopping list, recipes, assistant --------------------------------------------------------------------------------


def add_item(page: Page, values: Values) -> None:
    _go(page, "Shopping list")
    page.get_by_label("Add an item").fill(values["item"])
    page.get_by_label("Add an item").press("Enter")
    expect(page.get_by_role("checkbox", name=values["item"], exact=True)).to_have_count(1)


ADD_ITEM = Task(
    name="add to the shopping list",
    covers=("Enter empties the field",),
    start="/",
    values=({"item": "Rice wine"}, {"item": "Pommes d'amour"}, {"item": "Größe-M-Eier 10/Pack"}, {"item": "醋"}),
    perform=add_item,
    confirm=lambda page, _: expect(page.get_by_label("Add an item")).to_have_value(""),
    done=lambda before, after, values: added(before, after, "shopping", {**values, "bought": 0}),
)


def _wanted(running: Running, values: Values) -> None:
    insert(running, "shopping", values)


def tick(page: Page, values: Values) -> None:
    _go(page, "Shopping list")
    page.get_by_text(values["item"], exact=True).click()
    expect(page.get_by_role("checkbox", name=values["item"], exact=True)).to_be_checked()


TICK = Task(
    name="tick an item off",
    covers=("hidden check box", "named by a value", "record id"),
    start="/",
    values=({"item": "Rice (basmati)"}, {"item": "Apple"}, {"item": "Öl & Essig"}, {"item": "老抽"}),
    prepare=_wanted,
    perform=tick,
    confirm=lambda page, values: expect(page.get_by_role("checkbox", name=values["item"], exact=True)).to_be_checked(),
    done=lambda before, after, values: changed(before, after, "shopping", {**values, "bought": 0}, {"bought": 1}),
)


def recipe(page: Page, values: Values) -> None:
    _go(page, "Recipes")
    page.get_by_label("Title").fill(values["title"])
    page.get_by_label("Title").press("Enter")
    page.locator("input[type=file]").set_input_files(values["file"])
    page.get_by_role("button", name="Save the recipe").click()
    expect(page.get_by_text(f"Saved {values['title']}")).to_be_visible()
    page.get_by_role("tab", name="All recipes").click()


RECIPE = Task(
    name="upload a recipe",
    covers=("upload", "tabs"),
    start="/",
    values=(
        {"title": "Anna's soup", "file": str(PLAN)},
        {"title": "Weihnachtsplätzchen", "file": str(PAPER)},
        {"title": "北京烤鸭", "file": str(NAMES)},
        {"title": "Curry / Reis", "file": str(MINUTES)},
    ),
    perform=recipe,
    confirm=lambda page, values: expect(
        page.get_by_text(f"{values['title']}: {Path(values['file']).name}")
    ).to_be_visible(),
    done=lambda before, after, values: added(before, after, "recipes", _recipe(values)),
)


def _recipe(values: Values) -> dict[str, object]:
    file = Path(values["file"])
    return {"title": values["title"], "file": file.name, "size": file.stat().st_size}


def ask(page: Page, values: Values) -> None:
    _go(page, "Assistant")
    page.get_by_placeholder("Ask the kitchen").fill(values["text"])
    page.get_by_placeholder("Ask the kitchen").press("Enter")
    expect(page.get_by_text(values["text"], exact=True)).to_be_visible()
    expect(page.get_by_text("I will tell the cook").last).to_be_visible()


def _asked(before: dict, after: dict, values: Values) -> bool:
    new = [row for row in after["messages"] if row not in before["messages"]]
    answer = f"You wrote {len(values['text'].split())} words. I will tell the cook."
    rest = all(after[name] == before[name] for name in before if name != "messages")
    return rest and [(row["role"], row["text"]) for row in new] == [("user", values["text"]), ("assistant", answer)]


ASK = Task(
    name="ask the assistant",
    covers=("chat box",),
    start="/",
    values=(
        {"text": "Is there soup left?"},
        {"text": "What did Jürgen O'Neill order on 24/12?"},
        {"text": "有没有饺子"},
        {"text": "Soup, please: 100 % vegan"},
    ),
    perform=ask,
    confirm=lambda page, values: expect(page.get_by_text(values["text"], exact=True)).to_be_visible(),
    done=_asked,
)


APPLICATION = Application(
    name="Streamlit",
    kind="React, the whole page drawn anew after every change",
    releases=(
        Release(name="1.24", python=("streamlit==1.24.1", "pyarrow==17.0.0"), serve=serve),
        Release(name="1.67", python=("streamlit==1.67.0",), serve=serve),
    ),
    tasks=(SIGN, ORDER, EDIT, DELETE, ADD_ITEM, TICK, RECIPE, ASK),
)
