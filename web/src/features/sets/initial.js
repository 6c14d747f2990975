// Sets of positions.

/**
 * @typedef {object} SetsState
 * @property {import('./sets.js').PracticeSet[] | null} sets  null until they are read
 * @property {string | null} setProblem  why a set was not taken from a link or a file, until dismissed
 * @property {import('./sets.js').Training | null} training  a set is practised
 * @property {{name: string, positions: import('./collecting.js').Collected[]} | null} collecting  positions for
 *   which the user chooses a set
 * @property {import('./survey.js').Survey | null} survey  of the set that is shown or practised
 */

/** @type {SetsState} */
export const initialSets = {
  sets: null,
  setProblem: null,
  training: null,
  collecting: null,
  survey: null,
}
