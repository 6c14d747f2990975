// Positions to draw and to print.

/**
 * @typedef {object} PaperState
 * @property {import('../../shell/state.js').Paper | null} paper  positions to draw and to print
 */

/** @type {PaperState} */
export const initialPaper = {
  paper: null,
}
