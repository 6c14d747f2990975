// Starts, watches and stops builds, one after the other.

import { isOpposed, isPosition } from '../../engine/tasks.js'
import { startBuild } from '../../engine/engine.js'
import { ifMayAsk } from '../../engine/locks.js'
import { measureSpeed, REFERENCE } from '../../engine/speed.js'
import { inOneText, refusal } from '../../engine/problems.js'
import { say } from '../../language.js'
import { advance, begin, builtSince, finish, giveWay, isCastlingAlone, tick } from './build.js'
import { isComplete } from '../board/castling.js'
import { forecast, isHeavy, isQuick, propose } from './forecast.js'
import { emptyQueue, enqueue, pause, resume } from './queue.js'
import { notify } from '../../shell/view.js'
import { nextWanted, notYetWanted, wantedFor } from './wanted.js'
import { costOf, workOf } from './work.js'
import { isComputing, limitsOf, remeasured } from './workers.js'
import { list, sentence } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { dropRecord, keepRecord } from '../tables/records.effects.js'
import { announceTables } from '../tables/tables.effects.js'
import { askToPersist } from '../tables/storage.effects.js'

const TICK_MS = 500

/** @type {ReturnType<typeof startBuild> | null} */
let current = null

/** Settles when the list of tables after the last build is loaded. @type {Promise<unknown>} */
let announced = Promise.resolve()

/** @param {import('../../engine/pool.js').Limits} limits */
export const resizeBuild = (limits) => current?.resize(limits)

/** Seconds of work: a shorter build starts without a measurement. */
const WORTH_MEASURING = 1.2
/** Milliseconds for which a measurement is used. */
const MEASURED_MS = 15_000

/** When the last measurement began. */
let measuredAt = -Infinity
/** @type {Promise<unknown>} */
let measuring = Promise.resolve()

/**
 * Measures the machine. A browser that never measures it counts as the reference machine, so that its builds still
 * teach its speed.
 */
async function measure() {
  const { workers, measured } = store.state
  const speed = (await measureSpeed(workers)) ?? (measured === REFERENCE ? REFERENCE : null)
  if (speed && !store.state.build) store.update(remeasured, speed, Date.now())
}

/**
 * Returns a plan when the speed of the machine is known, or after some seconds. Own work, such as a running build,
 * would disturb the measurement.
 * @param {import('../../engine/types.js').Result<import('../../engine/types.js').Plan>} plan
 */
async function withSpeed(plan) {
  if (!plan.ok || store.state.build || costOf(workOf(plan.value.steps)) < WORTH_MEASURING) return plan
  if (isComputing(store.state)) return plan
  if (performance.now() - measuredAt > MEASURED_MS) {
    measuredAt = performance.now()
    measuring = measure()
  }
  await measuring
  return plan
}

/** @param {string[]} names */
const planOf = async (names) => withSpeed(await prober.plan(names, limitsOf(store.state)))

/**
 * Returns the plan of a build of the classes with all they need, or null after an error.
 * @param {string[]} names
 */
export const proposalOf = (names) => startProposal(names).proposal

/** Starts a proposal that can be stopped. @param {string[]} names */
export function startProposal(names) {
  const { result, stop } = prober.startPlan(names, limitsOf(store.state))
  const proposal = result.then(withSpeed).then((plan) => (plan.ok ? { wanted: names, steps: plan.value.steps } : null))
  return { proposal, stop }
}

/** @param {string[]} names  of classes */
export const smallestFirst = (names) => names.toSorted((one, another) => one.length - another.length)

/**
 * Returns as many classes as are quick to build together, the smallest first.
 * @param {string[]} classes
 * @param {() => boolean} isWanted  still
 */
export async function quickOf(classes, isWanted) {
  const names = smallestFirst(classes)
  let [least, most] = [0, names.length]
  while (least < most && isWanted()) {
    const middle = Math.ceil((least + most) / 2)
    const plan = await proposalOf(names.slice(0, middle))
    if (plan && isQuick(forecast(plan.steps, store.state))) least = middle
    else most = middle - 1
  }
  return names.slice(0, least)
}

/** @param {import('./forecast.js').Forecast} forecast */
const isLong = (forecast) => !isQuick(forecast)

/**
 * Builds the classes and all they need. If the build needs consent, it is only proposed, with its costs.
 * @param {string[]} names
 * @param {(forecast: import('./forecast.js').Forecast) => boolean} [needsConsent]
 * @param {boolean} [ofSet]  the user wants them for a set
 */
export async function offer(names, needsConsent = isLong, ofSet = false) {
  const plan = await planOf(names)
  if (!plan.ok) return void store.update(notify, inOneText(plan.error))
  const { steps } = plan.value
  if (needsConsent(forecast(steps, store.state))) store.update(propose, { wanted: names, steps, ofSet })
  else await build(names, ofSet)
}

/** Starts the proposed build, after the user's consent. */
export async function accept() {
  const { proposal } = store.state
  store.update(propose, null)
  if (proposal) await build(proposal.wanted, proposal.ofSet)
}

/**
 * Builds the classes and all they need: now, or after the builds in the queue. Returns when that build has ended.
 * @param {string[]} names
 * @param {boolean} [ofSet]
 */
export async function build(names, ofSet) {
  const wanted = store.state.build ? notYetWanted(store.state, names) : [...names]
  if (!wanted.length) store.update(notify, say('building.alreadyWanted', { tables: sentence(describe(names)) }))
  else if (store.state.build) store.update(enqueue, wanted)
  else run(wanted, null, ofSet)
  await endOf(names)
  await announced
}

/**
 * Settles when none of the classes is wanted any more.
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
 * Builds the tables of the position on the board without a click, or those of its set, unless another tab builds.
 * Returns how the build ended.
 * @param {import('./autobuild.js').Occasion} occasion
 */
export const buildFor = (occasion) => run(occasion.small ?? occasion.ofSet ?? wantedFor(store.state), occasion)

/**
 * @param {string[]} wanted
 * @param {import('./autobuild.js').Occasion | null} [atOnce]
 * @param {boolean} [ofSet]
 */
async function run(wanted, atOnce = null, ofSet = false) {
  store.update(begin, wanted, Date.now(), atOnce, ofSet)
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

/** Starts the next build of the queue. */
function startNext() {
  const next = nextWanted(store.state)
  if (next && !store.state.build) run(next)
}

/**
 * The latest report of each task since the page was last drawn. Each worker reports ten times a second. A browser
 * without a graphics card would spend more time on drawing each report than on the builds.
 * @type {Map<string, {event: import('../../engine/engine.js').BuildEvent, at: number}>}
 */
const unseen = new Map()

/** Whether a table was built since the page last listed all tables. Listing them takes a moment. */
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

/** Stops the running build. The queue continues. */
export const cancelBuild = () => current?.stop('cancelled')

/** Stops the running build, and empties the queue. */
export function cancelAll() {
  store.update(emptyQueue)
  cancelBuild()
}

/** Pauses: no new task starts. */
export function pauseBuilds() {
  store.update(pause)
  current?.pause()
}

/** Stops the tasks that a pause lets finish. They start again later. */
export const stopNow = () => current?.stop('paused')

export function resumeBuilds() {
  store.update(resume)
  current?.resume()
  startNext()
}

/**
 * Deletes tables, until an error.
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
  store.update(notify, result.ok ? deleted() : inOneText(result.error))
  await announceTables()
  return result.ok
}

/**
 * Deletes a damaged table and builds it again.
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

/** More tables are only counted. */
const MOST_NAMED = 3
/** The number of a phrase such as "the tables of a position". */
const PLURAL = 2

/** @param {string[]} wanted */
const isOneOpposed = (wanted) => wanted.length === 1 && isOpposed(wanted[0])

/** @param {string[]} wanted @param {boolean} [ofSet]  the set in view */
export function describe(wanted, ofSet) {
  if (isOneOpposed(wanted)) return say('building.opposed', { name: wanted[0] })
  const areNamed = !wanted.some(isPosition) && wanted.length <= MOST_NAMED
  if (areNamed) return list(wanted)
  if (ofSet) return say('building.needsOfSet')
  return wanted.some(isPosition) ? say('building.needsOfPosition') : say('building.tables', { count: wanted.length })
}

/** Returns the grammatical number of a description. @param {string[]} wanted */
export const numberOf = (wanted) => (wanted.some(isPosition) && !isOneOpposed(wanted) ? PLURAL : wanted.length)
