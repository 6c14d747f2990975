// Updates the list of tables, in this tab and in the others.

import { onReturn } from '../../engine/visit.js'
import { menToList } from './large.js'
import { tablesFailed, tablesLoaded } from './library.js'
import { unprovenIn } from '../imports/unproven.js'
import { prober, store } from '../../shell/app.js'
import { askNow } from '../answer/ask.effects.js'
import { measureStorage } from './storage.effects.js'

const channel = new BroadcastChannel('matewright')

export function startTables() {
  channel.addEventListener('message', () => refresh())
  onReturn(refresh) // the page got no messages while the user was away
  store.subscribe((state, before) => {
    if (menToList(state) > Math.max(menToList(before), state.listedMen)) loadTables()
    if (before.tables && state.tables !== before.tables && unprovenIn(state).join() !== unprovenIn(before).join())
      askNow() // by the tables that now count as checked
  })
  return loadTables()
}

/** Announces new or deleted tables to all tabs. */
export function announceTables() {
  channel.postMessage('tables')
  return refresh()
}

async function refresh() {
  await Promise.all([loadTables(), askAgain()])
}

let requests = 0
/** The number of the latest request with an answer. */
let answered = 0

export async function loadTables() {
  const mine = ++requests
  const men = menToList(store.state)
  const result = await prober.classes(men)
  if (mine > answered) {
    answered = mine
    if (result.ok) store.update(tablesLoaded, result.value, men)
    else store.update(tablesFailed, result.error)
  }
  await measureStorage()
}

// While a build runs, only a missing answer can change.
async function askAgain() {
  const code = store.state.answer?.error?.code
  if (!store.state.build || code === 'missing') await askNow()
}
