// The page for scripts (e2e/bench.mjs) and for whoever opens the console: what its buttons do.

import { chooseMemory, chooseWorkers } from '../state/workers.js'
import { COUNTS } from '../words.js'
import { prober, store } from './app.js'
import { build, remove } from './building.js'
import { chooseMetric, followMetric, isMetric } from './metric.js'

export function startScripting() {
  Object.assign(globalThis, {
    matewrightPage: {
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
      /** What tables count that are built and listed, and that a position needs: the page is loaded anew. @param {string} metric */
      setMetric: (metric) => chooseMetric(known(metric)),
      /** What best play, and the order of moves, goes by, as far as it is there. @param {string} metric */
      followMetric: (metric) => followMetric(known(metric)),
      /**
       * What all metrics say of a position and of its moves, `metrics` being those whose tables have answered: `dtm`, `dtc` and `dtz`.
       * @param {string} fen
       * @param {string} [by]  says which moves are best
       */
      probe: (fen, by) => prober.probe(fen, by === undefined ? by : known(by)),
      /** Best play to mate. @param {string} fen @param {string} [by] */
      line: (fen, by) => prober.line(fen, by === undefined ? by : known(by)),
      /** By which tables are made, until the page is left; '' for the fastest. @param {string} method */
      setMethod: (method) => store.update((state) => ({ ...state, method })),
    },
  })
}

/** @param {string} metric */
function known(metric) {
  if (isMetric(metric)) return metric
  throw new RangeError(`There is no metric ${metric}, but ${Object.keys(COUNTS).join(', ')}.`)
}
