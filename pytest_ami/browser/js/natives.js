// The clock and the timers of the browser itself. A test may freeze the page's clock, and a page may replace its
// functions: references to native ones are kept, and where they are gone already, an event's stamp tells the time and
// an abort signal wakes. Python limits every call as well, because a page can replace anything.

const isNative = (fn) => { try { return typeof fn === "function" && /\{\s*\[native code\]\s*\}\s*$/.test(Function.prototype.toString.call(fn)); } catch { return false; } };
const NATIVE = {
  now: isNative(performance?.now) ? performance.now.bind(performance) : null,
  timer: isNative(globalThis.setTimeout) && isNative(globalThis.clearTimeout) ? [setTimeout.bind(globalThis), clearTimeout.bind(globalThis)] : null,
};
const clock = () => (NATIVE.now ? NATIVE.now() : new Event("time").timeStamp);
// The time of day. A page's own Date.now may tick at each question, and then a question changes what the page does.
const today = isNative(Date.now) ? Date.now.bind(Date) : () => Math.round(performance.timeOrigin + clock());
// A page may write down or wrap what is listened to after the recorder has come: its listeners are of no concern to it.
const { addEventListener: adds, removeEventListener: removes } = EventTarget.prototype;
const ownListening = isNative(adds);
const listen = (to, ...what) => adds.apply(to, what);
const unlisten = (to, ...what) => removes.apply(to, what);
// Calls fn after some milliseconds; returns a function that cancels the call.
function after(ms, fn) {
  if (NATIVE.timer) { const id = NATIVE.timer[0](fn, ms); return () => NATIVE.timer[1](id); }
  const signal = AbortSignal.timeout(Math.max(0, Math.round(ms)));
  listen(signal, "abort", fn, { once: true });
  return () => unlisten(signal, "abort", fn);
}
const idle = isNative(globalThis.requestIdleCallback) ? requestIdleCallback.bind(globalThis) : (fn) => { after(0, fn); };
const frame = isNative(globalThis.requestAnimationFrame) ? requestAnimationFrame.bind(globalThis) : (fn) => { after(17, fn); };
// The promise of an async function is native, whatever the page has made of the global name.
const Later = (async () => {})().constructor;
const sleep = (ms) => new Later((go) => { after(ms, go); });

// Whether observers of mutations report anything: a page may have replaced them by a stub.
function observes() {
  try {
    const probe = document.createElement("i"), observer = new MutationObserver(() => {});
    observer.observe(probe, { attributes: true });
    probe.setAttribute("class", "x");
    return observer.takeRecords().length === 1;
  } catch { return false; }
}
function observer(tell) { try { return new MutationObserver(tell); } catch { return null; } }

// Functions that a page or a test has put over the document's own ones are set aside while fn runs.
const OWN = ["querySelectorAll", "querySelector", "getElementById", "getElementsByTagName", "evaluate", "elementFromPoint", "elementsFromPoint", "createElement", "createRange", "getAnimations"];
function undisturbed(fn) {
  const over = OWN.filter((name) => Object.hasOwn(document, name)).map((name) => [name, Object.getOwnPropertyDescriptor(document, name)]);
  const aside = over.filter(([name]) => Reflect.deleteProperty(document, name));
  try { return fn(); } finally { for (const [name, way] of aside) Object.defineProperty(document, name, way); }
}
