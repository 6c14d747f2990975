// The check of games by tables.

/**
 * @typedef {object} CheckState
 * @property {import('./check.js').Checking | null} checking  the running check, or the last one until it is dismissed
 */

/** @type {CheckState} */
export const initialCheck = {
  checking: null,
}
