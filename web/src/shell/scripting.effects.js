// The operations of the page's buttons, for scripts (e2e/bench.mjs) and the console.

import { chooseMemory, chooseWorkers, chooseMethod } from '../features/builds/workers.js'
import { prober, store } from './app.js'
import { build, remove } from '../features/builds/build.effects.js'
import { chooseMetric, followMetric } from '../features/tables/metric.effects.js'
import { metricNamed, verbs } from '../features/frame/verbs.effects.js'

export function startScripting() {
  Object.assign(globalThis, {
    matewrightPage: {
      ...verbs,
      /** The page's state: tables, build, buildEnd ... */
      state: () => store.state,
      build,
      remove,
      /** A table as a file. @param {string} name */
      file: (name) => prober.file(name),
      /** @param {number} count */
      setWorkers: (count) => store.update(chooseWorkers, count),
      /** @param {number} bytes */
      setMemory: (bytes) => store.update(chooseMemory, bytes),
      /**
       * Chooses the metric of the tables that are built, listed and needed. The page is loaded again.
       * @param {string} metric
       */
      setMetric: (metric) => chooseMetric(metricNamed(metric)),
      /** Chooses the metric of best play and of the order of moves, if it is available. @param {string} metric */
      followMetric: (metric) => followMetric(metricNamed(metric)),
      /** By which tables are made, until the page is left; '' for the fastest. @param {string} method */
      setMethod: (method) => store.update(chooseMethod, method),
    },
  })
}
