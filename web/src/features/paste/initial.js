// Positions that were pasted or dropped.

/**
 * @typedef {object} PasteState
 * @property {import('./pasted.js').Found[] | null} found  positions to choose from, that were pasted or dropped
 * @property {Blob | null} [foundGames]  the games that they are of, which can be judged
 * @property {number} [foundLeft]  the number of games whose endings are still to be found
 */

/** @type {PasteState} */
export const initialPaste = {
  found: null,
}
