// Looks ahead where no table answers: in a worker of its own, until the outcome is proven.

import { createSearcher } from '../engine/engine.js'
import { chooseSearchMemory, foundOut, GLANCE, isSettled, lessSearchMemory, parseSearchMemory, PATIENCE, prove, restProving, stopProving, toProve } from '../state/proof.js'
import { prober, store } from './app.js'
import { remember, remembered } from './remember.js'

const MEMORY = 'matewright-search-memory'

/** @typedef {import('../state/state.js').State} State */

/** Whoever sets a position up changes it often. */
const PAUSE_MS = 250

const searcher = createSearcher()

/** The search that counts: what earlier ones say is dropped. */
let latest = 0
/** @type {number | undefined} */
let waiting

export function startProving() {
  const memory = parseSearchMemory(remembered(MEMORY))
  if (memory) store.update(chooseSearchMemory, memory)
  store.subscribe((state, before) => {
    if (state.searchMemory !== before.searchMemory) remember(MEMORY, String(state.searchMemory))
    /** @param {(keyof State)[]} keys */
    const changed = (...keys) => keys.some((key) => state[key] !== before[key])
    if (!changed('answer', 'asking', 'tables', 'game', 'build', 'place')) return
    const fen = toProve(state)
    const { proving } = state
    if (fen === null) return rest()
    if (proving?.fen !== fen) return glance(fen)
    if (proving.proof && isSettled(proving.proof)) return
    // A build that begins finds a long search in its way. Tables that come from elsewhere may prove more.
    if (state.build ? !before.build : changed('tables')) soon(fen, PATIENCE.beside)
  })
}

/** Goes on for as long again. */
export const searchOn = () => {
  const fen = toProve(store.state)
  if (fen !== null) search(fen, PATIENCE.alone)
}

/** @param {string} fen */
async function glance(fen) {
  halt()
  const mine = latest
  store.update(prove, fen)
  const result = await prober.prove(fen, GLANCE.seconds, GLANCE.memory, (proof) => mine === latest && store.update(foundOut, proof))
  if (mine !== latest) return
  if (result.ok) store.update(foundOut, result.value)
  if (result.ok && isSettled(result.value)) store.update(restProving)
  else soon(fen, PATIENCE.alone)
}

/** @param {string} fen @param {number} seconds */
function soon(fen, seconds) {
  clearTimeout(waiting)
  if (document.hidden && seconds === PATIENCE.beside) return // nobody waits for it
  waiting = window.setTimeout(() => toProve(store.state) === fen && search(fen, store.state.build ? PATIENCE.beside : seconds), PAUSE_MS)
}

/** @param {string} fen @param {number} seconds */
async function search(fen, seconds) {
  const mine = ++latest
  const { searchMemory } = store.state
  store.update(prove, fen)
  const result = await searcher.prove(fen, seconds, searchMemory, (proof) => mine === latest && store.update(foundOut, proof))
  if (!result.ok && result.error.code === 'memory') store.update(chooseSearchMemory, lessSearchMemory(searchMemory))
  if (mine !== latest) return
  if (result.ok) store.update(foundOut, result.value)
  store.update(restProving, result.ok ? undefined : result.error)
  if (result.ok && !isSettled(result.value) && store.state.build) searchAgain(fen, seconds)
}

/**
 * Beside a build half of the time is the build's alone, and each search knows what has been built meanwhile.
 * @param {string} fen
 * @param {number} seconds  that the search before took
 */
function searchAgain(fen, seconds) {
  waiting = window.setTimeout(() => toProve(store.state) === fen && search(fen, store.state.build ? 2 * seconds : PATIENCE.alone), 1000 * seconds)
}

function rest() {
  halt()
  if (store.state.proving) store.update(stopProving)
}

function halt() {
  latest++
  clearTimeout(waiting)
  if (store.state.proving?.searching) searcher.rest()
}
