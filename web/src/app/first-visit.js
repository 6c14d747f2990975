// Whoever comes for the first time finds a position that works: the smallest tables take a moment.

import { dismissEnd } from '../state/build.js'
import { store } from './app.js'
import { build } from './building.js'
import { remember, remembered } from './remember.js'

const KEY = 'matewright-visited'
export const SMALLEST_MEN = 3

export function startFirstVisit() {
  if (remembered(KEY)) return
  const stop = store.subscribe(({ tables }) => {
    if (!tables) return
    stop()
    remember(KEY, 'yes')
    buildSmallest(tables)
  })
}

/** @param {import('../engine/types.js').ClassInfo[]} tables */
async function buildSmallest(tables) {
  const absent = tables.filter(({ men, present }) => men === SMALLEST_MEN && !present)
  if (!absent.length) return
  await build(absent.map(({ name }) => name))
  // Nobody has asked for them: only what went wrong is said.
  if (store.state.buildEnd?.how === 'done') store.update(dismissEnd)
}
