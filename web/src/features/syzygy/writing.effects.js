// Finds the costs of wished Syzygy files, builds the missing tables, and writes the files.

import { shareOf } from '../../engine/pool.js'
import { startSyzygy, syzygyNeeds, wholeSyzygy } from '../../engine/syzygy.js'
import { say } from '../../language.js'
import { knowsRule } from '../../metrics.js'
import { prober, store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'
import { build } from '../builds/build.effects.js'
import { limitsOf } from '../builds/workers.js'
import { choosePlace, inZip } from './place.effects.js'
import {
  advanceWriting,
  beginWriting,
  breakOff,
  endWriting,
  fail,
  keep,
  leftOf,
  missingOf,
  reach,
  setCosts,
  stopWriting,
  tooLargeOf,
} from './writing.js'
import { titleOf, tooMuch } from './writing-words.js'

/**
 * @typedef {import('./place.effects.js').Place} Place
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 */

/** The most bytes that the files of a class may take. @param {import('../../shell/state.js').State} state */
export const mostMemory = ({ memory }) => shareOf({ workers: 1, memory })

/** Finds the costs of the wished classes whenever these change. */
export function startCosts() {
  store.subscribe(({ syzygyWish: wish, memory, metric }, before) => {
    if (!wish || !knowsRule(metric)) return
    if (wish.classes !== before.syzygyWish?.classes || memory !== before.memory) findCosts(wish.classes)
  })
}

/** The number of the last search for costs: only that one counts. */
let searches = 0

/** @param {string[]} classes */
async function findCosts(classes) {
  const mine = ++searches
  const needs = await syzygyNeeds(classes)
  const memory = Object.fromEntries((needs.ok ? needs.value : []).map((need) => [need.class, need.memory]))
  const fitting = classes.filter((name) => memory[name] <= mostMemory(store.state))
  const missing = missingOf(store.state, fitting)
  const plan = missing.length ? await prober.plan(missing, limitsOf(store.state)) : null
  if (mine !== searches) return
  const error = !needs.ok ? needs.error : plan && !plan.ok ? plan.error : null
  store.update(setCosts, classes, { memory, steps: plan?.ok ? plan.value.steps : [], error })
}

/** Stops the running export. */
export const stopSyzygyWriting = () => running?.stop()

/** @type {{stop: () => void, stopped: AbortSignal} | null} */
let running = null

/**
 * Writes the wished files to a folder that the user chooses, or to a zip.
 * @param {Place['to']} to
 */
export async function writeSyzygy(to) {
  const place = to === 'zip' ? inZip() : await choosePlace()
  const { syzygyWish: wish, exporting } = store.state
  if (!place || !wish) return
  if (exporting) return void store.update(notify, say('exporting.underWay'))
  const left = tooLargeOf(wish, mostMemory(store.state))
  store.update(
    beginWriting,
    place.to,
    left.map((name) => ({ class: name, error: tooMuch(name, wish.costs?.memory[name] ?? 0) })),
  )
  const stopping = new AbortController()
  /** Stops the step that is under way. */
  let stopStep = () => {}
  running = {
    stopped: stopping.signal,
    stop() {
      store.update(stopWriting)
      stopping.abort()
      stopStep()
    },
  }
  try {
    await run(place, stopping.signal, (stop) => (stopStep = stop))
    const isComplete = place.to === 'folder' || !stopping.signal.aborted
    if (isComplete) await finish(place, wish.names)
  } catch (error) {
    store.update(breakOff, placeError(error))
  }
  running = null
  store.update(endWriting)
  if (store.state.syzygyWriting) store.update(notify, `${titleOf(store.state.syzygyWriting)}.`)
}

/**
 * @param {Place} place
 * @param {AbortSignal} stopped
 * @param {(stop: () => void) => void} whenStopped
 */
async function run(place, stopped, whenStopped) {
  const { classes = [] } = store.state.syzygyWriting ?? {}
  await findWhole(place, classes, whenStopped)
  if (!stopped.aborted) await buildMissing(stopped)
  if (!stopped.aborted) await writeAll(place, whenStopped)
}

/** Saves the files that are not saved yet. @param {Place} place @param {string[]} names  of the chosen classes */
async function finish(place, names) {
  store.update(reach, 'packing')
  await place.finish(`${names.length === 1 ? names[0] : 'matewright'}-syzygy.zip`)
}

/**
 * Finds the classes whose files the place has already.
 * @param {Place} place @param {string[]} classes @param {(stop: () => void) => void} whenStopped
 */
async function findWhole(place, classes, whenStopped) {
  const files = await place.existing(classes.flatMap(namesOf))
  if (!files.length) return
  const { result, stop } = wholeSyzygy(files)
  whenStopped(stop)
  const whole = await result
  if (!whole.ok) return // they are written again
  const names = new Set(whole.value)
  store.update(
    keep,
    classes.filter((name) => namesOf(name).every((file) => names.has(file))),
  )
}

/** The names of the files of a class. @param {string} name */
const namesOf = (name) => [`${name}.rtbw`, `${name}.rtbz`]

/** Builds the missing tables. The build continues when this is stopped. @param {AbortSignal} stopped */
async function buildMissing(stopped) {
  const missing = () => missingOf(store.state, leftOf(/** @type {any} */ (store.state.syzygyWriting)))
  if (!missing().length) return
  store.update(reach, 'building')
  await Promise.race([build(missing()), new Promise((done) => stopped.addEventListener('abort', done))])
  if (stopped.aborted) return
  /** @type {EngineError} */
  const error = { code: 'missing', message: say('syzygyWriting.notBuilt') }
  store.update(
    fail,
    missing().map((name) => ({ class: name, error })),
  )
}

/** @param {Place} place @param {(stop: () => void) => void} whenStopped */
async function writeAll(place, whenStopped) {
  const { syzygyWriting: writing } = store.state
  if (!writing) return
  const classes = leftOf(writing)
  if (!classes.length) return
  const series = startSyzygy(
    prober,
    classes,
    { memory: mostMemory(store.state), rounded: writing.rounded },
    (files) => save(place, files),
    (event) => {
      const fault = event.type === 'ended' && !event.taken.ok && event.taken.error
      if (!fault || fault.code !== 'place') return store.update(advanceWriting, classes, event)
      store.update(breakOff, fault)
      series.stop()
    },
    () => store.update(reach, 'waiting'),
  )
  whenStopped(series.stop)
  await series.begun
}

/** @param {Place} place @param {File[]} files @returns {Promise<import('../../engine/syzygy.js').SavedResult>} */
async function save(place, files) {
  try {
    await place.save(files)
    return { ok: true, value: { bytes: files.reduce((sum, file) => sum + file.size, 0) } }
  } catch (error) {
    return { ok: false, error: placeError(error) }
  }
}

/** @param {unknown} error  of the folder, or of the zip @returns {EngineError} */
const placeError = (error) => ({
  code: 'place',
  message: say('syzygyWriting.notSaved'),
  detail: error instanceof Error ? error.message : String(error),
})
