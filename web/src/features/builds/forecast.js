// Forecasts: the time, memory and storage of a build.

import { roomFor } from '../tables/storage.js'
import { secondsFor, workOf } from './work.js'
import { usualSpeed } from './workers.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Step} Step
 *
 * @typedef {{wanted: string[], steps: Step[], ofSet?: boolean}} Proposal  the missing tables in build order, with their
 *   methods
 *
 * @typedef {object} Forecast
 * @property {number} seconds  with the other work that the machine has now
 * @property {number} usual    seconds without it
 * @property {number} memory   bytes at the peak
 * @property {number} storage  bytes of the tables
 * @property {number} passing  bytes of temporary files, at most
 * @property {number} longer   more such bytes if mates are unexpectedly long
 * @property {import('../tables/storage.js').Room} room  whether the storage has room for these bytes
 * @property {Step[]} tooLarge  steps that need more memory than the limit
 * @property {Step[]} slowed    steps that more memory would make faster
 */

/** Seconds: up to this time a build needs no consent. */
export const SHORT = 20

/** Seconds: the user may not wait for a longer build. */
const LONG = 600

/** Bytes: a build with more temporary files needs consent, even if it is quick. */
const MUCH = 2 ** 32

/** @param {number[]} numbers */
const largest = (numbers) => Math.max(0, ...numbers)

/**
 * @param {Step[]} steps
 * @param {Pick<State, 'workers' | 'memory' | 'speed' | 'measured' | 'storage'>} state
 * @returns {Forecast}
 */
export function forecast(steps, { workers, memory, speed, measured, storage: figures }) {
  const work = workOf(steps)
  const peaks = steps.map((step) => step.peak).sort((a, b) => b - a)
  const storage = steps.reduce((sum, step) => sum + step.stored, 0)
  // The files that units write for later units take about as much as the table.
  const passing =
    largest(steps.map((step) => step.scratch)) + largest(steps.map((step) => (step.units.length ? step.stored : 0)))
  return {
    seconds: secondsFor(work, { workers, memory }, speed),
    usual: secondsFor(work, { workers, memory }, usualSpeed({ speed, measured })),
    memory: Math.min(
      memory,
      peaks.slice(0, workers).reduce((sum, peak) => sum + peak, 0),
    ),
    storage,
    passing,
    longer: largest(steps.map((step) => step.longer)),
    room: roomFor(storage + passing, figures),
    tooLarge: steps.filter((step) => step.memory > memory),
    slowed: steps.filter((step) => step.memory <= memory && step.slower),
  }
}

/**
 * Reports whether a build needs no consent.
 * @param {Forecast} forecast
 */
export const isQuick = ({ usual, tooLarge, passing, room }) =>
  usual <= SHORT && passing <= MUCH && !tooLarge.length && room === 'enough'

/**
 * Reports whether a build takes so much that even its user has to confirm it. A build of unknown time does.
 * @param {Forecast} forecast
 */
export const isHeavy = ({ usual, passing }) => !(usual <= LONG) || passing > MUCH

/**
 * Reports whether a build cannot work now. Without room for all tables some can still be built, but temporary files
 * need all their room.
 * @param {Forecast} forecast
 */
export const isImpossible = ({ tooLarge, passing, room }) => tooLarge.length > 0 || (room === 'short' && passing > MUCH)

/**
 * Sets the plan for the missing tables of the position on the board.
 * @param {State} state
 * @param {Proposal | null} outlook
 * @returns {State}
 */
export const setOutlook = (state, outlook) => ({ ...state, outlook, forecasting: false })

/**
 * Notes that this plan is being computed.
 * @param {State} state
 * @returns {State}
 */
export const startForecast = (state) => ({ ...state, forecasting: true })

/**
 * Proposes a build to the user.
 * @param {State} state
 * @param {Proposal | null} proposal
 * @returns {State}
 */
export const propose = (state, proposal) => ({ ...state, proposal })
