// The position on the board and the moves that led to it.

import { clockOf, coloursSwapped, EMPTY_PLACEMENT, enPassantOf, fenOf, mirrored, placementOf, put, rightsOf, turnOf } from './position.js'
import { notify } from './view.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Game} Game
 * @typedef {import('./state.js').Piece} Piece
 * @typedef {import('./state.js').Ply} Ply
 * @typedef {import('@lichess-org/chessground/types').Key} Key
 */

/** @param {Pick<State, 'game'>} state */
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
export const enter = (state, fen) => (fen === currentFen(state) ? state : begin(state, { start: fen, plies: [], at: 0 }))

/**
 * A position in the making.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
const alter = (state, fen) => (fen === currentFen(state) ? state : begin(state, { start: fen, plies: [], at: 0, byHand: true }))

/**
 * What is being typed is one change, however many letters it has.
 * @param {State} state
 * @param {string} fen
 * @returns {State}
 */
export function type(state, fen) {
  if (fen === currentFen(state)) return state
  const game = { start: fen, plies: [], at: 0, typed: true }
  return state.game.typed ? withGame(state, game) : begin(state, game)
}

/**
 * The position on the board as one to begin from, without the moves that led to it.
 * @param {State} state
 */
export const anew = (state) => begin(state, { start: currentFen(state), plies: [], at: 0 })

/**
 * What is typed next is another change.
 * @param {State} state
 * @returns {State}
 */
export const endTyping = (state) => ({ ...state, game: { ...state.game, typed: false } })

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
export const place = (state, key, piece) => alter(state, put(currentFen(state), key, piece))

/**
 * @param {State} state
 * @param {string} placement
 */
export function arrange(state, placement) {
  const fen = currentFen(state)
  return alter(state, fenOf(placement, turnOf(fen), rightsOf(fen)))
}

/** @param {State} state */
export const clear = (state) => arrange(state, EMPTY_PLACEMENT)

/** @param {State} state */
export function mirror(state) {
  const fen = currentFen(state)
  const after = alter(state, mirrored(fen))
  return rightsOf(fen) ? notify(after, 'Castling rights are dropped: a mirrored position has none.') : after
}

/** @param {State} state */
export const swapColours = (state) => alter(state, coloursSwapped(currentFen(state)))

/**
 * @param {State} state
 * @param {import('./state.js').Color} turn
 */
export function giveTurn(state, turn) {
  const fen = currentFen(state)
  return turn === turnOf(fen) ? state : alter(state, fenOf(placementOf(fen), turn, rightsOf(fen)))
}

/**
 * @param {State} state
 * @param {string} square  that a pawn has just jumped over, or '-'
 */
export function allowEnPassant(state, square) {
  const fen = currentFen(state)
  return square === enPassantOf(fen) ? state : alter(state, fenOf(placementOf(fen), turnOf(fen), rightsOf(fen), square))
}

/**
 * @param {State} state
 * @param {string} right  its letter in a FEN
 * @param {boolean} allowed
 */
export function allowCastling(state, right, allowed) {
  const fen = currentFen(state)
  const rights = rightsOf(fen).replace(right, '') + (allowed ? right : '')
  return alter(state, fenOf(placementOf(fen), turnOf(fen), rights, enPassantOf(fen), clockOf(fen)))
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
  const future = replayed ? state.future : []
  const mode = state.mode === 'practice' ? 'practice' : 'play'
  return withGame({ ...state, mode, tool: null, future }, { start, plies: kept, at: at + moves.length })
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
 * Undoes a move, or what was done to set the position up.
 * @param {State} state
 * @returns {State}
 */
export function back(state) {
  const { game, past, future } = state
  if (game.at) return goTo(state, game.at - 1)
  if (!past.length) return state
  return withGame({ ...state, past: past.slice(0, -1), future: [...future, game] }, past[past.length - 1])
}

/**
 * @param {State} state
 * @returns {State}
 */
export function forward(state) {
  const { game, past, future } = state
  if (game.at < game.plies.length) return goTo(state, game.at + 1)
  if (!future.length) return state
  return withGame({ ...state, past: [...past, game], future: future.slice(0, -1) }, future[future.length - 1])
}

/** @param {State} state */
export const canGoBack = ({ game, past }) => game.at > 0 || past.length > 0

/** @param {State} state */
export const canGoForward = ({ game, future }) => game.at < game.plies.length || future.length > 0

/**
 * A game as it was: the browser has gone back or forward.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function restore(state, game) {
  if (sameGame(game, state.game)) return state // another page was left
  const played = game.plies.length ? { mode: /** @type {const} */ ('play'), tool: null } : {}
  const other = game.start === state.game.start ? {} : { past: [], future: [] }
  const { start, plies, at } = game // whoever made it does so no more
  return withGame({ ...state, ...played, ...other, practice: null }, { start, plies, at })
}

/**
 * A game that the page around a frame sets.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export function told(state, game) {
  const after = restore(state, game)
  return after === state ? state : { ...after, game: { ...after.game, told: true } }
}

/** @param {Game} one @param {Game} another */
const sameGame = (one, another) =>
  one.start === another.start && one.at === another.at && one.plies.map(({ uci }) => uci).join() === another.plies.map(({ uci }) => uci).join()

/** So many changes can be undone. */
const MOST_PAST = 200

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
const begin = (state, game) => withGame({ ...state, practice: null, past: [...state.past, state.game].slice(-MOST_PAST), future: [] }, game)

/**
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
const withGame = (state, game) => ({ ...state, game, hovered: null })
