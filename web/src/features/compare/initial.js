// The comparison of metrics, see compare.js.

/**
 * @typedef {object} CompareState
 * @property {import('./compare.js').Comparison | null} comparison  in its dialog
 */

/** @type {CompareState} */
export const initialCompare = {
  comparison: null,
}
