// How much room the browser gives, and whether it keeps what is stored.

import { store } from './app.js'

export async function measureStorage() {
  if (!navigator.storage?.estimate) return
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()])
  store.update((state) => ({ ...state, storage: { usage, quota, persisted } }))
}

/** Browsers may ask the user, so this waits for the first build. */
export async function askToPersist() {
  if (store.state.storage?.persisted || !navigator.storage?.persist) return
  await navigator.storage.persist()
  await measureStorage()
}
