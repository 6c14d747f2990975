// The class whose page is shown.

/**
 * @typedef {object} ClassState
 * @property {import('./details.js').ClassDetails | null} details  of the class whose page is shown
 */

/** @type {ClassState} */
export const initialClass = {
  details: null,
}
