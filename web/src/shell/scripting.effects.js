// The page for scripts (e2e/bench.mjs) and for whoever opens the console: what its buttons do.

import { chooseMemory, chooseWorkers, chooseMethod } from '../features/builds/workers.js'
import { prober, store } from './app.js'
import { build, remove } from '../features/builds/build.effects.js'
import { chooseMetric, followMetric } from '../features/tables/metric.effects.js'
import { metricNamed, verbs } from '../features/frame/verbs.effects.js'

export function startScripting() {
  Object.assign(globalThis, {
    matewrightPage: {
      ...verbs,
      /** What the page knows: tables, build, buildEnd ... */
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
       * What tables count that are built and listed, and that a position needs: the page is loaded anew.
       * @param {string} metric
       */
      setMetric: (metric) => chooseMetric(metricNamed(metric)),
      /** What best play, and the order of moves, goes by, as far as it is there. @param {string} metric */
      followMetric: (metric) => followMetric(metricNamed(metric)),
      /** By which tables are made, until the page is left; '' for the fastest. @param {string} method */
      setMethod: (method) => store.update(chooseMethod, method),
    },
  })
}
