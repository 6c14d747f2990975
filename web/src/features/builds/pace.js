// The speed of a build and the time to its end. The first estimate uses the stored speed of the machine. Measurements
// replace it step by step.

import { isSpeed, MOST_SPEED } from '../../engine/speed.js'
import { costOf, secondsFor } from './work.js'

/**
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').Speed} Speed
 * @typedef {import('../../engine/pool.js').Limits} Limits
 *
 * @typedef {{done: number, busy: number}} Measure  done: seconds of work in the forecast. busy: seconds that workers
 *   took for it
 *
 * @typedef {object} Pace
 * @property {Measure} alone     of a single busy worker; older work counts less
 * @property {Measure} together  of several
 * @property {Speed} prior       the speed before any measurement
 * @property {number} priorWeight  the seconds of work that the prior counts for
 * @property {number} rest       seconds of work that were left at the last measurement
 * @property {number} left       seconds to the end, as shown
 */

/** The prior counts for this share of the work, and at most for these seconds. */
const PRIOR = { share: 0.1, most: 3 }
/** Seconds of work after which a measurement counts for a third. */
const MEMORY = 60
/**
 * The most seconds of work that count between two measurements. If more seems done, the earlier estimate of the work
 * was wrong.
 */
const LEAP = 20
/** A new estimate replaces the old one within this share of the time left, and at most within these seconds. */
const CALM = { share: 0.2, most: 3 }

const NOTHING = { done: 0, busy: 0 }

/**
 * @param {Work[]} work
 * @param {Limits} limits
 * @param {Speed} prior
 * @returns {Pace}
 */
export function paceFor(work, limits, prior) {
  const rest = costOf(work)
  const priorWeight = Math.min(PRIOR.share * rest, PRIOR.most)
  return { alone: NOTHING, together: NOTHING, prior, priorWeight, rest, left: secondsFor(work, limits, prior) }
}

/**
 * Returns the pace after some more seconds.
 * @param {Pace} pace
 * @param {Work[]} work   the remaining work, with the rest of running tasks
 * @param {Limits} limits
 * @param {{workers: number, time: number}} busy  the number of busy workers, and their seconds in total
 * @param {number} seconds
 * @returns {Pace}
 */
export function measured(pace, work, limits, busy, seconds) {
  const rest = costOf(work)
  const seen = busy.workers > 1 ? 'together' : 'alone'
  const done = Math.min(Math.max(0, pace.rest - rest), LEAP)
  const now = { ...pace, rest, [seen]: after(pace[seen], done, busy.time) }
  const left = secondsFor(work, limits, speedAt(now, limits.workers))
  // After ten seconds left, the user expects nine a second later.
  const expected = Math.max(0, pace.left - seconds)
  const calm = Math.min(CALM.share * Math.max(left, expected), CALM.most)
  return { ...now, left: calm ? left + (expected - left) * Math.exp(-seconds / calm) : 0 }
}

/** @param {Measure} measure @param {number} done @param {number} busy */
function after(measure, done, busy) {
  const faded = Math.exp(-done / MEMORY)
  return { done: faded * measure.done + done, busy: faded * measure.busy + busy }
}

/**
 * Returns the speed of a pace. A worker is not slower alone than in parallel, and not faster than all workers together.
 * @param {Pick<Pace, 'alone' | 'together' | 'prior' | 'priorWeight'>} pace
 * @param {number} workers
 * @returns {Speed}
 */
export function speedAt({ alone, together, prior, priorWeight }, workers) {
  const one = speedBy(alone, prior.alone, priorWeight)
  const each = speedBy(together, prior.together, priorWeight)
  return workers > 1
    ? { alone: Math.min(Math.max(one, each), workers * each), together: each }
    : { alone: one, together: each }
}

/**
 * Returns the speed of a measurement with its prior. Priors that are too high or too low by the same factor weigh the
 * same.
 * @param {Measure} measure
 * @param {number} prior
 * @param {number} priorWeight
 */
const speedBy = ({ done, busy }, prior, priorWeight) =>
  priorWeight || busy ? (done + priorWeight * Math.sqrt(prior)) / (busy + priorWeight / Math.sqrt(prior)) : prior

/** Seconds of work: less does not change the stored speed. */
const LEAST_TO_LEARN = 2
/**
 * A build changes a speed by half of its own factor, and by no more than half of this one. The load of the machine may
 * have changed during the build.
 */
const MOST_LEARNT = 2

/**
 * Returns the speed of the machine after a build that began with a fresh measurement.
 * @param {Speed} speed  before the build
 * @param {Pace} pace
 * @returns {Speed}
 */
export const learn = (speed, { alone, together }) => ({
  alone: found(speed.alone, alone),
  together: found(speed.together, together),
})

/** @param {number} speed @param {Measure} measure */
const found = (speed, { done, busy }) =>
  done < LEAST_TO_LEARN ? speed : clamp(speed * Math.sqrt(clamp(done / (busy * speed), MOST_LEARNT)), MOST_SPEED)

/** @param {number} factor @param {number} most */
const clamp = (factor, most) => Math.min(most, Math.max(1 / most, factor))

/**
 * @param {string | null} text  as stored
 * @returns {Speed | null} null if it is not valid
 */
export function parseSpeed(text) {
  const [alone, together = alone] = (text ?? '').split(' ').map(Number)
  return isSpeed(alone) && isSpeed(together) ? { alone, together } : null
}

/** @param {Speed} speed */
export const writeSpeed = ({ alone, together }) => `${alone} ${together}`
