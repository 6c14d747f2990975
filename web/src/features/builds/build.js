// The running build, and the end of the last one.

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
 * @property {Occasion | null} atOnce  the occasion of a build without a click
 * @property {boolean} [ofSet]   the user wants it for a set
 * @property {Step[]} steps      the missing tables of the plan, in build order
 * @property {'starting' | 'waiting' | 'building'} stage  waiting: another tab builds
 * @property {boolean} paused    no new task starts
 * @property {Job[]} jobs        the running tasks, the oldest first
 * @property {Built[]} built     classes, in the order they were finished
 * @property {Record<string, Parts>} parts  of unfinished classes, by class
 * @property {Failure[]} failures  after the first, no task starts
 * @property {number} startedAt  the start of the work, without waits for another tab and the user's absence
 * @property {number} [leftAt]   when the user left the page, until the build is planned again
 * @property {number} now
 * @property {Work[]} todo       the unfinished tasks, with the running ones
 * @property {Pace | null} pace  null before the plan
 * @property {boolean} learns    its pace will change the speed of the machine
 *
 * @typedef {object} Job  a running task
 * @property {Task} task
 * @property {number} since       its start
 * @property {number} advancedAt  when its count of positions last changed
 * @property {{share: number, at: number}} base  the done share of its time at a moment, from which later shares are
 *   estimated
 * @property {Progress | null} progress  null before the first report
 *
 * @typedef {object} Parts  the finished units of a class
 * @property {number} finished   units
 * @property {number} of
 * @property {number} positions
 * @property {number} bytes
 * @property {boolean} begun     some existed before this build
 * @property {number} [since]    when this build started it
 * @property {Built} [made]      the part that this build made
 *
 * @typedef {{class?: string, error: EngineError}} Failure  without a class it concerns all of them
 *
 * @typedef {object} BuildEnd
 * @property {'done' | 'cancelled' | 'failed'} how
 * @property {string[]} wanted
 * @property {Occasion | null} atOnce
 * @property {boolean} [ofSet]
 * @property {Built[]} built     stored
 * @property {Failure[]} failures
 * @property {Record<string, Parts>} parts  stored, too
 * @property {number} seconds
 * @property {number} memory     the limit at its end
 */

/**
 * @param {State} state
 * @param {string[]} wanted
 * @param {number} now  milliseconds
 * @param {Occasion | null} [atOnce]  of a build without a click
 * @param {boolean} [ofSet]
 * @returns {State}
 */
export function begin(state, wanted, now, atOnce = null, ofSet = false) {
  /** @type {Build} */
  const build = {
    wanted,
    atOnce,
    ...(ofSet ? { ofSet } : {}),
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
    learns: false,
  }
  // A build without a click keeps the end of the last build in the state, as another tab may prevent it.
  return { ...state, build, buildEnd: atOnce ? state.buildEnd : null, queue: begun(state.queue, wanted) }
}

/**
 * Milliseconds: an older measurement may be from before a change of the load. A build would learn the change as a
 * property of the machine.
 */
const FRESH = 10_000

/**
 * Returns the fields of a build that depend on its plan.
 * @param {Plan} plan
 * @param {State} state
 * @param {number} now
 */
function planned({ steps }, state, now) {
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
  return {
    steps,
    parts,
    todo,
    pace: paceFor(todo, limitsOf(state), state.speed),
    learns: now - state.measuredAt <= FRESH,
  }
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0)

/**
 * Applies an event of the engine to the running build. After its end, events change nothing.
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
    case 'planned': // only now, as another tab may have built a part
      return plannedAgain(
        build,
        { ...build, ...planned(event.plan, state, now), stage: 'building', startedAt: now, leftAt: undefined, now },
        now - (build.leftAt ?? now),
      )
    case 'left':
      return { ...build, stage: 'starting', jobs: [], todo: [], pace: null, leftAt: build.leftAt ?? now }
    case 'started':
      return {
        ...build,
        jobs: [
          ...build.jobs,
          { task: event.task, since: now, advancedAt: now, base: { share: 0, at: now }, progress: null },
        ],
        parts: takenUp(build.parts, event.task, now),
      }
    case 'progress':
      return {
        ...build,
        jobs: build.jobs.map((job) => (job.task.id === event.task.id ? withProgress(job, event.progress, now) : job)),
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
 * Returns a build that is planned again after the user's return, with the tables that it has already made.
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
      withEarlier(before.parts[name], part, absence),
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
 * Returns parts with the work of this build before the user left the page.
 * @param {Parts | undefined} before
 * @param {Parts} after
 * @param {number} absence
 */
const withEarlier = (before, after, absence) =>
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
const withProgress = (job, progress, now) => ({
  ...job,
  progress,
  advancedAt: progress.positions === job.progress?.positions ? job.advancedAt : now,
})

/**
 * Returns the table that an event has finished, or undefined. A table in units is finished by its last unit.
 * @param {Build | null} before
 * @param {Build | null} after
 */
export const builtSince = (before, after) => after?.built[before?.built.length ?? 0]

/**
 * Reports whether a build makes only the castling of a class, whose table existed before.
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
 * Milliseconds. If a task reports no new positions for longer, its work is not measured, and its time counts less and
 * less.
 */
const PATIENCE = 2000

/**
 * Advances the time of the build, and measures its pace.
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
  const time = seconds * sum(jobs.map(({ advancedAt }) => Math.min(1, PATIENCE / Math.max(1, now - advancedAt))))
  const pace = measured(build.pace, restOf(build.todo, shares), limits, { workers: jobs.length, time }, seconds)
  return { ...state, build: { ...build, jobs, pace, now } }
}

/**
 * Returns the done share of a job's time.
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
 * Milliseconds after which an estimated share becomes the base of later ones. Otherwise a speed that has just risen
 * would apply to the whole time of a long task, and so rise further.
 */
const SETTLED = 30_000

/** @param {Job} job @param {number} share @param {number} now @returns {Job} */
const rebased = (job, share, now) => (now - job.base.at < SETTLED ? job : { ...job, base: { share, at: now } })

/**
 * Returns the remaining work, with the rest of running tasks.
 * @param {Work[]} todo
 * @param {Map<string, number>} shares  the done shares of running tasks
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
  const { wanted, atOnce, ofSet, built, parts, startedAt, leftAt = now, pace, learns } = build
  const failures = error ? [...build.failures, { error }] : build.failures
  const after = {
    ...state,
    speed: pace && learns ? learn(state.speed, pace) : state.speed,
    build: null,
    queue: followed(state.queue, build, how),
  }
  if (how === 'paused') return after
  const leftAlone = atOnce ? leaveAlone(state.leftAlone, atOnce, how) : state.leftAlone
  const scriptedBuilds = state.scriptedBuilds + (atOnce?.scripted ? 1 : 0)
  return {
    ...after,
    leftAlone,
    scriptedBuilds,
    buildEnd: {
      how,
      wanted,
      atOnce,
      ...(ofSet ? { ofSet } : {}),
      built,
      parts,
      failures,
      seconds: (leftAt - startedAt) / 1000,
      memory: state.memory,
    },
  }
}

/**
 * Notes that a build without a click is not repeated for its position. If the user stopped it or it failed, it is not
 * repeated for positions played from the same start either.
 * @param {State['leftAlone']} leftAlone
 * @param {Occasion} occasion
 * @param {BuildEnd['how']} how
 */
const leaveAlone = (leftAlone, { fen, start, small }, how) => ({
  ...leftAlone,
  [how === 'done' ? (small?.join() ?? fen) : start]: how,
})

/**
 * Drops a build that did not begin, because another tab builds.
 * @param {State} state
 * @returns {State}
 */
export const giveWay = (state) => ({ ...state, build: null })

/**
 * @param {State} state
 * @returns {State}
 */
export const dismissEnd = (state) => ({ ...state, buildEnd: null })
