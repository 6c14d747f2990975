// The size of the storage, and whether the browser promises to keep it.

import { hasDied } from '../../engine/problems.js'
import { say } from '../../language.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 *
 * @typedef {object} Figures
 * @property {number} usage       0 if the browser does not report it
 * @property {number} quota       Infinity if the browser does not report it
 * @property {boolean} persisted  the browser promised to delete nothing by itself
 *
 * @typedef {Figures & {declined: boolean}} Storage  declined: the browser refused that promise
 */

/**
 * @param {State} state
 * @param {Figures} figures
 * @returns {State}
 */
export const measured = (state, figures) => ({
  ...state,
  storage: { ...figures, declined: !figures.persisted && !!state.storage?.declined },
})

/** Returns the free bytes of the storage. @param {Storage | null} storage */
export const freeOf = (storage) => (storage ? Math.max(0, storage.quota - storage.usage) : Infinity)

/**
 * Reports whether an error lost the tables. Tables in memory are in one worker, which ends with these errors.
 * @param {boolean} kept
 * @param {EngineError} error
 */
export const areLost = (kept, error) => !kept && hasDied(error)

export const LOST = say('storage.lost')

/**
 * The most free bytes that Chrome reports, so that pages cannot identify users by their disks. It gives more if the
 * disk has more.
 */
const REPORTED_AT_MOST = 10 * 2 ** 30

/**
 * @typedef {'enough' | 'short' | 'unknown'} Room  unknown: the browser may have more than it reports
 *
 * @param {number} bytes  that are to be stored
 * @param {Storage | null} storage
 * @returns {Room}
 */
export function roomFor(bytes, storage) {
  const free = freeOf(storage)
  if (bytes <= free) return 'enough'
  return free >= REPORTED_AT_MOST ? 'unknown' : 'short'
}

/** @param {State} state @returns {State} */
export const declined = (state) => (state.storage ? { ...state, storage: { ...state.storage, declined: true } } : state)

/**
 * Sets whether tables are stored, and not only in memory.
 * @param {State} state
 * @param {boolean} kept
 * @returns {State}
 */
export const setKept = (state, kept) => ({ ...state, kept })
