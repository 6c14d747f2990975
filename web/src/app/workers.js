// How many workers build: the user's choice, or what the machine suggests.

import { chooseWorkers, defaultWorkers, parseWorkers } from '../state/workers.js'
import { store } from './app.js'
import { resizeBuild } from './building.js'
import { remember, remembered } from './remember.js'

const KEY = 'matewright-workers'

/** Browsers that don't say have at least this many. */
const FEW = 2

export const processors = navigator.hardwareConcurrency ?? FEW

export function startWorkers() {
  store.update(chooseWorkers, parseWorkers(remembered(KEY)) ?? defaultWorkers(processors))
  store.subscribe((state, before) => {
    if (state.workers === before.workers) return
    remember(KEY, String(state.workers))
    resizeBuild(state.workers)
  })
}
