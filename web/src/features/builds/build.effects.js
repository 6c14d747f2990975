// Starts, watches and stops builds: one after the other, as they were asked for.

import { isPosition } from '../../engine/tasks.js'
import { startBuild } from '../../engine/engine.js'
import { ifMayAsk } from '../../engine/locks.js'
import { refusal } from '../../engine/problems.js'
import { say } from '../../language.js'
import { advance, begin, builtSince, finish, giveWay, isCastlingAlone, tick } from './build.js'
import { isComplete } from '../board/castling.js'
import { forecast, isHeavy, isQuick, propose } from './forecast.js'
import { emptyQueue, enqueue, pause, resume } from './queue.js'
import { notify } from '../../shell/view.js'
import { nextWanted, notYetWanted, wantedFor } from './wanted.js'
import { limitsOf } from './workers.js'
import { list, sentence } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { dropRecord, keepRecord } from '../tables/records.effects.js'
import { announceTables } from '../tables/tables.effects.js'
import { askToPersist } from '../tables/storage.effects.js'

const TICK_MS = 500

/** @type {ReturnType<typeof startBuild> | null} */
let current = null

/** Settles when the tables that the last build left are known. @type {Promise<unknown>} */
let announced = Promise.resolve()

/** @param {import('../../engine/pool.js').Limits} limits */
export const resizeBuild = (limits) => current?.resize(limits)

/** @param {string[]} names */
const planOf = (names) => prober.plan(names, limitsOf(store.state))

/**
 * How the classes would be built now, with all they need; null if that can't be told.
 * @param {string[]} names
 */
export const proposalOf = (names) => startProposal(names).proposal

/** A proposal that can be given up. @param {string[]} names */
export function startProposal(names) {
  const { result, stop } = prober.startPlan(names, limitsOf(store.state))
  return { proposal: result.then((plan) => (plan.ok ? { wanted: names, steps: plan.value.steps } : null)), stop }
}

/** @param {import('./forecast.js').Forecast} forecast */
const isLong = (forecast) => !isQuick(forecast)

/**
 * Builds the classes and all they need; or says what it takes, and asks, where that is worth asking.
 * @param {string[]} names
 * @param {(forecast: import('./forecast.js').Forecast) => boolean} [isWorthAsking]
 */
export async function offer(names, isWorthAsking = isLong) {
  const plan = await planOf(names)
  if (!plan.ok) return void store.update(notify, plan.error.message)
  const { steps } = plan.value
  if (isWorthAsking(forecast(steps, store.state))) store.update(propose, { wanted: names, steps })
  else await build(names)
}

/** The user has agreed to what was proposed. */
export async function accept() {
  const { proposal } = store.state
  store.update(propose, null)
  if (proposal) await build(proposal.wanted)
}

/**
 * Builds the classes and all they need: now, or after what was asked for before. Returns when that has ended.
 * @param {string[]} names
 */
export async function build(names) {
  const wanted = store.state.build ? notYetWanted(store.state, names) : [...names]
  if (!wanted.length) store.update(notify, say('building.alreadyWanted', { tables: sentence(describe(names)) }))
  else if (store.state.build) store.update(enqueue, wanted)
  else run(wanted)
  await endOf(names)
  await announced
}

/**
 * Settles when none of these is wanted any more.
 * @param {string[]} names
 * @returns {Promise<void>}
 */
const endOf = (names) =>
  new Promise((settle) => {
    const stop = store.subscribe((state) => {
      if (notYetWanted(state, names).length < names.length) return
      stop()
      settle()
    })
  })

/**
 * Builds what the position on the board needs though nobody has asked for it, unless another tab builds. Says how it
 * ended.
 * @param {import('./autobuild.js').Occasion} occasion
 */
export const buildFor = (occasion) => run(occasion.small ?? wantedFor(store.state), occasion)

/**
 * @param {string[]} wanted
 * @param {import('./autobuild.js').Occasion | null} [atOnce]
 */
async function run(wanted, atOnce = null) {
  store.update(begin, wanted, Date.now(), atOnce)
  current = startBuild(prober, wanted, limitsOf(store.state), report, !atOnce)
  const ticking = setInterval(showProgress, TICK_MS)
  const { how, error } = await current.outcome
  clearInterval(ticking)
  unseen.clear()
  isNews = false
  if (how === 'busy') store.update(giveWay)
  else {
    if (atOnce) await announceTables().catch(() => {}) // the verdict takes the place of the progress
    store.update(finish, { how, error }, Date.now())
    if (!atOnce) announced = announceTables()
  }
  current = null
  startNext()
  return how
}

/** Begins what is next. */
function startNext() {
  const next = nextWanted(store.state)
  if (next && !store.state.build) run(next)
}

/**
 * What tasks have reported since the page was last drawn, the latest of each. Each worker reports ten times a second.
 * To draw the page as often
 * takes a browser that draws without a graphics card more time than the builds themselves.
 * @type {Map<string, {event: import('../../engine/engine.js').BuildEvent, at: number}>}
 */
const unseen = new Map()

/** Whether a table was built since the page last listed all tables, which takes a moment. */
let isNews = false

function showProgress() {
  if (isNews) announceTables()
  isNews = false
  for (const { event, at } of unseen.values()) store.update(advance, event, at)
  unseen.clear()
  store.update(tick, Date.now())
}

/** @param {import('../../engine/engine.js').BuildEvent} event */
function report(event) {
  if (event.type === 'progress') return void unseen.set(event.task.id, { event, at: Date.now() })
  if ('task' in event) unseen.delete(event.task.id)
  else unseen.clear()
  if (event.type === 'planned') askToPersist()
  const before = store.state.build
  store.update(advance, event, Date.now())
  const table = builtSince(before, store.state.build)
  if (!table) return
  if (!isCastlingAlone(before, table.class)) keepRecord(table)
  isNews = true
}

/** Stops what is under way, and goes on with what waits. */
export const cancelBuild = () => current?.stop('cancelled')

/** Stops what is under way, and forgets what waits. */
export function cancelAll() {
  store.update(emptyQueue)
  cancelBuild()
}

/** Begins nothing new. */
export function pauseBuilds() {
  store.update(pause)
  current?.pause()
}

/** Stops what a pause lets go on to its end. It will be begun again. */
export const stopNow = () => current?.stop('paused')

export function resumeBuilds() {
  store.update(resume)
  current?.resume()
  startNext()
}

/**
 * Deletes tables, as long as that works.
 * @param {string[]} names
 */
export async function remove(...names) {
  /** @type {Awaited<ReturnType<typeof prober.remove>>} */
  let result = { ok: true, value: null }
  for (const name of names) {
    if (!result.ok) break
    result = (await ifMayAsk(() => prober.remove(name))) ?? refusal('busy', name)
    if (result.ok) dropRecord(name)
  }
  const deleted = () => say('building.deleted', { count: names.length, tables: describe(names) })
  store.update(notify, result.ok ? deleted() : result.error.message)
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
    await offer([name], isHeavy)
  }
}

/** @param {number} men */
export async function buildAll(men) {
  const tables = store.state.tables ?? []
  await offer(tables.filter((table) => table.men === men && !isComplete(table)).map(({ name }) => name))
}

/** @param {string[]} wanted */
export function describe(wanted) {
  if (wanted.some(isPosition)) return say('building.needsOfPosition')
  return wanted.length > 3 ? say('building.tables', { count: wanted.length }) : list(wanted)
}
