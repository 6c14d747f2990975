// How much room the browser gives, and whether it keeps what is stored.

import { isKept } from '../../engine/kept.js'
import { declined, measured, setKept } from './storage.js'
import { store } from '../../shell/app.js'

/**
 * @typedef {{estimate?: StorageManager['estimate'], persisted?: StorageManager['persisted'], persist?:
 *   StorageManager['persist']}} Manager
 */

/** WebKitGTK has none, Safari had one without an estimate until version 17. @returns {Manager | undefined} */
const manager = () => navigator.storage

/** Finds out whether the page may store anything. */
export const startStorage = () => isKept().then((kept) => store.update(setKept, kept))

export async function measureStorage() {
  const storage = manager()
  if (!storage) return
  // Some private windows refuse to say.
  const [{ usage = 0, quota = Infinity } = {}, persisted = false] = await Promise.all([
    storage.estimate?.().catch(() => undefined),
    storage.persisted?.().catch(() => false),
  ])
  store.update(measured, { usage, quota, persisted })
}

/** Browsers may ask the user, so this waits for the first table, or for a wish. */
export async function askToPersist() {
  const storage = manager()
  if (!store.state.kept || store.state.storage?.persisted || !storage?.persist) return
  await storage.persist().catch(() => false)
  await measureStorage()
}

/** The user wishes it, and is told the answer. */
export async function askToKeep() {
  await askToPersist()
  if (!store.state.storage?.persisted) store.update(declined)
}
