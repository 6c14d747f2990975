// A build under way, and how it ended.

import { CASTLING_UNIT } from '../board/castling.js'
import { learn, measured, paceFor, speedAt } from './pace.js'
import { begun, followed } from './queue.js'
import { behind, workOf } from './work.js'
import { limitsOf } from './workers.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 * @typedef {import('../../engine/types.js').Plan} Plan
 * @typedef {import('../../engine/types.js').Step} Step
 * @typedef {import('../../engine/types.js').Built} Built
 * @typedef {import('../../engine/types.js').Progress} Progress
 * @typedef {import('../../engine/tasks.js').Task} Task
 * @typedef {import('./autobuild.js').Occasion} Occasion
 * @typedef {import('./pace.js').Pace} Pace
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('../../engine/engine.js').BuildEvent} BuildEvent
 *
 * @typedef {object} Build
 * @property {string[]} wanted
 * @property {Occasion | null} atOnce  what it is for, if nobody has asked for it
 * @property {Step[]} steps      what was absent when it was planned, in build order; none before
 * @property {'starting' | 'waiting' | 'building'} stage  waiting for another tab
 * @property {boolean} paused    nothing new is begun
 * @property {Job[]} jobs        what is being done, the longest at it first
 * @property {Built[]} built     classes, in the order they were finished
 * @property {Record<string, Parts>} parts  of classes that are not finished, by class
 * @property {Failure[]} failures  after the first nothing new is begun
 * @property {number} startedAt  when work began: neither waiting for another tab counts nor the time for which the page
 *   was left
 * @property {number} [leftAt]   when the page was left, until it is planned again
 * @property {number} now
 * @property {Work[]} todo       tasks that are not done, those under way included
 * @property {Pace | null} pace  null before it is planned
 *
 * @typedef {object} Job  a task being done
 * @property {Task} task
 * @property {number} since      when it was begun
 * @property {number} heard      when it was last seen to go on
 * @property {{share: number, at: number}} base  how much of its time was behind then: what is not seen is expected from
 *   there on
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
 * @property {Occasion | null} atOnce
 * @property {Built[]} built     these stay
 * @property {Failure[]} failures
 * @property {Record<string, Parts>} parts  these stay, too
 * @property {number} seconds
 * @property {number} memory     that it might take at its end
 */

/**
 * @param {State} state
 * @param {string[]} wanted
 * @param {number} now  milliseconds
 * @param {Occasion | null} [atOnce]  what it is for, if nobody has asked for it
 * @returns {State}
 */
export function begin(state, wanted, now, atOnce = null) {
  /** @type {Build} */
  const build = {
    wanted,
    atOnce,
    steps: [],
    stage: 'starting',
    paused: false,
    jobs: [],
    built: [],
    parts: {},
    failures: [],
    startedAt: now,
    now,
    todo: [],
    pace: null,
  }
  // Another tab may be building, and then nobody has asked for anything here.
  return { ...state, build, buildEnd: atOnce ? state.buildEnd : null, queue: begun(state.queue, wanted) }
}

/**
 * What there is to do, and what is done of it.
 * @param {Plan} plan
 * @param {State} state
 */
function planned({ steps }, state) {
  /** @type {Record<string, Parts>} */
  const parts = {}
  for (const { class: name, units } of steps) {
    const present = units.filter((unit) => unit.bytes)
    if (units.length) {
      parts[name] = {
        finished: present.length,
        of: units.length,
        positions: sum(present.map((unit) => unit.positions)),
        bytes: sum(present.map((unit) => unit.bytes)),
        begun: present.length > 0,
      }
    }
  }
  const todo = workOf(steps)
  return { steps, parts, todo, pace: paceFor(todo, limitsOf(state), state.speed) }
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * What the engine reports of a build. After its end nothing is changed by it.
 * @param {State} state
 * @param {BuildEvent} event
 * @param {number} now
 * @returns {State}
 */
export const advance = (state, event, now) =>
  state.build ? { ...state, build: advanced(state, state.build, event, now) } : state

/**
 * @param {State} state
 * @param {Build} build
 * @param {BuildEvent} event
 * @param {number} now
 * @returns {Build}
 */
function advanced(state, build, event, now) {
  switch (event.type) {
    case 'waiting':
      return { ...build, stage: 'waiting' }
    case 'planned': // only now: another tab may have built some of it
      return plannedAgain(
        build,
        { ...build, ...planned(event.plan, state), stage: 'building', startedAt: now, leftAt: undefined, now },
        now - (build.leftAt ?? now),
      )
    case 'left':
      return { ...build, stage: 'starting', jobs: [], todo: [], pace: null, leftAt: build.leftAt ?? now }
    case 'started':
      return {
        ...build,
        jobs: [
          ...build.jobs,
          { task: event.task, since: now, heard: now, base: { share: 0, at: now }, progress: null },
        ],
        parts: takenUp(build.parts, event.task, now),
      }
    case 'progress':
      return {
        ...build,
        jobs: build.jobs.map((job) => (job.task.id === event.task.id ? gone(job, event.progress, now) : job)),
      }
    case 'done':
      return finished(
        { ...build, jobs: without(build.jobs, event.task), todo: build.todo.filter(({ id }) => id !== event.task.id) },
        event.task,
        event.built,
        now,
      )
    case 'failed':
      return {
        ...build,
        jobs: without(build.jobs, event.task),
        failures: [...build.failures, { class: event.task.class, error: event.error }],
      }
  }
}

/**
 * A build that is planned once more, after the page was left, with what it has already made.
 * @param {Build} before
 * @param {Build} after
 * @param {number} absence  milliseconds
 * @returns {Build}
 */
function plannedAgain(before, after, absence) {
  const absent = new Set(after.steps.map((step) => step.class))
  const built = new Set(before.built.map((table) => table.class))
  const made = before.steps.filter(
    (step) => !absent.has(step.class) && (built.has(step.class) || before.parts[step.class]),
  )
  const parts = Object.fromEntries(
    Object.entries({ ...before.parts, ...after.parts }).map(([name, part]) => [
      name,
      goneOn(before.parts[name], part, absence),
    ]),
  )
  return {
    ...after,
    startedAt: before.steps.length ? before.startedAt + absence : after.startedAt,
    steps: [...made, ...after.steps],
    parts,
  }
}

/**
 * Parts with what this build did for them before the page was left.
 * @param {Parts | undefined} before
 * @param {Parts} after
 * @param {number} absence
 */
const goneOn = (before, after, absence) =>
  before
    ? {
        ...after,
        begun: before.begun || after.finished > before.finished,
        since: before.since && before.since + absence,
        made: before.made,
      }
    : after

/**
 * @param {Job} job
 * @param {Progress} progress
 * @param {number} now
 * @returns {Job}
 */
const gone = (job, progress, now) => ({
  ...job,
  progress,
  heard: progress.positions === job.progress?.positions ? job.heard : now,
})

/**
 * The table that an event has finished, if it has: of several units, with the last one.
 * @param {Build | null} before
 * @param {Build | null} after
 */
export const builtSince = (before, after) => after?.built[before?.built.length ?? 0]

/**
 * Whether of a class only its castling is built: its table was here.
 * @param {Build | null} build
 * @param {string} name
 */
export const isCastlingAlone = (build, name) =>
  build?.steps.find((step) => step.class === name)?.units[0]?.number === CASTLING_UNIT

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
  const more = {
    ...part,
    finished: part.finished + 1,
    positions: part.positions + task.positions,
    bytes: part.bytes + built.bytes,
    made,
  }
  const whole = build.steps.some((step) => step.class === task.class && step.whole)
  if (more.finished < more.of || !whole) return { ...build, parts: { ...build.parts, [task.class]: more } }
  const { [task.class]: _, ...parts } = build.parts
  const table = {
    ...made,
    positions: more.positions,
    bytes: more.bytes,
    elapsedSeconds: (now - (part.since ?? now)) / 1000,
    resumed: part.begun,
  }
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
    scratchRead: (before.scratchRead ?? 0) + (built.scratchRead ?? 0),
    scratchWritten: (before.scratchWritten ?? 0) + (built.scratchWritten ?? 0),
    wasmBytes: Math.max(before.wasmBytes, built.wasmBytes),
  }
}

/**
 * Milliseconds: if a task is silent for longer, what it does is none of what is measured, and its time counts less and
 * less.
 */
const PATIENCE = 2000

/**
 * Lets time pass, and sees how much was done in it.
 * @param {State} state
 * @param {number} now
 * @returns {State}
 */
export function tick(state, now) {
  const { build } = state
  if (!build) return state
  const seconds = (now - build.now) / 1000
  if (!build.pace || seconds <= 0) return { ...state, build: { ...build, now } }
  const limits = limitsOf(state)
  const speed = speedAt(build.pace, limits.workers)[build.jobs.length > 1 ? 'together' : 'alone']
  const shares = new Map(build.jobs.map((job) => [job.task.id, shareBehind(job, build.todo, speed, now)]))
  const jobs = build.jobs.map((job) => rebased(job, shares.get(job.task.id) ?? 0, now))
  const time = seconds * sum(jobs.map(({ heard }) => Math.min(1, PATIENCE / Math.max(1, now - heard))))
  const pace = measured(build.pace, restOf(build.todo, shares), limits, { workers: jobs.length, time }, seconds)
  return { ...state, build: { ...build, jobs, pace, now } }
}

/**
 * How much of a job's time is behind.
 * @param {Job} job
 * @param {Work[]} todo
 * @param {number} speed
 * @param {number} now
 */
function shareBehind({ task, progress, base }, todo, speed, now) {
  const work = todo.find(({ id }) => id === task.id)
  return work ? behind(work, progress, base.share + (speed * (now - base.at)) / 1000 / work.cost) : base.share
}

/**
 * Milliseconds after which what is expected counts as seen. By a speed that has just risen, more would be expected of
 * all of the time
 * of a long task, which made the speed rise further.
 */
const SETTLED = 30_000

/** @param {Job} job @param {number} share @param {number} now @returns {Job} */
const rebased = (job, share, now) => (now - job.base.at < SETTLED ? job : { ...job, base: { share, at: now } })

/**
 * What is left to do, of tasks under way the rest.
 * @param {Work[]} todo
 * @param {Map<string, number>} shares  that are behind
 * @returns {Work[]}
 */
const restOf = (todo, shares) => todo.map((task) => ({ ...task, cost: task.cost * (1 - (shares.get(task.id) ?? 0)) }))

/**
 * @param {State} state
 * @param {{how: import('../../engine/pool.js').How, error?: EngineError}} outcome
 * @param {number} now
 * @returns {State}
 */
export function finish(state, { how, error }, now) {
  const { build } = state
  if (!build) return state
  const { wanted, atOnce, built, parts, startedAt, leftAt = now, pace } = build
  const failures = error ? [...build.failures, { error }] : build.failures
  const after = {
    ...state,
    speed: pace ? learn(state.speed, pace) : state.speed,
    build: null,
    queue: followed(state.queue, build, how),
  }
  if (how === 'paused') return after
  const leftAlone = atOnce ? leaveAlone(state.leftAlone, atOnce, how) : state.leftAlone
  const toldBuilds = state.toldBuilds + (atOnce?.told ? 1 : 0)
  return {
    ...after,
    leftAlone,
    toldBuilds,
    buildEnd: {
      how,
      wanted,
      atOnce,
      built,
      parts,
      failures,
      seconds: (leftAt - startedAt) / 1000,
      memory: state.memory,
    },
  }
}

/**
 * What was built without a click for a position is not built so for it again; what the user stopped, or what failed,
 * for
 * none that is played from it either.
 * @param {State['leftAlone']} leftAlone
 * @param {Occasion} occasion
 * @param {BuildEnd['how']} how
 */
const leaveAlone = (leftAlone, { fen, start, small }, how) => ({
  ...leftAlone,
  [how === 'done' ? (small?.join() ?? fen) : start]: how,
})

/**
 * It was not begun: another tab builds.
 * @param {State} state
 * @returns {State}
 */
export const giveWay = (state) => ({ ...state, build: null })

/**
 * @param {State} state
 * @returns {State}
 */
export const dismissEnd = (state) => ({ ...state, buildEnd: null })
