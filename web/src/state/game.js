// The position on the board and the moves that led to it.

import { EMPTY_PLACEMENT, fenOf, placementOf, put, turnOf } from './position.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Game} Game
 * @typedef {import('./state.js').Piece} Piece
 * @typedef {import('./state.js').Ply} Ply
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 */

/** @param {State} state */
export const currentFen = ({ game }) => (game.at ? game.plies[game.at - 1].fen : game.start)

/**
 * The last move played, if any.
 * @param {State} state
 * @returns {Ply | undefined}
 */
export const lastPly = ({ game }) => game.plies[game.at - 1]

/**
 * A position from outside: the moves played belong to another.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export const enter = (state, fen) =>
  fen === currentFen(state) ? state : withGame(state, { start: fen, plies: [], at: 0 })

/**
 * A position from outside, to be played on from.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export const explore = (state, fen) => ({ ...enter(state, fen), mode: 'play', tool: null })

/**
 * @param {State} state
 * @param {Key} key
 * @param {Piece | null} piece
 */
export const place = (state, key, piece) => enter(state, put(currentFen(state), key, piece))

/**
 * @param {State} state
 * @param {string} placement
 */
export const arrange = (state, placement) => enter(state, fenOf(placement, turnOf(currentFen(state))))

/** @param {State} state */
export const clear = (state) => arrange(state, EMPTY_PLACEMENT)

/**
 * @param {State} state
 * @param {import('./state.js').Color} turn
 */
export function giveTurn(state, turn) {
  const fen = currentFen(state)
  return turn === turnOf(fen) ? state : enter(state, fenOf(placementOf(fen), turn))
}

/**
 * Moves that begin from the position on the board. Playing what was undone keeps what comes after it.
 * @param {State} state
 * @param {Ply[]} moves
 * @returns {State}
 */
export function play(state, moves) {
  const { start, plies, at } = state.game
  const replayed = moves.every((move, i) => plies[at + i]?.uci === move.uci)
  const kept = replayed ? plies : [...plies.slice(0, at), ...moves.map(({ uci, san, fen }) => ({ uci, san, fen }))]
  return withGame({ ...state, mode: 'play', tool: null }, { start, plies: kept, at: at + moves.length })
}

/**
 * @param {State} state
 * @param {number} at
 */
export function goTo(state, at) {
  const { game } = state
  const target = Math.max(0, Math.min(at, game.plies.length))
  return target === game.at ? state : withGame(state, { ...game, at: target })
}

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
const withGame = (state, game) => ({ ...state, game, hovered: null })
