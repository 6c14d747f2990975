// The next paint. Work after it does not delay the first sign of a tap.

/** Milliseconds: a frame that is not visible paints seldom or never. */
const MOST_MS = 100

/** @type {Promise<void> | null} */
let next = null

/**
 * Settles in a task after the next paint, for all callers at once. A page that is not visible does not wait for one.
 * @returns {Promise<void>}
 */
export function nextPaint() {
  if (document.hidden) return Promise.resolve()
  return (next ??= painted().then(() => {
    next = null
  }))
}

/** @returns {Promise<void>} */
const painted = () =>
  new Promise((done) => {
    const late = setTimeout(done, MOST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(done)
    })
  })
