// The speed of this machine now: how fast workers run if one or several work at the same time. Other programs on the
// machine make them slower.

import workerUrl from './speed-worker.js?worker&url'

/**
 * Speeds of a worker: 1 is that of the reference machine. Parallel workers may have to share resources.
 * @typedef {{alone: number, together: number}} Speed
 *
 * @typedef {Speed & {best: Speed}} Measured  best: without other work on the machine
 */

/** A greater speed, or a slowdown by more, is an error. */
export const MOST_SPEED = 20

/** @param {number} speed  may be NaN */
export const isSpeed = (speed) => speed >= 1 / MOST_SPEED && speed <= MOST_SPEED

/** The speeds of the reference machine, until there is a measurement. @type {Measured} */
export const REFERENCE = { alone: 1, together: 1, best: { alone: 1, together: 1 } }

/** The milliseconds of a piece of work on the reference machine. */
const PIECE_MS = 1.05
/** The least number of pieces that a measurement times. It is long enough for other programs to take their turns. */
const PIECES = 60
/** More parallel workers are not measured: starting them would take longer. */
const MOST_WORKERS = 4
/** Milliseconds after which a measurement is given up. */
const PATIENCE = 2500
/** Milliseconds: a longer piece was not slowed by other programs. The machine slept. */
const ASLEEP = 250
/** The share of pieces that run without a break, even on a busy machine. */
const UNBROKEN = 0.25
/**
 * A slowdown by other programs counts by this power. A short measurement makes it too large, as it may begin in a
 * break. 2026-11-30: npm run estimates, at a load of 20 on two cores.
 */
const POWER = 0.85

/**
 * Returns the speeds by the times of pieces, or null without a valid measurement.
 * @param {number[]} alone  milliseconds of each piece of a single worker
 * @param {number[][]} together  of each of several workers, or none
 * @returns {Measured | null}
 */
export function speedsBy(alone, together) {
  const best = unbroken([alone, ...together].flat())
  // Cores, caches and small cores are shared on a quiet machine as well.
  const bestEach = Math.min(best, together.length ? mean(together.map(unbroken)) : best)
  const one = Math.min(best, speedOf(alone))
  const each = Math.min(bestEach, one, together.length ? mean(together.map(speedOf)) : one)
  const among = (/** @type {number} */ speed, /** @type {number} */ best) => best * (speed / best) ** POWER
  const speeds = { alone: among(one, best), together: among(each, bestEach), best: { alone: best, together: bestEach } }
  return [speeds.alone, speeds.together, best, bestEach].every(isSpeed) ? speeds : null
}

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** @param {number[]} times */
const speedOf = (times) => PIECE_MS / mean(times.map((time) => Math.min(time, ASLEEP)))

/** Returns the speed without breaks. @param {number[]} times */
const unbroken = (times) => PIECE_MS / times.toSorted((a, b) => a - b)[Math.floor(UNBROKEN * times.length)]

/**
 * Measures the speeds with some workers. Returns null if the browser refuses them, if they do not answer in time, or if
 * the clock is too coarse.
 * @param {number} workers
 * @returns {Promise<Measured | null>}
 */
export async function measureSpeed(workers) {
  /** @type {Worker[]} */
  const started = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error('late')), PATIENCE)))
  const measurement = async () => {
    const count = Math.min(workers, MOST_WORKERS)
    for (let i = 0; i < count; i++) started.push(new Worker(workerUrl, { type: 'module' }))
    await Promise.all(started.map(answerOf))
    const [alone] = await timed(started.slice(0, 1))
    return speedsBy(alone, count > 1 ? await timed(started) : [])
  }
  try {
    return /** @type {Measured | null} */ (await Promise.race([measurement(), late]))
  } catch {
    return null
  } finally {
    clearTimeout(timer)
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
