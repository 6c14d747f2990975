// The metrics of new workers. A worker has a separate database for the tables of each metric.

import { DEFAULT_METRIC } from '../metrics.js'

/** @typedef {import('./types.js').Probe['by']} Metric */

/** @type {Metric[]} */
let metrics = [DEFAULT_METRIC]

/**
 * Sets the metrics of workers that start from now on. Workers build and list tables of the first metric, and rank moves
 * by it. Probes also return the distances of the others.
 * @param {Metric[]} list
 */
export const useMetrics = (list) => (metrics = list)

export const usedMetrics = () => metrics
