import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))

const { store } = await import('../../shell/app.js')
const { askToKeep, measureStorage } = await import('./storage.effects.js')

afterEach(() => vi.unstubAllGlobals())

/**
 * Returns the measured storage of a browser, after a request to keep it.
 * @param {object} navigator
 */
async function knownWith(navigator) {
  store.update((state) => ({ ...state, storage: null }))
  vi.stubGlobal('navigator', navigator)
  await measureStorage()
  await askToKeep()
  return store.state.storage
}

test('the page works without a storage manager, or with an incomplete one', async () => {
  const unknown = { usage: 0, quota: Infinity, persisted: false, declined: true }
  const refuse = () => Promise.reject(new TypeError('not in this window'))
  expect(await knownWith({})).toBeNull()
  expect(await knownWith({ storage: {} })).toEqual(unknown)
  expect(await knownWith({ storage: { persisted: async () => true } })).toEqual({
    ...unknown,
    persisted: true,
    declined: false,
  })
  expect(await knownWith({ storage: { estimate: refuse, persisted: refuse, persist: refuse } })).toEqual(unknown)
})

test('the page does not request to keep tables that are not stored', async () => {
  const persist = vi.fn(async () => true)
  store.update((state) => ({ ...state, kept: false }))
  await knownWith({ storage: { persist } })
  store.update((state) => ({ ...state, kept: true }))
  expect(persist).not.toHaveBeenCalled()
})
