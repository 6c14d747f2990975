// What a build will take, told before it begins.

import { roomFor } from '../tables/storage.js'
import { secondsFor, workOf } from './work.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Step} Step
 *
 * @typedef {{wanted: string[], steps: Step[]}} Proposal  what is absent, in build order, and how it would be made
 *
 * @typedef {object} Forecast
 * @property {number} seconds
 * @property {number} memory   bytes that are held at most at once
 * @property {number} storage  bytes that stay
 * @property {number} passing  bytes that are stored besides, for a while, at most
 * @property {number} longer   bytes more of that if mates are so long that nobody foresees them
 * @property {import('../tables/storage.js').Room} room  whether there is so much
 * @property {Step[]} tooLarge  steps that take more memory than there is
 * @property {Step[]} slowed    steps that go slower because there is no more memory
 */

/** Seconds: of a build that takes no longer nobody wants to be asked. */
export const SHORT = 20

/** Seconds after which few still sit before it. */
const LONG = 600

/** Bytes: what takes more for a while, be it ever so quick, is not done unasked. */
const MUCH = 2 ** 32

/** @param {number[]} numbers */
const largest = (numbers) => Math.max(0, ...numbers)

/**
 * @param {Step[]} steps
 * @param {Pick<State, 'workers' | 'memory' | 'speed' | 'storage'>} state
 * @returns {Forecast}
 */
export function forecast(steps, { workers, memory, speed, storage: figures }) {
  const peaks = steps.map((step) => step.peak).sort((a, b) => b - a)
  const storage = steps.reduce((sum, step) => sum + step.stored, 0)
  // What later units push into is kept beside them, which takes about as much again.
  const passing =
    largest(steps.map((step) => step.scratch)) + largest(steps.map((step) => (step.units.length ? step.stored : 0)))
  return {
    seconds: secondsFor(workOf(steps), { workers, memory }, speed),
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
 * Whether nobody minds if it is built unasked.
 * @param {Forecast} forecast
 */
export const isQuick = ({ seconds, tooLarge, passing, room }) =>
  seconds <= SHORT && passing <= MUCH && !tooLarge.length && room === 'enough'

/**
 * Whether it takes so much that whoever wants it is told once more, and asked.
 * @param {Forecast} forecast
 */
export const isHeavy = ({ seconds, passing }) => seconds > LONG || passing > MUCH

/**
 * Whether it can't be done as things are. Where there is no room for all tables, some are built; but what one passes
 * through
 * is needed as a whole.
 * @param {Forecast} forecast
 */
export const isImpossible = ({ tooLarge, passing, room }) => tooLarge.length > 0 || (room === 'short' && passing > MUCH)

/**
 * What the position on the board needs, if that is not all here.
 * @param {State} state
 * @param {Proposal | null} outlook
 * @returns {State}
 */
export const setOutlook = (state, outlook) => ({ ...state, outlook, forecasting: false })

/**
 * ... which is being found out.
 * @param {State} state
 * @returns {State}
 */
export const startForecast = (state) => ({ ...state, forecasting: true })

/**
 * Asks the user whether to build.
 * @param {State} state
 * @param {Proposal | null} proposal
 * @returns {State}
 */
export const propose = (state, proposal) => ({ ...state, proposal })
