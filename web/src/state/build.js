// A build under way, and how it ended.

import { learnSpeed } from './forecast.js'
import { begun, followed } from './queue.js'

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('../engine/types.js').EngineError} EngineError
 * @typedef {import('../engine/types.js').Plan} Plan
 * @typedef {import('../engine/types.js').Step} Step
 * @typedef {import('../engine/types.js').Built} Built
 * @typedef {import('../engine/types.js').Progress} Progress
 * @typedef {import('../engine/tasks.js').Task} Task
 * @typedef {import('../engine/engine.js').BuildEvent} BuildEvent
 *
 * @typedef {object} Build
 * @property {string[]} wanted
 * @property {Step[]} steps      what was absent when it was planned, in build order; none before
 * @property {'starting' | 'waiting' | 'building'} stage  waiting for another tab
 * @property {boolean} paused    nothing new is begun
 * @property {Job[]} jobs        what is being done, the longest at it first
 * @property {Built[]} built     classes, in the order they were finished
 * @property {Record<string, Parts>} parts  of classes that are not finished, by class
 * @property {Failure[]} failures  after the first nothing new is begun
 * @property {number} startedAt  when work began: waiting for another tab doesn't count
 * @property {number} now
 * @property {number} rate       positions a second, of late
 * @property {number} rated      positions done when that was found
 *
 * @typedef {object} Job  a task being done
 * @property {Task} task
 * @property {Progress | null} progress  null until there is some
 *
 * @typedef {object} Parts  what is finished of a class that is built in units
 * @property {number} finished   units
 * @property {number} of
 * @property {number} positions
 * @property {number} bytes
 * @property {boolean} begun     some were there when this build began
 * @property {number} [since]    when this build took it up
 * @property {Built} [made]      what this build made of it
 *
 * @typedef {{class?: string, error: EngineError}} Failure  without a class it concerns them all
 *
 * @typedef {object} BuildEnd
 * @property {'done' | 'cancelled' | 'failed'} how
 * @property {string[]} wanted
 * @property {Built[]} built     these stay
 * @property {Failure[]} failures
 * @property {Record<string, Parts>} parts  these stay, too
 * @property {number} seconds
 * @property {number} memory     that it might take at its end
 */

/** Seconds over which the rate forgets its past. */
const MEMORY = 4
/** An estimate before this many seconds would be a guess. */
const FIRST_ESTIMATE = 1.5

/**
 * @param {State} state
 * @param {string[]} wanted
 * @param {number} now  milliseconds
 * @returns {State}
 */
export function begin(state, wanted, now) {
  /** @type {Build} */
  const build = {
    wanted, steps: [], stage: 'starting', paused: false, jobs: [], built: [], parts: {}, failures: [], startedAt: now, now, rate: 0, rated: 0,
  }
  return { ...state, build, buildEnd: null, queue: begun(state.queue, wanted) }
}

/**
 * What there is to do, and what is done of it.
 * @param {Plan} plan
 */
function workOf({ steps }) {
  /** @type {Record<string, Parts>} */
  const parts = {}
  for (const { class: name, units } of steps) {
    const present = units.filter((unit) => unit.bytes)
    if (units.length) {
      parts[name] = {
        finished: present.length, of: units.length, positions: sum(present.map((unit) => unit.positions)), bytes: sum(present.map((unit) => unit.bytes)), begun: present.length > 0,
      }
    }
  }
  return { steps, parts, rated: sum(Object.values(parts).map(({ positions }) => positions)) }
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * What the engine reports of a build. After its end nothing is changed by it.
 * @param {State} state
 * @param {BuildEvent} event
 * @param {number} now
 * @returns {State}
 */
export const advance = (state, event, now) => (state.build ? { ...state, build: advanced(state.build, event, now) } : state)

/**
 * @param {Build} build
 * @param {BuildEvent} event
 * @param {number} now
 * @returns {Build}
 */
function advanced(build, event, now) {
  switch (event.type) {
    case 'waiting':
      return { ...build, stage: 'waiting' }
    case 'planned': // only now: another tab may have built some of it
      return { ...build, ...workOf(event.plan), stage: 'building', startedAt: now, now }
    case 'started':
      return { ...build, jobs: [...build.jobs, { task: event.task, progress: null }], parts: takenUp(build.parts, event.task, now) }
    case 'progress':
      return { ...build, jobs: build.jobs.map((job) => (job.task.id === event.task.id ? { ...job, progress: event.progress } : job)) }
    case 'done':
      return finished({ ...build, jobs: without(build.jobs, event.task) }, event.task, event.built, now)
    case 'failed':
      return { ...build, jobs: without(build.jobs, event.task), failures: [...build.failures, { class: event.task.class, error: event.error }] }
  }
}

/**
 * The table that an event has finished, if it has: of several units, with the last one.
 * @param {Build | null} before
 * @param {Build | null} after
 */
export const builtSince = (before, after) => after?.built[before?.built.length ?? 0]

/** @param {Job[]} jobs @param {Task} task */
const without = (jobs, task) => jobs.filter((job) => job.task.id !== task.id)

/**
 * @param {Record<string, Parts>} parts
 * @param {Task} task
 * @param {number} now
 */
function takenUp(parts, { class: name }, now) {
  const part = parts[name]
  return part ? { ...parts, [name]: { ...part, since: part.since ?? now } } : parts
}

/**
 * @param {Build} build
 * @param {Task} task
 * @param {Built} built
 * @param {number} now
 * @returns {Build}
 */
function finished(build, task, built, now) {
  const part = build.parts[task.class]
  if (!part) return { ...build, built: [...build.built, built] }
  const made = together(part.made, built)
  const more = { ...part, finished: part.finished + 1, positions: part.positions + task.positions, bytes: part.bytes + built.bytes, made }
  const whole = build.steps.some((step) => step.class === task.class && step.whole)
  if (more.finished < more.of || !whole) return { ...build, parts: { ...build.parts, [task.class]: more } }
  const { [task.class]: _, ...parts } = build.parts
  const table = { ...made, positions: more.positions, bytes: more.bytes, elapsedSeconds: (now - (part.since ?? now)) / 1000, resumed: part.begun }
  return { ...build, parts, built: [...build.built, table] }
}

/**
 * @param {Built | undefined} before
 * @param {Built} built
 * @returns {Built}
 */
function together(before, built) {
  if (!before) return built
  return {
    class: built.class,
    method: before.method,
    how: before.how,
    positions: before.positions + built.positions,
    solveSeconds: before.solveSeconds + built.solveSeconds,
    readSeconds: before.readSeconds + built.readSeconds,
    encodeSeconds: before.encodeSeconds + built.encodeSeconds,
    elapsedSeconds: before.elapsedSeconds + built.elapsedSeconds,
    bytes: before.bytes + built.bytes,
    wasmBytes: Math.max(before.wasmBytes, built.wasmBytes),
  }
}

/**
 * Lets time pass, and sees how much was done in it.
 * @param {State} state
 * @param {number} now
 * @returns {State}
 */
export function tick(state, now) {
  const { build } = state
  if (!build) return state
  if (build.stage !== 'building') return { ...state, build: { ...build, now } }
  const rated = positionsDone(build)
  const rate = blend(build.rate, rated - build.rated, (now - build.now) / 1000)
  return { ...state, build: { ...build, rate, rated, now } }
}

/**
 * @param {number} rate
 * @param {number} positions
 * @param {number} seconds
 */
function blend(rate, positions, seconds) {
  if (seconds <= 0) return rate
  const recent = positions / seconds
  if (rate === 0) return recent
  const weight = 1 - Math.exp(-seconds / MEMORY)
  return rate + weight * (recent - rate)
}

/**
 * @param {State} state
 * @param {import('../engine/engine.js').Outcome} outcome
 * @param {number} now
 * @returns {State}
 */
export function finish(state, { how, error }, now) {
  const { build } = state
  if (!build) return state
  const { wanted, built, parts, startedAt } = build
  const failures = error ? [...build.failures, { error }] : build.failures
  const after = { ...learnSpeed(state, build.steps, built), build: null, queue: followed(state.queue, build, how) }
  if (how === 'paused') return after
  return { ...after, buildEnd: { how, wanted, built, parts, failures, seconds: (now - startedAt) / 1000, memory: state.memory } }
}

/**
 * @param {State} state
 * @returns {State}
 */
export const dismissEnd = (state) => ({ ...state, buildEnd: null })

/** @param {Build} build */
export const elapsed = (build) => (build.now - build.startedAt) / 1000

/**
 * @param {Build} build
 * @returns {number | null} null while it can't be told
 */
export function secondsLeft(build) {
  if (build.paused || build.rate <= 0 || elapsed(build) < FIRST_ESTIMATE) return null
  return (positionsTotal(build) - positionsDone(build)) / build.rate
}

/** @param {Build} build */
export const positionsTotal = (build) => sum(build.steps.map(({ positions }) => positions))

/** @param {Build} build */
export const positionsDone = ({ built, parts, jobs }) =>
  sum([...built, ...Object.values(parts)].map(({ positions }) => positions)) + sum(jobs.map(({ progress }) => progress?.positions ?? 0))

/** @param {Build} build */
export function fraction(build) {
  const total = positionsTotal(build)
  return total ? positionsDone(build) / total : 0
}

/**
 * How far each class is, from 0 to 1, in build order.
 * @param {Build} build
 * @returns {{class: string, positions: number, filled: number}[]}
 */
export function shareOfEach({ steps, jobs, parts, built }) {
  const there = new Set(built.map((table) => table.class))
  return steps.map(({ class: name, positions }) => {
    const running = jobs.filter(({ task }) => task.class === name)
    const done = (parts[name]?.positions ?? 0) + sum(running.map(({ progress }) => progress?.positions ?? 0))
    return { class: name, positions, filled: there.has(name) ? 1 : positions && done / positions }
  })
}

/** @param {Job} job */
export function filledOf({ task, progress }) {
  if (!progress) return 0
  return progress.positions / task.positions
}

/**
 * The memory of all workers.
 * @param {Build} build
 */
export const memoryOf = ({ jobs }) => sum(jobs.map(({ progress }) => progress?.wasmBytes ?? 0))

/**
 * @param {Build | null} build
 * @param {string} name
 */
export const isBeingBuilt = (build, name) => !!build?.jobs.some(({ task }) => task.class === name)
