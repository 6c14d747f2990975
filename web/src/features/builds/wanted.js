// All that is to be built: what is under way, and what waits.

import { positionsDone, positionsTotal } from './progress.js'
import { isImporting } from '../imports/imports.js'

/** @typedef {import('../../shell/state.js').State} State */

/** What was asked for, in order. @param {State} state */
export const wantedOf = ({ build, queue }) => [...(build ? [build.wanted] : []), ...queue.waiting]

/** What a user has asked for. @param {State} state */
export const askedFor = ({ build, queue }) => [...(build && !build.atOnce ? [build.wanted] : []), ...queue.waiting]

/**
 * What to ask for when a position's tables are missing: where one of them comes in parts, what the position needs, by
 * its FEN;
 * or else its class, with all that needs; or, if that is here, those it lacks.
 * @param {Pick<State, 'answer' | 'tables'>} state
 */
export function wantedFor({ answer, tables }) {
  const { class: name = '', missing = [name] } = answer?.error ?? {}
  if (answer && tables?.some((table) => table.units > 1 && missing.includes(table.name))) return [answer.fen]
  return missing.includes(name) ? [name] : missing
}

/**
 * Those of the classes that nobody has asked for yet.
 * @param {State} state
 * @param {string[]} names
 */
export function notYetWanted(state, names) {
  const asked = new Set(wantedOf(state).flat())
  return names.filter((name) => !asked.has(name))
}

/**
 * What is to be begun now that nothing is under way.
 * @param {State} state
 */
export const nextWanted = ({ queue }) => (queue.held ? undefined : queue.waiting[0])

/**
 * Whether something is being built, or will be without anybody's doing, or goes in or out as a file.
 * @param {State} state
 */
export const isBusy = (state) => !!state.build || !!nextWanted(state) || isImporting(state) || !!state.exporting

/**
 * The absent classes that will be there when all is built, those included that others need.
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
 * The positions of all that is to be built, and how many are done.
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
