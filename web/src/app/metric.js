// What the distances count: moves to mate, or plies by the fifty-move rule. Tables of each are kept apart; the page shows those of one.

import { useMetrics } from '../engine/metrics.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

/** @typedef {import('../engine/metrics.js').Metric} Metric */

const METRIC = 'matewright-metric'

/** Before any worker is started. */
export function startMetric() {
  const chosen = remembered(METRIC)
  if (!chosen) return // there are no others
  const metric = chosen === 'dtz50' ? 'dtz50' : 'dtm'
  useMetrics(metric === 'dtz50' ? ['dtz50', 'dtm'] : ['dtm', 'dtz50'])
  store.update((state) => ({ ...state, metric }))
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
