// The properties of each metric that the page depends on. Code elsewhere uses these, and not the names of metrics.

/** @typedef {import('./engine/types.js').Probe['by']} Metric */
/** @typedef {import('./engine/types.js').Move} Move */
/** @typedef {{dtm: number | null, dtm50: number | null, dtc: number | null, dtz: number | null}} Distances */

/**
 * @typedef {object} Properties
 * @property {'mate' | 'conversion' | 'zeroing'} goal  which its plies lead to
 * @property {boolean} knowsRule  whether it respects the fifty-move rule
 * @property {(judged: Distances) => number | null} plies  its field of a verdict
 * @property {(move: Move) => boolean} reaches  whether a move reaches the goal by itself, if that is not mate
 */

/** All metrics, in the order of the page. @type {Record<Metric, Properties>} */
export const METRICS = {
  dtm: { goal: 'mate', knowsRule: false, plies: ({ dtm, dtm50 }) => dtm50 ?? dtm, reaches: () => false },
  dtc: { goal: 'conversion', knowsRule: false, plies: ({ dtc }) => dtc, reaches: ({ san }) => /[x=]/.test(san) },
  dtz50: { goal: 'zeroing', knowsRule: true, plies: ({ dtz }) => dtz, reaches: ({ zeroing }) => zeroing },
}

/** The default metric. Its tables, files and settings have no metric in their names. */
export const DEFAULT_METRIC = /** @type {Metric} */ (Object.keys(METRICS)[0])

/** @param {Metric} metric */
export const isDefault = (metric) => metric === DEFAULT_METRIC

/** Reports whether plies lead to mate, so that two of them are a move of the winner. @param {Metric} metric */
export const countsMates = (metric) => METRICS[metric].goal === 'mate'

/** @param {Metric} metric */
export const countsConversions = (metric) => METRICS[metric].goal === 'conversion'

/** @param {Metric} metric */
export const knowsRule = (metric) => METRICS[metric].knowsRule
