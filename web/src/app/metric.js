// What the distances count: moves to mate, or plies by the fifty-move rule. Tables of each are kept apart; the page shows those of one.

import { useMetrics } from '../engine/metrics.js'
import { wish } from '../state/finder.js'
import { store } from './app.js'
import { remember, remembered } from './remember.js'

/** @typedef {import('../engine/metrics.js').Metric} Metric */

const METRIC = 'matewright-metric'

/** Before any worker is started. */
export function startMetric() {
  if (remembered(METRIC) !== 'dtz50') return
  useMetrics(['dtz50', 'dtm']) // by the rule mates are told, too, where they are known
  store.update((state) => wish({ ...state, metric: 'dtz50' }, { kind: 'zugzwang' }))
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
