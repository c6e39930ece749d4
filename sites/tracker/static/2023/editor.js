// The editor lives on another origin than the page that frames it; they talk by messages only.
const pad = document.querySelector("[role=textbox]");
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("mousedown", event => event.preventDefault());
  button.addEventListener("click", () => { pad.focus(); document.execCommand(button.dataset.do); });
}
addEventListener("message", event => {
  if (event.source === parent && event.data === "read") event.ports[0]?.postMessage({ text: pad.innerText, html: pad.innerHTML });
});
