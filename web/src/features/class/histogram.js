// The positions of a class by their distance to mate, as bars. Each number of plies has a bar. With DTM its place is
// the number of moves to mate.

import { countsMates } from '../../metrics.js'
import { isDrawn, movesOf } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../engine/metrics.js').Metric} Metric
 * @typedef {import('../../engine/types.js').Details['report']['sides'][number]} Side
 *
 * @typedef {object} Bar
 * @property {number} at  moves to mate, or plies by another metric; if both sides can win, a little less or more
 * @property {Color} winner
 * @property {number} plies
 * @property {number} all       positions
 * @property {number} distinct  positions up to symmetry
 *
 * @typedef {object} Histogram  with one side to move
 * @property {Color} mover
 * @property {Bar[]} bars  from left to right
 * @property {number} width  of each, in moves
 */

/** The shift of the bars of each side, if both sides can win. */
const ASIDE = 0.23

/**
 * @param {Metric} metric
 * @param {Side} side
 * @returns {Histogram}
 */
export function histogramOf(metric, { stm, plies: all }) {
  const plies = all.filter(({ outcome }) => !isDrawn(outcome))
  const [mover, waiting] =
    stm === 'w' ? /** @type {const} */ (['white', 'black']) : /** @type {const} */ (['black', 'white'])
  const both = new Set(plies.map(({ outcome }) => outcome)).size > 1
  return {
    mover,
    width: both ? 2 * ASIDE : 0.9,
    bars: plies.map(({ outcome, plies, all, distinct }) => ({
      at: (countsMates(metric) ? movesOf(plies) : plies) + (both ? (outcome === 'win' ? -ASIDE : ASIDE) : 0),
      winner: outcome === 'win' ? mover : waiting,
      plies,
      all,
      distinct,
    })),
  }
}

/**
 * Returns the ends of the axes for several histograms, so that users can compare them.
 * @param {Histogram[]} histograms
 */
export function reachOf(histograms) {
  const bars = histograms.flatMap(({ bars }) => bars)
  return {
    most: Math.max(1, ...bars.map(({ at }) => Math.round(at))),
    positions: Math.max(1, ...bars.map(({ all }) => all)),
  }
}

/**
 * Returns the powers of ten up to a number.
 * @param {number} most
 */
export const decades = (most) => Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power)

/**
 * Returns the bar of a position.
 * @param {Histogram} histogram
 * @param {import('./standing.js').Standing | null} standing
 * @returns {Bar | undefined}
 */
export const barOf = ({ mover, bars }, standing) =>
  standing?.side === mover[0]
    ? bars.find(({ plies, winner }) => plies === standing.plies && (winner === mover) === standing.wins)
    : undefined
