// A build under way, and how it ended.

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('../engine/types.js').EngineError} EngineError
 * @typedef {import('../engine/types.js').Plan} Plan
 * @typedef {import('../engine/types.js').Step} Step
 * @typedef {import('../engine/types.js').Progress} Progress
 * @typedef {import('../engine/types.js').Waiting} Waiting
 *
 * @typedef {object} Build
 * @property {string[]} wanted
 * @property {Step[]} steps      what was absent at the start, in build order
 * @property {'starting' | 'waiting' | 'reading' | 'solving' | 'storing'} step
 * @property {string} [class]    the one in hand
 * @property {string[]} done     classes finished
 * @property {number} slice
 * @property {number} slices
 * @property {number} ply        of the slice, while solving
 * @property {number} positions  solved so far, of the whole plan
 * @property {number} total
 * @property {number} wasmBytes
 * @property {number} startedAt  when work began: waiting for another tab doesn't count
 * @property {number} now
 * @property {number} rate       positions a second, of late
 *
 * @typedef {object} BuildEnd
 * @property {'done' | 'cancelled' | 'failed'} how
 * @property {string[]} wanted
 * @property {string[]} done     classes finished, which stay
 * @property {number} seconds
 * @property {import('../engine/types.js').Built} [built]  of 'done'
 * @property {EngineError} [error]  of 'failed'
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
  const total = plan.steps.reduce((sum, { positions }) => sum + positions, 0)
  /** @type {Build} */
  const build = {
    wanted, steps: plan.steps, step: 'starting', done: [], slice: 0, slices: 0, ply: 0,
    positions: 0, total, wasmBytes: 0, startedAt: now, now, rate: 0,
  }
  return { ...state, build, buildEnd: null }
}

/**
 * @param {State} state
 * @param {Progress | Waiting} progress
 * @param {number} now
 * @returns {State}
 */
export function advance(state, progress, now) {
  const { build } = state
  if (!build) return state
  if (progress.step === 'waiting') return { ...state, build: { ...build, step: 'waiting', now } }
  const first = build.step === 'starting' || build.step === 'waiting'
  const { step, slice, slices, ply, positions, total, wasmBytes } = progress
  // Reports are thinned out, and small classes may go by between two.
  const index = build.steps.findIndex((planned) => planned.class === progress.class)
  return {
    ...state,
    build: {
      ...build, step, slice, slices, ply, positions, total, wasmBytes, now,
      class: progress.class,
      done: build.steps.slice(0, Math.max(0, index)).map((planned) => planned.class),
      startedAt: first ? now : build.startedAt,
      rate: first ? 0 : blend(build.rate, positions - build.positions, (now - build.now) / 1000),
    },
  }
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
 * Lets time pass between two reports.
 * @param {State} state
 * @param {number} now
 * @returns {State}
 */
export function tick(state, now) {
  const { build } = state
  if (!build) return state
  const positions = build.step === 'waiting' ? {} : { rate: blend(build.rate, 0, (now - build.now) / 1000) }
  return { ...state, build: { ...build, ...positions, now } }
}

/**
 * @param {State} state
 * @param {Pick<BuildEnd, 'how' | 'error' | 'built'>} end
 * @param {number} now
 * @returns {State}
 */
export function finish(state, end, now) {
  const { build } = state
  if (!build) return state
  const done = end.built ? end.built.built.map((table) => table.class) : build.done
  return { ...state, build: null, buildEnd: { ...end, wanted: build.wanted, done, seconds: (now - build.startedAt) / 1000 } }
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
  return (build.total - build.positions) / build.rate
}

/** @param {Build} build */
export const fraction = (build) => (build.total ? build.positions / build.total : 0)
