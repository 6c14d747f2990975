// The positions of a class by their distance to mate, as bars. People count moves: the bars stand at the moves
// to mate, for each number of plies one.

import { countsMates } from '../../metrics.js'
import { isDrawn, movesOf } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../engine/metrics.js').Metric} Metric
 * @typedef {import('../../engine/types.js').Details['report']['sides'][number]} Side
 *
 * @typedef {object} Bar
 * @property {number} at  moves to mate, or plies by another metric; where either side may win, a little less or more
 *   for each
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

/** Bars of two in the same place stand side by side. */
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
 * What the axes of several histograms must reach, so that they can be compared.
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
 * The powers of ten up to a number.
 * @param {number} most
 */
export const decades = (most) => Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power)

/**
 * The bar that a position stands in.
 * @param {Histogram} histogram
 * @param {import('./standing.js').Standing | null} standing
 * @returns {Bar | undefined}
 */
export const barOf = ({ mover, bars }, standing) =>
  standing?.side === mover[0]
    ? bars.find(({ plies, winner }) => plies === standing.plies && (winner === mover) === standing.wins)
    : undefined
