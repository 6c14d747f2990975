// The search ahead of the tables.

/**
 * @typedef {object} ProofState
 * @property {import('./proof.js').Proving | null} proving  the search ahead of the tables, if one is worth it
 * @property {number} searchMemory  bytes of its memory
 */

/** @type {ProofState} */
export const initialProof = {
  proving: null,
  searchMemory: 64 * 2 ** 20,
}
