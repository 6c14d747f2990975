// What the distances count: moves to mate, or plies to a conversion or by the fifty-move rule. Tables of each are kept
// apart: those of one are built and listed, and of a position the page says what all of them say. Which of them best
// play goes by is a choice of its own.

import { DEFAULT_METRIC, METRICS, countsMates, isDefault } from '../../metrics.js'
import { setBestBy, setMetric } from './metric.js'
import { usedMetrics, useMetrics } from '../../engine/metrics.js'
import { wish } from '../find/finder.js'
import { store } from '../../shell/app.js'
import { askNow } from '../answer/ask.effects.js'
import { remember, remembered } from '../../shell/remember.js'

/** @typedef {import('../../engine/metrics.js').Metric} Metric */

/** The metrics that were ever chosen, the last one first: of others there are no tables. */
const METRIC = 'matewright-metric'
const BY = 'best-by'

/** @param {string | null} name @returns {name is Metric} */
export const isMetric = (name) => name !== null && Object.hasOwn(METRICS, name)

/** Workers, and the names of what is remembered, depend on the metric: it is restored before all else. */
export function restoreMetric() {
  const metrics = [...(remembered(METRIC)?.split(' ') ?? []), DEFAULT_METRIC].filter(isMetric)
  useMetrics([...new Set(metrics)])
  const [metric] = metrics
  store.update(setMetric, metric)
  if (!countsMates(metric)) store.update(wish, { kind: 'zugzwang' })
  const by = remembered(keyOf(BY))
  if (isMetric(by)) store.update(setBestBy, by)
}

/**
 * All that the page knows of tables is of the other ones then: it begins anew, with the same position.
 * @param {Metric} metric
 */
export function chooseMetric(metric) {
  if (metric === store.state.metric) return
  remember(METRIC, [...new Set([metric, ...usedMetrics()])].join(' '))
  history.replaceState({ ...history.state, mode: store.state.mode }, '')
  location.reload()
}

/** What best play goes by, where the tables of that metric are there, too. @param {Metric} by */
export function followMetric(by) {
  remember(keyOf(BY), by)
  store.update(setBestBy, by)
  return askNow()
}

/** What is remembered of the tables of the metric, each by a name. @param {string} what */
export const keyOf = (what) =>
  isDefault(store.state.metric) ? `matewright-${what}` : `matewright-${store.state.metric}-${what}`
