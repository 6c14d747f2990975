// The display and the setup of the position.

/**
 * @typedef {object} BoardState
 * @property {import('../../shell/state.js').Mode} mode
 * @property {import('../../shell/state.js').Color} orientation
 * @property {import('../../shell/state.js').Piece | 'erase' | null} tool  the man that a tap on the board puts there
 * @property {import('../../shell/state.js').Ply | null} hovered  the move that is pointed at in a list
 * @property {boolean} isKnown  to the user: larger tables were built here before
 */

/** @type {BoardState} */
export const initialBoard = {
  mode: 'play',
  orientation: 'white',
  tool: null,
  hovered: null,
  isKnown: false,
}
