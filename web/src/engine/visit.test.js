import { beforeEach, expect, test, vi } from 'vitest'
import { comeBack, leave, onReturn, visitSignal, whenVisited } from './visit.js'

vi.mock('./kept.js', () => ({ isKept: async () => true }))

/** Returns the locks of a browser, with a single lock. */
function createLocks() {
  /** @type {{start: (lock: {} | null) => void}[]} */
  let waiting = []
  let held = false
  const next = () => {
    const first = held ? undefined : waiting.shift()
    if (!first) return
    held = true
    first.start({})
  }
  /** @param {string} _ @param {LockOptions} options @param {(lock: {} | null) => unknown} use */
  const request = (_, { ifAvailable, signal }, use) =>
    new Promise((done, fail) => {
      if (signal?.aborted) return fail(signal.reason)
      if (ifAvailable && (held || waiting.length)) return done(use(null))
      const entry = {
        start: async (/** @type {{} | null} */ lock) => {
          try {
            done(await use(lock))
          } catch (error) {
            fail(error)
          } finally {
            held = false
            next()
          }
        },
      }
      waiting.push(entry)
      signal?.addEventListener('abort', () => {
        if (!waiting.includes(entry)) return
        waiting = waiting.filter((other) => other !== entry)
        fail(signal.reason)
      })
      queueMicrotask(next)
    })
  return { request, isHeld: () => held, count: () => waiting.length }
}

/** @type {ReturnType<typeof createLocks>} */
let locks
beforeEach(() => {
  locks = createLocks()
  vi.stubGlobal('navigator', { locks })
  comeBack()
})
const { holdForever, ifMayBuild, whenFree, whenMayBuild } = await import('./locks.js')

const never = new AbortController().signal
/** Lets pending work run. */
const settle = () => new Promise((done) => setTimeout(done))

test('each visit has its own signal, and work that waits for the return of the user then begins', async () => {
  const first = visitSignal()
  const returned = vi.fn()
  const forget = onReturn(returned)
  leave()
  leave() // browsers may send both pagehide and freeze
  expect(first.aborted).toBe(true)
  const waited = vi.fn()
  whenVisited().then(waited)
  await settle()
  expect(waited).not.toHaveBeenCalled()
  comeBack()
  comeBack()
  await settle()
  expect([waited.mock.calls.length, returned.mock.calls.length, visitSignal().aborted]).toEqual([1, 1, false])
  forget()
  leave()
  comeBack()
  expect(returned).toHaveBeenCalledTimes(1)
})

test('a build releases its lock when the user leaves the page, and starts again after the return', async () => {
  /** @type {AbortSignal[]} */
  const lefts = []
  /** @type {(how: string) => void} */
  let end = () => {}
  const outcome = whenMayBuild(
    never,
    () => {},
    (left) => {
      lefts.push(left)
      return new Promise((done) => (end = done))
    },
  )
  await settle()
  expect(locks.isHeld()).toBe(true)
  leave()
  end('what an earlier visit came to')
  await settle()
  expect([locks.isHeld(), lefts.map(({ aborted }) => aborted)]).toEqual([false, [true]])
  comeBack()
  await settle()
  expect([locks.isHeld(), lefts.map(({ aborted }) => aborted)]).toEqual([true, [true, false]])
  end('done')
  expect(await outcome).toBe('done')
})

test('a waiting page stops waiting when the user leaves it, and waits again after the return', async () => {
  const waits = vi.fn()
  const built = vi.fn(async () => 'done')
  /** @type {() => void} */
  let release = () => {}
  locks.request('', {}, () => new Promise((done) => (release = () => done(undefined)))) // another page builds
  await settle()
  const outcome = whenMayBuild(never, waits, built)
  await settle()
  expect([waits.mock.calls.length, locks.count()]).toEqual([1, 1])
  leave()
  await settle()
  expect(locks.count()).toBe(0)
  release()
  await settle()
  expect([locks.isHeld(), built.mock.calls.length]).toEqual([false, 0])
  comeBack()
  expect(await outcome).toBe('done')
})

test('the user can stop a build that waits', async () => {
  locks.request('', {}, () => new Promise(() => {}))
  await settle()
  const stopped = new AbortController()
  const outcome = whenMayBuild(
    stopped.signal,
    () => {},
    async () => 'done',
  )
  await settle()
  stopped.abort()
  await expect(outcome).rejects.toThrow('abort')
})

test('ifMayBuild returns null after the return of the user if another page builds', async () => {
  const outcome = ifMayBuild(() => new Promise(() => {}))
  await settle()
  leave()
  await settle()
  locks.request('', {}, () => new Promise(() => {}))
  await settle()
  comeBack()
  expect(await outcome).toBe(null)
})

test('a lock held for life is held again after each return', async () => {
  const held = vi.fn()
  await holdForever('life', held)
  leave()
  await settle()
  expect(locks.isHeld()).toBe(false)
  const free = vi.fn()
  whenFree('life', free) // a page that was left is granted nothing
  await settle()
  expect([locks.isHeld(), free.mock.calls.length]).toEqual([false, 0])
  comeBack()
  await settle()
  expect([locks.isHeld(), held.mock.calls.length]).toEqual([true, 2])
})

test('an error of the holder of a lock is passed on', async () => {
  await expect(
    ifMayBuild(async () => {
      throw new Error('full')
    }),
  ).rejects.toThrow('full')
})
