// Searches positions that no table answers: in a worker of its own, until the outcome is proven.

import { createSearcher } from '../../engine/engine.js'
import { isBeingSetUp, isTableDue } from '../builds/autobuild.js'
import {
  chooseSearchMemory,
  foundOut,
  GLANCE,
  isSettled,
  lessSearchMemory,
  parseSearchMemory,
  PATIENCE,
  prove,
  restProving,
  stopProving,
  toProve,
} from './proof.js'
import { prober, store } from '../../shell/app.js'
import { remember, remembered } from '../../shell/remember.js'

const MEMORY = 'matewright-search-memory'

/** @typedef {import('../../shell/state.js').State} State */

/** The wait before a search, as a user who sets a position up changes it often. */
const PAUSE_MS = 250
/** How long a search gives way to a table that is due. Most tables are built by then, and faster without a search. */
const TABLE_MS = 3000

const searcher = createSearcher()

/** The number of the current search: results of earlier ones are dropped. */
let latest = 0
/** @type {number | undefined} */
let waiting
/** Whether tables have changed since the page was last visible. */
let missed = false
/** The time until which a search gives way. */
let giveWayUntil = 0

export function restoreProving() {
  const memory = parseSearchMemory(remembered(MEMORY))
  if (memory) store.update(chooseSearchMemory, memory)
}

export function startProving() {
  store.react((state, before) => {
    if (state.searchMemory !== before.searchMemory) remember(MEMORY, String(state.searchMemory))
    /** @param {(keyof State)[]} keys */
    const changed = (...keys) => keys.some((key) => state[key] !== before[key])
    if (!changed('answer', 'asking', 'tables', 'game', 'build', 'place', 'forecasting', 'known')) return
    const fen = toProve(state)
    const { proving } = state
    if (fen === null) return rest()
    if (proving?.fen !== fen) return glance(fen)
    if (proving.proof && isSettled(proving.proof)) return
    const begunOrEnded = !state.build !== !before.build
    if (waiting && (begunOrEnded || changed('forecasting'))) return soon(fen, !!state.build)
    if (!changed('tables') && !begunOrEnded) return
    // A new search, as the root now leads into tables.
    if (before.build?.atOnce?.small && !state.build) return void search(fen)
    const beside = !!state.build || changed('tables') // tables come from builds, here or in another tab
    if (proving.searching) searcher.refresh(beside)
    else if (document.hidden) missed = true // no user waits for it
    else soon(fen, beside)
  })
  document.addEventListener('visibilitychange', () => {
    const fen = toProve(store.state)
    if (document.hidden || !missed || fen === null || fen !== store.state.proving?.fen) return
    soon(fen, true)
  })
}

/** Extends the search by the same time. */
export const searchOn = () => {
  const fen = toProve(store.state)
  if (fen !== null) search(fen)
}

/** @param {string} fen */
async function glance(fen) {
  halt()
  const mine = latest
  giveWayUntil = Date.now() + TABLE_MS
  store.update(prove, fen)
  const result = await prober.prove(
    fen,
    GLANCE.seconds,
    GLANCE.memory,
    (proof) => mine === latest && store.update(foundOut, proof),
  )
  if (mine !== latest) return
  if (result.ok) store.update(foundOut, result.value)
  if (result.ok && isSettled(result.value)) store.update(restProving)
  else soon(fen)
}

/** @param {string} fen @param {boolean} [beside]  a build, here or in another tab */
function soon(fen, beside = false) {
  clearTimeout(waiting)
  const pause = isBeingSetUp(store.state) ? PAUSE_MS : 0
  // The forecast measures the machine.
  const givesWay = store.state.forecasting || isTableDue(store.state)
  const wait = givesWay ? Math.max(pause, giveWayUntil - Date.now()) : pause
  waiting = window.setTimeout(() => {
    waiting = undefined
    if (toProve(store.state) === fen) search(fen, beside)
  }, wait)
}

/** @param {string} fen @param {boolean} [beside]  a build */
async function search(fen, beside = false) {
  const mine = ++latest
  missed = false
  const { searchMemory, build } = store.state
  store.update(prove, fen, true)
  const result = await searcher.prove(
    fen,
    PATIENCE,
    searchMemory,
    beside || !!build,
    (proof) => mine === latest && store.update(foundOut, proof),
  )
  if (!result.ok && result.error.code === 'memory') store.update(chooseSearchMemory, lessSearchMemory(searchMemory))
  if (mine !== latest) return
  if (result.ok) store.update(foundOut, result.value)
  store.update(restProving, result.ok ? undefined : result.error)
}

function rest() {
  halt()
  if (store.state.proving) store.update(stopProving)
}

function halt() {
  latest++
  clearTimeout(waiting)
  waiting = undefined
  if (store.state.proving?.searching) searcher.rest()
}
