// Moves of positions for tests, with default values.

/**
 * A move for tests: a draw without distances, except as given.
 * @param {Partial<import('./types.js').Move>} some
 * @returns {import('./types.js').Move}
 */
export const moveOf = (some) => ({
  uci: 'e1d1',
  san: 'Kd1',
  fen: '',
  category: 'draw',
  dtz: null,
  precise_dtz: null,
  dtm: null,
  dtm50: null,
  dtc: null,
  checkmate: false,
  stalemate: false,
  zeroing: false,
  ...some,
})
