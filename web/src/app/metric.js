// What the distances count: moves to mate, or plies to a conversion or by the fifty-move rule. Tables of each are kept apart; the page shows those of one.

import { useMetrics } from '../engine/metrics.js'
import { wish } from '../state/finder.js'
import { COUNTS } from '../words.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

/** @typedef {import('../engine/metrics.js').Metric} Metric */

const METRIC = 'matewright-metric'

/** Before any worker is started. */
export function startMetric() {
  const metric = /** @type {Metric | null} */ (remembered(METRIC))
  if (!metric || metric === 'dtm' || !Object.hasOwn(COUNTS, metric)) return
  useMetrics([metric, 'dtm']) // mates are told, too, where they are known
  store.update((state) => wish({ ...state, metric }, { kind: 'zugzwang' }))
}

/**
 * All that the page knows of tables is of the other ones then: it begins anew, with the same position.
 * @param {Metric} metric
 */
export function chooseMetric(metric) {
  if (metric === store.state.metric) return
  remember(METRIC, metric)
  location.reload()
}

/** What is remembered of the tables of the metric, each by a name. @param {string} what */
export const keyOf = (what) => (store.state.metric === 'dtm' ? `matewright-${what}` : `matewright-${store.state.metric}-${what}`)
