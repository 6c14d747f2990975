// What a build will take, told before it begins.

/**
 * @typedef {import('./state.js').State} State
 * @typedef {import('../engine/types.js').Step} Step
 * @typedef {import('../engine/types.js').Built} Built
 *
 * @typedef {{wanted: string[], steps: Step[]}} Proposal  what is absent, in build order, and how it would be made
 *
 * @typedef {object} Forecast
 * @property {number} seconds
 * @property {number} memory   bytes that are held at most at once
 * @property {number} storage  bytes that stay
 * @property {number} passing  bytes that are stored besides, for a while, at most
 * @property {Step[]} tooLarge  steps that take more memory than there is
 * @property {Step[]} slowed    steps that go slower because there is no more memory
 */

/**
 * How many times as long as natively a table takes in a worker, by its pawns, as measured in Chromium without
 * pawns and with one. With more it is taken to be the same.
 */
const OF_NATIVE = [1.8, 2.5, 2.5, 2.5]
/** Seconds that a worker takes to start. */
const START = 0.15
/** Of a build that takes no longer nobody wants to be asked. */
export const SHORT = 10

/** @param {string} name */
const pawnsOf = (name) => name.split('P').length - 1

/** Seconds in a browser that is like the one measured. @param {Step} step */
const usualSeconds = (step) => step.seconds * OF_NATIVE[pawnsOf(step.class)]

/** The share of a step's positions that is still to do. @param {Step} step */
function shareLeft({ positions, units }) {
  const present = units.filter((unit) => unit.bytes).reduce((sum, unit) => sum + unit.positions, 0)
  return 1 - present / positions
}

/** @param {number[]} numbers */
const largest = (numbers) => Math.max(0, ...numbers)

/**
 * @param {Step[]} steps
 * @param {Pick<State, 'workers' | 'memory' | 'speed'>} state
 * @returns {Forecast}
 */
export function forecast(steps, { workers, memory, speed }) {
  const seconds = steps.map((step) => START + (usualSeconds(step) * shareLeft(step)) / speed)
  // What each takes of all workers, or of the memory: then others wait.
  const all = seconds.reduce((sum, each, i) => sum + each * Math.max(1 / workers, steps[i].memory / memory), 0)
  // Those in units are shared among all workers.
  const longest = largest(seconds.filter((_, i) => !steps[i].units.length))
  const peaks = steps.map((step) => step.peak).sort((a, b) => b - a)
  return {
    seconds: Math.max(longest, all),
    memory: Math.min(memory, peaks.slice(0, workers).reduce((sum, peak) => sum + peak, 0)),
    storage: steps.reduce((sum, step) => sum + step.stored, 0),
    // What later units push into is kept beside them, which takes about as much again.
    passing: largest(steps.map((step) => step.scratch)) + largest(steps.map((step) => (step.units.length ? step.stored : 0))),
    tooLarge: steps.filter((step) => step.memory > memory),
    slowed: steps.filter((step) => step.memory <= memory && step.slower),
  }
}

/**
 * Learns from tables that were built how fast this machine is.
 * @param {State} state
 * @param {Step[]} steps
 * @param {Built[]} built
 * @returns {State}
 */
export function learnSpeed(state, steps, built) {
  let usual = 0
  let took = 0
  for (const step of steps) {
    const table = built.find((table) => table.class === step.class)
    if (!table) continue
    usual += usualSeconds(step) * shareLeft(step)
    took += table.solveSeconds + table.encodeSeconds
  }
  if (usual < LEAST_TO_LEARN || took <= 0) return state
  const speed = Math.sqrt(state.speed * (usual / took)) // halfway to what was just seen
  return { ...state, speed: Math.min(MOST_SPEED, Math.max(1 / MOST_SPEED, speed)) }
}

/** Seconds: less is mostly noise. */
const LEAST_TO_LEARN = 1
const MOST_SPEED = 20

/**
 * @param {string | null} text  as it was remembered
 * @returns {number | null} null if it means nothing
 */
export function parseSpeed(text) {
  const speed = Number(text)
  return speed >= 1 / MOST_SPEED && speed <= MOST_SPEED ? speed : null
}

/**
 * What the position on the board needs, if that is not all here.
 * @param {State} state
 * @param {Proposal | null} outlook
 * @returns {State}
 */
export const foresee = (state, outlook) => ({ ...state, outlook })

/**
 * Asks the user whether to build.
 * @param {State} state
 * @param {Proposal | null} proposal
 * @returns {State}
 */
export const propose = (state, proposal) => ({ ...state, proposal })
