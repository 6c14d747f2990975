// Positions to draw and to print, and their places on sheets.

/** @typedef {import('../../shell/state.js').State} State */

/** The possible numbers of boards on a page. */
export const BOARDS = [1, 2, 4, 6, 8, 9, 12]

/**
 * Positions to draw and to print, or none any more.
 * @param {State} state
 * @param {import('../../shell/state.js').Paper | null} paper
 * @returns {State}
 */
export const offerPaper = (state, paper) => ({ ...state, paper })

/**
 * The columns and rows of a page that is higher than wide.
 * @param {number} boards
 */
export function layoutOf(boards) {
  const columns = boards <= 2 ? 1 : boards <= 8 ? 2 : 3
  return { columns, rows: Math.ceil(boards / columns) }
}

/**
 * Divides positions into pages.
 * @template T
 * @param {T[]} positions
 * @param {number} boards  on each page
 */
export const pagesOf = (positions, boards) =>
  Array.from({ length: Math.ceil(positions.length / boards) }, (_, i) => positions.slice(i * boards, (i + 1) * boards))
