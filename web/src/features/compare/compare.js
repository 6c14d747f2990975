// The moves of a position by all kinds of tables, side by side.

import { clockOf, enPassantOf, fenOf, piecesOf, placementOf, rightsOf, turnOf } from '../board/position.js'
import { namedRights } from '../board/castling.js'
import { METRICS } from '../../metrics.js'
import { isDrawn } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Compared} Compared
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../metrics.js').Properties} Properties
 * @typedef {import('../../engine/types.js').Move} Move
 * @typedef {import('../../engine/metrics.js').Metric | 'dtm50'} Kind  of tables
 *
 * @typedef {object} Comparison
 * @property {string} fen
 * @property {string} rights         to castle: those of the first position or, if it had none, those that its diagram
 *   allows
 * @property {Kind[]} kinds          that have answered so far
 * @property {Probe | null} probe    their answer
 * @property {boolean} answered      the answer is of this position, and not of the one before
 * @property {Compared['building'] | null} building
 * @property {boolean} done
 * @property {EngineError | null} error
 *
 * @typedef {object} Cell  a move by one kind, for the side that plays it
 * @property {'win' | 'draw' | 'loss'} result
 * @property {number} plies          with the move; 0 for a draw
 * @property {boolean} best          no move is better by this kind, and not all draw
 */

/** Begins with a position. The answer of the one before stays until the next one. @param {State} state
 * @param {string} fen @returns {State} */
export const beginComparison = (state, fen) => ({
  ...state,
  comparison: {
    kinds: state.comparison?.kinds ?? [],
    probe: state.comparison?.probe ?? null,
    rights: state.comparison?.rights ?? (rightsOf(fen) || allowedRights(fen)),
    fen,
    answered: false,
    building: null,
    done: false,
    error: null,
  },
})

/** @param {State} state @param {Partial<Comparison>} part @returns {State} */
export const compared = (state, part) =>
  state.comparison ? { ...state, comparison: { ...state.comparison, ...part } } : state

/** @param {State} state @returns {State} */
export const closeComparison = (state) => (state.comparison ? { ...state, comparison: null } : state)

/** The counts of each kind: those of metrics, and of moves to mate under the rule. @type {Record<Kind, Properties>} */
export const COUNTS = {
  ...METRICS,
  dtm: { ...METRICS.dtm, plies: ({ dtm }) => dtm },
  dtm50: { ...METRICS.dtm, plies: ({ dtm50 }) => dtm50, knowsRule: true },
}

/** All kinds, in the order in which they answer. */
export const KINDS = /** @type {Kind[]} */ (Object.keys(COUNTS))

/**
 * The cells of the moves by a kind.
 * @param {Move[]} moves
 * @param {Kind} kind
 * @returns {Cell[]}
 */
export function cellsOf(moves, kind) {
  const cells = moves.map((move) => cellOf(move, kind))
  const best = Math.max(...cells.map(worth))
  const allDraw = cells.every(({ result }) => result === 'draw')
  return cells.map((cell) => ({ ...cell, best: worth(cell) === best && !allDraw }))
}

/** @param {Move} move @param {Kind} kind @returns {Omit<Cell, 'best'>} */
function cellOf(move, kind) {
  const { plies, reaches, knowsRule } = COUNTS[kind]
  const after = move.checkmate ? -1 : (plies(move) ?? 0)
  if (!after || (knowsRule && isDrawn(move.category))) return { result: 'draw', plies: 0 }
  return {
    result: after < 0 ? 'win' : 'loss',
    plies: move.checkmate || reaches(move) ? 1 : Math.abs(after) + 1,
  }
}

/** A number that is larger for better moves. @param {Omit<Cell, 'best'>} cell */
const worth = ({ result, plies }) => (result === 'win' ? 1e4 - plies : result === 'draw' ? 0 : plies - 1e4)

/** The position with another clock. @param {string} fen @param {number} clock */
export const withClock = (fen, clock) => fenOf(placementOf(fen), turnOf(fen), rightsOf(fen), enPassantOf(fen), clock)

/** All rights to castle that a diagram allows, as letters. @param {string} fen */
const allowedRights = (fen) =>
  namedRights(piecesOf(fen), 'KQkq')
    .map(({ letter }) => letter)
    .join('')

/** The position with rights to castle, as letters. @param {string} fen @param {string} rights */
export const withRights = (fen, rights) => fenOf(placementOf(fen), turnOf(fen), rights, '-', clockOf(fen))
