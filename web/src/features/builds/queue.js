// What waits to be built, in order. Classes that were asked for together are one array, and known by it.

import { isComplete } from '../board/castling.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('./build.js').Build} Build
 *
 * @typedef {'asked' | 'failed' | 'interrupted'} Hold  by the user, by a failure, by the end of the page that had begun
 *
 * @typedef {object} Queue
 * @property {string[][]} waiting  what will be begun, the first first
 * @property {Hold | null} held    why none of it is begun
 * @property {number} done         positions of the tables made for what went before, since nothing waited
 */

/** @type {Queue} */
export const EMPTY = { waiting: [], held: null, done: 0 }

/**
 * @param {State} state
 * @param {string[]} wanted
 * @returns {State}
 */
export const enqueue = (state, wanted) => withWaiting(state, [...state.queue.waiting, wanted])

/**
 * @param {State} state
 * @param {string[]} wanted
 * @returns {State}
 */
export const drop = (state, wanted) => withWaiting(state, without(state.queue.waiting, wanted))

/**
 * Later, or earlier.
 * @param {State} state
 * @param {string[]} wanted
 * @param {number} by  places
 * @returns {State}
 */
export function move(state, wanted, by) {
  const { waiting } = state.queue
  const others = without(waiting, wanted)
  return withWaiting(state, others.toSpliced(Math.max(0, waiting.indexOf(wanted) + by), 0, wanted))
}

/**
 * Where nothing waits there is nothing to hold, but for a build under way that is paused.
 * @param {State} state
 * @param {string[][]} waiting
 * @returns {State}
 */
function withWaiting(state, waiting) {
  const queue = waiting.length || state.build?.paused ? state.queue : EMPTY
  return { ...state, queue: { ...queue, waiting } }
}

/** @param {string[][]} waiting @param {string[]} wanted */
const without = (waiting, wanted) => waiting.filter((other) => other !== wanted)

/**
 * Nothing new is begun, neither of the build under way nor of what waits.
 * @param {State} state
 * @returns {State}
 */
export const pause = (state) => ({
  ...state,
  build: state.build && { ...state.build, paused: true },
  queue: { ...state.queue, held: 'asked' },
})

/**
 * @param {State} state
 * @returns {State}
 */
export const resume = (state) => ({
  ...state,
  build: state.build && { ...state.build, paused: false },
  queue: { ...state.queue, held: null },
})

/**
 * @param {State} state
 * @returns {State}
 */
export const emptyQueue = (state) => ({ ...state, queue: EMPTY })

/**
 * What another page had to leave. It waits until the user says so.
 * @param {State} state
 * @param {string[][]} waiting
 * @returns {State}
 */
export const takeOver = (state, waiting) => dropPresent({ ...state, queue: { ...EMPTY, waiting, held: 'interrupted' } })

/**
 * What is here needs no building, whoever built it.
 * @param {State} state
 * @returns {State}
 */
export function dropPresent(state) {
  const present = new Set(state.tables?.filter(isComplete).map(({ name }) => name))
  const { waiting } = state.queue
  const rest = waiting.filter((wanted) => !wanted.every((name) => present.has(name)))
  return rest.length === waiting.length ? state : withWaiting(state, rest)
}

/**
 * The queue, when something of it is begun.
 * @param {Queue} queue
 * @param {string[]} wanted
 * @returns {Queue}
 */
export const begun = (queue, wanted) => ({ ...queue, waiting: without(queue.waiting, wanted) })

/**
 * The queue, when a build has ended. One that was paused is the first to go on.
 * @param {Queue} queue
 * @param {Build} build
 * @param {import('../../engine/pool.js').How} how
 * @returns {Queue}
 */
export function followed(queue, { wanted, built }, how) {
  const waiting = how === 'paused' ? [wanted, ...queue.waiting] : queue.waiting
  if (!waiting.length) return EMPTY
  const done = queue.done + built.reduce((sum, { positions }) => sum + positions, 0)
  return { waiting, done, held: how === 'failed' ? 'failed' : queue.held }
}

/**
 * What was to be built, as it was remembered.
 * @param {string | null} text
 * @returns {string[][]} empty if it means nothing
 */
export function parseWaiting(text) {
  try {
    const waiting = JSON.parse(text ?? '[]')
    return Array.isArray(waiting) && waiting.every(isNames) ? waiting : []
  } catch {
    return []
  }
}

/** @param {unknown} names */
const isNames = (names) => Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string')
