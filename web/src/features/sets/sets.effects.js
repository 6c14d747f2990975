// Sets of positions: kept, shared, practised. This, and the pages of it, are loaded when they are used first.

import { isPosition } from '../../engine/tasks.js'
import { startFind } from '../../engine/engine.js'
import { visitSignal } from '../../engine/visit.js'
import { say } from '../../language.js'
import { isTraining, samePlace, SETS, setPage, writeAddress } from '../../shell/address.js'
import { createKeeper } from './keeper.js'
import { USUAL_MEN } from '../tables/large.js'
import { faultsInWords, MOST_LETTERS, positionsIn } from '../paste/pasted.js'
import { piecesOf } from '../board/position.js'
import { pliesOf } from '../practice/practice.js'
import * as sets from './sets.js'
import { collect, notify, show as showPage } from '../../shell/view.js'
import { wantedFor } from '../builds/wanted.js'
import { navigate, readdress } from '../../shell/address.effects.js'
import { prober, store } from '../../shell/app.js'
import { build, offer } from '../builds/build.effects.js'
import { copy, download, savePgn } from '../../shell/share.effects.js'
import { changeStored, storedSets } from './stored-sets.effects.js'
import { begin } from '../practice/practice.effects.js'
import { readFens } from '../paste/read-fens.effects.js'
import { askToPersist } from '../tables/storage.effects.js'
import './mw-collect.js'
import './mw-sets-page.js'
import './mw-training.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetContent} SetContent
 * @typedef {import('./sets.js').SetPosition} SetPosition
 */

const keeper = createKeeper({ read: storedSets, change: changeStored })

const channel = new BroadcastChannel('matewright-sets')

const read = load()

channel.addEventListener('message', load)
store.subscribe((state, before) => {
  if (state.place !== before.place && isTraining(state.place)) openLinked()
  if (!state.training) return
  if (isChosenAgain(state, before)) train(state.training.id, state.training.fen)
  const event = sets.eventOf(state)
  if (event && event !== sets.eventOf(before)) score(state.training, event)
  const { training } = state
  store.update(sets.endTraining)
  if (training && !store.state.training) readdress()
})
if (isTraining(store.state.place)) openLinked()
keepForOffline()

/**
 * Whether practice was chosen in the toolbar: it begins again.
 * @param {import('../../shell/state.js').State} state @param {import('../../shell/state.js').State} before
 */
const isChosenAgain = ({ training, mode, practice, game }, before) =>
  mode === 'practice' && !practice && training === before.training && game.start === training?.fen && (!!before.practice || before.mode !== 'practice')

/** Who was here first when this was loaded has no copy of it that works offline. */
async function keepForOffline() {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  await navigator.serviceWorker.ready
  await fetch(import.meta.url).catch(() => {})
  const kept = await caches.open('matewright-later')
  for (const { url } of await kept.keys()) if (url.includes('/sets-') && url !== import.meta.url) await kept.delete(url) // of an earlier version
}

async function load() {
  try {
    const all = await keeper.all()
    const before = store.state.sets ?? []
    store.update(sets.withStored, all)
    for (const { id, passing } of before) if (passing && !sets.findSet(store.state, id)) keeper.forget(id)
  } catch (error) {
    console.warn(error)
    store.update((state) => ({ ...state, sets: state.sets ?? [], setProblem: say('appSets.nothingKept') }))
  }
}

/**
 * Changes a set here at once, and in the browser's storage and in other tabs.
 * @param {string} id
 * @param {(set: PracticeSet) => PracticeSet | null} change
 * @returns the set then, if it is there
 */
async function alter(id, change) {
  const changed = sets.keeping(change)
  const before = sets.findSet(store.state, id)
  if (before?.passing) askToPersist()
  show(id, changed(before))
  await keep(id, changed)
  return sets.findSet(store.state, id)
}

/** @param {string} id @param {import('./keeper.js').Change} change */
async function keep(id, change) {
  try {
    show(id, await keeper.change(id, change))
    channel.postMessage(id)
  } catch (error) {
    complain(error)
  }
}

/** @param {string} id @param {PracticeSet | null | undefined} now */
const show = (id, now) => store.update((state) => ({ ...state, sets: state.sets?.flatMap((set) => (set.id === id ? now ?? [] : set)) ?? null }))

/** @param {unknown} error */
function complain(error) {
  console.warn(error)
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  store.update((state) => ({ ...state, setProblem: say('appSets.notStored', { full }) }))
}

/**
 * A set that was not here before.
 * @param {SetContent} content
 */
async function add(content) {
  const set = enlist(sets.newSet(content, Date.now()))
  askToPersist()
  await keep(set.id, (stored) => stored ?? set)
  return set
}

/** @param {PracticeSet} set */
function enlist(set) {
  store.update((state) => ({ ...state, sets: [set, ...(state.sets ?? [])] }))
  return set
}

/** A set of a link: whoever only looks at it does not want it yet. @param {SetContent} content */
function addPassing(content) {
  const set = enlist({ ...sets.newSet(content, Date.now()), passing: true })
  keeper.hold(set.id, (stored) => stored ?? set)
  return set
}

/** Keeps what came by a link. @param {string} id */
export const keepSet = (id) => alter(id, (set) => set)

/** @param {string} id @param {string} name */
export const rename = (id, name) => alter(id, (set) => sets.renamed(set, name))
/** @param {string} id @param {string} fen @param {Partial<SetPosition>} words */
export const describePosition = (id, fen, words) => alter(id, (set) => sets.described(set, fen, words))
/** @param {string} id @param {string} fen */
export const removePosition = (id, fen) => alter(id, (set) => sets.withoutPosition(set, fen))
/** @param {string} id @param {string} fen @param {number} by */
export const movePosition = (id, fen, by) => alter(id, (set) => sets.moved(set, fen, by))
/** @param {string} id */
export const forgetScores = (id) => alter(id, (set) => ({ ...set, scores: {} }))

/** @param {string} id */
export async function deleteSet(id) {
  await alter(id, () => null)
  if (store.state.place.page === 'sets' && store.state.place.subject === id) navigate(SETS)
}

/**
 * Puts what was collected into a set, or into a new one.
 * @param {PracticeSet | string} into  a name
 */
export async function collectInto(into) {
  const { name, positions } = store.state.collecting ?? { name: '', positions: [] }
  store.update(collect, null)
  const collected = positions.flatMap((each) => sets.positionOfFound(each) ?? [])
  if (!collected.length) return
  if (typeof into === 'string') {
    const set = await add({ name: into || name, positions: collected })
    return void store.update(notify, say('appSets.made', { set: set.name, positions: set.positions.length }))
  }
  await addTo(into, collected)
}

/** @param {PracticeSet} set @param {SetPosition[]} positions @param {string} [faults]  of FENs, in words */
export async function addTo({ id, name, positions: { length } }, positions, faults = '') {
  let had = length
  const now = await alter(id, (stored) => {
    had = stored.positions.length
    return sets.withMore(stored, positions)
  })
  store.update(notify, `${sets.addedInWords(now, name, had, positions.length)} ${faults}`.trim())
}

export async function makeEmpty() {
  navigate(setPage((await add({ name: say('appSets.new'), positions: [] })).id))
}

/** Adds what the user has copied to a set. @param {PracticeSet} set */
export async function pasteInto(set) {
  try {
    const text = await navigator.clipboard.readText()
    const readings = await readFens(text)
    const found = positionsIn(text, readings).flatMap((each) => sets.positionOfFound(each) ?? [])
    const faults = faultsInWords(readings)
    if (found.length) await addTo(set, found, faults)
    else store.update(notify, faults || say('appSets.noPosition'))
  } catch {
    store.update(notify, say('appSets.noPasting'))
  }
}

/** @param {File[]} files */
export async function importSets(files) {
  await read
  navigate(SETS)
  /** @type {string[]} */
  const problems = []
  for (const file of files) {
    const reading = file.size > 4 * MOST_LETTERS ? await sets.setIn(' '.repeat(MOST_LETTERS + 1), file.name, readFens) : await sets.setIn(await file.text(), file.name, readFens)
    const problem = reading.ok ? reading.faults : reading.problem
    if (problem) problems.push(say('appSets.problemOfFile', { file: file.name, problem }))
    if (!reading.ok) continue
    const same = sets.sameSet(store.state, reading.set)
    if (same) store.update(notify, say('appSets.isHere', { file: file.name, set: same.name }))
    else await add(reading.set)
  }
  store.update((state) => ({ ...state, setProblem: problems.join(' ') || null }))
}

/** @param {SetContent} set */
export function shareSet(set) {
  const link = new URL(writeAddress(sets.linkToSet(set), ''), location.href).href
  copy(link, link.length > sets.MOST_LINK ? say('appSets.longLink', { letters: link.length }) : say('appSets.link'))
}

/** @param {SetContent} set */
export const saveSetPgn = (set) => savePgn(`${fileName(set)}.pgn`, sets.pgnOfSet(set))

/** @param {SetContent} set */
export const saveSetJson = (set) => download(`${fileName(set)}.json`, new Blob([sets.jsonOf(set)], { type: 'application/json' }))

/** @param {SetContent} set */
const fileName = ({ name }) => name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || say('appSets.fileName')

// Practising.

/** @param {SetContent} set */
export const practiseSet = (set) => navigate(sets.linkToSet(set))

/** The set that the address has is practised. If it is new, it is kept once something was played, or when the user wants it. */
async function openLinked() {
  const { place } = store.state
  const reading = await sets.unpacked(place.subject, readFens)
  if (store.state.place !== place) return
  if (!reading.ok) return refuse(reading.problem)
  if (reading.faults) store.update(notify, reading.faults)
  await load()
  if (store.state.place !== place) return
  const set = sets.sameSet(store.state, reading.set) ?? addPassing(reading.set)
  const fen = sets.firstOpen(set)
  if (fen) train(set.id, fen)
}

/** @param {string} problem */
function refuse(problem) {
  store.update((state) => ({ ...showPage(state, SETS), mode: 'play', setProblem: problem }))
  readdress()
}

/** @param {string} id @param {string} fen */
function train(id, fen) {
  store.update(sets.trainOn, id, fen)
  begin(fen)
}

/** Goes to another position of the set. @param {number} at */
export function trainAt(at) {
  const { training } = store.state
  const fen = sets.trained(store.state)?.set.positions[at]?.fen
  if (training && fen) train(training.id, fen)
}

/** Goes on with a set whose position is there no more. @param {PracticeSet} set */
export function trainRest(set) {
  const fen = sets.firstOpen(set)
  if (fen) train(set.id, fen)
}

export const endSet = () => navigate(SETS)

/** @param {import('./sets.js').Training} training @param {'missed' | 'done'} event */
const score = ({ id, fen }, event) => alter(id, (set) => sets.scored(set, fen, event))

export const dismissProblem = () => store.update((state) => ({ ...state, setProblem: null }))

// Tables.

/**
 * What is missing for positions, and those that no table can answer.
 * @param {SetPosition[]} positions
 * @param {() => boolean} isWanted  still
 */
export async function needsOf(positions, isWanted) {
  /** @type {Set<string>} */
  const missing = new Set()
  /** @type {Map<string, string[]>} what to ask for, by what it is */
  const wanted = new Map()
  /** @type {Record<string, string>} */
  const problems = {}
  for (const { fen } of positions) {
    if (!isWanted()) break
    const result = await prober.probe(fen)
    if (result.ok) continue
    const { error } = result
    if (error.code !== 'missing' || piecesOf(fen).size > USUAL_MEN) {
      problems[fen] = error.code === 'missing' ? say('appSets.sixMen') : error.message
      continue
    }
    for (const name of error.missing ?? []) missing.add(name)
    const asked = wantedFor({ answer: { fen, error }, tables: store.state.tables })
    wanted.set(asked.join(), asked)
  }
  return { missing: [...missing], wanted: [...wanted.values()], problems }
}

/** Builds what positions need: whole tables together, and of large ones what each position needs. @param {string[][]} wanted */
export function buildNeeds(wanted) {
  const names = [...new Set(wanted.filter(([first]) => !isPosition(first)).flat())]
  if (names.length) offer(names)
  for (const [first] of wanted) if (isPosition(first)) build([first])
}

// What tables have.

/** @typedef {'win' | 'draw' | 'zugzwang' | 'only-move'} Theme */

/** So many are looked at for each that is taken, so that they differ. */
const FOR_EACH = 3
/** Of draws only some can be lost. */
const DRAWS_FOR_EACH = 3 * FOR_EACH
const MOST_SECONDS = 20

/**
 * Adds positions of a class, as different as can be.
 * @param {PracticeSet} set
 * @param {string} name
 * @param {Theme} theme
 * @param {'w' | 'b'} side  to move
 * @param {{from: number, to: number}} depth
 * @param {number} count
 */
export async function addFromTable(set, name, theme, side, depth, count) {
  const known = new Set(set.positions.map(({ fen }) => fen))
  /** @type {Omit<import('../../engine/types.js').Query, 'class' | 'side'>} */
  const about = theme === 'win' ? { kind: '', outcome: 'win', ...(store.state.metric === 'dtm' ? pliesOf(depth) : {}) } : theme === 'draw' ? { kind: '', outcome: 'draw' } : { kind: theme }
  const limit = known.size + count * (theme === 'draw' ? DRAWS_FOR_EACH : FOR_EACH)
  const { place } = store.state
  const isHere = () => samePlace(store.state.place, place)
  const result = await lookWhile(isHere, { ...about, class: name, side, varied: true, seed: Math.floor(Math.random() * 2 ** 31), limit })
  if (!isHere()) return
  if (!result.ok) return void store.update(notify, result.error.message)
  /** @type {import('../../engine/types.js').Found[]} */
  const found = []
  const { positions, isStopped } = result.value
  const end = performance.now() + 1000 * MOST_SECONDS
  for (const one of positions) {
    if (performance.now() > end || !isHere() || found.length === FOR_EACH * count) break
    if (!known.has(one.fen) && (theme !== 'draw' || (await canBeLost(one.fen)))) found.push(one)
  }
  if (!isHere()) return
  if (!found.length) {
    const isLate = isStopped || performance.now() > end
    const words = isLate ? say('appSets.nothingInTime', { name, seconds: MOST_SECONDS }) : say('appSets.none', { name })
    return void store.update(notify, words)
  }
  await addTo(set, sets.varied(found, count).flatMap(({ fen }) => sets.positionOf({ fen }) ?? []))
}

/** @typedef {import('../../engine/types.js').Result<{positions: import('../../engine/types.js').Found[], isStopped: boolean}>} Look */

/**
 * What a search finds until its time is over, or nobody waits for it.
 * @param {() => boolean} isWanted
 * @param {import('../../engine/types.js').Query} query
 * @returns {Promise<Look>}
 */
function lookWhile(isWanted, query) {
  /** @type {import('../../engine/types.js').Found[]} */
  const reported = []
  const search = startFind(query, ({ found }) => reported.push(...found))
  return new Promise((done) => {
    /** @param {Look} look */
    const end = (look) => {
      clearTimeout(timer)
      forget()
      left.removeEventListener('abort', stop)
      search.stop()
      done(look)
    }
    const stop = () => end({ ok: true, value: { positions: reported, isStopped: true } })
    const timer = setTimeout(stop, 1000 * MOST_SECONDS)
    const forget = store.subscribe(() => isWanted() || stop())
    const left = visitSignal()
    left.addEventListener('abort', stop)
    search.result.then((result) => end(result.ok ? { ok: true, value: { positions: result.value.found, isStopped: false } } : result))
  })
}

/** A draw that every move keeps teaches nothing. @param {string} fen */
async function canBeLost(fen) {
  const result = await prober.probe(fen)
  return result.ok && result.value.moves.some(({ category }) => category === 'win')
}
