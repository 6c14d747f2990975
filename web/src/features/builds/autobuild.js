// Builds without a click. The tables of a position are built as soon as it is set up, if that is quick.

import { isCurrent, rulesOf } from '../answer/answer.js'
import { isTraining } from '../../shell/address.js'
import { forecast, isQuick } from './forecast.js'
import { currentFen } from '../game/game.js'
import { isImporting } from '../imports/imports.js'
import { USUAL_MEN } from '../tables/large.js'
import { findTable } from '../tables/library.js'
import { menIn } from '../board/position.js'
import { isGiven } from '../practice/practice.js'
import { isSettled, proofOf, toProve } from '../proof/proof.js'
import { roomFor } from '../tables/storage.js'
import { makesMissing, wantedFor } from './wanted.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 *
 * @typedef {object} Occasion  of a build without a click
 * @property {string} fen    the position without tables, or the key of a set's build
 * @property {string} start  the position from which it was played, or that key
 * @property {boolean} [scripted]  set by the page around a frame
 * @property {string[]} [small]  the small tables for the search, if the position's own tables are not built
 * @property {string[]} [ofSet]  the tables for positions of the set that is shown or practised
 * @property {string} [set]  the id of that set
 */

/**
 * The largest number of builds for positions from the page around a frame, which could set one ending after another.
 */
export const MOST_SCRIPTED = 5

/**
 * Reports whether the user is still setting up men or typing.
 * @param {Pick<State, 'mode' | 'game'>} state
 */
export const isBeingSetUp = ({ mode, game }) => !!game.typed || (mode === 'edit' && !!game.byHand)

/**
 * Returns how the build without a click ended, if it is not repeated for the position on the board.
 * @param {Pick<State, 'leftAlone' | 'game' | 'answer'>} state
 */
export function whyLeftAlone({ leftAlone, game, answer }) {
  const ofStart = leftAlone[game.start]
  return ofStart && ofStart !== 'done' ? ofStart : leftAlone[answer?.fen ?? '']
}

/**
 * Reports whether missing tables of the position on the board may be built without a click, if that is quick.
 * @param {State} state
 */
export const isCandidate = (state) => isLacking(state) && !!state.tables

/** @param {State} state */
const isLacking = (state) => state.answer?.error?.code === 'missing' && mayBuild(state)

/** Reports whether builds without a click are allowed for the position on the board. @param {State} state */
const mayBuild = (state) =>
  isWelcome(state) && !whyLeftAlone(state) && !(state.game.scripted && state.scriptedBuilds >= MOST_SCRIPTED)

/**
 * Reports whether the user may wait for tables: the board shows a complete position, from the set if one is opened.
 * @param {State} state
 */
const isWelcome = (state) =>
  state.autobuild &&
  state.place.page === 'board' &&
  (!isTraining(state.place) || !!state.training) &&
  isCurrent(state) &&
  !isBeingSetUp(state)

/** Reports whether the position has too many men for a quick build. @param {Pick<State, 'game'>} state */
export const isLarge = ({ game }) => menIn(currentFen({ game })) > USUAL_MEN

/**
 * Reports whether the decision is pending: the forecast is being computed, or the list of tables is being loaded.
 * @param {State} state
 */
export const isUndecided = (state) =>
  isLacking(state) && !isLarge(state) && !state.build && (state.tables ? state.forecasting : !state.tablesError)

/**
 * Returns the build to start now without a click, or null. None starts during other work or while the user holds the
 * queue.
 * @param {State} state
 * @returns {Occasion | null}
 */
export function dueAutobuild(state) {
  const { answer, game, build, queue, exporting } = state
  if (build || isImporting(state) || exporting || (queue.waiting.length && queue.held !== 'interrupted')) return null
  if (!answer) return dueOfSet(state)
  const occasion = { fen: answer.fen, start: game.start, scripted: game.scripted }
  if (isQuicklyAnswered(state)) return occasion
  const small = smallDue(state)
  return small.length ? { ...occasion, small } : dueOfSet(state)
}

/**
 * Returns the next build for the set that is shown or practised. It comes after those for the position on the board.
 * Each build is started once.
 * @param {State} state
 * @returns {Occasion | null}
 */
function dueOfSet(state) {
  const { survey, leftAlone } = state
  if (!survey || !isSetWelcome(state)) return null
  const keyOf = (/** @type {string[]} */ names) => `${survey.id} ${names.join()}`
  const due = survey.due ?? []
  if (due.some((names) => ['cancelled', 'failed'].includes(leftAlone[keyOf(names)]))) return null
  const ofSet = due.find((names) => !leftAlone[keyOf(names)])
  return ofSet ? { fen: keyOf(ofSet), start: keyOf(ofSet), ofSet, set: survey.id } : null
}

/** Reports whether the user may wait for the tables of the surveyed set. @param {State} state */
const isSetWelcome = (state) =>
  isInView(state, state.survey?.id) &&
  (state.place.page === 'board' ? isWelcome(state) && !isUndecided(state) : state.autobuild)

/**
 * Reports whether a set is practised on the board, or shown on its own page.
 * @param {Pick<State, 'place' | 'training'>} state
 * @param {string | undefined} id
 */
const isInView = ({ place, training }, id) =>
  !!id && (place.page === 'board' ? training?.id : place.page === 'sets' && place.subject) === id

/**
 * Reports whether a build for the set in view starts without a click, or may do so once all builds are planned.
 * @param {State} state
 */
export const isSetDue = (state) =>
  !state.build &&
  isSetWelcome(state) &&
  (state.survey?.due ? !!dueAutobuild(state)?.ofSet : !!state.survey?.missing.length)

/**
 * Reports whether a table for the position on the board is being built without a click, or may be soon.
 * @param {State} state
 */
export const isTableDue = (state) =>
  isAnswering(state) || isUndecided(state) || (!state.build && isQuicklyAnswered(state))

/** Reports whether the tables of the position on the board are quick to build. @param {State} state */
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
 * Returns the missing small tables that a search of the position on the board can use.
 * @param {Pick<State, 'rules' | 'game' | 'tables'>} state
 */
export const smallMissing = (state) => {
  const small = state.tables && menIn(currentFen(state)) > SMALL_MEN ? rulesOf(state)?.small : []
  return (small ?? []).filter((name) => !findTable(state.tables, name)?.present)
}

/** The largest number of men of small tables. Positions with more men need a search. */
const SMALL_MEN = 4

/**
 * Reports whether the search of the position on the board is long: its first part has not proven the outcome. Small
 * tables shorten it.
 * @param {State} state
 */
const isSearchLong = (state) => {
  const proof = toProve(state) === null ? undefined : proofOf(state)
  return !!proof && !isSettled(proof)
}

/**
 * Returns the small tables to build now for a long search. They come first if the position's own tables are not quick,
 * or probably not.
 * @param {State} state
 */
function smallDue(state) {
  const small = smallMissing(state)
  if (
    !small.length ||
    !isSearchLong(state) ||
    awaitsPractice(state) || // which a proof does not start
    !mayBuild(state) ||
    state.leftAlone[small.join()] ||
    roomFor(SMALL_BYTES, state.storage) !== 'enough'
  )
    return []
  return isLarge(state) || (!state.forecasting && state.outlook) ? small : []
}

/** The bytes of all small tables. */
const SMALL_BYTES = 20e6

/**
 * Reports whether a build without a click is running for the shown position, without a failure.
 * @param {Pick<State, 'build' | 'place' | 'answer'>} state
 */
export const isAnswering = ({ build, place, answer }) =>
  !!build?.atOnce && !build.atOnce.small && isUnasked({ build, place, answer })

/**
 * Reports whether small tables are being built for the search of the shown position, without a failure.
 * @param {Pick<State, 'build' | 'place' | 'answer'>} state
 */
export const isHelpingSearch = ({ build, place, answer }) =>
  !!build?.atOnce?.small && isUnasked({ build, place, answer })

/**
 * Reports whether tables are being built for positions of the set in view, without a failure.
 * @param {Pick<State, 'build' | 'place' | 'training'>} state
 */
export const isPreparingSet = ({ build, place, training }) =>
  !!build && isInView({ place, training }, build.atOnce?.set) && !build.paused && !build.failures.length

/** @param {Pick<State, 'build' | 'place' | 'answer'>} state */
const isUnasked = ({ build, place, answer }) =>
  place.page === 'board' && answer?.fen === build?.atOnce?.fen && !build?.paused && !build?.failures.length

/**
 * Reports whether the running build makes the tables of a position that waits for its practice, without a failure.
 * @param {State} state
 */
export const isReadying = (state) =>
  !!state.build &&
  awaitsPractice(state) &&
  state.answer?.error?.code === 'missing' &&
  makesMissing(state, [state.build.wanted]) &&
  !state.build.paused &&
  !state.build.failures.length

/**
 * Reports whether a position from a set or a page around is practised as soon as it has its tables.
 * @param {Pick<State, 'place' | 'mode' | 'puzzle'>} state
 */
export const awaitsPractice = (state) => state.place.page === 'board' && state.mode === 'practice' && isGiven(state)

/**
 * Returns the finished build without a click for the position on the board, or null.
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
