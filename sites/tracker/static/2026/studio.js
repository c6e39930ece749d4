// The editor lives on another origin than the page that frames it: it answers who asks, and asks nobody.
const paper = document.querySelector(".paper");
document.querySelector("menu").addEventListener("mousedown", event => event.preventDefault());
document.querySelector("menu").addEventListener("click", event => {
  const wish = event.target.closest("button");
  if (!wish) return;
  paper.focus();
  document.execCommand(wish.value);
});
window.addEventListener("message", event => {
  if (event.source !== window.parent) return;
  if (event.data?.ask === "written") event.ports[0].postMessage({ text: paper.innerText, html: paper.innerHTML });
  if (event.data?.ask === "clear") paper.replaceChildren();
});
