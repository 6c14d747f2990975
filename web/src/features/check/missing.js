// The missing tables of a check, in the best order to build them.

import { forecast, isQuick } from '../builds/forecast.js'
import { costOf, workOf } from '../builds/work.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Step} Step
 *
 * @typedef {object} Wanted  a class whose table is missing
 * @property {string} name
 * @property {number} positions  that it judges
 * @property {Step[]} steps      the build of it, with all missing tables that it needs
 */

/** Seconds: the limit for several tables that are offered together. */
const PATIENCE = 300

/**
 * Ranks missing classes. Each judges most positions for the time that it adds to the build of those before it. Classes
 * that the plan lacks are left out, as their tables exist by now.
 * @param {Record<string, number>} missing  positions by class
 * @param {Step[]} plan  of all these classes
 * @returns {Wanted[]}
 */
export function ranked(missing, plan) {
  const costs = new Map(plan.map((step) => [step.class, costOf(workOf([{ ...step, needs: [] }]))]))
  const left = Object.entries(missing).flatMap(([name, positions]) => {
    const steps = stepsFor(name, plan)
    return steps.length ? [{ name, positions, steps }] : []
  })
  /** @type {Set<string>} */
  const made = new Set()
  const rate = (/** @type {Wanted} */ { positions, steps }) =>
    positions / steps.reduce((sum, step) => sum + (made.has(step.class) ? 0 : (costs.get(step.class) ?? 0)), 0)
  /** @type {Wanted[]} */
  const ranking = []
  while (left.length) {
    const rates = left.map(rate)
    const [best] = left.splice(rates.indexOf(Math.max(...rates)), 1)
    for (const step of best.steps) made.add(step.class)
    ranking.push(best)
  }
  return ranking
}

/**
 * The steps of a plan that a class needs, with its own, in their order.
 * @param {string} name
 * @param {Step[]} plan
 */
function stepsFor(name, plan) {
  const needed = new Set([name])
  for (const step of plan.toReversed()) if (needed.has(step.class)) for (const need of step.needs) needed.add(need)
  return plan.filter((step) => needed.has(step.class))
}

/** The steps of the build of some classes, each once. @param {Wanted[]} some */
export const stepsOf = (some) => [
  ...new Map(some.flatMap(({ steps }) => steps.map((step) => [step.class, step]))).values(),
]

/** The number of tables that a build makes, as its progress counts them. @param {Step[]} steps */
export const tablesIn = (steps) => steps.filter(({ whole }) => whole).length

/**
 * The first classes that are built within a few minutes.
 * @param {Wanted[]} ranking
 * @param {State} state
 */
export function soon(ranking, state) {
  const count = ranking.findIndex((_, i) => !(forecast(stepsOf(ranking.slice(0, i + 1)), state).seconds <= PATIENCE))
  return count < 0 ? ranking : ranking.slice(0, count)
}

/**
 * The classes that together are quick to build, chosen in order.
 * @param {Wanted[]} ranking
 * @param {State} state
 */
export const quick = (ranking, state) =>
  ranking.reduce(
    (chosen, each) => (isQuick(forecast(stepsOf([...chosen, each]), state)) ? [...chosen, each] : chosen),
    /** @type {Wanted[]} */ ([]),
  )
