// What is known of the class whose page is shown, beyond what the list of tables says of each.

import { findTable } from '../tables/library.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 *
 * @typedef {object} ClassDetails
 * @property {string} name
 * @property {import('../../engine/types.js').Details} [table]  if it is here
 * @property {string} [sum]       the SHA-256 of its file, once that is worked out
 * @property {boolean} [known]    it is known which one is right ...
 * @property {boolean} [proven]   ... and this is
 * @property {import('../../engine/types.js').EngineError} [error]  why it can't be read
 * @property {import('../tables/records.js').BuildRecord | null} [record]  how it was built, if that was here
 * @property {import('../builds/forecast.js').Proposal | null} [outlook]  if it is not here: how it would be built
 */

/**
 * The class that the page is about, if there is such a class.
 * @param {State} state
 */
export const subjectOf = ({ place, tables }) => (place.page === 'class' ? findTable(tables, place.subject) : undefined)

/**
 * What is known of it.
 * @param {State} state
 */
export const detailsOf = ({ place, details }) => (details?.name === place.subject ? details : null)

/**
 * Adds to what is known of a class. By now the page may be about another one: that changes nothing.
 * @param {State} state
 * @param {string} name
 * @param {Partial<ClassDetails>} some
 * @returns {State}
 */
export const learn = (state, name, some) =>
  subjectOf(state)?.name === name ? { ...state, details: { ...detailsOf(state), ...some, name } } : state

/**
 * @param {State} state
 * @returns {State}
 */
export const forgetDetails = (state) => (state.details ? { ...state, details: null } : state)
