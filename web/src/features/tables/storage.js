// How much room there is, and whether the browser keeps what is stored.

import { say } from '../../language.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 *
 * @typedef {object} Figures
 * @property {number} usage       0 where the browser does not say
 * @property {number} quota       Infinity where it does not say
 * @property {boolean} persisted  it promised not to clear anything on its own
 *
 * @typedef {Figures & {declined: boolean}} Storage  declined: it was asked to promise, and did not
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

/** The bytes that may still be stored. @param {Storage | null} storage */
export const freeOf = (storage) => (storage ? Math.max(0, storage.quota - storage.usage) : Infinity)

/**
 * Whether the tables are gone. Where they are kept in memory one worker has them, and these are the ways in which it
 * ends.
 * @param {boolean} kept
 * @param {EngineError} error
 */
export const areLost = (kept, { code }) => !kept && (code === 'died' || code === 'memory')

export const LOST = say('storage.lost')

/**
 * What Chrome says is free at most, so that pages don't know users by their disks. It gives more where there is more.
 */
const SAID_AT_MOST = 10 * 2 ** 30

/**
 * @typedef {'enough' | 'short' | 'unsaid'} Room  unsaid: there may be more than the browser says
 *
 * @param {number} bytes  that are to be stored
 * @param {Storage | null} storage
 * @returns {Room}
 */
export function roomFor(bytes, storage) {
  const free = freeOf(storage)
  if (bytes <= free) return 'enough'
  return free >= SAID_AT_MOST ? 'unsaid' : 'short'
}

/** @param {State} state @returns {State} */
export const declined = (state) => (state.storage ? { ...state, storage: { ...state.storage, declined: true } } : state)

/**
 * Whether tables are stored, and not only in memory.
 * @param {State} state
 * @param {boolean} kept
 * @returns {State}
 */
export const setKept = (state, kept) => ({ ...state, kept })
