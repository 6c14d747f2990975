import { isKept } from './kept.js'
import { visitSignal, whenVisited } from './visit.js'

/**
 * Requests a lock among all pages, and holds it until `use` ends. When the user leaves the page, request releases the
 * lock or stops waiting. When the user returns, it requests the lock and calls `use` again. It drops results of earlier
 * visits.
 *
 * If the browser stores nothing, no other page reads the tables of this one. The lock then only counts in this page or
 * worker, and leaving the page releases nothing.
 * @template T
 * @param {string} name
 * @param {LockOptions} options
 * @param {(lock: unknown, left: AbortSignal) => T | Promise<T>} use  lock: null if it is not available.
 *   left: aborted when the lock is lost
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
        left.throwIfAborted() // the lock was granted at the last moment
        return Promise.race([use(lock, left), rejection(left)])
      })
    } catch (error) {
      if (!left.aborted || signal?.aborted) throw error
    }
  }
}

/** Replaces AbortSignal.any, which browsers before 2024 do not have. @param {(AbortSignal | undefined)[]} signals */
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

/** The end of the last holder, by name of the lock. @type {Map<string, Promise<unknown>>} */
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

/** The build lock. Only one page at a time may write tables. */
const BUILD_LOCK = 'matewright-build'

/**
 * Waits for the build lock, and holds it until `use` ends. The lock is lost when the user leaves the page. After the
 * return, whenMayBuild waits for it and calls `use` again.
 * @template T
 * @param {AbortSignal} signal  stops waiting
 * @param {() => void} onWait   called if another page holds the lock
 * @param {(left: AbortSignal) => Promise<T>} use  left: aborted when the lock is lost, and no write is allowed
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
 * Takes the build lock if it is free, and returns null if not. The lock is lost when the user leaves the page, as with
 * whenMayBuild.
 * @template T
 * @param {(left: AbortSignal) => Promise<T>} use
 * @returns {Promise<T | null>}
 */
export const ifMayBuild = (use) =>
  request(BUILD_LOCK, { ifAvailable: true }, async (lock, left) => (lock ? use(left) : null))

/**
 * Makes a call whose worker takes the build lock. If the browser stores nothing, the page takes the lock, as builds do.
 * Returns null if the lock is not free.
 * @template T
 * @param {() => Promise<T>} use
 */
export const ifMayAsk = async (use) => ((await isKept()) ? use() : ifMayBuild(use))

/**
 * Verifies imported tables while no other page does. `use` has to end when the user leaves the page. It is called again
 * when the user returns.
 * @template T
 * @param {(left: AbortSignal) => Promise<T>} use
 */
export const withJudgeLock = (use) => request('matewright-judge', {}, (_, left) => use(left))

/** Waits until no page writes tables. */
export const whenNobodyBuilds = () => whenFree(BUILD_LOCK, () => {})

/**
 * Holds a lock for the life of this worker, or during each visit of this page. The promise settles at the first grant.
 * @param {string} name
 * @param {() => void} [onHeld]  called at each grant: the first, and after each return of the user
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
