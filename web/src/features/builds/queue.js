// The queue of builds. The classes of one build are one array, which identifies the build.

import { isComplete } from '../board/castling.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('./build.js').Build} Build
 *
 * @typedef {'user' | 'failed' | 'interrupted'} Hold  by the user, by a failure, or by the end of the page that built
 *
 * @typedef {object} Queue
 * @property {string[][]} waiting  the next builds, in order
 * @property {Hold | null} held    why none of them starts
 * @property {number} done         positions of the tables built since the queue was last empty
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
 * Moves a build to a later or earlier place.
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
 * Sets the waiting builds. An empty queue is not held, except while the running build is paused.
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
 * Pauses the running build and holds the queue.
 * @param {State} state
 * @returns {State}
 */
export const pause = (state) => ({
  ...state,
  build: state.build && { ...state.build, paused: true },
  queue: { ...state.queue, held: 'user' },
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
 * Takes over the builds of a page that has gone. They wait for the user.
 * @param {State} state
 * @param {string[][]} waiting
 * @returns {State}
 */
export const takeOver = (state, waiting) => dropPresent({ ...state, queue: { ...EMPTY, waiting, held: 'interrupted' } })

/**
 * Drops the builds whose tables exist.
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
 * Returns the queue after the start of a build.
 * @param {Queue} queue
 * @param {string[]} wanted
 * @returns {Queue}
 */
export const begun = (queue, wanted) => ({ ...queue, waiting: without(queue.waiting, wanted) })

/**
 * Returns the queue after the end of a build. A paused build becomes the first.
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
 * Returns the builds of a stored queue.
 * @param {string | null} text
 * @returns {string[][]} empty if it is not valid
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
