// Whether the page is being visited. Browsers keep a page that the user leaves, to show it again at once (the
// back/forward cache), and freeze tabs in the background. No code of such a page runs, but its locks stay held and its
// transactions stay open, and every other page waits for them. So what holds a lock or writes ends when the page is
// left, and begins again when the user is back.

/** Of the visit under way, or of the last one. */
let visit = new AbortController()
/** @type {Promise<void>} */
let returned = Promise.resolve()
let settle = () => {}

/** Aborted when the page is left. Each visit has its own. */
export const visitSignal = () => visit.signal

/** Settles when the page is visited: at once, if it is now. */
export const whenVisited = () => returned

/**
 * Calls a function each time the user is back. Returns what ends that.
 * @param {() => void} use
 */
export function onReturn(use) {
  returns.add(use)
  return () => returns.delete(use)
}

/** @type {Set<() => void>} */
const returns = new Set()

export function leave() {
  if (visit.signal.aborted) return
  returned = new Promise((done) => (settle = done))
  visit.abort()
}

export function comeBack() {
  if (!visit.signal.aborted) return
  visit = new AbortController()
  settle()
  for (const use of returns) use()
}

// Workers have none of these events: the page ends its workers.
if (globalThis.document) {
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  document.addEventListener('freeze', leave)
  document.addEventListener('resume', comeBack)
}
