// Positions that the user puts into a set. All pages use this file, so it is not part of the code of sets that is
// loaded later.

/**
 * @typedef {import('../../shell/state.js').State} State
 *
 * @typedef {import('../paste/pasted.js').Found & {note?: string, line?: string}} Collected  a position with its words;
 *   without them it has those of its game
 */

/**
 * Positions that are to go into a set, or none any more.
 * @param {State} state
 * @param {State['collecting']} collecting
 * @returns {State}
 */
export const collect = (state, collecting) => ({ ...state, collecting })
