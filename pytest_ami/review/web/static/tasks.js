// Fetches the rows of the list if the page came without them.

const rows = document.getElementById("rows");
const source = rows?.dataset.load;

if (source) {
  try {
    const answer = await fetch(source);
    rows.innerHTML = await answer.text(); // from our own server, escaped there
  } catch {
    rows.textContent = "The server does not answer. Start ami review again.";
  }
  rows.removeAttribute("aria-busy");
}
