// Films of classes: how retrograde analysis fills them, ply by ply back from mate, by the squares of the kings.

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Film} Film
 * @typedef {import('../../engine/types.js').Filling} Filling
 *
 * @typedef {object} Filming
 * @property {string} class
 * @property {'counting' | 'ready' | 'failed'} how
 * @property {number} done          the counted share of the table
 * @property {Film['side'] | null} side  the wished side to move; null for one that the table stores
 * @property {Film | null} film
 * @property {EngineError | null} error
 *
 * @typedef {[Shares, Shares]} Boards  for White's king and for Black's
 * @typedef {object} Shares  of the positions with the king on a square, from 0 to 1, by square from a1 on
 * @property {ArrayLike<number>} white  that White wins
 * @property {ArrayLike<number>} black  that Black wins
 *
 * @typedef {object} Frame
 * @property {number | null} plies  null before the first one
 * @property {number} decided       the share of all positions
 * @property {Boards} boards
 */

/** The colours of the kings, in the order of counts and boards. */
export const KINGS = /** @type {const} */ (['white', 'black'])

/** @param {State} state @param {string} name @param {Film['side'] | null} [side] @returns {State} */
export const beginFilm = (state, name, side = null) => ({
  ...state,
  film: { class: name, how: 'counting', done: 0, side, film: null, error: null },
})

/** Changes the film, unless it is of another class by now. @param {State} state @param {string} name
 * @param {Partial<Filming>} change @returns {State} */
export const changeFilm = (state, name, change) =>
  state.film?.class === name ? { ...state, film: { ...state.film, ...change } } : state

/** @param {State} state @returns {State} */
export const dropFilm = (state) => (state.film ? { ...state, film: null } : state)

/**
 * The frames of a film: one before the first ply, and one for each ply.
 * @param {Film} film
 * @returns {Frame[]}
 */
export function framesOf({ legal, plies }) {
  const all = sum(legal[0])
  const won = { white: zeros(), black: zeros() }
  /** @param {number | null} at @returns {Frame} */
  const frame = (at) => ({
    plies: at,
    decided: all ? (sum(won.white[0]) + sum(won.black[0])) / all : 0,
    boards: [boardOf(0), boardOf(1)],
  })
  /** @param {number} king */
  const boardOf = (king) => ({
    white: sharesOf(won.white[king], legal[king]),
    black: sharesOf(won.black[king], legal[king]),
  })
  return [
    frame(null),
    ...plies.map((ply) => {
      for (const winner of KINGS) {
        ply[winner].forEach((squares, king) => squares.forEach((n, square) => (won[winner][king][square] += n)))
      }
      return frame(ply.plies)
    }),
  ]
}

const zeros = () => [new Float64Array(64), new Float64Array(64)]

/** @param {ArrayLike<number>} numbers */
const sum = (numbers) => Array.from(numbers).reduce((total, n) => total + n, 0)

/** @param {ArrayLike<number>} some @param {ArrayLike<number>} all */
const sharesOf = (some, all) => Float32Array.from(some, (n, square) => (all[square] ? n / all[square] : 0))

/**
 * The boards of a slice that is being solved.
 * @param {Filling} filling
 * @returns {Boards}
 */
export function boardsOf({ shares }) {
  const [ofWhite, ofWhiteByBlack, ofBlack, ofBlackByBlack] = shares.map((text) =>
    Float32Array.from(atob(text), (letter) => letter.charCodeAt(0) / 255),
  )
  return [
    { white: ofWhite, black: ofWhiteByBlack },
    { white: ofBlack, black: ofBlackByBlack },
  ]
}

/** The least and the most frames a second, and about how long a film takes if neither is reached. */
const [SLOWEST, FASTEST, SECONDS] = [4, 20, 12]

/** The time of each frame in milliseconds. @param {number} frames */
export const pace = (frames) => 1000 / Math.min(FASTEST, Math.max(SLOWEST, frames / SECONDS))
