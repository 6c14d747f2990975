// The next paint. Work after it does not delay the first sign of a tap.

/** Milliseconds: a frame that is not visible paints seldom or never. */
const MOST_MS = 100

/** @type {Promise<void> | null} */
let next = null

/**
 * Settles in a task after the next paint, for all callers at once. It has settled for callers in that task, such as the
 * children of a component that is drawn in it. A page that is not visible does not wait for a paint.
 * @returns {Promise<void>}
 */
export function nextPaint() {
  if (document.hidden) return Promise.resolve()
  return (next ??= painted().then(() => {
    setTimeout(() => (next = null))
  }))
}

/** @returns {Promise<void>} */
const painted = () =>
  new Promise((done) => {
    const frame = requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(done)
    })
    const late = setTimeout(() => {
      cancelAnimationFrame(frame)
      done()
    }, MOST_MS)
  })
