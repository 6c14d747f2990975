// Endings with many pawns: solving them, and the bounds by stored ones of the position on the board.

import { isCurrent, rankOf } from '../answer/answer.js'
import { menIn, placementOf, rightsOf, withoutCounters } from '../board/position.js'
import { currentFen, lineOf } from '../game/game.js'
import { isSettled, says } from '../proof/proof.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Ending} Ending
 * @typedef {import('../../engine/types.js').EndingPlan} EndingPlan
 * @typedef {import('../../engine/types.js').Known} Known
 * @typedef {import('../../engine/types.js').StoredEnding} StoredEnding
 *
 * @typedef {Pick<Known, 'fen' | 'low' | 'high' | 'plies' | 'mate' | 'moves'>} Bounds  of a position and its moves
 *
 * @typedef {object} Solving
 * @property {string} fen
 * @property {boolean} hold  only whether the stronger side wins is in question
 * @property {boolean} mate  the moves to mate are in question, too
 * @property {boolean} running
 * @property {Ending | null} found  so far
 * @property {EngineError} [error]
 *
 * @typedef {{fen: string, plan: EndingPlan | null}} EndingOutlook  null: the position has no ending to solve
 * @typedef {{fen: string, bounds: Known | null, error?: EngineError}} KnownOf  error: why nothing is known
 */

/**
 * The position that is looked up in endings: one that no table answers.
 * @param {State} state
 */
export function toKnow(state) {
  const code = state.place.page === 'board' && isCurrent(state) ? state.answer?.error?.code : undefined
  return code === 'missing' || code === 'men' ? currentFen(state) : null
}

/**
 * @param {State} state
 * @param {string} fen
 * @param {Known | null} bounds
 * @returns {State}
 */
export const learn = (state, fen, bounds) => ({ ...state, known: { fen, bounds } })

/**
 * Notes why a position could not be looked up.
 * @param {State} state
 * @param {string} fen
 * @param {EngineError} error
 * @returns {State}
 */
export const miss = (state, fen, error) => ({ ...state, known: { fen, bounds: null, error } })

/** Forgets the bounds by endings: a stored one has changed. @param {State} state @returns {State} */
export const unlearn = (state) => (state.known ? { ...state, known: null } : state)

/**
 * @param {State} state
 * @param {string} fen
 * @param {EndingPlan | null} plan
 * @returns {State}
 */
export const planned = (state, fen, plan) => ({ ...state, endingOutlook: { fen, plan } })

/** @param {State} state @param {StoredEnding[]} endings @returns {State} */
export const listed = (state, endings) => ({ ...state, endings })

/**
 * Starts solving. The bounds of an earlier run stay.
 * @param {State} state
 * @param {string} fen
 * @param {boolean} hold
 * @param {boolean} [mate]
 * @returns {State}
 */
export const beginSolving = (state, fen, hold, mate = false) => ({
  ...state,
  solving: { fen, hold, mate, running: true, found: state.solving?.fen === fen ? state.solving.found : null },
})

/** @param {State} state @param {Ending} found @returns {State} */
export const solvedMore = (state, found) => (state.solving ? { ...state, solving: { ...state.solving, found } } : state)

/** @param {State} state @param {EngineError} [error] @returns {State} */
export const restSolving = (state, error) =>
  state.solving ? { ...state, solving: { ...state.solving, running: false, error } } : state

/** Drops the ending of a position, which is deleted. @param {State} state @param {string} fen @returns {State} */
export const dropSolving = (state, fen) =>
  state.solving && isSame(state.solving.fen, fen) ? { ...state, solving: null } : state

/** Whether two FENs have the same position, whatever their counters. @param {string} a @param {string} b */
export const isSame = (a, b) => withoutCounters(a) === withoutCounters(b)

/** The most men of tables. Positions with fewer are answered by them. */
const TABLE_MEN = 6

/** The most pieces, without kings and pawns, that an ending begins with: MaxPieces in core/ending. */
const MOST_PIECES = 2

/**
 * Returns the number of the first move of the game after which an ending can be solved. It is 0 without such a move
 * after the position on the board.
 * @param {Pick<State, 'game'>} state
 */
export function firstEnding({ game }) {
  const line = lineOf(game)
  const first = line.findIndex((number) => isEnding(game.plies[number - 1].fen))
  return first > line.indexOf(game.at) ? line[first] : 0
}

/** Whether a position has no table, and its ending can be solved. @param {string} fen */
export const isEnding = (fen) =>
  menIn(fen) > TABLE_MEN && !rightsOf(fen) && placementOf(fen).replace(/[^qrbn]/gi, '').length <= MOST_PIECES

/** The run about the position on the board. @param {Pick<State, 'solving' | 'game'>} state */
export const solvingOf = ({ solving, game }) => (solving?.fen === currentFen({ game }) ? solving : null)

/** The plan for the position on the board. @param {Pick<State, 'endingOutlook' | 'game'>} state */
export const planOf = ({ endingOutlook, game }) =>
  endingOutlook?.fen === currentFen({ game }) ? endingOutlook.plan : null

/** The stored bounds of the position on the board. @param {Pick<State, 'known' | 'game'>} state */
export const knownOf = ({ known, game }) => (known?.fen === currentFen({ game }) ? known.bounds : null)

/** Why the position on the board could not be looked up. @param {Pick<State, 'known' | 'game'>} state */
export const failureOf = ({ known, game }) => (known?.fen === currentFen({ game }) ? known.error : undefined)

/**
 * The bounds of the position on the board by endings: those of the run under way, or else the stored ones.
 * @param {Pick<State, 'known' | 'solving' | 'game'>} state
 * @returns {Bounds | null}
 */
export function boundsOf(state) {
  const solving = solvingOf(state)
  const [first, second] = solving?.running ? [solving.found, knownOf(state)] : [knownOf(state), solving?.found]
  return first ?? second ?? null
}

/**
 * The stored ending that begins with the position on the board. The last run has it before the store is read again.
 * @param {Pick<State, 'known' | 'solving' | 'game'>} state
 * @returns {Pick<StoredEnding, 'name' | 'fen' | 'bytes'> | null}
 */
export const ownOf = (state) =>
  knownOf(state)?.from.find(({ fen }) => isSame(fen, currentFen(state))) ?? solvingOf(state)?.found ?? null

/** Whether the results of a position and of all its moves are proven. @param {Bounds} bounds */
export const isAllKnown = (bounds) => isSettled(bounds) && bounds.moves.every(isSettled)

/** Whether a position, or one of its moves, is a proven win or loss, which has plies. @param {Bounds} bounds */
export const isDecided = (bounds) => [bounds, ...bounds.moves].some((each) => isSettled(each) && each.low !== 'draw')

/**
 * Whether the moves to mate are worth looking for: a win or loss lacks them, and the last run did not look for them.
 * @param {Bounds} bounds @param {Solving | null} solving
 */
export const lacksMate = (bounds, solving) =>
  isDecided(bounds) &&
  ![bounds, ...bounds.moves].some(({ mate }) => mate) &&
  !(solving?.mate && solving.found?.todo === 0)

/**
 * How far the ending of the position on the board is solved. 'all': as far as possible, 'hold': so far only whether the
 * stronger side wins.
 * @param {Pick<State, 'known' | 'solving' | 'game'>} state
 * @returns {'all' | 'hold' | null}
 */
export function doneOf(state) {
  const known = knownOf(state)
  const solving = solvingOf(state)
  if (known?.complete || (solving?.found?.complete && !solving.hold)) return 'all'
  return known?.held || solving?.found?.complete ? 'hold' : null
}

/**
 * Returns the only move that keeps the result, if that is proven and there are several moves.
 * @param {Bounds} bounds
 */
export function onlyProven(bounds) {
  const { low, moves } = bounds
  if (!isSettled(bounds) || low === 'loss' || moves.length < 2) return undefined
  const perhaps = moves.filter(({ high }) => rankOf(high) >= rankOf(low))
  return perhaps.length === 1 ? perhaps[0] : undefined
}

/** Whether the page shows endings instead of a search's proof. @param {State} state */
export function showsEnding(state) {
  const bounds = boundsOf(state)
  if (!bounds) return false
  return isSettled(bounds) || ((says(bounds) || bounds.moves.some(says)) && !isProven(state))
}

/** Whether a search has settled the position on the board. @param {State} state */
const isProven = ({ proving, game }) =>
  proving?.fen === currentFen({ game }) && !!proving.proof && isSettled(proving.proof)

/**
 * How long an ending may take, in words. The seconds of a plan are those before promotions. The rest takes ten to
 * thirty times as long.
 * @param {EndingPlan} plan
 * @returns {'seconds' | 'minutes' | 'hour' | 'hours'}
 */
export function paceOf({ seconds, more }) {
  if (more || seconds > 600) return 'hours'
  if (seconds > 60) return 'hour'
  return seconds > 1.5 ? 'minutes' : 'seconds'
}
