// Measures the storage, and requests that the browser keeps it.

import { isKept } from '../../engine/kept.js'
import { declined, measured, setKept } from './storage.js'
import { store } from '../../shell/app.js'

/**
 * @typedef {{estimate?: StorageManager['estimate'], persisted?: StorageManager['persisted'], persist?:
 *   StorageManager['persist']}} Manager
 */

/** WebKitGTK has no manager. Until version 17 Safari's had no estimate. @returns {Manager | undefined} */
const manager = () => navigator.storage

/** Sets whether the page may store anything. */
export const startStorage = () => isKept().then((kept) => store.update(setKept, kept))

export async function measureStorage() {
  const storage = manager()
  if (!storage) return
  // Some private windows refuse.
  const [{ usage = 0, quota = Infinity } = {}, persisted = false] = await Promise.all([
    storage.estimate?.().catch(() => undefined),
    storage.persisted?.().catch(() => false),
  ])
  store.update(measured, { usage, quota, persisted })
}

/** Requests persistent storage. The browser may show a question, so this waits for the first table or for the user. */
export async function askToPersist() {
  const storage = manager()
  if (!store.state.kept || store.state.storage?.persisted || !storage?.persist) return
  await storage.persist().catch(() => false)
  await measureStorage()
}

/** Requests persistent storage for the user, and shows a refusal. */
export async function askToKeep() {
  await askToPersist()
  if (!store.state.storage?.persisted) store.update(declined)
}
