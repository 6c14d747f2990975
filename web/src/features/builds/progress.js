// The progress of a build.

import { ratio } from '../../ui/ratio.js'
import { sum } from './build.js'

/** @typedef {import('./build.js').Build} Build */
/** @typedef {import('./build.js').Job} Job */

/**
 * The progress of a build. All views show these numbers.
 * @typedef {object} BuildProgress
 * @property {number} percent     of the positions
 * @property {Count} positions
 * @property {Count} tables       that will be complete
 * @property {Count} parts        of other tables
 * @property {number} elapsed     seconds
 * @property {number | null} left seconds, null if unknown
 *
 * @typedef {{done: number, of: number}} Count
 */
/**
 * @param {Build} build
 * @returns {BuildProgress}
 */
export function progressOf(build) {
  const { steps, todo, pace, paused, stage, startedAt, now } = build
  const unfinished = new Set(todo.map((task) => task.class))
  const whole = steps.filter((step) => step.whole)
  const parts = new Set(steps.filter((step) => !step.whole).map((step) => step.class))
  const absent = steps.filter((step) => !step.whole).flatMap(({ units }) => units.filter((unit) => !unit.bytes)).length
  return {
    percent: Math.floor(100 * fraction(build)),
    positions: { done: positionsDone(build), of: positionsTotal(build) },
    tables: { done: whole.filter((step) => !unfinished.has(step.class)).length, of: whole.length },
    parts: { done: absent - todo.filter((task) => parts.has(task.class)).length, of: absent },
    elapsed: (now - startedAt) / 1000,
    left: pace && !paused && stage === 'building' ? pace.left : null,
  }
}

/** @param {Build} build */
export const positionsTotal = (build) => sum(build.steps.map(({ positions }) => positions))

/** @param {Build} build */
export const positionsDone = ({ built, parts, jobs }) =>
  sum([...built, ...Object.values(parts)].map(({ positions }) => positions)) +
  sum(jobs.map(({ progress }) => progress?.positions ?? 0))

/** @param {Build} build */
export function fraction(build) {
  return ratio(positionsDone(build), positionsTotal(build))
}

/**
 * Returns the progress of each class, from 0 to 1, in build order.
 * @param {Build} build
 * @returns {{class: string, positions: number, filled: number}[]}
 */
export function shareOfEach({ steps, jobs, parts, built }) {
  const there = new Set(built.map((table) => table.class))
  return steps.map(({ class: name, positions }) => {
    const running = jobs.filter(({ task }) => task.class === name)
    const done = (parts[name]?.positions ?? 0) + sum(running.map(({ progress }) => progress?.positions ?? 0))
    return { class: name, positions, filled: there.has(name) ? 1 : ratio(done, positions) }
  })
}

/** @param {Job} job */
export function filledOf({ task, progress }) {
  if (!progress) return 0
  return ratio(progress.positions, task.positions)
}

/**
 * Returns the memory of all workers.
 * @param {Build} build
 */
export const memoryOf = ({ jobs }) => sum(jobs.map(({ progress }) => progress?.wasmBytes ?? 0))

/**
 * @param {Build | null} build
 * @param {string} name
 */
export const isBeingBuilt = (build, name) => !!build?.jobs.some(({ task }) => task.class === name)
