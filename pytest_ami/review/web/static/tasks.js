// Fetches the rows of the list if the page came without them.

const rows = document.getElementById("rows");
const source = rows?.dataset.load;

if (source) {
  try {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error("no rows");
    rows.innerHTML = await answer.text(); // from our own server, escaped there
  } catch {
    rows.textContent = "The server does not give the tasks: it has ended, or the store cannot be read. Run next: ami doctor";
  }
  rows.removeAttribute("aria-busy");
}
