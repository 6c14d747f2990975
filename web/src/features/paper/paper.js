// Positions to draw and to print.

/** @typedef {import('../../shell/state.js').State} State */

/**
 * Positions to draw and to print, or none any more.
 * @param {State} state
 * @param {import('../../shell/state.js').Paper | null} paper
 * @returns {State}
 */
export const offerPaper = (state, paper) => ({ ...state, paper })
