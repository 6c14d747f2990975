// The proof from a search of a position that no table answers yet.

import { isCurrent, probeOf } from '../answer/answer.js'
import { currentFen } from '../game/game.js'
import { menIn } from '../board/position.js'
import { other } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Proof} Proof
 * @typedef {import('../../engine/types.js').Category} Category
 * @typedef {Proof['moves'][number]} ProvenMove
 *
 * @typedef {object} Proving
 * @property {string} fen
 * @property {Proof | null} proof  as far as it is
 * @property {boolean} searching
 * @property {boolean} inWorker  the search has its own worker. Before that, the prober takes a first look
 * @property {import('../../engine/types.js').EngineError} [error]
 */

/** The seconds of a search, and of each extension. */
export const PATIENCE = 60

/**
 * The limits of the first look, in the prober's worker. It proves most easy positions before another worker has
 * started.
 */
export const GLANCE = { seconds: 0.15, memory: 4 * 2 ** 20 }

/** The sizes of a search's table to choose from, in bytes. */
export const SEARCH_MEMORIES = [4, 16, 64, 256, 1024].map((count) => count * 2 ** 20)

/**
 * @param {string | null} text  as it was remembered
 * @returns {number | null} null if it means nothing
 */
export const parseSearchMemory = (text) => SEARCH_MEMORIES.find((memory) => String(memory) === text) ?? null

/** What to try when there was not so much to be had. @param {number} memory */
export const lessSearchMemory = (memory) => SEARCH_MEMORIES.findLast((less) => less < memory) ?? SEARCH_MEMORIES[0]

/** @param {State} state @param {number} searchMemory @returns {State} */
export const chooseSearchMemory = (state, searchMemory) => ({ ...state, searchMemory })

/** The largest number of men in a search. With more, a search mostly takes its whole time and proves nothing. */
const MOST_MEN = 8

/**
 * The position that is worth a search: one whose tables are missing, or that has more men than tables. If a stored
 * ending has its result, it is not.
 * @param {State} state
 */
export function toProve(state) {
  const code = state.place.page === 'board' && isCurrent(state) ? state.answer?.error?.code : undefined
  const fen = currentFen(state)
  const bounds = state.known?.fen === fen ? state.known.bounds : null
  if (bounds && isSettled(bounds)) return null
  return (code === 'missing' || code === 'men') && menIn(fen) <= MOST_MEN ? fen : null
}

/**
 * Starts a search. An earlier proof of the same position stays.
 * @param {State} state
 * @param {string} fen
 * @param {boolean} [inWorker]
 * @returns {State}
 */
export const prove = (state, fen, inWorker = false) => ({
  ...state,
  proving: { fen, proof: state.proving?.fen === fen ? state.proving.proof : null, searching: true, inWorker },
})

/**
 * @param {State} state
 * @param {Proof} proof
 * @returns {State}
 */
export const foundOut = (state, proof) => (state.proving ? { ...state, proving: { ...state.proving, proof } } : state)

/**
 * @param {State} state
 * @param {import('../../engine/types.js').EngineError} [error]
 * @returns {State}
 */
export const restProving = (state, error) =>
  state.proving ? { ...state, proving: { ...state.proving, searching: false, error } } : state

/** @param {State} state @returns {State} */
export const stopProving = (state) => (state.proving ? { ...state, proving: null } : state)

/**
 * Whether a first look at the position on the board is still under way. The page shows its result above the missing
 * tables.
 * @param {Pick<State, 'proving' | 'game'>} state
 */
export const isGlancing = ({ proving, game }) =>
  !!proving?.searching && !proving.proof && proving.fen === currentFen({ game })

/**
 * Returns the proof about the position on the board, unless a table answers.
 * @param {State} state
 */
export const proofOf = (state) =>
  state.proving?.fen === currentFen(state) && !probeOf(state) ? (state.proving.proof ?? undefined) : undefined

/** Whether nothing is left to prove. @param {Pick<Proof, 'low' | 'high'>} proof */
export const isSettled = ({ low, high }) => low === high

/** Whether anything is proven. @param {Pick<Proof, 'low' | 'high'>} proof */
export const says = ({ low, high }) => low !== 'loss' || high !== 'win'

/**
 * Returns the side that is proven not to lose, while its win is still open. It returns null if more or less is proven.
 * @param {Pick<Proof, 'low' | 'high'>} proof
 * @param {import('../../shell/state.js').Color} mover
 */
export function safeSide({ low, high }, mover) {
  if (low === 'draw' && high === 'win') return mover
  return low === 'loss' && high === 'draw' ? other(mover) : null
}

/**
 * The moves by their proven results for the side that plays them. Moves without a proof are open, which is not a draw.
 * @template {ProvenMove} M
 * @param {M[]} moves
 */
export const groupProven = (moves) => ({
  winning: moves.filter(({ low }) => low === 'win'),
  drawn: moves.filter(({ low, high }) => low === 'draw' && high === 'draw'),
  holding: moves.filter(({ low, high }) => low === 'draw' && high === 'win'),
  hoping: moves.filter(({ low, high }) => low === 'loss' && high === 'draw'),
  open: moves.filter(({ low, high }) => low === 'loss' && high === 'win'),
  losing: moves.filter(({ high }) => high === 'loss'),
})
