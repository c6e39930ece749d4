"""The tasks of the tracker, in every design and language: by the words a person reads, never by markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.task import Task

from .i18n import words
from .values import comment, due_date, new_issue, other_priority, some_card, some_open

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Locator, Page

    from pytest_ami.sites.look import SiteLook


def link(page: Page, name: str) -> Locator:
    """Return the link of this name."""
    return page.get_by_role("link", name=name, exact=True)


def button(scope: Page | Locator, name: str) -> Locator:
    """Return the button of this name."""
    return scope.get_by_role("button", name=name, exact=True)


def row(page: Page, title: str) -> Locator:
    """Return the row of an issue in a list."""
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=title, exact=True))


def studio(page: Page) -> FrameLocator:
    """Return the framed editor, which is a page of another origin."""
    return page.frame_locator("iframe")


def expect_notice(page: Page, notice: str) -> None:
    """Wait until the page says that something was done."""
    page.get_by_role("status").filter(has_text=notice).wait_for()


def find(page: Page, look: SiteLook, title: str) -> None:
    """Search for an issue; only a plain form needs Enter."""
    field = page.get_by_label(words(look)["search"], exact=True)
    field.fill(title)
    if look.design == "2019":
        field.press("Enter")


def view(page: Page, look: SiteLook, name: str) -> None:
    """Choose one of the views above the list."""
    called = words(look)[name]
    tab = page.get_by_role("tab", name=called, exact=True) if look.design == "2026" else link(page, called)
    tab.click()


def create_issue(page: Page, look: SiteLook, *, title: str, description: str, priority: str) -> None:
    """Create an issue and open it from the list."""
    t = words(look)
    {"2019": link, "2023": button, "2026": button}[look.design](page, t["new_issue"]).click()
    page.get_by_label(t["title"], exact=True).fill(title)
    if look.design == "2019":
        page.get_by_label(t["description"], exact=True).fill(description)
        page.get_by_label(t["priority"], exact=True).select_option(priority)
    elif look.design == "2023":
        page.get_by_label(t["priority"], exact=True).select_option(priority)
        studio(page).get_by_role("textbox", name=t["description"], exact=True).fill(description)
    else:
        page.get_by_role("radio", name=priority, exact=True).check()
        button(page, t["continue"]).click()
        studio(page).get_by_role("textbox", name=t["description"], exact=True).fill(description)
    button(page, t["create"]).click()
    expect_notice(page, t["notice_created"])
    link(page, title).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


def close_issue(page: Page, look: SiteLook, *, title: str) -> None:
    """Close an issue from its row, and open it among those that are closed."""
    t = words(look)
    find(page, look, title)
    if look.design == "2026":
        button(row(page, title), t["actions"]).click()
        page.get_by_role("menuitem", name=t["close_issue"], exact=True).click()
        button(page.get_by_role("dialog"), t["do_close"]).click()
    else:
        button(row(page, title), t["close_issue"]).click()
    expect_notice(page, t["notice_closed"])
    view(page, look, "view_closed")
    if look.design == "2023":
        with page.expect_popup() as opened:
            link(page, t["new_tab"].format(title=title)).click()
        opened.value.get_by_role("heading", name=title, exact=True).wait_for()
        return
    link(page, title).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


def change_priority(page: Page, look: SiteLook, *, title: str, priority: str) -> None:
    """Change the priority in the row, and find the issue by its new one."""
    t = words(look)
    find(page, look, title)
    button(row(page, title), t["change_priority"]).click()
    if look.design == "2019":
        page.get_by_label(t["new_priority"], exact=True).select_option(priority)
    elif look.design == "2023":
        levels = page.get_by_role("listbox", name=t["new_priority"], exact=True)
        levels.get_by_role("option", name=priority, exact=True).click()
    else:
        page.get_by_role("menuitemradio", name=priority, exact=True).click()
    expect_notice(page, t["notice_priority"])
    if look.design == "2026":
        button(page, t["filters"]).click()
    page.get_by_label(t["filter_priority"], exact=True).select_option(priority)
    if look.design == "2019":
        button(page, t["filter_go"]).click()
    link(page, title).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


def set_due_date(page: Page, look: SiteLook, *, title: str, due: str) -> None:
    """Give an issue a due date, and find it among the issues of that day."""
    t = words(look)
    find(page, look, title)
    link(page, title).click()
    if look.design == "2026":
        button(page, t["due"]).click()
    page.get_by_label(t["due"], exact=True).and_(page.get_by_role("textbox").or_(page.locator("input"))).fill(due)
    if look.design != "2023":
        button(page, t["save"]).click()
    expect_notice(page, t["notice_due"])
    link(page, t["same_day"]).click()
    link(page, title).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


def move_card(page: Page, look: SiteLook, *, title: str) -> None:
    """Move a card of the board to the column of issues in review, and open it from the list of that column."""
    t = words(look)
    find(page, look, title)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=title, exact=True))
    column = link(page, t["review"])
    if look.design == "2026":
        button(card, t["move"]).click()
        page.get_by_role("menuitem", name=t["review"], exact=True).click()
    else:
        card.drag_to(column)
    expect_notice(page, t["notice_moved"])
    column.click()
    link(page, title).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


def comment_on_issue(page: Page, look: SiteLook, *, title: str, comment: str) -> None:
    """Comment on an issue, and follow the comment from the page that shows what happened."""
    t = words(look)
    find(page, look, title)
    link(page, title).click()
    field = studio(page) if look.design == "2026" else page
    field.get_by_role("textbox", name=t["comment"], exact=True).fill(comment)
    button(page, t["add_comment"]).click()
    expect_notice(page, t["notice_commented"])
    link(page, t["activity"]).click()
    link(page, comment).click()
    page.get_by_role("heading", name=title, exact=True).wait_for()


TASKS: Final[tuple[Task, ...]] = (
    Task(
        name="create issue",
        start="/issues",
        values=new_issue,
        perform=create_issue,
        effects=lambda given: (
            effect(
                "created",
                title=given["title"],
                description=given["description"],
                priority=given["priority"],
                due="",
            ),
        ),
    ),
    Task(
        name="close issue",
        start="/issues",
        values=some_open,
        perform=close_issue,
        effects=lambda given: (effect("closed", title=given["title"]),),
    ),
    Task(
        name="change priority inline",
        start="/issues",
        values=other_priority,
        perform=change_priority,
        effects=lambda given: (effect("priority", title=given["title"], priority=given["priority"]),),
    ),
    Task(
        name="set due date",
        start="/issues",
        values=due_date,
        perform=set_due_date,
        effects=lambda given: (effect("due", title=given["title"], due=given["due"]),),
    ),
    Task(
        name="move card",
        start="/board",
        values=some_card,
        perform=move_card,
        effects=lambda given: (effect("moved", title=given["title"], column="review"),),
    ),
    Task(
        name="comment on issue",
        start="/issues",
        values=comment,
        perform=comment_on_issue,
        effects=lambda given: (effect("commented", title=given["title"], comment=given["comment"]),),
    ),
)
