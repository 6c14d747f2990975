// The number of parallel workers, and their memory.

/** @typedef {import('../../shell/state.js').State} State */

const MOST = 16

/**
 * Returns the default number of workers: one processor stays free, if two or more are left.
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
 * @param {string | null} text  as stored
 * @returns {number | null} null if it is not valid
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

/** The choices of memory, in bytes. */
export const MEMORIES = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384].map(
  (count) => count * 2 ** 20,
)

/** The memory that small devices can spare. */
const LITTLE = 256 * 2 ** 20
/** More memory makes few builds faster. */
const ENOUGH = 2 ** 31

/**
 * Returns a quarter of the device's memory. Only Chromium reports it. Other computers count with 1 GiB for each
 * processor, which nearly all exceed. Phones and tablets end tabs that take much memory, so they get the minimum.
 * @param {{gigabytes?: number, processors: number, touch: boolean}} device  touch: the pointer is a finger
 */
export function defaultMemory({ gigabytes, processors, touch }) {
  if (!gigabytes && touch) return LITTLE
  return nearestMemory(Math.min(ENOUGH, (gigabytes ?? processors) * 2 ** 28))
}

/**
 * Returns the largest choice of at most the given bytes.
 * @param {number} bytes
 */
export const nearestMemory = (bytes) => MEMORIES.findLast((memory) => memory <= bytes) ?? MEMORIES[0]

/**
 * @param {string | null} text  as stored
 * @returns {number | null} null if it is not valid
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
 * Returns the choice after the browser gave too little memory: half, or null without a smaller choice.
 * @param {number} memory
 */
export const lessMemory = (memory) => (memory > MEMORIES[0] ? nearestMemory(memory / 2) : null)

/**
 * Sets the speed of this machine, before a measurement.
 * @param {State} state
 * @param {import('./work.js').Speed} speed
 * @returns {State}
 */
export const setSpeed = (state, speed) => ({ ...state, speed })

/**
 * Notes a measurement of the machine. Builds were faster or slower than the last one by some factors, which stay.
 * @param {State} state
 * @param {import('../../engine/speed.js').Measured} measured
 * @param {number} now  milliseconds
 * @returns {State}
 */
export function remeasured(state, measured, now) {
  const factors = factorsOf(state)
  return {
    ...state,
    measured,
    measuredAt: now,
    speed: { alone: factors.alone * measured.alone, together: factors.together * measured.together },
  }
}

/**
 * Returns how much faster builds are than measurements. This is stored, as the load of the machine changes.
 * @param {Pick<State, 'speed' | 'measured'>} state
 */
export const factorsOf = ({ speed, measured }) => ({
  alone: speed.alone / measured.alone,
  together: speed.together / measured.together,
})

/**
 * Returns the speed without other work on the machine.
 * @param {Pick<State, 'speed' | 'measured'>} state
 */
export function usualSpeed({ speed, measured }) {
  const { alone, together } = factorsOf({ speed, measured })
  return { alone: alone * measured.best.alone, together: together * measured.best.together }
}

/**
 * Reports whether this tab computes something without a build. In a measurement it would count as other work. A search
 * that waits for the forecast does not.
 * @param {Pick<State, 'proving' | 'solving' | 'checking'>} state
 */
export const isComputing = ({ proving, solving, checking }) =>
  Boolean((proving?.searching && proving.inWorker) || solving?.running || checking?.how === 'checking')

/**
 * Sets the method of builds, '' for the fastest that fits.
 * @param {State} state
 * @param {string} method
 * @returns {State}
 */
export const chooseMethod = (state, method) => ({ ...state, method })
