// Starts, watches and stops builds.

import { startBuild } from '../engine/engine.js'
import { advance, begin, finish, tick } from '../state/build.js'
import { forecast, propose, SHORT } from '../state/forecast.js'
import { notify } from '../state/view.js'
import { list } from '../words.js'
import { prober, store } from './app.js'
import { dropRecord, keepRecord } from './records.js'
import { announceTables } from './tables.js'
import { askToPersist } from './storage.js'

const TICK_MS = 500

/** @type {ReturnType<typeof startBuild> | null} */
let current = null

export const cancelBuild = () => current?.cancel()

/** @param {import('../engine/pool.js').Limits} limits */
export const resizeBuild = (limits) => current?.resize(limits)

const limitsNow = () => ({ workers: store.state.workers, memory: store.state.memory })

/**
 * How the classes would be built now, with all they need; null if that can't be told.
 * @param {string[]} names
 */
export async function proposalOf(names) {
  const plan = await prober.plan(names, limitsNow())
  return plan.ok ? { wanted: names, steps: plan.value.steps } : null
}

/**
 * Builds the classes and all they need, if that is quick; or else says what it takes, and asks.
 * @param {string[]} names
 */
export async function offer(names) {
  const proposal = store.state.build ? null : await proposalOf(names)
  if (store.state.build) return
  // Whatever is wrong where nothing can be told, the build will say.
  const { seconds, tooLarge } = forecast(proposal?.steps ?? [], store.state)
  if (proposal && (seconds > SHORT || tooLarge.length)) store.update(propose, proposal)
  else await build(names)
}

/** The user has agreed to what was proposed. */
export async function accept() {
  const { proposal } = store.state
  store.update(propose, null)
  if (proposal) await build(proposal.wanted)
}

/**
 * Builds the classes and all they need.
 * @param {string[]} names
 */
export async function build(names) {
  if (store.state.build) return
  const plan = await prober.plan(names, limitsNow())
  if (!plan.ok) return void store.update(notify, plan.error.message)
  if (store.state.build) return
  store.update(begin, names, plan.value, Date.now())
  askToPersist()
  current = startBuild(prober, names, limitsNow(), report)
  const ticking = setInterval(() => store.update(tick, Date.now()), TICK_MS)
  store.update(finish, await current.outcome, Date.now())
  clearInterval(ticking)
  current = null
  await announceTables()
}

/** @param {import('../engine/engine.js').BuildEvent} event */
function report(event) {
  store.update(advance, event, Date.now())
  if (event.type !== 'done' || event.task.id !== event.task.class) return
  const built = store.state.build?.built.at(-1)
  if (built) keepRecord(built)
  announceTables()
}

/** @param {string} name */
export async function remove(name) {
  const result = await prober.remove(name)
  store.update(notify, result.ok ? `${name} was deleted.` : result.error.message)
  if (result.ok) dropRecord(name)
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
  await offer(tables.filter((table) => table.men === men).map(({ name }) => name))
}

/** @param {string[]} names */
export const describe = (names) => (names.length > 3 ? `${names.length} tables` : list(names))
