import { expect, test, vi } from 'vitest'
import { comeBack, leave } from '../../engine/visit.js'

const { checks, announced } = vi.hoisted(() => ({
  /** @type {{name: string, end: (result: object) => void}[]} */ checks: [],
  /** @type {(() => void)[]} */ announced: [],
}))

vi.mock('../../engine/kept.js', () => ({ isKept: async () => true }))
vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({}),
  startJudging: (/** @type {string} */ name) => ({
    result: new Promise((end) => checks.push({ name, end })),
    stop: () => {},
  }),
}))
vi.mock('../tables/tables.effects.js', () => ({
  announceTables: () => new Promise((done) => announced.push(() => done(undefined))),
}))

vi.stubGlobal('isSecureContext', false)
vi.stubGlobal('navigator', {
  locks: {
    request: async (/** @type {string} */ _, /** @type {LockOptions} */ __, /** @type {(lock: {}) => unknown} */ use) =>
      use({}),
  },
})

const { store } = await import('../../shell/app.js')
const { startJudging } = await import('./judge.effects.js')
const settle = () => new Promise((done) => setTimeout(done))

test('a check that ends when the user leaves the page does not change the one after the return', async () => {
  startJudging()
  store.update((state) => ({ ...state, tables: /** @type {any} */ ([{ name: 'KQvK', unproven: ['KQvK'] }]) }))
  await settle()
  leave()
  checks[0].end({ ok: false, error: { code: 'died', message: 'The page was left.' } })
  await settle()
  comeBack()
  await settle()
  expect(checks.map(({ name }) => name)).toEqual(['KQvK', 'KQvK'])
  for (const done of announced.splice(0)) done()
  await settle()
  expect(store.state.judging.name).toBe('KQvK')
  const error = { code: 'damaged', message: '' }
  checks[1].end({ ok: false, error })
  await settle()
  expect(store.state.judging).toMatchObject({ name: null, failed: { KQvK: error } })
  expect(checks).toHaveLength(2)
})
