// How many workers build side by side.

/** @typedef {import('./state.js').State} State */

/** More would take more memory than most would expect of a page; the user may ask for more. */
const MOST_BY_DEFAULT = 4
const MOST = 16

/**
 * One processor is left to whoever uses the machine.
 * @param {number} processors
 */
export const defaultWorkers = (processors) => Math.max(1, Math.min(processors - 1, MOST_BY_DEFAULT))

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
