// Positions that are answered without a click: what one needs is built as soon as it is set up, if that is quick.

import { isCurrent, rulesOf } from '../answer/answer.js'
import { forecast, isQuick } from './forecast.js'
import { currentFen } from '../game/game.js'
import { isImporting } from '../imports/imports.js'
import { USUAL_MEN } from '../tables/large.js'
import { findTable } from '../tables/library.js'
import { menIn } from '../board/position.js'
import { isSettled, proofOf, toProve } from '../proof/proof.js'
import { roomFor } from '../tables/storage.js'
import { wantedFor } from './wanted.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 *
 * @typedef {object} Occasion  for which something is built that nobody has asked for
 * @property {string} fen    the position that lacks it
 * @property {string} start  that from which it was played
 * @property {boolean} [told]  the page around a frame has set it
 * @property {string[]} [small]  the small tables that are built for the search, if what answers the position is not
 */

/**
 * So many times something is built for what the page around a frame sets, which could be one ending after the other.
 */
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
const isLacking = (state) => state.answer?.error?.code === 'missing' && mayBuild(state)

/** Whether anything is built without a click for the position on the board. @param {State} state */
const mayBuild = (state) =>
  state.autobuild &&
  state.place.page === 'board' &&
  isCurrent(state) &&
  !isBeingSetUp(state) &&
  !whyLeftAlone(state) &&
  !(state.game.told && state.toldBuilds >= MOST_TOLD)

/** Whether the position has too many men for what it needs to be quick. @param {Pick<State, 'game'>} state */
export const isLarge = ({ game }) => menIn(currentFen({ game })) > USUAL_MEN

/**
 * Whether that is just being found out: its forecast is under way, or the list of tables, which may come later than the
 * answer.
 * @param {State} state
 */
export const isUndecided = (state) =>
  isLacking(state) && !isLarge(state) && !state.build && (state.tables ? state.forecasting : !state.tablesError)

/**
 * What is to be built now without a click: nothing beside other work, or what the user has told to wait.
 * @param {State} state
 * @returns {Occasion | null}
 */
export function dueAutobuild(state) {
  const { answer, game, build, queue, exporting } = state
  if (build || !answer || isImporting(state) || exporting || (queue.waiting.length && queue.held !== 'interrupted'))
    return null
  const occasion = { fen: answer.fen, start: game.start, told: game.told }
  if (isQuicklyAnswered(state)) return occasion
  const small = smallDue(state)
  return small.length ? { ...occasion, small } : null
}

/**
 * Whether a table that answers the position on the board is being built without a click, or will be, as far as is
 * known.
 * @param {State} state
 */
export const isTableDue = (state) =>
  isAnswering(state) || isUndecided(state) || (!state.build && isQuicklyAnswered(state))

/** Whether what answers the position on the board is quick to build. @param {State} state */
const isQuicklyAnswered = (state) => {
  const { forecasting, outlook } = state
  return (
    !forecasting &&
    !!outlook &&
    isCandidate(state) &&
    outlook.wanted.join() === wantedFor(state).join() &&
    isQuick(forecast(outlook.steps, state))
  )
}

/**
 * The small tables that a search of the position on the board can use and that are not built.
 * @param {Pick<State, 'rules' | 'game' | 'tables'>} state
 */
export const smallMissing = (state) => {
  const small = state.tables && menIn(currentFen(state)) > SMALL_MEN ? rulesOf(state)?.small : []
  return (small ?? []).filter((name) => !findTable(state.tables, name)?.present)
}

/** Men of the small tables. A position with no more men needs them itself. */
const SMALL_MEN = 4

/**
 * Whether a first look has not settled the position on the board: what follows is a long search, which small tables
 * shorten.
 * @param {State} state
 */
const isSearchLong = (state) => {
  const proof = toProve(state) === null ? undefined : proofOf(state)
  return !!proof && !isSettled(proof)
}

/**
 * The small tables that are to be built now for a long search. They come first where it is known, or likely, that the
 * position's own
 * tables are not quick.
 * @param {State} state
 */
function smallDue(state) {
  const small = smallMissing(state)
  if (
    !small.length ||
    !isSearchLong(state) ||
    !mayBuild(state) ||
    state.leftAlone[small.join()] ||
    roomFor(SMALL_BYTES, state.storage) !== 'enough'
  )
    return []
  return isLarge(state) || (!state.forecasting && state.outlook) ? small : []
}

/** What all small tables take. */
const SMALL_BYTES = 20e6

/**
 * Whether what is being built without a click is for the position whose answer is looked at, and all goes well.
 * @param {Pick<State, 'build' | 'place' | 'answer'>} state
 */
export const isAnswering = ({ build, place, answer }) =>
  !!build?.atOnce && !build.atOnce.small && isUnasked({ build, place, answer })

/**
 * Whether small tables are being built for the search of that position, and all goes well.
 * @param {Pick<State, 'build' | 'place' | 'answer'>} state
 */
export const isHelpingSearch = ({ build, place, answer }) =>
  !!build?.atOnce?.small && isUnasked({ build, place, answer })

/** @param {Pick<State, 'build' | 'place' | 'answer'>} state */
const isUnasked = ({ build, place, answer }) =>
  place.page === 'board' && answer?.fen === build?.atOnce?.fen && !build?.paused && !build?.failures.length

/**
 * What was built without a click for the position on the board.
 * @param {Pick<State, 'buildEnd' | 'answer'>} state
 */
export const builtFor = ({ buildEnd, answer }) =>
  buildEnd?.how === 'done' && buildEnd.atOnce?.fen === answer?.fen ? buildEnd : null

/**
 * @param {State} state
 * @param {boolean} autobuild
 * @returns {State}
 */
export const chooseAutobuild = (state, autobuild) => ({ ...state, autobuild })
