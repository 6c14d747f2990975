// How many workers build side by side, and in how much memory.

/** @typedef {import('../../shell/state.js').State} State */

const MOST = 16

/**
 * One processor is left to whoever uses the machine, as long as two build.
 * @param {number} processors
 */
export const defaultWorkers = (processors) => Math.max(Math.min(processors, 2), Math.min(processors - 1, MOST))

/**
 * @param {number} processors
 * @param {number} chosen  is among them
 */
export function workerChoices(processors, chosen) {
  const most = Math.max(chosen, Math.min(processors, MOST))
  return Array.from({ length: most }, (_, i) => i + 1)
}

/**
 * @param {string | null} text  as it was remembered
 * @returns {number | null} null if it means nothing
 */
export function parseWorkers(text) {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 && count <= MOST ? count : null
}

/**
 * @param {State} state
 * @param {number} workers
 * @returns {State}
 */
export const chooseWorkers = (state, workers) => ({ ...state, workers })

/** Bytes to choose from. */
export const MEMORIES = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384].map(
  (count) => count * 2 ** 20,
)

/** What the least devices can spare. */
const LITTLE = 256 * 2 ** 20
/** More makes little quicker. */
const ENOUGH = 2 ** 31

/**
 * A quarter of the device's memory. Only Chromium states how much that is. Elsewhere a computer counts as having 1 GiB
 * for
 * each processor, which nearly all exceed. A phone or tablet ends tabs that take much, however many processors it has.
 * @param {{gigabytes?: number, processors: number, touch: boolean}} device  touch: its pointer is a finger
 */
export function defaultMemory({ gigabytes, processors, touch }) {
  if (!gigabytes && touch) return LITTLE
  return nearestMemory(Math.min(ENOUGH, (gigabytes ?? processors) * 2 ** 28))
}

/**
 * The most there is to choose that is not more.
 * @param {number} bytes
 */
export const nearestMemory = (bytes) => MEMORIES.findLast((memory) => memory <= bytes) ?? MEMORIES[0]

/**
 * @param {string | null} text  as it was remembered
 * @returns {number | null} null if it means nothing
 */
export const parseMemory = (text) => MEMORIES.find((memory) => String(memory) === text) ?? null

/**
 * @param {State} state
 * @param {number} memory
 * @returns {State}
 */
export const chooseMemory = (state, memory) => ({ ...state, memory })

/**
 * @param {State} state
 * @returns {import('../../engine/pool.js').Limits}
 */
export const limitsOf = ({ workers, memory, method }) => ({ workers, memory, ...(method && { method }) })

/**
 * What to try when there was not so much to be had: half, or null if there is nothing less to choose.
 * @param {number} memory
 */
export const lessMemory = (memory) => (memory > MEMORIES[0] ? nearestMemory(memory / 2) : null)

/**
 * How fast builds have been here, as remembered.
 * @param {State} state
 * @param {import('./work.js').Speed} speed
 * @returns {State}
 */
export const setSpeed = (state, speed) => ({ ...state, speed })

/**
 * The method of builds, '' for the fastest that fits.
 * @param {State} state
 * @param {string} method
 * @returns {State}
 */
export const chooseMethod = (state, method) => ({ ...state, method })
