// The page for scripts (e2e/bench.mjs) and for whoever opens the console: what its buttons do.

import { chooseMemory, chooseWorkers } from '../state/workers.js'
import { prober, store } from './app.js'
import { build, remove } from './building.js'

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
      /** By which tables are made, until the page is left; '' for the fastest. @param {string} method */
      setMethod: (method) => store.update((state) => ({ ...state, method })),
    },
  })
}
