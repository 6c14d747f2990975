// Looks for positions, each time in a worker of its own: the prober stays free, and to stop is to end it.

import { startFind } from '../../engine/engine.js'
import { refusal } from '../../engine/problems.js'
import { visitSignal } from '../../engine/visit.js'
import { samePlace } from '../../shell/address.js'
import {
  beginSearch,
  ended,
  failed,
  resumeSearch,
  searchedAhead,
  keep,
  kept,
  MOST_FOUND,
  MOST_SAVED,
  PAGE,
  picked,
  picking,
  progressed,
  searchedIn,
  saved,
  setSaving,
  sized,
  alsoIn,
  stopped,
  toCount,
  restoreFinder,
} from './finder.js'
import { queryOf } from './query.js'
import { fileOf, gamesOf, linesOf } from './forms.js'
import { store } from '../../shell/app.js'
import { download, savePgn } from '../../shell/share.effects.js'
import { keyOf } from '../tables/metric.effects.js'
import { open } from '../board/open.effects.js'
import { remember, remembered } from '../../shell/remember.js'

/**
 * @typedef {import('../../engine/types.js').Query} Query
 * @typedef {import('../../engine/types.js').Finding} Finding
 */
/**
 * @template T
 * @typedef {import('../../engine/types.js').Result<T>} Result
 */

/** @type {ReturnType<typeof startFind> | null} */
let current = null

const keyOfFound = () => keyOf('found')

/** The metric has to be restored before: each has its own positions. */
export function restoreFinding() {
  const before = kept(remembered(keyOfFound()))
  if (before) store.update(restoreFinder, before)
}

/** A search that is out of sight is not worth its time. */
export function startFinding() {
  store.subscribe((state, before) => {
    if (!samePlace(state.place, before.place)) {
      stopFinding()
      stopSaving('left')
    }
    const { search } = state.finder
    if (search && search !== before.finder.search && search.how !== 'searching') remember(keyOfFound(), keep(search))
  })
}

/** Saves the positions found so far. @param {import('./forms.js').Form | 'pgn'} form */
export function saveFound(form) {
  const {
    metric,
    finder: { search },
  } = store.state
  if (!search) return
  if (form === 'pgn') savePgn(`${fileName(search)}.pgn`, gamesOf(search))
  else download(`${fileName(search)}.${form}`, fileOf(form, [linesOf(form, search.found, metric)]))
}

/** @param {import('./finder.js').Search} search */
const fileName = ({ table, also }) => (also.length ? `${table}-${also.length + 1}` : table)

/** The search for a file. @type {ReturnType<typeof startFind> | null} */
let saver = null

/**
 * Saves all positions of the search, up to a limit. The page does not keep them: they go from the engine into the file.
 * @param {import('./forms.js').Form} form
 */
export async function saveAll(form) {
  const {
    metric,
    finder: { search },
  } = store.state
  if (!search) return
  stopSaving()
  store.update(setSaving, { count: 0, share: 0, left: null })
  /** @type {Blob[]} */
  const parts = []
  let count = 0
  const add = (/** @type {Finding} */ { found, next, entries, left }) => {
    count += found.length
    if (found.length) parts.push(new Blob([linesOf(form, found, metric)]))
    store.update(setSaving, { count, share: next / entries, left: left ?? null })
  }
  const { table, wish, also } = search
  const mine = startFind(
    { ...queryOf(table, wish, also), varied: false, stream: true, limit: MOST_SAVED },
    (finding) => {
      if (saver === mine) add(finding)
    },
  )
  saver = mine
  const left = visitSignal()
  const leave = () => stopSaving('left')
  left.addEventListener('abort', leave)
  const result = await mine.result
  left.removeEventListener('abort', leave)
  if (result.ok) await until(() => saver !== mine || count + result.value.found.length === (result.value.count ?? 0))
  if (saver !== mine) return
  if (result.ok) {
    add(result.value)
    download(`${fileName(search)}.${form}`, fileOf(form, parts))
  }
  saver = null
  const isCut = result.ok && count >= MOST_SAVED && result.value.next < result.value.entries
  store.update(saved, result.ok ? null : result.error, isCut ? 'most' : '')
}

/** Waits for a condition, as reports may arrive after the result. @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 20))
}

/** @param {'' | 'left'} [why] */
export function stopSaving(why = '') {
  saver?.stop()
  if (saver) store.update(saved, null, why)
  saver = null
}

/**
 * Looks for the positions that the user wishes, up to a page of them.
 * @param {string} name  of the class
 */
export function find(name) {
  stopFinding()
  store.update(beginSearch, name, Math.floor(Math.random() * 2 ** 31))
  return findPage(PAGE)
}

/** Looks for the next page, or resumes a stopped search. */
export const findMore = () => resumeFor(PAGE)

/** Looks for all that is left. */
export const findAll = () => resumeFor(MOST_FOUND)

/** @param {number} most */
function resumeFor(most) {
  store.update(resumeSearch)
  return findPage(most)
}

/** @param {number} most */
async function findPage(most) {
  const { search } = store.state.finder
  if (!search) return
  const { table, wish, also, next, found, total, seed, entries } = search
  const limit = Math.min(most, MOST_FOUND - found.length, (total ?? Infinity) - found.length)
  const query = { ...queryOf(table, wish, also), from: next, limit, seed }
  const start =
    most > PAGE && !wish.varied && entries && navigator.hardwareConcurrency > 1
      ? halves(next + Math.ceil((entries - next) / 2))
      : startFind
  const result = await run(query, (finding) => store.update(progressed, finding), start)
  if (result?.ok) store.update(ended, result.value)
  else if (result) store.update(failed, result.error)
  if (result?.ok) void countRest()
}

/** Counts the positions that are left, or estimates their number. The next search ends this. */
async function countRest() {
  const { search } = store.state.finder
  if (!search || !toCount(search)) return
  const { table, wish, also, next } = search
  const result = await run({ ...queryOf(table, wish, also), from: next, size: true }, () => {})
  if (result?.ok && result.value.size) store.update(sized, result.value.size)
}

/**
 * Two workers search, one from the next entry and one from a middle. If they find too many positions, those of the
 * second count up to its last report within the limit. A third one finds the rest, so the entry to resume from is
 * exact.
 * @param {number} middle
 * @returns {typeof startFind}
 */
const halves = (middle) => (query, report) => {
  const reports = [{ count: 0, next: middle }]
  const first = startFind({ ...query, until: middle }, report)
  const second = startFind({ ...query, from: middle }, ({ found, next, left }) => {
    reports.push({ count: (reports.at(-1)?.count ?? 0) + found.length, next })
    store.update(searchedAhead, next - middle, left)
  })
  /** @type {typeof first | null} */
  let third = null
  const both = async () => {
    const one = await first.result
    if (!one.ok || one.value.next < middle) {
      second.stop() // there were enough before
      return one
    }
    const other = await second.result
    if (!other.ok) return other
    const left = (query.limit ?? Infinity) - one.value.found.length
    if (other.value.found.length <= left) return join(one.value, other.value)
    const { count, next } = /** @type {typeof reports[number]} */ (reports.findLast(({ count }) => count <= left))
    const some = join(one.value, { ...other.value, found: other.value.found.slice(0, count), next })
    if (count === left) return some
    third = startFind({ ...query, from: next, limit: left - count }, () => {})
    const rest = await third.result
    return rest.ok ? join(some.value, rest.value) : rest
  }
  return {
    result: both(),
    stop() {
      first.stop()
      second.stop()
      third?.stop()
    },
  }
}

/** @param {Finding} one @param {Finding} other  that continues it */
const join = (one, other) => ({
  ok: /** @type {const} */ (true),
  value: { ...other, found: [...one.found, ...other.found] },
})

/**
 * Opens one of the positions that the user wishes on the board.
 * @param {string} name  of the class
 */
export async function pick(name) {
  stopFinding()
  store.update(picking)
  const { state } = store
  const query = queryOf(searchedIn(state, name), state.finder.wish, alsoIn(state, name))
  const result = await run({ ...query, random: true }, () => {})
  if (!result) return
  const fen = fenOf(result)
  store.update(picked, fen.ok ? null : fen.error)
  if (fen.ok) open(fen.value)
}

export function stopFinding() {
  current?.stop()
  current = null
  store.update(stopped)
}

/**
 * The result is null if the search was stopped.
 * @param {Query} query
 * @param {(finding: Finding) => void} report
 */
async function run(query, report, start = startFind) {
  current?.stop()
  const mine = start(query, (finding) => {
    if (current === mine) report(finding)
  })
  current = mine
  const left = visitSignal()
  left.addEventListener('abort', stopFinding)
  const result = await mine.result
  left.removeEventListener('abort', stopFinding)
  if (current !== mine) return null
  current = null
  return result
}

/**
 * A position at random, for example a win for White of some depth. The positions are not equally likely.
 * @param {string} name  of the class
 * @param {Omit<Query, 'class' | 'side' | 'kind'> & Partial<Query>} [about]
 * @returns {Promise<Result<string>>} its FEN
 */
export const randomPosition = async (name, about) =>
  fenOf(await startFind({ side: 'w', kind: '', ...about, class: name, random: true }, () => {}).result)

/**
 * Some positions of a class that lie far from each other in its table.
 * @param {string} name
 * @param {Partial<Query>} about
 * @param {number} limit
 * @returns {Promise<Result<string[]>>} their FENs
 */
export async function variedPositions(name, about, limit) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const query = { side: /** @type {const} */ ('w'), kind: /** @type {const} */ (''), ...about, class: name }
  const { result } = startFind({ ...query, varied: true, seed, limit }, () => {})
  const finding = await result
  return finding.ok ? { ok: true, value: finding.value.found.map(({ fen }) => fen) } : finding
}

/**
 * @param {Result<Finding>} result
 * @returns {Result<string>}
 */
function fenOf(result) {
  if (!result.ok) return result
  const [found] = result.value.found
  return found ? { ok: true, value: found.fen } : refusal('none')
}
