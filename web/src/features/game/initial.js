// The game on the board, and those before and after it.

/**
 * @typedef {object} GameState
 * @property {import('../../shell/state.js').Game} game
 * @property {import('../../shell/state.js').Game[]} past  games that were on the board before, the latest last: undo
 *   leads there
 * @property {import('../../shell/state.js').Game[]} future  games that were undone, the latest last
 */

/** Two kings and a pawn are built in a moment. Only one move wins: the king goes away from the other one, to f2. */
export const FIRST_FEN = '8/8/8/2k5/8/8/4P3/4K3 w - - 0 1'

/** @type {GameState} */
export const initialGame = {
  game: { start: FIRST_FEN, plies: [], at: 0 },
  past: [],
  future: [],
}
