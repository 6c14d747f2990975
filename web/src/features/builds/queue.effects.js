// Stores the queue of each page, so that another page can offer the builds of a page that has gone. Each page has its
// own entry, and holds a lock with the entry's name during its visits.

import { isKept } from '../../engine/kept.js'
import { holdForever, whenFree } from '../../engine/locks.js'
import { parseWaiting, takeOver } from './queue.js'
import { wantedByUser } from './wanted.js'
import { store } from '../../shell/app.js'
import { keyOf } from '../tables/metric.effects.js'
import { forget, remember, remembered, rememberedKeys } from '../../shell/remember.js'

export async function startQueue() {
  if (!(await isKept())) return // other pages have none of its tables, and do not see its locks
  const prefix = keyOf('queue-')
  const others = rememberedKeys(prefix)
  const mine = prefix + crypto.randomUUID()
  holdForever(mine, () => keep(mine)) // another page may have taken the entry while the user was away
  store.subscribe((state, before) => {
    if (state.queue !== before.queue || state.build?.wanted !== before.build?.wanted) keep(mine)
  })
  for (const entry of others) whenFree(entry, () => inherit(entry))
}

/** @param {string} entry */
function keep(entry) {
  const wanted = wantedByUser(store.state)
  if (wanted.length) remember(entry, JSON.stringify(wanted))
  else forget(entry)
}

// A page with its own builds leaves the entry to another page.
/** @param {string} entry */
function inherit(entry) {
  const left = parseWaiting(remembered(entry))
  if (wantedByUser(store.state).length) return
  forget(entry)
  if (left.length) store.update(takeOver, left)
}
