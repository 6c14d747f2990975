// The metric: distances of tables count moves to mate, or plies to a conversion.

/** @typedef {import('../../shell/state.js').State} State */
/** @typedef {import('../../engine/metrics.js').Metric} Metric */

/**
 * The metric whose tables are built and listed.
 * @param {State} state
 * @param {Metric} metric
 * @returns {State}
 */
export const setMetric = (state, metric) => ({ ...state, metric })

/**
 * The metric that orders moves, if its tables exist.
 * @param {State} state
 * @param {Metric} by
 * @returns {State}
 */
export const setBestBy = (state, by) => ({ ...state, by })
