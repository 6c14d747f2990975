// The orientation and the tools of the board, and the highlighted move. Nothing here changes the position.

import { other } from '../../words.js'

/** @typedef {import('../../shell/state.js').State} State */
/** @typedef {import('../../shell/state.js').Piece} Piece */

/**
 * @param {State} state
 * @returns {State}
 */
export const flip = (state) => ({ ...state, orientation: other(state.orientation) })

/**
 * @param {State} state
 * @param {import('../../shell/state.js').Mode} mode
 * @returns {State}
 */
export const setMode = (state, mode) => ({ ...state, mode, tool: null, practice: null })

/**
 * Choosing a tool twice puts it down.
 * @param {State} state
 * @param {Piece | 'erase'} tool
 * @returns {State}
 */
export const pickTool = (state, tool) => ({ ...state, tool: sameTool(state.tool, tool) ? null : tool })

/**
 * @param {State} state
 * @returns {State}
 */
export const dropTool = (state) => ({ ...state, tool: null })

/**
 * @param {State['tool']} one
 * @param {State['tool']} another
 */
export const sameTool = (one, another) =>
  one === another ||
  (one !== null &&
    another !== null &&
    typeof one === 'object' &&
    typeof another === 'object' &&
    one.color === another.color &&
    one.role === another.role)

/**
 * @param {State} state
 * @param {import('../../shell/state.js').Ply | null} hovered
 * @returns {State}
 */
export const hover = (state, hovered) => ({ ...state, hovered })
