// Looks for positions, each time in a worker of its own: the prober stays free, and to stop is to end it.

import { startFind } from '../engine/engine.js'
import { refusal } from '../engine/problems.js'
import { samePlace } from '../state/address.js'
import { beginSearch, ended, failed, goOn, PAGE, picked, picking, progressed, queryOf, searchedIn, stopped } from '../state/finder.js'
import { store } from './app.js'
import { open } from './opening.js'

/**
 * @typedef {import('../engine/types.js').Query} Query
 * @typedef {import('../engine/types.js').Finding} Finding
 */
/**
 * @template T
 * @typedef {import('../engine/types.js').Result<T>} Result
 */

/** @type {ReturnType<typeof startFind> | null} */
let current = null

/** A search that is out of sight is not worth its time. */
export function startFinding() {
  store.subscribe((state, before) => {
    if (!samePlace(state.place, before.place)) stopFinding()
  })
}

/**
 * Looks for the positions that the user wishes, up to a page of them.
 * @param {string} name  of the class
 */
export function find(name) {
  stopFinding()
  store.update(beginSearch, name)
  return look()
}

/** Looks for the next page, or for what a stopped search didn't come to. */
export function findMore() {
  store.update(goOn)
  return look()
}

async function look() {
  const { search } = store.state.finder
  if (!search) return
  const { table, wish, next, found, total } = search
  const limit = Math.min(PAGE, (total ?? Infinity) - found.length)
  const result = await run({ ...queryOf(table, wish), from: next, limit }, (finding) => store.update(progressed, finding))
  if (result?.ok) store.update(ended, result.value)
  else if (result) store.update(failed, result.error)
}

/**
 * Opens one of the positions that the user wishes on the board.
 * @param {string} name  of the class
 */
export async function pick(name) {
  stopFinding()
  store.update(picking)
  const result = await run({ ...queryOf(searchedIn(store.state, name), store.state.finder.wish), random: true }, () => {})
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
async function run(query, report) {
  const mine = startFind(query, (finding) => {
    if (current === mine) report(finding)
  })
  current = mine
  const result = await mine.result
  if (current !== mine) return null
  current = null
  return result
}

/**
 * A position at random: a win for White, say, of some depth. Not all of them are as likely as the others.
 * @param {string} name  of the class
 * @param {Omit<Query, 'class' | 'side' | 'kind'> & Partial<Query>} [about]
 * @returns {Promise<Result<string>>} its FEN
 */
export const randomPosition = async (name, about) =>
  fenOf(await startFind({ side: 'w', kind: '', ...about, class: name, random: true }, () => {}).result)

/**
 * @param {Result<Finding>} result
 * @returns {Result<string>}
 */
function fenOf(result) {
  if (!result.ok) return result
  const [found] = result.value.found
  return found ? { ok: true, value: found.fen } : refusal('none')
}
