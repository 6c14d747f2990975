// How many workers build, and in how much memory: the user's choice, or what the machine suggests; and how
// fast they have been.

import { thisDevice } from '../../engine/device.js'
import {
  chooseMemory,
  chooseWorkers,
  defaultMemory,
  defaultWorkers,
  limitsOf,
  parseMemory,
  parseWorkers,
  setSpeed,
} from './workers.js'
import { parseSpeed, writeSpeed } from './pace.js'
import { store } from '../../shell/app.js'
import { resizeBuild } from './build.effects.js'
import { remember, remembered } from '../../shell/remember.js'

const WORKERS = 'matewright-workers'
const MEMORY = 'matewright-memory'
const SPEED = 'matewright-speed'

const device = thisDevice()

export const { processors } = device

export function restoreWorkers() {
  store.update(chooseWorkers, parseWorkers(remembered(WORKERS)) ?? defaultWorkers(processors))
  store.update(chooseMemory, parseMemory(remembered(MEMORY)) ?? defaultMemory(device))
  const speed = parseSpeed(remembered(SPEED))
  if (speed) store.update(setSpeed, speed)
}

export function startWorkers() {
  store.subscribe((state, before) => {
    if (state.speed !== before.speed) remember(SPEED, writeSpeed(state.speed))
    if (state.workers === before.workers && state.memory === before.memory) return
    // Each by itself: what the user has not chosen may be suggested otherwise another time.
    if (state.workers !== before.workers) remember(WORKERS, String(state.workers))
    if (state.memory !== before.memory) remember(MEMORY, String(state.memory))
    resizeBuild(limitsOf(state))
  })
}
