// How much room the browser gives, and whether it keeps what is stored.

import { declined, measured } from '../state/storage.js'
import { store } from './app.js'

export async function measureStorage() {
  const { storage } = navigator
  if (!storage) return
  // Some private windows refuse to say.
  const [{ usage = 0, quota = Infinity }, persisted] = await Promise.all([
    storage.estimate().catch(() => /** @type {StorageEstimate} */ ({})),
    storage.persisted().catch(() => false),
  ])
  store.update(measured, { usage, quota, persisted })
}

/** Browsers may ask the user, so this waits for the first table, or for a wish. */
export async function askToPersist() {
  if (store.state.storage?.persisted || !navigator.storage?.persist) return
  await navigator.storage.persist().catch(() => false)
  await measureStorage()
}

/** The user wishes it, and is told the answer. */
export async function askToKeep() {
  await askToPersist()
  if (!store.state.storage?.persisted) store.update(declined)
}
