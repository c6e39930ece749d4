"""A field below which a page lists the names that begin with what is typed, for pages of tests."""

SUGGESTS = """
const field = $("input"), menu = $(".menu");
field.oninput = () => {
  menu.replaceChildren(...names.filter((one) => field.value && one.startsWith(field.value)).map((one) => {
    const entry = document.createElement("div");
    entry.textContent = one;
    entry.onclick = () => { chosen = field.value = one; menu.replaceChildren(); };
    return entry;
  }));
};
"""
"""A script; the page declares ``names`` and ``chosen``, and has an ``input`` and a box ``.menu``."""
