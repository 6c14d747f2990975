import { say } from '#words'
import { beforeEach, expect, test, vi } from 'vitest'

const { browser, removed } = vi.hoisted(() => ({
  browser: { keeps: true },
  removed: vi.fn(async () => ({ ok: true, value: null })),
}))

vi.mock('../../engine/kept.js', () => ({ isKept: async () => browser.keeps }))
vi.mock('../../engine/engine.js', () => ({ createProber: () => ({ remove: removed }), startBuild: () => {} }))
vi.mock('../tables/tables.effects.js', () => ({ announceTables: async () => {} }))
vi.mock('../tables/records.effects.js', () => ({ dropRecord: () => {}, keepRecord: () => {} }))

const { ifMayBuild } = await import('../../engine/locks.js')
const { store } = await import('../../shell/app.js')
const { remove } = await import('./build.effects.js')

beforeEach(() => {
  vi.stubGlobal('navigator', {
    locks: {
      request: async (
        /** @type {string} */ _,
        /** @type {LockOptions} */ __,
        /** @type {(lock: {}) => unknown} */ use,
      ) => use({}),
    },
  })
  removed.mockClear()
})

/** Deletes a table while this page builds, and returns the result. */
async function removeBesideBuild() {
  /** @type {() => void} */
  let end = () => {}
  const build = ifMayBuild(() => new Promise((done) => (end = () => done(undefined))))
  await new Promise((soon) => setTimeout(soon))
  const isDone = await remove('KQvK')
  end()
  await build
  return isDone
}

test('if tables are kept in memory, none is deleted while the page builds', async () => {
  browser.keeps = false
  expect([await removeBesideBuild(), removed.mock.calls.length, store.state.notice]).toEqual([
    false,
    0,
    say('problem.busy'),
  ])
  expect([await remove('KQvK'), store.state.notice]).toEqual([
    true,
    say('building.deleted', { count: 1, tables: 'KQvK' }),
  ])
})

test('if tables are stored, the worker checks whether a page builds', async () => {
  browser.keeps = true
  await removeBesideBuild()
  expect(removed).toHaveBeenCalledTimes(1)
})
