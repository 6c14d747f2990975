// The moves of a position by all kinds of tables, side by side.

import { clockOf, enPassantOf, fenOf, piecesOf, placementOf, rightsOf, turnOf } from '../board/position.js'
import { namedRights } from '../board/castling.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Compared} Compared
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Verdict} Verdict
 * @typedef {import('../../engine/types.js').Move} Move
 * @typedef {import('../../engine/metrics.js').Metric | 'dtm50'} Kind  of tables
 *
 * @typedef {object} Comparison
 * @property {string} fen
 * @property {Kind[]} kinds          that have answered so far
 * @property {Probe | null} probe    their answer; it may be of the position before
 * @property {Compared['building'] | null} building
 * @property {boolean} done
 * @property {EngineError | null} error
 *
 * @typedef {object} Cell  a move by one kind, for the side that plays it
 * @property {'win' | 'draw' | 'loss'} result
 * @property {number} plies          with the move; 0 for a draw
 * @property {boolean} best          no move is better by this kind
 */

/** Begins with a position. The answer of the one before stays until the next one. @param {State} state
 * @param {string} fen @returns {State} */
export const beginComparison = (state, fen) => ({
  ...state,
  comparison: {
    kinds: state.comparison?.kinds ?? [],
    probe: state.comparison?.probe ?? null,
    fen,
    building: null,
    done: false,
    error: null,
  },
})

/** Adds a part of the answer, unless it is for another position by now. @param {State} state @param {string} fen
 * @param {Partial<Comparison>} part @returns {State} */
export const compared = (state, fen, part) =>
  state.comparison?.fen === fen ? { ...state, comparison: { ...state.comparison, ...part } } : state

/** @param {State} state @returns {State} */
export const closeComparison = (state) => (state.comparison ? { ...state, comparison: null } : state)

/** The field of a verdict that a kind has. @type {Record<Kind, (verdict: Verdict) => number | null>} */
const PLIES = {
  dtm: ({ dtm }) => dtm,
  dtc: ({ dtc }) => dtc,
  dtz50: ({ category, dtz }) => (category === 'win' || category === 'loss' ? dtz : 0),
  dtm50: ({ dtm50 }) => dtm50,
}

/** All kinds, in the order in which they answer. */
export const KINDS = /** @type {Kind[]} */ (Object.keys(PLIES))

/** Whether a move reaches the event by itself that a kind counts to. @type {Record<Kind, (move: Move) => boolean>} */
const REACHES = {
  dtm: ({ checkmate }) => checkmate,
  dtc: ({ checkmate, san }) => checkmate || /[x=]/.test(san),
  dtz50: ({ checkmate, zeroing }) => checkmate || zeroing,
  dtm50: ({ checkmate }) => checkmate,
}

/**
 * The cells of the moves by a kind.
 * @param {Move[]} moves
 * @param {Kind} kind
 * @returns {Cell[]}
 */
export function cellsOf(moves, kind) {
  const cells = moves.map((move) => cellOf(move, kind))
  const best = Math.max(...cells.map(worth))
  return cells.map((cell) => ({ ...cell, best: worth(cell) === best }))
}

/** @param {Move} move @param {Kind} kind @returns {Omit<Cell, 'best'>} */
function cellOf(move, kind) {
  const after = move.checkmate ? -1 : (PLIES[kind](move) ?? 0)
  if (!after) return { result: 'draw', plies: 0 }
  const plies = REACHES[kind](move) ? 1 : Math.abs(after) + 1
  return { result: after < 0 ? 'win' : 'loss', plies }
}

/** A number that is larger for better moves. @param {Omit<Cell, 'best'>} cell */
const worth = ({ result, plies }) => (result === 'win' ? 1e4 - plies : result === 'draw' ? 0 : plies - 1e4)

/** The position with another clock. @param {string} fen @param {number} clock */
export const withClock = (fen, clock) => fenOf(placementOf(fen), turnOf(fen), rightsOf(fen), enPassantOf(fen), clock)

/**
 * The position with all castling rights that its diagram allows or, if it has some, without rights. Undefined if it
 * allows none.
 * @param {string} fen
 */
export function withOtherRights(fen) {
  const allowed = namedRights(piecesOf(fen), 'KQkq' + rightsOf(fen))
  if (!allowed.length) return undefined
  const letters = rightsOf(fen) ? '' : allowed.map(({ letter }) => letter).join('')
  return fenOf(placementOf(fen), turnOf(fen), letters, '-', clockOf(fen))
}
