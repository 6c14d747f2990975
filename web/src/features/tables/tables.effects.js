// Keeps the list of tables true, in this tab and in the others.

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
  onReturn(refresh) // a page that was left has heard nothing of others
  store.subscribe((state, before) => {
    if (menToList(state) > Math.max(menToList(before), state.listedMen)) loadTables()
    if (before.tables && state.tables !== before.tables && unprovenIn(state).join() !== unprovenIn(before).join())
      askNow() // by what counts now
  })
  return loadTables()
}

/** Says that tables came or went, here and elsewhere. */
export function announceTables() {
  channel.postMessage('tables')
  return refresh()
}

async function refresh() {
  await Promise.all([loadTables(), askAgain()])
}

let asked = 0
/** The latest question that was answered. */
let answered = 0

export async function loadTables() {
  const mine = ++asked
  const men = menToList(store.state)
  const result = await prober.classes(men)
  if (mine > answered) {
    answered = mine
    if (result.ok) store.update(tablesLoaded, result.value, men)
    else store.update(tablesFailed, result.error)
  }
  await measureStorage()
}

// While a build runs only an answer that it can change is worth asking for again.
async function askAgain() {
  const code = store.state.answer?.error?.code
  if (!store.state.build || code === 'missing') await askNow()
}
