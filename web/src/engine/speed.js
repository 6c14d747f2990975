// The speed of this machine now: how fast workers run if one or several work at the same time. Other programs on the
// machine make them slower.

import workerUrl from './speed-worker.js?worker&url'

/**
 * Speeds of a worker: 1 is that of the reference machine. Parallel workers may have to share resources.
 * @typedef {{alone: number, together: number}} Speed
 *
 * @typedef {Speed & {best: number}} Measured  best: without other work on the machine
 */

/** The milliseconds of a piece of work on the reference machine. */
const PIECE_MS = 1.05
/** The least number of pieces that a measurement times. It is long enough for other programs to take their turns. */
const PIECES = 60
/** The share of pieces that run without a break, even on a busy machine. */
const UNBROKEN = 0.25
/**
 * A slowdown by other programs counts by this power. A short measurement makes it too large, as it may begin in a
 * break. 2026-11-30: npm run estimates, at a load of 20 on two cores.
 */
const POWER = 0.85

/**
 * Returns the speeds by the times of pieces.
 * @param {number[]} alone  milliseconds of each piece of a single worker
 * @param {number[][]} together  of each of several workers
 * @returns {Measured}
 */
export function speedsBy(alone, together) {
  const all = [alone, ...together].flat().toSorted((a, b) => a - b)
  const best = PIECE_MS / all[Math.floor(UNBROKEN * all.length)]
  const one = Math.min(best, speedOf(alone))
  const each = together.reduce((sum, times) => sum + speedOf(times), 0) / (together.length || 1)
  const among = (/** @type {number} */ speed) => best * (speed / best) ** POWER
  return { alone: among(one), together: among(Math.min(one, each || one)), best }
}

/** @param {number[]} times */
const speedOf = (times) => (PIECE_MS * times.length) / times.reduce((sum, time) => sum + time, 0)

/**
 * Measures the speeds with some workers. Returns null if the browser refuses them.
 * @param {number} workers
 * @returns {Promise<Measured | null>}
 */
export async function measureSpeed(workers) {
  /** @type {Worker[]} */
  const started = []
  try {
    for (let i = 0; i < workers; i++) started.push(new Worker(workerUrl, { type: 'module' }))
    await Promise.all(started.map(answerOf))
    const [alone] = await timed(started.slice(0, 1))
    return speedsBy(alone, workers > 1 ? await timed(started) : [])
  } catch {
    return null
  } finally {
    for (const worker of started) worker.terminate()
  }
}

/** @param {Worker[]} workers */
const timed = (workers) =>
  Promise.all(
    workers.map((worker) => {
      worker.postMessage(PIECES)
      return answerOf(worker)
    }),
  )

/** @param {Worker} worker @returns {Promise<number[]>} */
const answerOf = (worker) =>
  new Promise((settle, fail) => {
    worker.onmessage = ({ data }) => settle(data)
    worker.onerror = ({ message }) => fail(new Error(message))
  })
