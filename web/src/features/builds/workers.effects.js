// Restores and stores the number of workers, their memory and their speed. The defaults depend on the device.

import { thisDevice } from '../../engine/device.js'
import {
  chooseMemory,
  chooseWorkers,
  defaultMemory,
  defaultWorkers,
  factorsOf,
  limitsOf,
  parseMemory,
  parseWorkers,
  setSpeed,
} from './workers.js'
import { parseSpeed, writeSpeed } from './pace.js'
import { store } from '../../shell/app.js'
import { resizeBuild } from './build.effects.js'
import { forget, remember, remembered } from '../../shell/remember.js'

const WORKERS = 'matewright-workers'
const MEMORY = 'matewright-memory'
const SPEED = 'matewright-relative-speed'
/** The speed of the last build was stored here, with the load that the machine had. */
const EARLIER_SPEED = 'matewright-speed'

const device = thisDevice()

export const { processors } = device

export function restoreWorkers() {
  store.update(chooseWorkers, parseWorkers(remembered(WORKERS)) ?? defaultWorkers(processors))
  store.update(chooseMemory, parseMemory(remembered(MEMORY)) ?? defaultMemory(device))
  forget(EARLIER_SPEED)
  const speed = parseSpeed(remembered(SPEED))
  if (speed) store.update(setSpeed, speed)
}

export function startWorkers() {
  store.subscribe((state, before) => {
    if (state.speed !== before.speed) remember(SPEED, writeSpeed(factorsOf(state)))
    if (state.workers === before.workers && state.memory === before.memory) return
    // Each choice is stored separately. Without one, the default may change later.
    if (state.workers !== before.workers) remember(WORKERS, String(state.workers))
    if (state.memory !== before.memory) remember(MEMORY, String(state.memory))
    resizeBuild(limitsOf(state))
  })
}
