// What the distances count that workers are asked for. A worker has the tables of each metric in a database of its own.

import { DEFAULT_METRIC } from '../metrics.js'

/** @typedef {import('./types.js').Probe['by']} Metric */

/** @type {Metric[]} */
let metrics = [DEFAULT_METRIC]

/**
 * Workers that start from now on, and that nobody tells otherwise, build and list tables of the first metric, and go by
 * it; of a position they say what the others say, too.
 * @param {Metric[]} list
 */
export const useMetrics = (list) => (metrics = list)

export const usedMetrics = () => metrics
