// Positions that are answered without a click: what one needs is built as soon as it is set up, if that is quick.

import { isCurrent } from './answer.js'
import { forecast, isQuick } from './forecast.js'
import { isImporting } from './imports.js'
import { wantedFor } from './wanted.js'

/**
 * @typedef {import('./state.js').State} State
 *
 * @typedef {object} Occasion  for which something is built that nobody has asked for
 * @property {string} fen    the position that lacks it
 * @property {string} start  that from which it was played
 * @property {boolean} [told]  the page around a frame has set it
 */

/** So many times something is built for what the page around a frame sets, which could be one ending after the other. */
export const MOST_TOLD = 5

/**
 * Whether the next man may be put down any moment, or the next letter typed.
 * @param {Pick<State, 'mode' | 'game'>} state
 */
export const isBeingSetUp = ({ mode, game }) => !!game.typed || (mode === 'edit' && !!game.byHand)

/**
 * Why the position on the board is left to the user's click: how it ended when it was built by itself.
 * @param {Pick<State, 'leftAlone' | 'game' | 'answer'>} state
 */
export function whyLeftAlone({ leftAlone, game, answer }) {
  const ofStart = leftAlone[game.start]
  return ofStart && ofStart !== 'done' ? ofStart : leftAlone[answer?.fen ?? '']
}

/**
 * Whether the position on the board lacks something that nobody has to ask for, if only it is quick.
 * @param {State} state
 */
export const isCandidate = (state) => isLacking(state) && !!state.tables

/** @param {State} state */
const isLacking = (state) =>
  state.buildAtOnce && state.place.page === 'board' && isCurrent(state) && state.answer?.error?.code === 'missing' &&
  !isBeingSetUp(state) && !whyLeftAlone(state) && !(state.game.told && state.toldBuilds >= MOST_TOLD)

/**
 * Whether that is just being found out: its forecast is under way, or the list of tables, which may come later than the answer.
 * @param {State} state
 */
export const isUndecided = (state) => isLacking(state) && !state.build && (state.tables ? state.foreseeing : !state.tablesError)

/**
 * What is to be built now without a click: nothing beside other work, or what the user has told to wait.
 * @param {State} state
 * @returns {Occasion | null}
 */
export function dueAtOnce(state) {
  const { answer, game, build, queue, outlook, foreseeing, exporting } = state
  if (build || foreseeing || !answer || !outlook || !isCandidate(state)) return null
  if (isImporting(state) || exporting || (queue.waiting.length && queue.held !== 'interrupted')) return null
  if (outlook.wanted.join() !== wantedFor(state).join() || !isQuick(forecast(outlook.steps, state))) return null
  return { fen: answer.fen, start: game.start, told: game.told }
}

/**
 * Whether what is being built without a click is for the position whose answer is looked at, and all goes well.
 * @param {Pick<State, 'build' | 'place' | 'answer'>} state
 */
export const isAnswering = ({ build, place, answer }) =>
  !!build?.atOnce && place.page === 'board' && answer?.fen === build.atOnce.fen && !build.paused && !build.failures.length

/**
 * What was built without a click for the position on the board.
 * @param {Pick<State, 'buildEnd' | 'answer'>} state
 */
export const builtFor = ({ buildEnd, answer }) => (buildEnd?.how === 'done' && buildEnd.atOnce?.fen === answer?.fen ? buildEnd : null)

/**
 * @param {State} state
 * @param {boolean} buildAtOnce
 * @returns {State}
 */
export const chooseAtOnce = (state, buildAtOnce) => ({ ...state, buildAtOnce })
