// Times pieces of work by a clock. Browsers round their clock: to 0.1 ms, to 1 ms, or to 100 ms against fingerprinting.

/** A reading of the clock counts after this number of steps of the clock. Then rounding matters little. */
const STEPS = 10
/** Milliseconds: a clock with longer steps measures nothing in the time of a measurement. */
const LONGEST_STEP = 2
/** The speed of a busy machine varies. It is measured for longer. */
const BUSY = { slowdown: 1.4, ms: 400 }
/** Milliseconds after which a measurement ends. */
const MOST_MS = 1000

/**
 * Returns the milliseconds of each piece, or nothing if the clock is too coarse. Pieces that are timed at once get the
 * same share.
 * @param {number} pieces  at least, if there is time
 * @param {() => void} work  does a piece
 * @param {() => number} clock  milliseconds
 * @returns {number[]}
 */
export function timesOf(pieces, work, clock) {
  // A break by another program makes a step look longer.
  const step = Math.min(stepOf(clock), stepOf(clock), stepOf(clock))
  if (step > LONGEST_STEP) return []
  /** @type {number[]} */
  const times = []
  const start = clock()
  let [now, least] = [start, Infinity]
  const isVaried = () => now - start > BUSY.slowdown * times.length * least && now - start < BUSY.ms
  while (now - start < MOST_MS && (times.length < pieces || isVaried())) {
    const before = now
    let count = 0
    while (now - before < STEPS * step) {
      work()
      count++
      now = clock()
    }
    const time = (now - before) / count
    for (let i = 0; i < count; i++) times.push(time)
    least = Math.min(least, time)
  }
  return times
}

/** Returns the milliseconds until the clock moves on, from one of its steps. @param {() => number} clock */
function stepOf(clock) {
  const next = (/** @type {number} */ before) => {
    let now = before
    while (now === before) now = clock()
    return now
  }
  const start = next(clock())
  return next(start) - start
}
