// A candidate's check on a line of the page: started, followed until it ends, and accepted if a person wants it.

import { ask, post } from "./answers.js";

const PAUSE = 1000;

// Start the check of a version, and show its state on a line until it ends.
export async function runCheck(root, version, line) {
  try {
    let found = await post(`${root}/check`, { version });
    while (!found.done) {
      line.textContent = found.text;
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      found = await ask(`${root}/check?${new URLSearchParams({ version })}`);
    }
    line.textContent = `${found.text} `;
    if (found.state === "green") line.append(acceptButton(root, version, line));
  } catch (error) {
    line.textContent = `The check did not end: ${error.message}`;
  }
}

function acceptButton(root, version, line) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Accept it";
  button.addEventListener("click", async () => {
    try {
      line.textContent = (await post(`${root}/accept`, { version })).text;
    } catch (error) {
      line.textContent = `Not accepted: ${error.message}`;
    }
  });
  return button;
}

for (const button of document.querySelectorAll("button[data-check]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    await runCheck(document.body.dataset.root, button.dataset.check, button.nextElementSibling);
    button.disabled = false;
  });
}
