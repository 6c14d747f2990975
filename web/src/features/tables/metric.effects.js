// The metric of the tables that are built and listed. Each metric has its own tables, and the page shows the distances
// of all metrics for a position. The metric that ranks the moves is a separate choice.

import { DEFAULT_METRIC, METRICS, countsMates, isDefault } from '../../metrics.js'
import { setBestBy, setMetric } from './metric.js'
import { usedMetrics, useMetrics } from '../../engine/metrics.js'
import { wish } from '../find/finder.js'
import { store } from '../../shell/app.js'
import { askNow } from '../answer/ask.effects.js'
import { remember, remembered } from '../../shell/remember.js'

/** @typedef {import('../../engine/metrics.js').Metric} Metric */

/** The storage key of all metrics ever chosen, the last one first. Other metrics have no tables. */
const METRIC = 'matewright-metric'
const BY = 'best-by'

/** @param {string | null} name @returns {name is Metric} */
export const isMetric = (name) => name !== null && Object.hasOwn(METRICS, name)

/** Restores the metric before all other data, as workers and storage keys depend on it. */
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
 * Changes the metric. The page then reloads with the same position, as its data belongs to the tables of the old
 * metric.
 * @param {Metric} metric
 */
export function chooseMetric(metric) {
  if (metric === store.state.metric) return
  remember(METRIC, [...new Set([metric, ...usedMetrics()])].join(' '))
  history.replaceState({ ...history.state, mode: store.state.mode }, '')
  location.reload()
}

/** Sets the metric that ranks the moves, if its tables exist. @param {Metric} by */
export function followMetric(by) {
  remember(keyOf(BY), by)
  store.update(setBestBy, by)
  return askNow()
}

/** Returns the storage key of some data about the tables of the metric. @param {string} name */
export const keyOf = (name) =>
  isDefault(store.state.metric) ? `matewright-${name}` : `matewright-${store.state.metric}-${name}`
