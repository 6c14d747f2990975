// Which page is shown, in which colours, and its messages: nothing here changes the position.

import { isTraining, samePlace } from './address.js'
import { setMode } from '../features/board/tools.js'

/**
 * @typedef {import('./state.js').State} State
 */

/**
 * Shows a page. For the practice of a set it also sets the mode, so that no position shows before that of the set.
 * @param {State} state
 * @param {import('./state.js').Place} place
 * @returns {State}
 */
export const show = (state, place) =>
  samePlace(place, state.place) ? state : { ...(isTraining(place) ? setMode(state, 'practice') : state), place }

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
 * @param {(() => void) | null} [undo]  undoes the change that the notice is about
 * @returns {State}
 */
export const notify = (state, notice, undo = null) => ({ ...state, notice, undo })

/** Whether the browser has a network. @param {State} state @param {boolean} online @returns {State} */
export const setOnline = (state, online) => ({ ...state, online })

/** The page is stored for use without a network. @param {State} state @returns {State} */
export const setOfflineReady = (state) => ({ ...state, offlineReady: true })

/** A new version of the page waits. @param {State} state @returns {State} */
export const setUpdateReady = (state) => ({ ...state, updateReady: true })
