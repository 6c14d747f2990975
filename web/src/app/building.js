// Starts, watches and stops builds.

import { startBuild } from '../engine/engine.js'
import { advance, begin, finish, tick } from '../state/build.js'
import { notify } from '../state/view.js'
import { list } from '../words.js'
import { prober, store } from './app.js'
import { announceTables } from './tables.js'
import { askToPersist } from './storage.js'

/** @typedef {import('../engine/types.js').Result<import('../engine/types.js').Built> | 'cancelled'} Outcome */

const TICK_MS = 500

/** @type {(() => void) | null} */
let cancelCurrent = null

export const cancelBuild = () => cancelCurrent?.()

/**
 * Builds the classes and all they need.
 * @param {string[]} names
 */
export async function build(names) {
  if (store.state.build) return
  const plan = await prober.plan(names)
  if (!plan.ok) return void store.update(notify, plan.error.message)
  if (store.state.build) return
  store.update(begin, names, plan.value, Date.now())
  askToPersist()
  const { result, cancel } = startBuild(names, (progress) => report(progress))
  cancelCurrent = cancel
  const ticking = setInterval(() => store.update(tick, Date.now()), TICK_MS)
  conclude(await result)
  clearInterval(ticking)
  cancelCurrent = null
  await announceTables()
}

/** @param {import('../engine/types.js').Progress | import('../engine/types.js').Waiting} progress */
function report(progress) {
  const before = store.state.build?.done.length
  store.update(advance, progress, Date.now())
  if (store.state.build?.done.length !== before) announceTables()
}

/** @param {Outcome} outcome */
function conclude(outcome) {
  const now = Date.now()
  if (outcome === 'cancelled') store.update(finish, { how: 'cancelled' }, now)
  else if (outcome.ok) store.update(finish, { how: 'done', built: outcome.value }, now)
  else store.update(finish, { how: 'failed', error: outcome.error }, now)
}

/** @param {string} name */
export async function remove(name) {
  const result = await prober.remove(name)
  store.update(notify, result.ok ? `${name} was deleted.` : result.error.message)
  await announceTables()
  return result.ok
}

/**
 * A damaged table is built again from scratch.
 * @param {string} name
 */
export async function rebuild(name) {
  if (await remove(name)) {
    store.update(notify, null)
    await build([name])
  }
}

/** @param {number} men */
export async function buildAll(men) {
  const tables = store.state.tables ?? []
  await build(tables.filter((table) => table.men === men).map(({ name }) => name))
}

/** @param {string[]} names */
export const describe = (names) => (names.length > 3 ? `${names.length} tables` : list(names))
