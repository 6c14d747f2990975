// How much room the browser gives, and whether it keeps what is stored.

import { store } from './app.js'

export async function measureStorage() {
  if (!navigator.storage?.estimate) return
  try {
    const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()])
    store.update((state) => ({ ...state, storage: { usage, quota, persisted } }))
  } catch {
    // Some private windows refuse to say: the page then shows no figures.
  }
}

/** Browsers may ask the user, so this waits for the first build. */
export async function askToPersist() {
  if (store.state.storage?.persisted || !navigator.storage?.persist) return
  await navigator.storage.persist().catch(() => false)
  await measureStorage()
}
