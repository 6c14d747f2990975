// Looks ahead where no table answers: in a worker of its own, until the outcome is proven.

import { createSearcher } from '../engine/engine.js'
import { chooseSearchMemory, foundOut, isSettled, parseSearchMemory, patience, prove, restProving, stopProving, toProve } from '../state/proof.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

const MEMORY = 'matewright-search-memory'

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
    if (state.answer === before.answer && state.asking === before.asking && state.tables === before.tables && state.game === before.game) return
    const fen = toProve(state)
    const { proving } = state
    if (fen === null) return rest()
    if (proving?.fen !== fen) return soon(fen)
    // Tables have come: they may prove more.
    if (state.tables !== before.tables && !(proving.proof && isSettled(proving.proof))) soon(fen)
  })
}

/** Goes on for as long again. */
export const searchOn = () => {
  const fen = toProve(store.state)
  if (fen !== null) search(fen)
}

/** @param {string} fen */
function soon(fen) {
  if (store.state.proving?.fen !== fen) rest()
  clearTimeout(waiting)
  waiting = window.setTimeout(() => toProve(store.state) === fen && search(fen), PAUSE_MS)
}

/** @param {string} fen */
async function search(fen) {
  const mine = ++latest
  store.update(prove, fen)
  const result = await searcher.prove(fen, patience(store.state), store.state.searchMemory, (proof) => mine === latest && store.update(foundOut, proof))
  if (mine !== latest) return
  if (result.ok) store.update(foundOut, result.value)
  store.update(restProving, result.ok ? undefined : result.error)
}

function rest() {
  latest++
  clearTimeout(waiting)
  if (!store.state.proving) return
  if (store.state.proving.searching) searcher.rest()
  store.update(stopProving)
}
