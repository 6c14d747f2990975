import { isKept } from './kept.js'
import { visitSignal, whenVisited } from './visit.js'

/**
 * Requests a lock among all pages, and holds it until `use` ends. When the page is left it gives the lock back, or
 * gives up waiting. When the
 * user is back it requests the lock again, and calls `use` again. What `use` returned to an earlier visit is dropped.
 *
 * Where the browser stores nothing, no other page sees what this one writes. The lock is then one among its users in
 * the page, or in the worker.
 * Leaving the page ends nothing.
 * @template T
 * @param {string} name
 * @param {LockOptions} options
 * @param {(lock: unknown, left: AbortSignal) => T | Promise<T>} use  null: it is not available. left: the lock is lost
 *   when this is aborted
 * @returns {Promise<T>}
 */
async function request(name, { ifAvailable, signal }, use) {
  if (!(await isKept())) return requestHere(name, { ifAvailable, signal }, use)
  for (;;) {
    await whenVisited()
    const left = visitSignal()
    const options = ifAvailable ? { ifAvailable } : { signal: eitherOf(left, signal) }
    try {
      return await navigator.locks.request(name, options, (lock) => {
        left.throwIfAborted() // it was granted at the last moment
        return Promise.race([use(lock, left), rejection(left)])
      })
    } catch (error) {
      if (!left.aborted || signal?.aborted) throw error
    }
  }
}

/** Browsers of before 2024 have no AbortSignal.any. @param {(AbortSignal | undefined)[]} signals */
function eitherOf(...signals) {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true, signal: either.signal })
  }
  return either.signal
}

/** @param {AbortSignal} signal @returns {Promise<never>} */
const rejection = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** What those that come next wait for, by name. @type {Map<string, Promise<unknown>>} */
const held = new Map()

/** @type {typeof request} */
async function requestHere(name, { ifAvailable, signal }, use) {
  const before = held.get(name)
  const never = new AbortController().signal
  if (before && ifAvailable) return use(null, never)
  /** @type {() => void} */
  let release = () => {}
  const mine = Promise.all([before, new Promise((done) => (release = () => done(undefined)))])
  held.set(name, mine)
  mine.then(() => held.get(name) === mine && held.delete(name))
  try {
    if (before) await orAborted(before, signal)
    signal?.throwIfAborted()
    return await use({ name }, never)
  } finally {
    release()
  }
}

/** @param {Promise<unknown>} waited @param {AbortSignal} [signal] */
const orAborted = (waited, signal) =>
  Promise.race([waited, new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))])

/** Held by the page that writes tables: one at a time, whatever the number of tabs. */
const BUILD_LOCK = 'matewright-build'

/**
 * Waits for the right to write tables, and has it until `use` ends. It is lost when the page is left; `use` is then
 * called again after the
 * user's return, as soon as the right is free.
 * @template T
 * @param {AbortSignal} signal  gives up waiting
 * @param {() => void} onWait   another page has it
 * @param {(left: AbortSignal) => Promise<T>} use  left: nothing may be written any more when this is aborted
 * @returns {Promise<T>}
 */
export async function whenMayBuild(signal, onWait, use) {
  const free = await request(BUILD_LOCK, { ifAvailable: true }, async (lock, left) =>
    lock ? { result: await use(left) } : null,
  )
  if (free) return free.result
  onWait()
  return request(BUILD_LOCK, { signal }, (_, left) => use(left))
}

/**
 * Uses the right to write tables if it is free, and returns null if it is not. When the page is left the right is lost,
 * as with whenMayBuild.
 * @template T
 * @param {(left: AbortSignal) => Promise<T>} use
 * @returns {Promise<T | null>}
 */
export const ifMayBuild = (use) =>
  request(BUILD_LOCK, { ifAvailable: true }, async (lock, left) => (lock ? use(left) : null))

/**
 * For what takes the right to write tables in a worker. Where the browser stores nothing, the page takes it, as the
 * page builds with it. Returns
 * null if it is not free.
 * @template T
 * @param {() => Promise<T>} use
 */
export const ifMayAsk = async (use) => ((await isKept()) ? use() : ifMayBuild(use))

/**
 * Judges imported tables while no other page does. When the page is left `use` has to end, and is called again after
 * the user's return.
 * @template T
 * @param {(left: AbortSignal) => Promise<T>} use
 */
export const withJudgeLock = (use) => request('matewright-judge', {}, (_, left) => use(left))

/** Waits until nobody writes tables. */
export const whenNobodyBuilds = () => whenFree(BUILD_LOCK, () => {})

/**
 * Holds a lock for as long as this worker lives, or this page is visited. Returns when it is held.
 * @param {string} name
 * @param {() => void} [onHeld]  called each time it is held: first, and after each return of the user
 */
export function holdForever(name, onHeld = () => {}) {
  return new Promise((held, refused) => {
    const released = request(name, {}, () => {
      held(undefined)
      onHeld()
      return new Promise(() => {})
    })
    released.catch(refused)
  })
}

/**
 * Waits until the holder of a lock is gone.
 * @param {string} name
 * @param {() => void} use
 */
export const whenFree = (name, use) => request(name, {}, use)
