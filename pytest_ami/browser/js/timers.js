// The timers that a page sets with the deed of the last step: a success that it shows at once may be taken back by one of
// them. With an entry it sets shorter ones, after which it takes the text over: a press before that would send the old one.
// With a press it may set some after which it takes the record over: a deed before that would be done to the one of before.
// They are watched from the look before a deed, an entry or a press until the effects of that are there. So are the very short
// ones that it sets when the pointer comes, or when a press takes the focus out of a field.

const LATER = 200, SOON = 1000, WATCHED_FOR = 20000;      // a shorter timer is a part of the same change, a longer one hides a message
const RESTS = 100, DOWN = 50;                              // a pointer rests that long before it goes down, and is down
const ENTERS = /^(fill|select|check|uncheck)$/, PRESSES = /^(click|double_click|press)$/;
const timers = { due: new Map(), last: "", set: null, cleared: null, mine: null, end: null };
function watchTimers() {
  if (!NATIVE.timer) return;                                          // the page has left no timer of any kind
  timers.end?.();
  timers.end = after(WATCHED_FOR, unwatchTimers);
  if (timers.set || !isNative(globalThis.setTimeout) || !isNative(globalThis.clearTimeout)) return;
  timers.due.clear();
  [timers.set, timers.cleared] = [globalThis.setTimeout, globalThis.clearTimeout];
  globalThis.setTimeout = new Proxy(timers.set, { apply(fn, self, args) {
    const ms = Number(args[1]) || 0, [work, ...rest] = args, tells = ms < RESTS && typeof work === "function";
    const id = Reflect.apply(fn, self, tells ? [function told(...given) { timers.due.delete(id); return Reflect.apply(work, this, given); }, ...rest] : args);
    if (timers.set && ms <= SOON) timers.due.set(id, { at: clock() + ms, ms, tells });
    return id;
  } });
  globalThis.clearTimeout = new Proxy(timers.cleared, { apply(fn, self, args) { timers.due.delete(args[0]); return Reflect.apply(fn, self, args); } });
  timers.mine = [globalThis.setTimeout, globalThis.clearTimeout];
}
function unwatchTimers() {
  timers.end?.();
  if (!timers.set) return;
  if (globalThis.setTimeout === timers.mine[0]) globalThis.setTimeout = timers.set;
  if (globalThis.clearTimeout === timers.mine[1]) globalThis.clearTimeout = timers.cleared;
  Object.assign(timers, { set: null, cleared: null, mine: null, end: null });
}
// Milliseconds until the last of them, and until the last of the short ones.
const timersDue = (counts = ({ ms }) => ms >= LATER) => Math.max(0, ...[...timers.due.values()].filter(counts).map(({ at }) => at - clock()));
const takenOverIn = () => timersDue(({ ms }) => ms <= LATER);
// Waits until those have run that are shorter than "most" and were set since a moment.
const dueSince = (since, most) => [...timers.due.values()].filter(({ at, ms, tells }) => tells && ms < most && at - ms >= since);
async function haveRun(since, most) {
  for (const end = clock() + 2 * most; dueSince(since, most).length && clock() < end;) await sleep(Math.max(1, Math.min(...dueSince(since, most).map(({ at }) => at - clock()))));
}
// An act is about to come: before a press, the timers of before are of no concern to it, and those that come are its own.
function noteAct(kind) {
  timers.last = kind;
  if (PRESSES.test(kind)) timers.due.clear();
}
