// How the page is looked at: nothing here changes the position.

import { other } from '../words.js'
import { isTraining, samePlace } from './address.js'
import { MOST_FOUND } from '../features/paste/pasted.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Piece} Piece
 */

/**
 * Where a set is to be practised nothing is seen of any position before it is there.
 * @param {State} state
 * @param {import('./state.js').Place} place
 * @returns {State}
 */
export const show = (state, place) => (samePlace(place, state.place) ? state : { ...(isTraining(place) ? setMode(state, 'practice') : state), place })

/**
 * @param {State} state
 * @returns {State}
 */
export const flip = (state) => ({ ...state, orientation: other(state.orientation) })

/**
 * @param {State} state
 * @param {import('./state.js').Mode} mode
 * @returns {State}
 */
export const setMode = (state, mode) => ({ ...state, mode, tool: null, practice: null })

/**
 * A tool chosen twice is put down.
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
  (one !== null && another !== null && typeof one === 'object' && typeof another === 'object' &&
    one.color === another.color && one.role === another.role)

/**
 * Positions to choose from, or none any more.
 * @param {State} state
 * @param {import('../features/paste/pasted.js').Found[] | null} found
 * @param {boolean} [foundGames]  they are of games, which can be judged; there may be no position of their own
 * @returns {State}
 */
export const offerFound = (state, found, foundGames = false) => ({ ...state, found, foundGames, foundLeft: 0 })

/**
 * What one of the games that were pasted or dropped came to.
 * @param {State} state
 * @param {import('../features/paste/pasted.js').Found | null} ending
 * @param {number} left  games whose endings are still to be found
 * @returns {State}
 */
export const offerEnding = (state, ending, left) =>
  state.found ? { ...state, found: ending ? [...state.found, ending].slice(0, MOST_FOUND) : state.found, foundLeft: left } : state

/**
 * Positions to draw and to print, or none any more.
 * @param {State} state
 * @param {import('./state.js').Paper | null} paper
 * @returns {State}
 */
export const offerPaper = (state, paper) => ({ ...state, paper })

/**
 * Positions that are to go into a set, or none any more.
 * @param {State} state
 * @param {State['collecting']} collecting
 * @returns {State}
 */
export const collect = (state, collecting) => ({ ...state, collecting })

/**
 * @param {State} state
 * @param {import('./state.js').Ply | null} hovered
 * @returns {State}
 */
export const hover = (state, hovered) => ({ ...state, hovered })

/**
 * @param {State} state
 * @param {import('./state.js').Theme} theme
 * @returns {State}
 */
export const chooseTheme = (state, theme) => ({ ...state, theme })

/**
 * @param {State} state
 * @param {State['tablesAs']} tablesAs
 * @returns {State}
 */
export const showTablesAs = (state, tablesAs) => ({ ...state, tablesAs, selection: null })

/**
 * @param {State} state
 * @param {import('./state.js').BoardTheme} boardTheme
 * @returns {State}
 */
export const chooseBoardTheme = (state, boardTheme) => ({ ...state, boardTheme })

/**
 * @param {State} state
 * @param {string | null} notice
 * @returns {State}
 */
export const notify = (state, notice) => ({ ...state, notice })
