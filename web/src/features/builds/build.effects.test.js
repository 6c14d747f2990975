import { say } from '#words'
import { beforeEach, expect, test, vi } from 'vitest'
import { REFERENCE } from '../../engine/speed.js'
import { stepOf } from '../../engine/step.fixture.js'

const { browser, removed, measured } = vi.hoisted(() => ({
  measured: vi.fn(async () => /** @type {unknown} */ (null)),
  browser: { keeps: true },
  removed: vi.fn(async () => ({ ok: true, value: null })),
}))

/** A plan of a table with some minutes of work. @param {string[]} names */
const startPlan = (names) => ({
  result: Promise.resolve({ ok: true, value: { steps: names.map((name) => stepOf({ class: name, seconds: 100 })) } }),
  stop: () => {},
})

vi.mock('../../engine/kept.js', () => ({ isKept: async () => browser.keeps }))
vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({ remove: removed, startPlan }),
  startBuild: () => {},
}))
vi.mock('../../engine/speed.js', async (original) => ({
  .../** @type {object} */ (await original()),
  measureSpeed: measured,
}))
vi.mock('../tables/tables.effects.js', () => ({ announceTables: async () => {} }))
vi.mock('../tables/records.effects.js', () => ({ dropRecord: () => {}, keepRecord: () => {} }))

const { ifMayBuild } = await import('../../engine/locks.js')
const { store } = await import('../../shell/app.js')
const { proposalOf, remove } = await import('./build.effects.js')

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

/** Later than all measurements before. */
function laterOn() {
  vi.useFakeTimers({ now: Date.now(), toFake: ['performance', 'Date'] })
  vi.advanceTimersByTime(60_000)
}

test('a plan of long work has a fresh measurement, and none while this tab computes', async () => {
  const half = { alone: 0.5, together: 0.5 }
  measured.mockClear().mockResolvedValue({ ...half, best: half })
  laterOn()
  store.update((state) => ({ ...state, solving: /** @type {any} */ ({ running: true }) }))
  expect(await proposalOf(['KQvK'])).toMatchObject({ wanted: ['KQvK'] })
  expect([measured.mock.calls.length, store.state.speed.alone]).toEqual([0, 1])
  store.update((state) => ({ ...state, solving: null }))
  await Promise.all([proposalOf(['KQvK']), proposalOf(['KQvK'])])
  expect([measured.mock.calls.length, store.state.speed, store.state.measuredAt]).toEqual([1, half, Date.now()])
  vi.useRealTimers()
})

test('without a measurement, the last speed stays', async () => {
  const [before, at] = [store.state.speed, store.state.measuredAt]
  measured.mockClear().mockResolvedValue(null)
  laterOn()
  vi.advanceTimersByTime(60_000)
  await proposalOf(['KQvK'])
  expect([measured.mock.calls.length, store.state.speed, store.state.measuredAt]).toEqual([1, before, at])
  vi.useRealTimers()
})

test('a browser that never measures counts as the reference machine, and its builds teach its speed', async () => {
  measured.mockResolvedValue(null)
  store.update((state) => ({ ...state, measured: REFERENCE, speed: { alone: 0.5, together: 0.4 } }))
  laterOn()
  vi.advanceTimersByTime(120_000)
  await proposalOf(['KQvK'])
  expect([store.state.speed, store.state.measuredAt]).toEqual([{ alone: 0.5, together: 0.4 }, Date.now()])
  vi.useRealTimers()
})
