/** Held by the page that writes tables: one at a time, whatever the number of tabs. */
const BUILD_LOCK = 'matewright-build'

/**
 * Waits for the right to write tables, and has it until `use` ends. It is lost with the page.
 * @template T
 * @param {AbortSignal} signal  gives up waiting
 * @param {() => void} onWait   another page has it
 * @param {() => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function whenMayBuild(signal, onWait, use) {
  const free = await navigator.locks.request(BUILD_LOCK, { ifAvailable: true }, async (lock) => lock && { result: await use() })
  if (free) return free.result
  onWait()
  return navigator.locks.request(BUILD_LOCK, { signal }, use)
}

/**
 * Uses the right to write tables if it is free, and says null if it is not.
 * @template T
 * @param {() => Promise<T>} use
 * @returns {Promise<T | null>}
 */
export const ifMayBuild = (use) => navigator.locks.request(BUILD_LOCK, { ifAvailable: true }, async (lock) => (lock ? use() : null))

/**
 * Judges imported tables while no other page does.
 * @template T
 * @param {() => Promise<T>} use
 */
export const whenMayJudge = (use) => navigator.locks.request('matewright-judge', use)

/** Waits until nobody writes tables. */
export const whenNobodyBuilds = () => whenFree(BUILD_LOCK, () => {})

/**
 * Holds a lock for as long as whoever asks lives. Returns when it is held.
 * @param {string} name
 */
export function holdForever(name) {
  return new Promise((held, refused) => {
    const released = navigator.locks.request(name, () => {
      held(undefined)
      return new Promise(() => {})
    })
    released.catch(refused)
  })
}

/**
 * Waits until whoever held a lock is gone.
 * @param {string} name
 * @param {() => void} use
 */
export const whenFree = (name, use) => navigator.locks.request(name, use)
