// The details of the class whose page is shown, which the list of tables does not have.

import { findTable } from '../tables/library.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 *
 * @typedef {object} ClassDetails
 * @property {string} name
 * @property {import('../../engine/types.js').Details} [table]  if it is stored
 * @property {string} [sum]       the SHA-256 of its file, once it is computed
 * @property {boolean} [known]    the right checksum is known
 * @property {boolean} [proven]   the checksum is the right one
 * @property {import('../../engine/types.js').EngineError} [error]  of reading the table
 * @property {import('../tables/records.js').BuildRecord | null} [record]  of its build, if this browser built it
 * @property {import('../builds/forecast.js').Proposal | null} [outlook]  the plan of its build, if it is not stored
 */

/**
 * Returns the class of the page, or undefined if it does not exist.
 * @param {State} state
 */
export const subjectOf = ({ place, tables }) => (place.page === 'class' ? findTable(tables, place.subject) : undefined)

/**
 * Returns the details of the class of the page, or null.
 * @param {State} state
 */
export const detailsOf = ({ place, details }) => (details?.name === place.subject ? details : null)

/**
 * Adds details of a class. If the page is about another class now, it changes nothing.
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
