// All about sets of positions: kept, shared, practised. It is loaded when it is used first.

import './mw-collect.js'
import './mw-sets-page.js'
import './mw-training.js'
import { startSets } from './sets.effects.js'
import { startTraining } from './train.effects.js'

export { importSets } from './sets.effects.js'

export function start() {
  startSets()
  startTraining()
  keepForOffline()
}

/** The service worker has no copy of this script if the page loaded it at its first visit: it gets one here. */
async function keepForOffline() {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  await navigator.serviceWorker.ready
  await fetch(import.meta.url).catch(() => {})
  const kept = await caches.open('matewright-later')
  // Deletes the files of earlier versions.
  for (const { url } of await kept.keys()) if (url.includes('/sets-') && url !== import.meta.url) await kept.delete(url)
}
