// What if a man stood elsewhere? While the user holds a man, each square shows the result of the position with the man
// there, with the same side to move.

import { fromTheOtherSide } from '../answer/answer.js'
import { piecesOf, turnOf } from '../board/position.js'
import { currentFen } from '../game/game.js'
import { isDrawn } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 * @typedef {import('../../engine/border.js').Placed} Placed
 * @typedef {'won' | 'drawn' | 'lost' | 'open'} Result  for the side of the man; open: no checked table has it
 *
 * @typedef {object} Held
 * @property {number} number  of the question
 * @property {string} fen
 * @property {Key} square  of the man
 * @property {Placed[]} placed  the positions that were judged
 * @property {boolean} complete  whether these are all
 * @property {Key | null} pointed  the square that the user points at
 */

/**
 * Begins a question about the man on a square, if there is one. In practice the answers would help.
 * @param {State} state
 * @param {Key} square
 * @returns {State}
 */
export function hold(state, square) {
  const fen = currentFen(state)
  if (state.mode === 'practice' || !piecesOf(fen).has(square)) return letGo(state)
  if (asked(state)?.square === square) return state
  return { ...state, held: { number: ++questions, fen, square, placed: [], complete: false, pointed: square } }
}

let questions = 0

/**
 * Begins the same question again if it left squares open: more tables may answer it.
 * @param {State} state
 * @returns {State}
 */
export const holdAgain = (state) =>
  state.held?.complete && state.held.placed.some(({ verdict }) => !verdict)
    ? { ...state, held: { ...state.held, number: ++questions, placed: [], complete: false } }
    : state

/**
 * @param {State} state
 * @returns {State}
 */
export const letGo = (state) => (state.held ? { ...state, held: null } : state)

/**
 * Returns the question, if it is about the position on the board.
 * @param {State} state
 */
export const asked = (state) => (state.mode !== 'practice' && state.held?.fen === currentFen(state) ? state.held : null)

/**
 * Adds answers to a question. Those to an earlier question are dropped.
 * @param {State} state
 * @param {number} number  of the question
 * @param {Placed[]} some
 * @param {boolean} complete
 * @returns {State}
 */
export function addPlaced(state, number, some, complete) {
  const { held } = state
  if (held?.number !== number) return state
  return { ...state, held: { ...held, placed: [...held.placed, ...some], complete } }
}

/**
 * @param {State} state
 * @param {Key | null} pointed
 * @returns {State}
 */
export const point = (state, pointed) =>
  state.held && state.held.pointed !== pointed ? { ...state, held: { ...state.held, pointed } } : state

/** The man in question. @param {Held} held */
export const manOf = ({ fen, square }) =>
  /** @type {import('../../shell/state.js').Piece} */ (piecesOf(fen).get(square))

/**
 * Returns the result of a position for the side of the man.
 * @param {Held} held
 * @param {Placed} placed
 * @returns {Result}
 */
export function resultOf(held, { verdict }) {
  if (!verdict) return 'open'
  if (isDrawn(verdict.category)) return 'drawn'
  const moves = turnOf(held.fen) === manOf(held).color
  return (moves ? verdict.category : fromTheOtherSide(verdict.category)) === 'win' ? 'won' : 'lost'
}

/**
 * Returns the classes of the squares, for the board.
 * @param {Held | null} held
 * @returns {Map<Key, string>}
 */
export const paintOf = (held) =>
  new Map(
    (held?.placed ?? []).map((placed) => [
      /** @type {Key} */ (placed.square),
      `if-${resultOf(/** @type {Held} */ (held), placed)}`,
    ]),
  )

/**
 * Returns how many squares have each result, those with none left out.
 * @param {Held} held
 * @returns {[Result, number][]}
 */
export function countsOf(held) {
  const results = held.placed.map((placed) => resultOf(held, placed))
  return ORDER.map(
    (result) => /** @type {[Result, number]} */ ([result, results.filter((r) => r === result).length]),
  ).filter(([, count]) => count > 0)
}

/** @type {Result[]} */
const ORDER = ['won', 'drawn', 'lost', 'open']

/** The position with the man on the square that the user points at. @param {Held} held */
export const pointedAt = ({ placed, pointed }) => placed.find(({ square }) => square === pointed)
