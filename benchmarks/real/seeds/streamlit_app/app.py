"""A community kitchen: guest book, orders, volunteers, recipes and an assistant.

Usage: python make_db.py; streamlit run app.py. Keeps everything in kitchen.db in the current folder.
"""

import sqlite3
from datetime import date
from pathlib import Path

import streamlit as st

DISHES = {
    "Borschtsch": 6.5,
    "Curry": 7.0,
    "Curry (vegan)": 7.5,
    "Käsespätzle": 8.0,
    "Lentil soup": 5.0,
    "Lentil soup with sausage": 6.0,
    "饺子": 6.8,
    "Pierogi": 6.2,
    "Shakshuka": 6.9,
    "Tortilla": 5.9,
}
EXTRAS = ["Bread", "Bread roll", "Salad", "Crème fraîche", "Chili", "Dessert"]
SHIFTS = ["Early", "Noon", "Late", "Night"]
ROWS = 8


@st.cache_resource
def database():
    return sqlite3.connect("kitchen.db", check_same_thread=False, isolation_level=None)


def sql(query, *values):
    return database().execute(query, values).fetchall()


def rerun():
    (st.rerun if hasattr(st, "rerun") else st.experimental_rerun)()


def guest_book():
    st.header("Guest book")
    with st.form("entry", clear_on_submit=True):
        name = st.text_input("Name")
        text = st.text_area("Your message")
        stars = st.slider("Stars", 1, 5, 3)
        if st.form_submit_button("Sign the guest book"):
            if name and text:
                sql("INSERT INTO entries (name, text, stars) VALUES (?, ?, ?)", name, text, stars)
                st.success(f"Thank you, {name}!")
            else:
                st.error("Please enter your name and a message")
    for name, text, stars in sql("SELECT name, text, stars FROM entries ORDER BY id DESC LIMIT 10"):
        st.markdown(f"**{name}** {'★' * stars}")
        st.write(text)


def order():
    st.header("Order")
    name = st.text_input("Name")
    left, right = st.columns(2)
    dish = left.selectbox("Dish", list(DISHES))
    portions = right.number_input("Portions", 1, 50, 1)
    day = left.date_input("Day", date(2026, 12, 1))
    extras = right.multiselect("Extras", EXTRAS)
    takeaway = st.checkbox("Takeaway")
    st.metric("Price", f"{DISHES[dish] * portions:.2f} €")
    if st.button("Order now", type="primary"):
        query = "INSERT INTO orders (name, dish, portions, day, extras, takeaway) VALUES (?, ?, ?, ?, ?, ?)"
        sql(query, name, dish, portions, day.isoformat(), ", ".join(extras), takeaway)
        st.success(f"Ordered {portions} × {dish} for {name}")
    with st.expander("Orders so far"):
        st.table(
            [dict(zip(("name", "dish", "portions"), row)) for row in sql("SELECT name, dish, portions FROM orders")]
        )


def volunteers():
    st.header("Volunteers")
    st.session_state.setdefault("page", 0)
    search = st.text_input("Search", placeholder="Part of a name")
    people = sql("SELECT id, name, email, shift, phone FROM people ORDER BY id")
    found = [row for row in people if search.lower() in row[1].lower()]
    last = max(0, (len(found) - 1) // ROWS)
    page = min(st.session_state.page, last)
    for number, name, email, shift, phone in found[page * ROWS : (page + 1) * ROWS]:
        columns = st.columns([3, 3, 1, 1, 1])
        columns[0].write(name)
        columns[1].write(phone or email)
        columns[2].write(shift)
        if columns[3].button("Edit", key=f"edit-{number}"):
            st.session_state.editing = number
        if columns[4].button("Delete", key=f"delete-{number}"):
            sql("DELETE FROM people WHERE id = ?", number)
            st.session_state.deleted = name
            rerun()
    previous, where, following = st.columns(3)
    if previous.button("Previous", disabled=page == 0):
        st.session_state.page = page - 1
        rerun()
    where.write(f"Page {page + 1} of {last + 1}")
    if following.button("Next", disabled=page == last):
        st.session_state.page = page + 1
        rerun()
    if "deleted" in st.session_state:
        st.warning(f"{st.session_state.pop('deleted')} is no longer a volunteer")
    if "editing" in st.session_state:
        for number, name, _, shift, phone in sql("SELECT * FROM people WHERE id = ?", st.session_state.editing):
            with st.form("volunteer"):
                st.subheader(f"Edit {name}")
                new_shift = st.selectbox("Shift", SHIFTS, index=SHIFTS.index(shift))
                new_phone = st.text_input("Phone", phone)
                if st.form_submit_button("Save"):
                    sql("UPDATE people SET shift = ?, phone = ? WHERE id = ?", new_shift, new_phone, number)
                    del st.session_state.editing
                    rerun()


def shopping_list():
    st.header("Shopping list")

    def add():
        if st.session_state.new_item:
            sql("INSERT INTO shopping (item) VALUES (?)", st.session_state.new_item)
            st.session_state.new_item = ""

    def tick(number):
        sql("UPDATE shopping SET bought = ? WHERE id = ?", st.session_state[f"item-{number}"], number)

    st.text_input("Add an item", key="new_item", on_change=add)
    for number, item, bought in sql("SELECT id, item, bought FROM shopping ORDER BY id"):
        st.checkbox(item, bool(bought), key=f"item-{number}", on_change=tick, args=(number,))


def recipes():
    st.header("Recipes")
    upload_tab, list_tab = st.tabs(["Upload", "All recipes"])
    with upload_tab:
        title = st.text_input("Title")
        file = st.file_uploader("File with the recipe")
        if st.button("Save the recipe", disabled=file is None):
            Path("recipes").mkdir(exist_ok=True)
            (Path("recipes") / Path(file.name).name).write_bytes(file.getvalue())
            sql("INSERT INTO recipes (title, file, size) VALUES (?, ?, ?)", title, file.name, file.size)
            st.success(f"Saved {title}")
    with list_tab:
        for title, name, size in sql("SELECT title, file, size FROM recipes ORDER BY id"):
            st.write(f"{title}: {name} ({size} bytes)")


def assistant():
    st.header("Assistant")
    for role, text in sql("SELECT role, text FROM messages ORDER BY id"):
        with st.chat_message(role):
            st.write(text)
    if prompt := st.chat_input("Ask the kitchen"):
        answer = f"You wrote {len(prompt.split())} words. I will tell the cook."
        for role, text in (("user", prompt), ("assistant", answer)):
            sql("INSERT INTO messages (role, text) VALUES (?, ?)", role, text)
            with st.chat_message(role):
                st.write(text)


st.set_page_config("Community kitchen", "🍲")
st.title("Community kitchen")
PAGES = {
    "Guest book": guest_book,
    "Order": order,
    "Volunteers": volunteers,
    "Shopping list": shopping_list,
    "Recipes": recipes,
    "Assistant": assistant,
}
PAGES[st.sidebar.radio("Go to", list(PAGES))]()
