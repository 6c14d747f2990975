// The service worker, and whether there is a network.

import { setOnline, setOfflineReady, setUpdateReady } from './view.js'
import { registerSW } from 'virtual:pwa-register'
import { isBusy } from '../features/builds/wanted.js'
import { store } from './app.js'
import { startLaterFiles } from './later-files.effects.js'

/** @type {(reload?: boolean) => Promise<void>} */
let update = async () => {}

export function startOffline() {
  const online = () => store.update(setOnline, navigator.onLine)
  addEventListener('online', online)
  addEventListener('offline', online)
  online()

  const ready = () => store.update(setOfflineReady)
  update = registerSW({
    onOfflineReady: ready,
    onNeedRefresh: offerUpdate,
    onNeedReload: () => {}, // reloadOnTakeover covers more cases: workbox overlooks tabs of the first visit
  })
  if (navigator.serviceWorker?.controller) ready()
  reloadOnTakeover()
  startLaterFiles()
}

// Files that the page loads on demand go away with its version, so they are loaded now.
function offerUpdate() {
  // oxlint-disable-next-line no-restricted-imports -- This only loads it.
  import('../features/class/histogram-plot.view.js').catch(() => {})
  store.update(setUpdateReady)
}

// A new version has taken over this tab, because some tab accepted it: the old files are gone. The very first service
// worker also takes over, and changes nothing.
function reloadOnTakeover() {
  const { serviceWorker } = navigator
  let controlled = !!serviceWorker?.controller
  serviceWorker?.addEventListener('controllerchange', () => {
    if (controlled) reloadWhenIdle()
    controlled = true
  })
}

// A tab that builds or imports files continues until all is done. The page offers paused builds again.
function reloadWhenIdle() {
  if (!isBusy(store.state)) return location.reload()
  const stop = store.subscribe((state) => {
    if (isBusy(state)) return
    stop()
    location.reload()
  })
}

/** Switches to the waiting version. */
export const takeUpdate = () => update(true)
