// Positions that the user puts into a set. All pages use it, so it is not with the rest of sets, which is loaded later.

/** @typedef {import('../../shell/state.js').State} State */

/**
 * Positions that are to go into a set, or none any more.
 * @param {State} state
 * @param {State['collecting']} collecting
 * @returns {State}
 */
export const collect = (state, collecting) => ({ ...state, collecting })
