import { expect, test } from 'vitest'
import { initialState } from './state.js'
import { createStore } from './store.js'

/** @typedef {import('./state.js').State} State */

/** @param {State} state @param {string | null} notice */
const notify = (state, notice) => ({ ...state, notice })
const created = () => createStore({ ...initialState(), notice: 'a' })

test('a listener that changes the state is first or last: all get the same changes in the same order', () => {
  for (const isFirst of [true, false]) {
    const store = created()
    /** @type {string[]} */
    const seen = []
    const answer = (/** @type {State} */ { notice }) => notice === 'b' && store.update(notify, 'c')
    if (isFirst) store.subscribe(answer)
    store.subscribe((now, before) => seen.push(`${before.notice}${now.notice}`))
    if (!isFirst) store.subscribe(answer)
    store.update(notify, 'b')
    expect(seen).toEqual(['ab', 'bc'])
  }
})

test('a reaction gets what all listeners have settled on, and its own changes', () => {
  const store = created()
  /** @type {string[]} */
  const seen = []
  store.react((now, before) => {
    seen.push(`${before.notice}${now.notice}`)
    if (now.notice === 'c') store.update(notify, 'd')
  })
  store.subscribe(({ notice }) => notice === 'b' && store.update(notify, 'c'))
  store.update(notify, 'b')
  expect(seen).toEqual(['ac', 'cd'])
})

test('changes of a batch reach those that were added after them', () => {
  const store = created()
  /** @type {string[]} */
  const seen = []
  store.batch(() => {
    store.update(notify, 'b')
    store.subscribe((now, before) => seen.push(`${before.notice}${now.notice}`))
    store.react((now, before) => seen.push(`${before.notice}${now.notice}!`))
  })
  expect(seen).toEqual(['ab', 'ab!'])
})

test('one may wait until the state is as described, now or later', async () => {
  const store = created()
  await store.until(({ notice }) => notice === 'a')
  let settled = false
  const later = store.until(({ notice }) => notice === 'c').then(() => (settled = true))
  store.update(notify, 'b')
  await Promise.resolve()
  expect(settled).toBe(false)
  store.update(notify, 'c')
  await later
  expect(settled).toBe(true)
})

test('a listener that fails keeps no change from the others for good', () => {
  const store = created()
  /** @type {(string | null)[]} */
  const seen = []
  const stop = store.subscribe(() => {
    throw new Error('broken')
  })
  store.subscribe(({ notice }) => seen.push(notice))
  expect(() => store.update(notify, 'b')).toThrow('broken')
  stop()
  store.update(notify, 'c')
  expect(seen).toEqual(['c'])
})
