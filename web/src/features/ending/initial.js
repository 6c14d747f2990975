// Endings with many pawns: the one that is solved, and the stored ones.

/**
 * @typedef {object} EndingState
 * @property {import('./ending.js').Solving | null} solving  the ending that this tab solves, or solved last
 * @property {import('./ending.js').EndingOutlook | null} endingOutlook  the size of the ending of a position
 * @property {import('./ending.js').KnownOf | null} known  the bounds of a position by stored endings
 * @property {import('../../engine/types.js').StoredEnding[] | null} endings  the stored ones, once they are listed
 */

/** @type {EndingState} */
export const initialEnding = {
  solving: null,
  endingOutlook: null,
  known: null,
  endings: null,
}
