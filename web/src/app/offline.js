// The service worker, and whether there is a network.

import { registerSW } from 'virtual:pwa-register'
import { store } from './app.js'

/** @type {(reload?: boolean) => Promise<void>} */
let update = async () => {}

export function startOffline() {
  const online = () => store.update((state) => ({ ...state, online: navigator.onLine }))
  addEventListener('online', online)
  addEventListener('offline', online)
  online()

  const ready = () => store.update((state) => ({ ...state, offlineReady: true }))
  update = registerSW({
    onOfflineReady: ready,
    onNeedRefresh: () => store.update((state) => ({ ...state, updateReady: true })),
    onNeedReload: reloadWhenIdle,
  })
  if (navigator.serviceWorker?.controller) ready()
}

// Any tab may have asked for the new version, and all reload into it: one that builds when it is done.
function reloadWhenIdle() {
  if (!store.state.build) return location.reload()
  const stop = store.subscribe(({ build }) => {
    if (build) return
    stop()
    location.reload()
  })
}

/** Takes the version that waits. */
export const takeUpdate = () => update(true)
