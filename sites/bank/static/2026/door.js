const form = document.querySelector("form"), first = form.querySelector(".first"), second = form.querySelector(".second");
function advance() {
  if (!form.elements.user.value.trim()) return form.elements.user.focus();
  first.hidden = true;
  second.hidden = false;
  form.elements.password.focus();
}
first.querySelector("button").addEventListener("click", advance);
form.addEventListener("submit", event => {
  if (!second.hidden) return;
  event.preventDefault();
  advance();
});
