// What the server says when it refuses: its four parts as one line.

export async function refusal(answer) {
  const { what, why, evidence = [], run } = (await answer.json().catch(() => ({}))).error ?? { what: `The server answered ${answer.status}` };
  const parts = [what, why, evidence.join("; ")].filter(Boolean).map((part) => part.replace(/[.]$/, ""));
  return `${parts.join(". ")}.${run ? ` Run next: ${run}` : ""}`;
}
