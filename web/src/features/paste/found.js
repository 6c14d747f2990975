// Positions and games that were pasted or dropped, to choose from.

import { MOST_FOUND } from './pasted.js'

/** @typedef {import('../../shell/state.js').State} State */

/**
 * Positions to choose from, or none any more.
 * @param {State} state
 * @param {import('./pasted.js').Found[] | null} found
 * @param {Blob | null} [foundGames]  the games that they are from, which can be judged; there may be games alone
 * @returns {State}
 */
export const offerFound = (state, found, foundGames = null) => ({ ...state, found, foundGames, foundLeft: 0 })

/**
 * The ending of one of the games that were pasted or dropped.
 * @param {State} state
 * @param {import('./pasted.js').Found | null} ending
 * @param {number} left  games whose endings are still to be found
 * @returns {State}
 */
export const offerEnding = (state, ending, left) =>
  state.found
    ? { ...state, found: ending ? [...state.found, ending].slice(0, MOST_FOUND) : state.found, foundLeft: left }
    : state
