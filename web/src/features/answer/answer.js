// The engine's answer about the position on the board.

import { say } from '../../language.js'
import { isDrawn, isDrawnByRule } from '../../words.js'
import { piecesOf } from '../board/position.js'
import { currentFen } from '../game/game.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').Answer} Answer
 * @typedef {import('../../engine/types.js').Move} Move
 * @typedef {import('../../engine/types.js').Category} Category
 * @typedef {import('../../engine/types.js').Verdict} Verdict
 */

/**
 * Starts a question. An answer about the same position stays until a newer one comes.
 * @param {State} state
 * @returns {State}
 */
export const ask = (state) => ({ ...state, asking: state.answer?.fen !== currentFen(state), slow: false })

/**
 * @param {State} state
 * @returns {State}
 */
export const setSlow = (state) => (state.asking ? { ...state, slow: true } : state)

/**
 * Drops answers about positions that have left the board. The line and the verdict after a pass come later: those of an
 * earlier answer stay until then. An illegal position that is not being typed can only be set up.
 * @param {State} state
 * @param {Answer} answer
 * @returns {State}
 */
export function answered(state, answer) {
  if (answer.fen !== currentFen(state)) return state
  const earlier = state.answer?.fen === answer.fen && !state.answer.error === !answer.error ? state.answer : null
  const { line, passed, castling, unproven, turned } = { ...earlier }
  const kept = answer.probe && hasLine(answer.probe) ? line : undefined
  const mode = answer.error?.code === 'fen' && state.mode === 'play' && !state.game.typed ? 'edit' : state.mode
  return {
    ...state,
    answer: {
      line: kept,
      passed,
      castling: castling ?? exchanged(state, answer),
      unproven: kept && unproven,
      ...(turned && answer.error?.code === 'fen' ? { turned } : {}),
      ...answer,
    },
    mode,
    asking: false,
    slow: false,
  }
}

/**
 * Returns the kings that the user still has to place while setting up a position, in words. It is undefined if none is
 * missing.
 * @param {Pick<State, 'mode' | 'game'>} state
 */
export function kingsToPlace({ mode, game }) {
  if (mode !== 'edit' || !game.byHand) return undefined
  const kings = [...piecesOf(currentFen({ game })).values()].filter(({ role }) => role === 'king')
  const missing = /** @type {const} */ (['white', 'black']).filter((color) =>
    kings.every((king) => king.color !== color),
  )
  if (!missing.length) return undefined
  return say('setup.placeKing', { color: missing.length > 1 ? 'both' : missing[0] })
}

/**
 * The answer before, if the user has just chosen the other rights to castle.
 * @param {State} state
 * @param {Answer} answer
 */
const exchanged = ({ answer: before }, { fen }) =>
  before?.probe && before.castling?.fen === fen ? { fen: before.fen, verdict: before.probe } : undefined

/** Whether there is best play to mate. @param {import('../../engine/types.js').Probe} probe */
export const hasLine = ({ category, checkmate, unordered }) => !isDrawn(category) && !checkmate && !unordered

/**
 * @param {State} state
 * @param {string} fen
 * @param {import('../../shell/state.js').Ply[]} [line]
 * @param {string[]} [unproven]  the unchecked tables that it depends on
 * @returns {State}
 */
export const lined = (state, fen, line, unproven) =>
  state.answer?.fen === fen && state.answer.probe ? { ...state, answer: { ...state.answer, line, unproven } } : state

/**
 * @param {State} state
 * @param {string} fen
 * @param {Verdict | null} passed
 * @returns {State}
 */
export const setNullMove = (state, fen, passed) =>
  state.answer?.fen === fen && state.answer.probe ? { ...state, answer: { ...state.answer, passed } } : state

/**
 * @param {State} state
 * @param {string} fen
 * @param {Answer['castling']} castling
 * @returns {State}
 */
export const setCastling = (state, fen, castling) =>
  state.answer?.fen === fen && state.answer.probe ? { ...state, answer: { ...state.answer, castling } } : state

/**
 * The answer with other rights to castle, if these make a difference.
 * @param {Answer} answer
 */
export const otherCastling = ({ probe, castling }) =>
  probe && castling && (probe.category !== castling.verdict.category || probe.dtm !== castling.verdict.dtm)
    ? castling
    : undefined

/**
 * @param {State} state
 * @param {string} fen  of an illegal position
 * @param {string} turned
 * @returns {State}
 */
export const setTurned = (state, fen, turned) =>
  state.answer?.fen === fen && state.answer.error ? { ...state, answer: { ...state.answer, turned } } : state

/**
 * @param {State} state
 * @param {string} fen
 * @param {import('../../engine/types.js').Rules} rules
 * @returns {State}
 */
export const ruled = (state, fen, rules) => (fen === currentFen(state) ? { ...state, rules: { fen, ...rules } } : state)

/**
 * Returns the facts from the rules of chess about the position on the board, or undefined before they arrive.
 * @param {Pick<State, 'rules' | 'game'>} state
 */
export const rulesOf = ({ rules, game }) => (rules?.fen === currentFen({ game }) ? rules : undefined)

/**
 * Whether the answer is about the position on the board: it lags behind.
 * @param {State} state
 */
export const isCurrent = (state) => !state.asking && state.answer?.fen === currentFen(state)

/** @param {State} state */
export const probeOf = (state) => (isCurrent(state) ? state.answer?.probe : undefined)

/**
 * The moves by their outcome for the mover: a move after which the opponent loses is a win.
 * @param {Move[]} moves
 */
export const groupMoves = (moves) => ({
  winning: moves.filter((move) => move.category === 'loss'),
  drawnByRule: moves.filter((move) => isDrawnByRule(move.category)),
  drawn: moves.filter((move) => move.category === 'draw'),
  losing: moves.filter((move) => move.category === 'win'),
})

/** @type {Record<Category, Category>} */
const FROM_THE_OTHER_SIDE = {
  win: 'loss',
  'cursed-win': 'blessed-loss',
  draw: 'draw',
  'blessed-loss': 'cursed-win',
  loss: 'win',
}

/** @param {Category} category */
export const fromTheOtherSide = (category) => FROM_THE_OTHER_SIDE[category]

/**
 * The moves that keep the position's result by the rules.
 * @param {import('../../engine/types.js').Probe} probe
 */
export const keeping = ({ category, moves }) =>
  moves.filter((move) => rankOf(fromTheOtherSide(move.category)) === rankOf(category))

/**
 * Returns the moves that lead to the same result as one of them.
 * @param {import('../../engine/types.js').Move} move
 * @param {import('../../engine/types.js').Move[]} moves
 */
export const asGoodAs = (move, moves) => moves.filter(({ category }) => rankOf(category) === rankOf(move.category))

/**
 * Returns the only move that keeps the result, if there are several legal moves.
 * @param {import('../../engine/types.js').Probe} probe
 */
export function onlyMove(probe) {
  const [first, another] = keeping(probe)
  return probe.moves.length > 1 && !another ? first : undefined
}

/**
 * Returns the best move. Without plies, only a move that alone keeps the result is known to be best.
 * @param {import('../../engine/types.js').Probe} probe
 */
export const bestOf = (probe) => (probe.unordered ? onlyMove(probe) : probe.moves[0])

/** @type {Category[]} */
const RISING = ['loss', 'draw', 'win']

/** By the rules. @param {Category} category */
export const rankOf = (category) => RISING.indexOf(isDrawn(category) ? 'draw' : category)

/**
 * Returns the best move, or undefined if the board should not show one. The board shows one while playing. In a draw it
 * shows only a move that alone keeps the draw.
 * @param {State} state
 */
export function bestShown(state) {
  const probe = state.mode === 'play' ? probeOf(state) : undefined
  if (!probe) return undefined
  return probe.category === 'draw' ? onlyMove(probe) : bestOf(probe)
}

/**
 * Whether the side to move would rather pass. Then the other side, on the move, would too: one side's gain from
 * passing is the other's loss from having to move.
 * @param {Verdict} now
 * @param {Verdict} passed
 */
export const isZugzwang = (now, passed) => rankOf(now.category) < rankOf(fromTheOtherSide(passed.category))
