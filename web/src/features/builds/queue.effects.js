// Remembers what is to be built, so that what one page had to leave is offered by another. Each page has
// an entry of its own, and a lock by the entry's name for as long as it is visited.

import { isKept } from '../../engine/kept.js'
import { holdForever, whenFree } from '../../engine/locks.js'
import { parseWaiting, takeOver } from './queue.js'
import { askedFor } from './wanted.js'
import { store } from '../../shell/app.js'
import { keyOf } from '../tables/metric.effects.js'
import { forget, remember, remembered, rememberedKeys } from '../../shell/remember.js'

export async function startQueue() {
  if (!(await isKept())) return // other pages have none of its tables, and no lock is seen by them
  const prefix = keyOf('queue-')
  const others = rememberedKeys(prefix)
  const mine = prefix + crypto.randomUUID()
  holdForever(mine, () => keep(mine)) // while this page was left, another one may have taken it over
  store.subscribe((state, before) => {
    if (state.queue !== before.queue || state.build?.wanted !== before.build?.wanted) keep(mine)
  })
  for (const entry of others) whenFree(entry, () => inherit(entry))
}

/** @param {string} entry */
function keep(entry) {
  const wanted = askedFor(store.state)
  if (wanted.length) remember(entry, JSON.stringify(wanted))
  else forget(entry)
}

// A page that has work of its own leaves it to the next.
/** @param {string} entry */
function inherit(entry) {
  const left = parseWaiting(remembered(entry))
  if (askedFor(store.state).length) return
  forget(entry)
  if (left.length) store.update(takeOver, left)
}
