import { beforeEach, expect, test, vi } from 'vitest'

const refused = () => Object.assign(new Error('denied'), { name: 'SecurityError' })
const locks = { request: async () => {} }

/** Returns a request that soon ends with the given event. @param {string} how @param {object} [more] */
function requestThat(how, more) {
  const request = { error: refused(), ...more }
  queueMicrotask(() => /** @type {any} */ (request)[how]({ preventDefault: () => {} }))
  return request
}

/**
 * Returns databases whose opening and whose write of a Blob end with the given events.
 * @param {'onupgradeneeded' | 'onsuccess' | 'onerror'} how
 * @param {'onsuccess' | 'onerror'} [put]
 */
const databases = (how, put = 'onsuccess') => ({
  open: () =>
    requestThat(how, {
      result: { close: () => {}, createObjectStore: () => ({ put: () => requestThat(put) }) },
      transaction: { abort: () => {} },
    }),
})

/** @param {unknown} navigator @param {unknown} indexedDB */
async function isKeptWith(navigator, indexedDB) {
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('indexedDB', indexedDB)
  return (await import('./kept.js')).isKept()
}

beforeEach(() => void vi.resetModules())

test('tables are stored where there are databases and locks', async () => {
  expect(await isKeptWith({ locks }, databases('onupgradeneeded'))).toBe(true)
})

test.each([
  ['no database', { locks }, undefined],
  [
    'a database that throws',
    { locks },
    {
      open: () => {
        throw refused()
      },
    },
  ],
  ['a database that fails', { locks }, databases('onerror')],
  ['a database that stores no Blob', { locks }, databases('onupgradeneeded', 'onerror')],
  ['no locks', {}, databases('onupgradeneeded')],
  ['locks that are denied', { locks: { request: () => Promise.reject(refused()) } }, databases('onupgradeneeded')],
  [
    'locks that throw',
    {
      get locks() {
        throw refused()
      },
    },
    databases('onupgradeneeded'),
  ],
])('and kept in memory where there is %s', async (_, navigator, indexedDB) => {
  expect(await isKeptWith(navigator, indexedDB)).toBe(false)
})

const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' })

test.each([
  ['to open a database', { open: () => requestThat('onerror', { error: full }) }],
  [
    'for a Blob',
    {
      open: () =>
        requestThat('onupgradeneeded', {
          result: { createObjectStore: () => ({ put: () => requestThat('onerror', { error: full }) }) },
          transaction: {},
        }),
    },
  ],
  [
    'in its transaction',
    {
      open: () =>
        requestThat('onupgradeneeded', {
          result: { createObjectStore: () => ({ put: () => requestThat('onerror') }) },
          transaction: { error: full },
        }),
    },
  ],
])('a browser that has no room %s stores tables', async (_, indexedDB) => {
  expect(await isKeptWith({ locks }, indexedDB)).toBe(true)
})

test('a page ends the transaction of its try when the user leaves it, and tries again after the return', async () => {
  const { comeBack, leave } = await import('./visit.js')
  const put = /** @type {any} */ ({ error: refused() })
  const abort = vi.fn(() => put.onerror())
  const open = vi.fn(() =>
    requestThat('onupgradeneeded', {
      result: { createObjectStore: () => ({ put: () => put }) },
      transaction: { abort },
    }),
  )
  const kept = isKeptWith({ locks }, { open })
  await vi.waitFor(() => expect(put.onerror).toBeTypeOf('function'))
  leave()
  expect(abort).toHaveBeenCalledTimes(1)
  await new Promise((soon) => setTimeout(soon))
  expect(open).toHaveBeenCalledTimes(1)
  vi.stubGlobal('indexedDB', databases('onupgradeneeded'))
  comeBack()
  expect(await kept).toBe(true)
})

test('a transaction that begins after the user has left ends at once', async () => {
  const { leave } = await import('./visit.js')
  const abort = vi.fn()
  const open = () => {
    leave()
    return requestThat('onupgradeneeded', { transaction: { abort } })
  }
  isKeptWith({ locks }, { open })
  await vi.waitFor(() => expect(abort).toHaveBeenCalledTimes(1))
})

test('a worker does not try: it takes the answer of the page', async () => {
  const open = vi.fn()
  vi.stubGlobal('indexedDB', { open })
  for (const answer of [true, false]) {
    const { isKept, takeKept } = await import('./kept.js')
    takeKept(answer)
    expect(await isKept()).toBe(answer)
  }
  expect(open).not.toHaveBeenCalled()
})

test('without locks of the browser, the requests of one page wait for each other', async () => {
  vi.stubGlobal('navigator', {})
  const { holdForever, ifMayBuild, whenFree, whenMayBuild, whenNobodyBuilds } = await import('./locks.js')
  /** @type {string[]} */
  const order = []
  /** @type {() => void} */
  let end = () => {}
  const first = ifMayBuild(() => new Promise((done) => (end = () => done('first'))))
  await vi.waitFor(() => expect(end).toBeTypeOf('function'))
  await new Promise((soon) => setTimeout(soon))
  expect(await ifMayBuild(async () => 'second')).toBeNull()
  const stopped = new AbortController()
  const given = whenMayBuild(
    stopped.signal,
    () => order.push('waits'),
    async () => order.push('never'),
  )
  const second = whenMayBuild(
    new AbortController().signal,
    () => {},
    async () => order.push('second'),
  )
  await vi.waitFor(() => expect(order).toEqual(['waits']))
  await new Promise((soon) => setTimeout(soon))
  const free = whenNobodyBuilds().then(() => order.push('free'))
  stopped.abort()
  await expect(given).rejects.toThrow()
  expect(order).toEqual(['waits'])
  end()
  expect(await first).toBe('first')
  await Promise.all([second, free])
  expect(order).toEqual(['waits', 'second', 'free'])
  await expect(ifMayBuild(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await ifMayBuild(async () => 'again')).toBe('again')
  await holdForever('life')
  let ended = false
  whenFree('life', () => (ended = true))
  await new Promise((soon) => setTimeout(soon, 5))
  expect(ended).toBe(false)
})
