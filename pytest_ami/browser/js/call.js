// Python calls the bundle with a text and gets a text. Playwright transfers a text many times faster than nested
// objects, because its validators visit every member, in Python and in its driver.

// Old libraries define toJSON for arrays and strings, which changes their JSON.
const OWN_WAYS = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
function asText(value) {
  const taught = OWN_WAYS.filter((one) => Object.hasOwn(one, "toJSON")).map((one) => [one, Object.getOwnPropertyDescriptor(one, "toJSON")]);
  const held = taught.filter(([one]) => Reflect.deleteProperty(one, "toJSON"));
  try { return JSON.stringify(value) ?? "null"; } finally { for (const [one, way] of held) Object.defineProperty(one, "toJSON", way); }
}
// A page may have replaced JSON. Then Python passes objects, and gets objects.
const plainly = () => { try { return JSON.stringify(JSON.parse('{"a":[1,"b",null]}')) === '{"a":[1,"b",null]}'; } catch { return false; } };
const asList = (texts) => (plainly() ? asText(texts) : texts.join("; "));
const asIs = (value) => value ?? null;
const KEEPS_ARMED = /^(arm|disarm|heldBeforeCaret|selectText|underPointer)$/;
function answering(api) {
  return (name, given) => {
    if (!api[name]) return null;
    const written = typeof given === "string";
    if (written && !plainly()) return "";
    if (!KEEPS_ARMED.test(name)) armed.el = null;
    const answer = undisturbed(() => api[name](written ? JSON.parse(given) : given)), form = written ? asText : asIs;
    return typeof answer?.then === "function" ? answer.then(form) : form(answer);
  };
}
