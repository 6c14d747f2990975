import { beforeEach, expect, test, vi } from 'vitest'

const { browser, remember } = vi.hoisted(() => ({ browser: { keeps: true }, remember: vi.fn() }))

vi.mock('../../engine/kept.js', () => ({ isKept: async () => browser.keeps }))
vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../tables/metric.effects.js', () => ({ keyOf: (/** @type {string} */ what) => what }))
vi.mock('../../shell/remember.js', () => ({
  remember,
  forget: () => {},
  remembered: () => null,
  rememberedKeys: () => [],
}))
vi.stubGlobal('isSecureContext', true)

const { store } = await import('../../shell/app.js')
const { startQueue } = await import('./queue.effects.js')

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
  remember.mockClear()
})

test.each([false, true])('the queue is stored for other pages if they have the tables: %s', async (keeps) => {
  browser.keeps = keeps
  await startQueue()
  store.update((state) => ({ ...state, queue: { ...state.queue, waiting: [['KQvK']] } }))
  expect(remember).toHaveBeenCalledTimes(keeps ? 1 : 0)
})
