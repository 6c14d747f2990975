// What there is to do, in the seconds that a worker takes for it on a machine like the one measured, and how long that
// takes side by side.

import { tasksOf } from '../../engine/tasks.js'
import { ratio } from '../../ui/ratio.js'

/**
 * @typedef {import('../../engine/types.js').Step} Step
 * @typedef {import('../../engine/types.js').Progress} Progress
 * @typedef {import('../../engine/tasks.js').Task & Pick<Step, 'read' | 'solved'> & {cost: number}} Work  cost: seconds,
 *   on that machine
 * @typedef {import('../../engine/pool.js').Limits} Limits
 */

/**
 * How many times as long as natively a table takes in a worker, by its pawns, as measured in Chromium without
 * pawns and with one. With more it is taken to be the same.
 */
const OF_NATIVE = [1.8, 2.5]
/** Seconds that a worker takes to start. */
const START = 0.15

/** @param {string} name */
const slowdownOf = (name) => OF_NATIVE[Math.min(name.split('P').length, OF_NATIVE.length) - 1]

/**
 * What is absent, in an order to build it in.
 * @param {Step[]} steps
 * @returns {Work[]}
 */
export function workOf(steps) {
  const byClass = new Map(steps.map((step) => [step.class, { step, costOf: costOfEach(step) }]))
  return tasksOf(steps).flatMap((task) => {
    const { step, costOf } = byClass.get(task.class) ?? {}
    return step && costOf ? [{ ...task, cost: costOf(task.positions), read: step.read, solved: step.solved }] : []
  })
}

/**
 * What so many positions of a step cost. Those that are built one by one share a worker, which starts once.
 * @param {Step} step
 * @returns {(positions: number) => number}
 */
function costOfEach({ class: name, seconds, positions: all, units }) {
  const start = START / (units.filter((unit) => !unit.bytes).length || 1)
  return (positions) => start + (seconds * slowdownOf(name) * positions) / (all || 1)
}

/** @param {Work[]} work */
export const costOf = (work) => work.reduce((sum, { cost }) => sum + cost, 0)

/**
 * How fast workers are: 1 is as fast as on the machine measured. Side by side they may have to share what there is.
 * @typedef {{alone: number, together: number}} Speed
 */

/**
 * How long it takes: no less than any chain of tasks that wait for each other, and no less than all of it on all
 * workers.
 * @param {Work[]} work  what needs another comes after it
 * @param {Limits} limits
 * @param {Speed} speed
 */
export function secondsFor(work, { workers, memory }, { alone, together }) {
  /** When each is done at the earliest. @type {Map<string, number>} */
  const ends = new Map()
  let all = 0
  let longest = 0
  for (const { id, needs, cost, memory: least } of work) {
    const end = cost + needs.reduce((latest, need) => Math.max(latest, ends.get(need) ?? 0), 0)
    ends.set(id, end)
    longest = Math.max(longest, end)
    all += cost * Math.max(1 / workers, least / memory) // what takes more memory than its share has others wait
  }
  return Math.max(longest / alone, all / (workers > 1 ? together : alone))
}

/** The shares of positions that are behind at the end of reading and of solving a slice. */
const READ = 0.25
const SOLVED = 0.75

/**
 * How much of a task's time is behind, from 0 to 1. Its positions are counted as if solving took longer than it does,
 * and
 * while it solves those that are drawn are never counted: if less is reported than expected, it is taken to be as
 * expected.
 * @param {Work} task
 * @param {Progress | null} progress
 * @param {number} expected  by the time that it takes
 */
export function behind({ positions, read, solved }, progress, expected) {
  if (!progress || progress.step === 'preparing') return 0
  const share = ratio(progress.positions, positions)
  if (progress.slices > 1) return share // they are at different steps
  if (progress.step === 'storing') return between([SOLVED, solved], [1, 1], share)
  if (progress.step === 'reading') return between([0, 0], [READ, read], share)
  return Math.max(between([READ, read], [SOLVED, solved], share), Math.min(expected, solved))
}

/**
 * @param {[positions: number, time: number]} from  shares that are behind
 * @param {[positions: number, time: number]} to
 * @param {number} share  of positions
 */
const between = ([from, start], [to, end], share) => start + ((end - start) * Math.max(0, share - from)) / (to - from)
