// How hard positions are.

/**
 * @typedef {object} DifficultyState
 * @property {Record<string, import('../../engine/border.js').Rating | null>} ratings  by the FEN; null: tables are
 *   missing
 * @property {number} strength  of the user, on the scale of strengthFor
 */

/** @type {DifficultyState} */
export const initialDifficulty = { ratings: {}, strength: 1 }
