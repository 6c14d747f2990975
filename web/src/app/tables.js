// Keeps the list of tables true, in this tab and in the others.

import { tablesFailed, tablesLoaded } from '../state/library.js'
import { prober, store } from './app.js'
import { askNow } from './asking.js'
import { measureStorage } from './storage.js'

const channel = new BroadcastChannel('matewright')

export function startTables() {
  channel.addEventListener('message', () => refresh())
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

export async function loadTables() {
  const result = await prober.classes()
  if (result.ok) store.update(tablesLoaded, result.value)
  else store.update(tablesFailed, result.error)
  await measureStorage()
}

// While a build runs only an answer that it can change is worth asking for again.
async function askAgain() {
  const code = store.state.answer?.error?.code
  if (!store.state.build || code === 'missing') await askNow()
}
