// The wanted classes: those of the running build and those in the queue.

import { isBuiltAlone } from '../board/position.js'
import { positionsDone, positionsTotal } from './progress.js'
import { isImporting } from '../imports/imports.js'

/** @typedef {import('../../shell/state.js').State} State */

/** Returns the wanted classes of each build, in order. @param {State} state */
export const wantedOf = ({ build, queue }) => [...(build ? [build.wanted] : []), ...queue.waiting]

/** Returns the classes that the user wants, without builds without a click. @param {State} state */
export const wantedByUser = ({ build, queue }) => [...(build && !build.atOnce ? [build.wanted] : []), ...queue.waiting]

/**
 * Returns the classes to build for a position with missing tables. If one of them has parts, that is the FEN, for the
 * needed parts. It is the FEN, too, of a position with castling rights of Chess960 or with six men: no class is built
 * with these. Otherwise it is the position's class or, if that exists, the missing tables.
 * @param {Pick<State, 'answer' | 'tables'>} state
 */
export function wantedFor({ answer, tables }) {
  const { class: name = '', missing = [name] } = answer?.error ?? {}
  const isForPosition = (/** @type {string} */ fen) =>
    isBuiltAlone(fen) || tables?.some((table) => table.units > 1 && missing.includes(table.name))
  if (answer && isForPosition(answer.fen)) return [answer.fen]
  return missing.includes(name) ? [name] : missing
}

/**
 * Returns the classes that are not wanted yet.
 * @param {State} state
 * @param {string[]} names
 */
export function notYetWanted(state, names) {
  const asked = new Set(wantedOf(state).flat())
  return names.filter((name) => !asked.has(name))
}

/**
 * Returns the build to start when none is running.
 * @param {State} state
 */
export const nextWanted = ({ queue }) => (queue.held ? undefined : queue.waiting[0])

/**
 * Reports whether a build is running or starts by itself, or an import or export is running.
 * @param {State} state
 */
export const isBusy = (state) => !!state.build || !!nextWanted(state) || isImporting(state) || !!state.exporting

/**
 * Returns the missing classes that the wanted builds make, with those that they need.
 * @param {State} state
 * @returns {Set<string>}
 */
export const coming = (state) => absent(state, wantedOf(state))

/** @param {State} state @param {string[][]} wanted */
function absent({ tables }, wanted) {
  const byName = new Map((tables ?? []).map((table) => [table.name, table]))
  const names = wanted.flat().flatMap((name) => [...(byName.get(name)?.needs ?? []), name])
  return new Set(names.filter((name) => byName.has(name) && !byName.get(name)?.present))
}

/**
 * Reports whether wanted builds make the missing tables of the position on the board.
 * @param {State} state
 * @param {string[][]} wanted
 */
export function makesMissing(state, wanted) {
  const { class: name = '', missing = [name] } = state.answer?.error ?? {}
  if (wanted.flat().includes(wantedFor(state)[0])) return true
  const made = absent(state, wanted)
  return (missing.includes(name) ? [name] : missing).every((each) => made.has(each))
}

/**
 * Returns the positions of all wanted builds, and the number done.
 * @param {State} state
 */
export function overall(state) {
  const { build, queue, tables } = state
  const planned = new Set(build?.steps.map((step) => step.class))
  const rest = absent(state, build && !build.steps.length ? wantedOf(state) : queue.waiting)
  const later = (tables ?? []).reduce(
    (sum, { name, positions }) => sum + (rest.has(name) && !planned.has(name) ? positions : 0),
    0,
  )
  return {
    done: queue.done + (build ? positionsDone(build) : 0),
    total: queue.done + (build ? positionsTotal(build) : 0) + later,
  }
}

/** @param {State} state */
export function overallPercent(state) {
  const { done, total } = overall(state)
  return total ? Math.floor((100 * done) / total) : 0
}
