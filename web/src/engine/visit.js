// The visits of the page. Browsers keep a page that the user leaves, to show it again at once (the back/forward cache),
// and freeze tabs in the background. No code of such a page runs. But its locks stay held and its transactions stay
// open, and every other page waits for them. So code that holds a lock or writes ends when the user leaves the page,
// and begins again when the user returns.

/** The controller of the current or last visit. */
let visit = new AbortController()
/** @type {Promise<void>} */
let returned = Promise.resolve()
let settle = () => {}

/** Returns the signal of the visit. It aborts when the user leaves the page. */
export const visitSignal = () => visit.signal

/** Settles when the page is visited: at once, if the user is here. */
export const whenVisited = () => returned

/**
 * Calls a function each time the user returns. Returns a function that ends this.
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
