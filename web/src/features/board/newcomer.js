// Users with only the smallest tables, such as those of the first position, get an introduction.

import { SMALLEST_MEN } from './examples.js'

/** @typedef {import('../../shell/state.js').State} State */

/** Whether larger tables are here, or being built. @param {State} state */
const hasMore = ({ tables, build }) =>
  !!tables?.some(({ name, men, present }) => men > SMALLEST_MEN && (present || build?.wanted.includes(name)))

/** @param {State} state */
export const isNewcomer = (state) => !state.isKnown && !hasMore(state)

/**
 * Remembers that the user has had larger tables.
 * @param {State} state
 * @returns {State}
 */
export const acquaint = (state) => (!state.isKnown && hasMore(state) ? markKnown(state) : state)

/** The user has built larger tables before. @param {State} state @returns {State} */
export const markKnown = (state) => ({ ...state, isKnown: true })
