// How many workers build, and in how much memory: the user's choice, or what the machine suggests.

import { chooseMemory, chooseWorkers, defaultMemory, defaultWorkers, parseMemory, parseWorkers } from '../state/workers.js'
import { store } from './app.js'
import { resizeBuild } from './building.js'
import { remember, remembered } from './remember.js'

const WORKERS = 'matewright-workers'
const MEMORY = 'matewright-memory'

/** Browsers that don't say have at least this many. */
const FEW = 2

export const processors = navigator.hardwareConcurrency ?? FEW

/** In GiB; some browsers don't say. @type {number | undefined} */
const deviceMemory = /** @type {any} */ (navigator).deviceMemory

export function startWorkers() {
  store.update(chooseWorkers, parseWorkers(remembered(WORKERS)) ?? defaultWorkers(processors))
  store.update(chooseMemory, parseMemory(remembered(MEMORY)) ?? defaultMemory(deviceMemory))
  store.subscribe((state, before) => {
    if (state.workers === before.workers && state.memory === before.memory) return
    remember(WORKERS, String(state.workers))
    remember(MEMORY, String(state.memory))
    resizeBuild({ workers: state.workers, memory: state.memory })
  })
}
