import { isKept } from './kept.js'

/**
 * Asks for a lock among all pages, or where the browser has none, among this page's own wishes: others can't see what it writes.
 * @template T
 * @param {string} name
 * @param {LockOptions} options
 * @param {(lock: unknown) => T | Promise<T>} use  null if it is not available
 * @returns {Promise<T>}
 */
const request = async (name, options, use) =>
  (await isKept()) ? navigator.locks.request(name, options, /** @type {any} */ (use)) : requestHere(name, options, use)

/** What those that come next wait for, by name. @type {Map<string, Promise<unknown>>} */
const held = new Map()

/** @type {typeof request} */
async function requestHere(name, { ifAvailable, signal }, use) {
  const before = held.get(name)
  if (before && ifAvailable) return use(null)
  /** @type {() => void} */
  let release = () => {}
  const mine = Promise.all([before, new Promise((done) => (release = () => done(undefined)))])
  held.set(name, mine)
  mine.then(() => held.get(name) === mine && held.delete(name))
  try {
    if (before) await orAborted(before, signal)
    signal?.throwIfAborted()
    return await use({ name })
  } finally {
    release()
  }
}

/** @param {Promise<unknown>} waited @param {AbortSignal} [signal] */
const orAborted = (waited, signal) => Promise.race([waited, new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))])

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
  const free = await request(BUILD_LOCK, { ifAvailable: true }, async (lock) => lock ? { result: await use() } : null)
  if (free) return free.result
  onWait()
  return request(BUILD_LOCK, { signal }, use)
}

/**
 * Uses the right to write tables if it is free, and says null if it is not.
 * @template T
 * @param {() => Promise<T>} use
 * @returns {Promise<T | null>}
 */
export const ifMayBuild = (use) => request(BUILD_LOCK, { ifAvailable: true }, async (lock) => (lock ? use() : null))

/**
 * Judges imported tables while no other page does.
 * @template T
 * @param {() => Promise<T>} use
 */
export const whenMayJudge = (use) => request('matewright-judge', {}, use)

/** Waits until nobody writes tables. */
export const whenNobodyBuilds = () => whenFree(BUILD_LOCK, () => {})

/**
 * Holds a lock for as long as whoever asks lives. Returns when it is held.
 * @param {string} name
 */
export function holdForever(name) {
  return new Promise((held, refused) => {
    const released = request(name, {}, () => {
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
export const whenFree = (name, use) => request(name, {}, use)
