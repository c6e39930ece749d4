// How Python calls the bundle: a text in, a text out. Playwright takes a text many times faster than the same thing
// as nested objects: its validators visit every member, in Python and in its driver.

// Old libraries teach arrays and strings to write themselves as JSON in their own way.
const OWN_WAYS = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
function asText(value) {
  const taught = OWN_WAYS.filter((one) => Object.hasOwn(one, "toJSON")).map((one) => [one, Object.getOwnPropertyDescriptor(one, "toJSON")]);
  const held = taught.filter(([one]) => Reflect.deleteProperty(one, "toJSON"));
  try { return JSON.stringify(value) ?? "null"; } finally { for (const [one, way] of held) Object.defineProperty(one, "toJSON", way); }
}
function answering(api) {
  return (name, given) => {
    const answer = api[name](JSON.parse(given));
    return answer instanceof Promise ? answer.then(asText) : asText(answer);
  };
}
