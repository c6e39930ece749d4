// Python calls the bundle with a text and gets a text, and the recorder reports a text. Playwright transfers a text many
// times faster than nested objects, because its validators visit every member, in Python and in its driver.

// Old libraries define toJSON for arrays and strings, which changes their JSON.
const OWN_WAYS = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
function untaught(work) {
  const taught = OWN_WAYS.filter((one) => Object.hasOwn(one, "toJSON")).map((one) => [one, Object.getOwnPropertyDescriptor(one, "toJSON")]);
  const held = taught.filter(([one]) => Reflect.deleteProperty(one, "toJSON"));
  try { return work(); } finally { for (const [one, way] of held) Object.defineProperty(one, "toJSON", way); }
}
// Half a surrogate pair is no valid text; a text that is cut within an emoji ends with one.
const HALF_A_PAIR = /(?<!\\)((?:\\\\)*)\\ud[89a-f][\da-f]{2}/g;
const asText = (value) => untaught(() => (JSON.stringify(value) ?? "null").replace(HALF_A_PAIR, "$1\ufffd"));
// A page may have replaced JSON. Then Python passes objects, and gets objects.
const plainly = () => { try { return JSON.stringify(JSON.parse('{"a":[1,"b",null]}')) === '{"a":[1,"b",null]}'; } catch { return false; } };
// A binding of Playwright writes JSON by the page's own means, and is lost where those are others.
const browsersJson = isNative(globalThis.JSON?.stringify) && isNative(globalThis.JSON?.parse) ? { parse: JSON.parse, stringify: JSON.stringify } : null;
function withBrowsersJson(work) {
  const way = Object.getOwnPropertyDescriptor(globalThis, "JSON");
  if (!browsersJson || plainly() || (way && !way.configurable)) return untaught(work);
  Object.defineProperty(globalThis, "JSON", { value: browsersJson, configurable: true });
  try { return untaught(work); } finally { if (way) Object.defineProperty(globalThis, "JSON", way); else delete globalThis.JSON; }
}
const asList = (texts) => (plainly() ? asText(texts) : texts.join("; "));
const asIs = (value) => value ?? null;
const KEEPS_ARMED = /^(arm|disarm|heldBeforeCaret|selectText|underPointer|goOn)$/;
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
