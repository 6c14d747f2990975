// How fast a build goes, and how long it takes to its end: by the speed that the machine is remembered to have, and
// more and more by what is measured.

import { costOf, secondsFor } from './work.js'

/**
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').Speed} Speed
 * @typedef {import('../../engine/pool.js').Limits} Limits
 *
 * @typedef {{done: number, busy: number}} Measure  seconds of work, as forecasts count them, and how long workers were
 *   busy with it
 *
 * @typedef {object} Pace
 * @property {Measure} alone     of a worker while no other was busy; what is long ago counts less
 * @property {Measure} together  of several
 * @property {Speed} believed    before anything was measured ...
 * @property {number} belief     ... which counts for so many seconds of work
 * @property {number} rest       seconds of work that were left at the last look
 * @property {number} left       seconds to the end, as they are shown
 */

/** What is believed counts for so much of the work, but not for more than so many seconds. */
const BELIEF = { share: 0.1, most: 3 }
/** Seconds of work after which what was measured counts for a third. */
const MEMORY = 60
/**
 * Seconds of work: if more seems to be done from one look to the next, it was misjudged before, and says nothing of the
 * machine.
 */
const LEAP = 20
/** In that share of what is left a new estimate takes the place of the old one, but in no more than so many seconds. */
const CALM = { share: 0.2, most: 3 }

const NOTHING = { done: 0, busy: 0 }

/**
 * @param {Work[]} work
 * @param {Limits} limits
 * @param {Speed} believed
 * @returns {Pace}
 */
export function paceFor(work, limits, believed) {
  const rest = costOf(work)
  const belief = Math.min(BELIEF.share * rest, BELIEF.most)
  return { alone: NOTHING, together: NOTHING, believed, belief, rest, left: secondsFor(work, limits, believed) }
}

/**
 * The pace after some more seconds.
 * @param {Pace} pace
 * @param {Work[]} work   that is left, of tasks under way the rest
 * @param {Limits} limits
 * @param {{workers: number, time: number}} busy  so many, and for so many seconds together
 * @param {number} seconds
 * @returns {Pace}
 */
export function measured(pace, work, limits, busy, seconds) {
  const rest = costOf(work)
  const seen = busy.workers > 1 ? 'together' : 'alone'
  const done = Math.min(Math.max(0, pace.rest - rest), LEAP)
  const now = { ...pace, rest, [seen]: after(pace[seen], done, busy.time) }
  const left = secondsFor(work, limits, speedAt(now, limits.workers))
  // Meanwhile time has passed: who is told ten seconds expects nine after one.
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
 * The speed that follows from it. Nobody is slower alone than beside others, or faster than all of these together.
 * @param {Pick<Pace, 'alone' | 'together' | 'believed' | 'belief'>} pace
 * @param {number} workers
 * @returns {Speed}
 */
export function speedAt({ alone, together, believed, belief }, workers) {
  const one = speedBy(alone, believed.alone, belief)
  const each = speedBy(together, believed.together, belief)
  return workers > 1
    ? { alone: Math.min(Math.max(one, each), workers * each), together: each }
    : { alone: one, together: each }
}

/**
 * To believe too much weighs the same as to believe too little.
 * @param {Measure} measure
 * @param {number} believed
 * @param {number} belief
 */
const speedBy = ({ done, busy }, believed, belief) =>
  belief || busy ? (done + belief * Math.sqrt(believed)) / (busy + belief / Math.sqrt(believed)) : believed

/** Seconds of work: less says little of a machine. */
const LEAST_TO_LEARN = 2
const MOST_SPEED = 20

/**
 * The speed of the machine, as a build has found it.
 * @param {Speed} speed  as it was believed to be
 * @param {Pace} pace
 * @returns {Speed}
 */
export const learn = (speed, { alone, together }) => ({
  alone: found(speed.alone, alone),
  together: found(speed.together, together),
})

/** @param {number} speed @param {Measure} measure */
const found = (speed, { done, busy }) =>
  done < LEAST_TO_LEARN ? speed : Math.min(MOST_SPEED, Math.max(1 / MOST_SPEED, done / busy))

/**
 * @param {string | null} text  as it was remembered
 * @returns {Speed | null} null if it means nothing
 */
export function parseSpeed(text) {
  const [alone, together = alone] = (text ?? '').split(' ').map(Number)
  const isSpeed = (/** @type {number} */ speed) => speed >= 1 / MOST_SPEED && speed <= MOST_SPEED
  return isSpeed(alone) && isSpeed(together) ? { alone, together } : null
}

/** @param {Speed} speed */
export const writeSpeed = ({ alone, together }) => `${alone} ${together}`
