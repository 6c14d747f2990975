// The moves of the position on the board: the legal ones, their squares, and making one.

import { probeOf, rulesOf } from '../answer/answer.js'
import { currentFen, play } from '../game/game.js'
import { practiceMove } from '../practice/practice.js'
import { castlingRook } from './castling.js'
import { turnOf } from './position.js'

/** @typedef {import('../../shell/state.js').State} State */
/** @typedef {import('../../shell/state.js').Ply} Ply */

/**
 * The legal moves of the position on the board, once they have arrived. In practice they wait for the table, which
 * judges each at once.
 * @param {State} state
 * @returns {Ply[]}
 */
export const legalMoves = (state) =>
  probeOf(state)?.moves ?? (state.mode === 'practice' ? undefined : rulesOf(state)?.moves) ?? []

/**
 * The user's move on the board.
 * @param {State} state
 * @param {Ply} move
 */
export const makeMove = (state, move) => (state.mode === 'practice' ? practiceMove(state, move) : play(state, [move]))

/**
 * The target squares of each piece, in chessground's form. To castle, the user may also put the king onto the rook.
 * @param {{uci: string, san: string}[]} moves
 * @param {string} [rights]  to castle, of the position
 * @returns {Map<string, string[]>}
 */
export function destinations(moves, rights = 'KQkq') {
  /** @type {Map<string, string[]>} */
  const dests = new Map()
  for (const move of moves) {
    const from = move.uci.slice(0, 2)
    dests.set(from, [...(dests.get(from) ?? []), ...endsOf(move, rights)])
  }
  return dests
}

/** @param {{uci: string, san: string}} move @param {string} rights */
const endsOf = (move, rights) => [move.uci.slice(2, 4), castlingRook(move, rights) ?? []].flat()

/**
 * Returns several moves if a pawn promotes.
 * @template {{uci: string, san: string}} M
 * @param {M[]} moves
 * @param {string} from
 * @param {string} to
 * @param {string} [rights]  to castle, of the position
 */
export const movesBetween = (moves, from, to, rights = 'KQkq') =>
  moves.filter((move) => move.uci.startsWith(from) && endsOf(move, rights).includes(to))

/**
 * The side in check, if the last move or the verdict shows one.
 * @param {State} state
 */
export function checkedColor(state) {
  const { plies, at } = state.game
  const turn = turnOf(currentFen(state))
  const checked = at > 0 ? /[+#]$/.test(plies[at - 1].san) : probeOf(state)?.checkmate
  return checked ? turn : undefined
}
