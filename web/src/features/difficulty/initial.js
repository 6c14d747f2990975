// How hard positions are.

/**
 * @typedef {object} DifficultyState
 * @property {Record<string, import('../../engine/border.js').Rating | null>} ratings  by the FEN; null: tables are
 *   missing
 * @property {number} strength  of the user, on the scale of strengthFor
 * @property {string[]} attempted  the FENs of positions that have moved the strength in this visit
 */

/** @type {DifficultyState} */
export const initialDifficulty = { ratings: {}, strength: 1, attempted: [] }
