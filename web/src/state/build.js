// A build under way, and how it ended.

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('../engine/types.js').EngineError} EngineError
 * @typedef {import('../engine/types.js').Plan} Plan
 * @typedef {import('../engine/types.js').Step} Step
 * @typedef {import('../engine/types.js').Built} Built
 * @typedef {import('../engine/types.js').Progress} Progress
 * @typedef {import('../engine/engine.js').BuildEvent} BuildEvent
 *
 * @typedef {object} Build
 * @property {string[]} wanted
 * @property {Step[]} steps      what was absent at the start, in build order
 * @property {'starting' | 'waiting' | 'building'} stage  waiting for another tab
 * @property {Job[]} jobs        the classes being built, the longest at it first
 * @property {Built[]} built     in the order they were finished
 * @property {Failure[]} failures  after the first nothing new is begun
 * @property {number} startedAt  when work began: waiting for another tab doesn't count
 * @property {number} now
 * @property {number} rate       positions a second, of late
 * @property {number} rated      positions done when that was found
 *
 * @typedef {object} Job  one class being built
 * @property {string} class
 * @property {number} total      positions
 * @property {Progress | null} progress  null until there is some
 *
 * @typedef {{class?: string, error: EngineError}} Failure  without a class it concerns them all
 *
 * @typedef {object} BuildEnd
 * @property {'done' | 'cancelled' | 'failed'} how
 * @property {string[]} wanted
 * @property {Built[]} built     these stay
 * @property {Failure[]} failures
 * @property {number} seconds
 */

/** Seconds over which the rate forgets its past. */
const MEMORY = 4
/** An estimate before this many seconds would be a guess. */
const FIRST_ESTIMATE = 1.5

/**
 * @param {State} state
 * @param {string[]} wanted
 * @param {Plan} plan
 * @param {number} now  milliseconds
 * @returns {State}
 */
export function begin(state, wanted, plan, now) {
  /** @type {Build} */
  const build = { wanted, steps: plan.steps, stage: 'starting', jobs: [], built: [], failures: [], startedAt: now, now, rate: 0, rated: 0 }
  return { ...state, build, buildEnd: null }
}

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
    case 'planned': // anew: the other tab may have built some of it
      return { ...build, stage: 'building', steps: event.plan.steps, startedAt: now, now }
    case 'started':
      return { ...build, jobs: [...build.jobs, { class: event.class, total: positionsOf(build, event.class), progress: null }] }
    case 'progress':
      return { ...build, jobs: build.jobs.map((job) => (job.class === event.progress.class ? { ...job, progress: event.progress } : job)) }
    case 'built':
      return { ...build, jobs: without(build.jobs, event.table.class), built: [...build.built, event.table] }
    case 'failed':
      return { ...build, jobs: without(build.jobs, event.class), failures: [...build.failures, { class: event.class, error: event.error }] }
  }
}

/** @param {Build} build @param {string} name */
const positionsOf = (build, name) => build.steps.find((step) => step.class === name)?.positions ?? 0

/** @param {Job[]} jobs @param {string} name */
const without = (jobs, name) => jobs.filter((job) => job.class !== name)

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
  const { wanted, built, startedAt } = build
  const failures = error ? [...build.failures, { error }] : build.failures
  return { ...state, build: null, buildEnd: { how, wanted, built, failures, seconds: (now - startedAt) / 1000 } }
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
  if (build.rate <= 0 || elapsed(build) < FIRST_ESTIMATE) return null
  return (positionsTotal(build) - positionsDone(build)) / build.rate
}

/** @param {Build} build */
export const positionsTotal = (build) => build.steps.reduce((sum, { positions }) => sum + positions, 0)

/** @param {Build} build */
export const positionsDone = (build) =>
  build.built.reduce((sum, { positions }) => sum + positions, 0) + build.jobs.reduce((sum, job) => sum + (job.progress?.positions ?? 0), 0)

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
export function shareOfEach({ steps, jobs, built }) {
  const finished = new Set(built.map((table) => table.class))
  const running = new Map(jobs.map((job) => [job.class, job]))
  return steps.map(({ class: name, positions }) => {
    const job = running.get(name)
    return { class: name, positions, filled: finished.has(name) ? 1 : job ? filledOf(job) : 0 }
  })
}

/** @param {Job} job */
export const filledOf = ({ progress, total }) => (progress && total ? progress.positions / total : 0)

/**
 * The memory of all workers.
 * @param {Build} build
 */
export const memoryOf = ({ jobs }) => jobs.reduce((sum, { progress }) => sum + (progress?.wasmBytes ?? 0), 0)

/**
 * @param {Build | null} build
 * @param {string} name
 */
export const isBeingBuilt = (build, name) => !!build?.jobs.some((job) => job.class === name)
