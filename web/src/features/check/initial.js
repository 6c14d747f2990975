// Games that are judged by tables.

/**
 * @typedef {object} CheckState
 * @property {import('./check.js').Checking | null} checking  games that are judged, or were until that is dismissed
 */

/** @type {CheckState} */
export const initialCheck = {
  checking: null,
}
