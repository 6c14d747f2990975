// The survey of the set that is shown or practised: the results of its positions, and its missing tables.

import { isOwn, setAt } from './sets.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 *
 * @typedef {object} Result  of a position
 * @property {import('../../engine/types.js').Category} category
 * @property {boolean} over  the game is over, or no side can win it
 * @property {string[]} unproven  the unchecked tables that it depends on
 *
 * @typedef {object} Needs  of positions
 * @property {Record<string, Result>} results  by FEN, of the positions whose tables are built
 * @property {Record<string, string>} problems  by FEN, of the positions whose tables are not built from here, in words
 * @property {string[]} missing  the names of the missing tables
 * @property {string[][]} wanted  the classes or positions of each build that makes them
 * @property {import('../../engine/types.js').Step[] | null} steps  the plan of all these builds; null if it is not
 *   known
 *
 * @typedef {Needs & {id: string, due: string[][] | null}} Survey  of a set; due: the builds that together are quick, in
 *   the order in which they start without a click; null before they are planned
 */

/** Returns the set that is practised, or that is on the page of sets, unless the page itself has made it.
 * @param {State} state */
export const surveyedSet = (state) => {
  const { training, place } = state
  const id = place.page === 'sets' ? place.subject : training?.id
  return id && !isOwn({ id }) ? setAt(state, id) : undefined
}

/** @param {State} state @param {Survey | null} survey @returns {State} */
export const withSurvey = (state, survey) => ({ ...state, survey })

/** The survey of a set, if there is one. @param {Pick<State, 'survey'>} state @param {{id: string}} set */
export const surveyOf = ({ survey }, { id }) => (survey?.id === id ? survey : null)

/** The number of positions that can be practised now. @param {Survey} survey @param {PracticeSet} set */
export const readyIn = ({ results }, { positions }) => positions.filter(({ fen }) => results[fen]).length
