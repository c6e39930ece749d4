// Requests whose answer is JSON; an error says what the server says when it refuses: its four parts as one line.

async function refusal(answer) {
  const { what, why, evidence = [], run } = (await answer.json().catch(() => ({}))).error ?? { what: `The server answered ${answer.status}` };
  const parts = [what, why, evidence.join("; ")].filter(Boolean).map((part) => part.replace(/[.]$/, ""));
  return `${parts.join(". ")}.${run ? ` Run next: ${run}` : ""}`;
}

// Return the data of an answer. The error of an answer that is none has its `status`.
export async function ask(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw Object.assign(new Error(await refusal(answer)), { status: answer.status });
  return answer.json();
}

export function post(address, data) {
  return ask(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
}
