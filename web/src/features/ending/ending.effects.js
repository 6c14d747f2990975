// Solves endings in a worker, and looks the position on the board up in the stored ones.

import { createShelf, startEnding } from '../../engine/engine.js'
import { inOneText } from '../../engine/problems.js'
import { onReturn, visitSignal, whenVisited } from '../../engine/visit.js'
import { say } from '../../language.js'
import { store } from '../../shell/app.js'
import { remember, remembered } from '../../shell/remember.js'
import { download } from '../../shell/share.effects.js'
import { notify } from '../../shell/view.js'
import { askToPersist, measureStorage } from '../tables/storage.effects.js'
import {
  beginSolving,
  dropSolving,
  isAllKnown,
  isDecided,
  learn,
  listed,
  miss,
  planned,
  restSolving,
  solvedMore,
  toKnow,
  unlearn,
} from './ending.js'

/** @typedef {import('../../engine/types.js').StoredEnding} StoredEnding */

const STORED = 'matewright-endings'

const shelf = createShelf()

/** Whether endings may be stored. If not, nothing is looked up, as that loads the larger engine. */
let some = remembered(STORED) !== null

/** Messages to other tabs: the stored endings have changed. */
const channel = new BroadcastChannel(STORED)

export function startEndings() {
  channel.addEventListener('message', () => {
    some = true
    refresh()
  })
  onReturn(refresh) // the page got no messages while the user was away
  store.react((state, before) => {
    const keys = /** @type {const} */ (['answer', 'asking', 'place', 'game', 'known'])
    if (keys.every((key) => state[key] === before[key])) return
    const fen = toKnow(state)
    if (fen !== null && fen !== state.known?.fen) lookUp(fen)
    if (state.place.page === 'tables' && before.place.page !== 'tables') loadEndings()
  })
  if (store.state.place.page === 'tables') loadEndings()
}

/** @type {{fen: string} | null} the question under way */
let asked = null

/** @param {string} fen */
async function lookUp(fen) {
  if (asked?.fen === fen) return
  const mine = (asked = { fen })
  shelf.rest()
  const known = some ? await shelf.known(fen) : null
  if (asked !== mine) return // the position or a stored ending has changed
  asked = null
  if (known?.ok === false) return store.update(miss, fen, known.error)
  const bounds = known?.value ?? null
  store.update(learn, fen, bounds)
  if (bounds && isDecided(bounds)) measure(fen)
  const { answer, endingOutlook } = store.state
  if (answer?.error?.code !== 'men' || endingOutlook?.fen === fen || (bounds && isAllKnown(bounds))) return
  const plan = await shelf.plan(fen)
  if (toKnow(store.state) === fen) store.update(planned, fen, plan.ok ? plan.value : null)
}

/** Adds the plies to the bounds that are shown. @param {string} fen */
async function measure(fen) {
  const { known } = store.state
  const measured = await shelf.measure(fen)
  if (measured.ok && measured.value && store.state.known === known) store.update(learn, fen, measured.value)
}

/** Looks the position on the board up again. Answers to earlier questions no longer count. */
export function lookUpAgain() {
  asked = null
  store.update(unlearn)
  const fen = toKnow(store.state)
  if (fen !== null) lookUp(fen)
}

async function refresh() {
  lookUpAgain()
  if (store.state.endings) await loadEndings()
}

/** Notes that endings may be stored from now on. */
function expectSome() {
  some = true
  remember(STORED, 'yes')
}

/** Announces a change of the stored endings. */
export async function announceEndings() {
  expectSome()
  channel.postMessage('endings')
  await refresh()
  await measureStorage()
}

export async function loadEndings() {
  if (!some) return store.update(listed, [])
  const result = await shelf.list()
  if (result.ok) store.update(listed, result.value)
  else store.update(notify, inOneText(result.error))
}

/** @type {ReturnType<typeof startEnding> | null} */
let call = null

/**
 * Solves the ending of a position, until all is known or the user pauses it. If the user leaves the page, it
 * resumes after the return.
 * @param {string} fen
 * @param {boolean} hold  only whether the stronger side wins
 * @param {boolean} [mate]  find the plies to mate, too
 */
export async function solve(fen, hold, mate = false) {
  const { solving } = store.state
  if (solving?.running && solving.fen === fen && solving.hold === hold && solving.mate === mate) return
  pause()
  askToPersist()
  expectSome()
  store.update(beginSolving, fen, hold, mate)
  for (;;) {
    await whenVisited()
    const left = visitSignal()
    const mine = (call = startEnding({ fen, hold, mate }, (found) => call === mine && store.update(solvedMore, found)))
    const result = await mine.result
    if (call !== mine) return
    if (left.aborted) continue
    call = null
    if (result.ok) store.update(solvedMore, result.value)
    store.update(restSolving, result.ok ? undefined : result.error)
    return announceEndings()
  }
}

/** How long a worker takes to end. The file that it was writing can't be read for a moment. */
const END_MS = 500

/** Ends the run under way. All finished slices are stored. */
export function pause() {
  if (!call) return
  call.stop()
  call = null
  store.update(restSolving)
  setTimeout(announceEndings, END_MS)
}

/** @param {Pick<StoredEnding, 'name' | 'fen'>} ending */
export async function removeEnding({ name, fen }) {
  const result = await shelf.remove(name)
  if (result.ok) store.update(dropSolving, fen)
  else store.update(notify, result.error.code === 'busy' ? say('ending.inUse') : inOneText(result.error))
  await announceEndings()
}

/** @param {StoredEnding} ending */
export async function exportEnding({ name }) {
  const file = await shelf.file(name)
  if (file.ok) download(`${name}.mwending`, file.value)
  else store.update(notify, inOneText(file.error))
}
