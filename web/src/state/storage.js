// How much room there is, and whether the browser keeps what is stored.

/**
 * @typedef {import('./state.js').State} State
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

/** @param {State} state @returns {State} */
export const declined = (state) => (state.storage ? { ...state, storage: { ...state.storage, declined: true } } : state)
