// The selection of classes, for actions on all of them.

import { isComplete } from '../board/castling.js'
import { shownTables, USUAL_MEN } from './large.js'
import { isStored } from './library.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 *
 * @typedef {object} Selection
 * @property {string[]} names
 * @property {import('../builds/forecast.js').Proposal | null} proposal  the plan for the missing ones; null until it is
 *   computed
 */

/**
 * @param {State} state
 * @param {string[]} names
 * @returns {State}
 */
export const select = (state, names) => ({ ...state, selection: { names, proposal: null } })

/**
 * @param {State} state
 * @returns {State}
 */
export const stopSelecting = (state) => ({ ...state, selection: null })

/**
 * @param {State} state
 * @param {string} name
 * @returns {State}
 */
export function toggle(state, name) {
  const names = state.selection?.names ?? []
  return select(state, names.includes(name) ? names.filter((other) => other !== name) : [...names, name])
}

/**
 * Adds the shown classes that match to the selection.
 * @param {State} state
 * @param {(table: ClassInfo) => boolean} which
 * @returns {State}
 */
export function selectAll(state, which) {
  const more = shownTables(state)
    .filter(which)
    .map(({ name }) => name)
  return select(state, [...new Set([...(state.selection?.names ?? []), ...more])])
}

/**
 * @param {State} state
 * @param {Selection['proposal']} proposal
 * @returns {State}
 */
export const estimated = (state, proposal) => ({
  ...state,
  selection: state.selection && { ...state.selection, proposal },
})

/**
 * Returns the selected classes that can be built, those that can be deleted, and those that can be written as Syzygy
 * files.
 * @param {State} state
 */
export function sortSelected({ selection, tables }) {
  const chosen = (tables ?? []).filter(({ name }) => selection?.names.includes(name))
  return {
    absent: chosen.filter((table) => !isComplete(table) && !table.damaged).map(({ name }) => name),
    stored: chosen.filter(isStored).map(({ name }) => name),
    usual: chosen.filter(({ men }) => men <= USUAL_MEN).map(({ name }) => name),
  }
}
