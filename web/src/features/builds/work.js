// The work of a build, in the seconds of a worker on the reference machine, and its time on several workers.

import { tasksOf } from '../../engine/tasks.js'
import { ratio } from '../../ui/ratio.js'

/**
 * @typedef {import('../../engine/types.js').Step} Step
 * @typedef {import('../../engine/types.js').Progress} Progress
 * @typedef {import('../../engine/tasks.js').Task & Pick<Step, 'read' | 'solved' | 'group'> & {cost: number}} Work
 *   cost: seconds on the reference machine
 * @typedef {import('../../engine/pool.js').Limits} Limits
 * @typedef {import('../../engine/speed.js').Speed} Speed
 */

/**
 * The slowdown of a worker against native code, measured in Chromium without pawns and with one pawn. The second value
 * is also used for more pawns. 2026-11-30: npm run estimates.
 */
const OF_NATIVE = [1.8, 2.3]
/** More seconds of each table, such as for the start of a worker. 2026-11-30: npm run estimates. */
const START = 0.25

/** @param {string} name */
const slowdownOf = (name) => OF_NATIVE[Math.min(name.split('P').length, OF_NATIVE.length) - 1]

/**
 * Returns the work for the missing tables, in build order. The units of a class share a worker, which starts once.
 * @param {Step[]} steps
 * @returns {Work[]}
 */
export function workOf(steps) {
  const byClass = new Map(steps.map((step) => [step.class, step]))
  return tasksOf(steps).flatMap((task) => {
    const step = byClass.get(task.class)
    if (!step) return []
    const { units, read, solved, group } = step
    const { seconds } = units.find((unit) => unit.number === task.unit) ?? step
    const start = START / (units.filter((unit) => !unit.bytes).length || 1)
    return [{ ...task, cost: start + seconds * slowdownOf(task.class), read, solved, group }]
  })
}

/** @param {Work[]} work */
export const costOf = (work) => work.reduce((sum, { cost }) => sum + cost, 0)

/**
 * Returns the seconds for some work. It takes at least the time of the longest chain of dependent tasks, and at least
 * the time of the total work on all workers.
 * @param {Work[]} work  each task after those that it needs
 * @param {Limits} limits
 * @param {Speed} speed
 */
export function secondsFor(work, { workers, memory }, { alone, together }) {
  /** The earliest end of each task. @type {Map<string, number>} */
  const ends = new Map()
  let all = 0
  let longest = 0
  for (const { id, needs, cost, memory: least } of work) {
    const end = cost + needs.reduce((latest, need) => Math.max(latest, ends.get(need) ?? 0), 0)
    ends.set(id, end)
    longest = Math.max(longest, end)
    all += cost * Math.max(1 / workers, least / memory) // a task with more memory than its share makes others wait
  }
  return Math.max(longest / alone, all / (workers > 1 ? together : alone))
}

/** The shares of positions counted at the end of reading and of solving a slice. */
const READ = 0.25
const SOLVED = 0.75

/**
 * Returns the done share of a task's time, from 0 to 1. The count of positions gives solving more than its share of the
 * time, and does not count draws during solving. So the expected share is used then, if it is larger.
 * @param {Work} task
 * @param {Progress | null} progress
 * @param {number} expected  the share by the elapsed time
 */
export function behind({ positions, read, solved, group }, progress, expected) {
  if (!progress || progress.step === 'preparing') return 0
  const share = ratio(progress.positions, positions)
  if (progress.slices > 1) {
    if (positions > group) return share // they are at different steps
    return share < SOLVED ? between([0, 0], [SOLVED, solved], share) : between([SOLVED, solved], [1, 1], share)
  }
  if (progress.step === 'storing') return between([SOLVED, solved], [1, 1], share)
  if (progress.step === 'reading') return between([0, 0], [READ, read], share)
  return Math.max(between([READ, read], [SOLVED, solved], share), Math.min(expected, solved))
}

/**
 * @param {[positions: number, time: number]} from  shares at the start
 * @param {[positions: number, time: number]} to
 * @param {number} share  of positions
 */
const between = ([from, start], [to, end], share) => start + ((end - start) * Math.max(0, share - from)) / (to - from)
