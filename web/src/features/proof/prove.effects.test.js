import { beforeEach, expect, test, vi } from 'vitest'
import { answered } from '../answer/answer.js'
import * as build from '../builds/build.js'
import { currentFen, enter } from '../game/game.js'
import { GLANCE, PATIENCE } from './proof.js'

/** @typedef {import('../../engine/types.js').Proof} Proof */

/** The open requests to the prober and the searcher, with functions that answer them. */
const { glances, searches, refresh, rest } = vi.hoisted(() => ({
  /** @type {{resolve: (result: unknown) => void}[]} */ glances: [],
  /** @type {{resolve: (result: unknown) => void, fen: string, seconds: number, beside: boolean}[]} */ searches: [],
  refresh: vi.fn(),
  rest: vi.fn(),
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({ prove: () => new Promise((resolve) => glances.push({ resolve })) }),
  createSearcher: () => ({
    /** @param {string} fen @param {number} seconds @param {number} _memory @param {boolean} beside */
    prove: (fen, seconds, _memory, beside) =>
      new Promise((resolve) => searches.push({ resolve, fen, seconds, beside })),
    refresh,
    rest,
  }),
}))
vi.mock('../../shell/remember.js', () => ({ remember: () => {}, remembered: () => null }))

const page = Object.assign(new EventTarget(), { hidden: false })
vi.stubGlobal('document', page)
vi.stubGlobal('window', globalThis)

const { store } = await import('../../shell/app.js')
store.update((state) => ({ ...state, tables: [] }))
const { searchOn, startProving } = await import('./prove.effects.js')
/** A reaction of another part of the page, which gets a change before the search does. */
let first = () => {}
store.subscribe(() => first())
startProving()

/** @type {Proof} */
const open = {
  fen: '',
  low: 'loss',
  high: 'win',
  moves: [],
  depth: 4,
  plies: 3,
  nodes: 10,
  table_hits: 2,
  memory: { bytes: 64, entries: 4, used: 1, probes: 2, hits: 1, stores: 1, replaced: 0 },
}
const won = { ...open, low: /** @type {const} */ ('win') }
/** @param {Proof} value */
const ok = (value) => ({ ok: true, value })
const soon = () => vi.advanceTimersByTimeAsync(1000)
const proving = () => store.state.proving
/** @param {boolean} hidden */
const show = (hidden) => {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}
/** A change of tables, from this tab or another. */
const tablesChange = () => store.update((state) => ({ ...state, tables: [] }))

/** Sets up another position whose tables are missing. */
let positions = 0
function setUp() {
  store.update(enter, `8/8/8/8/8/2k5/8/K6R w - - ${positions++} 1`)
  store.update((state) =>
    answered({ ...state, asking: true }, { fen: currentFen(state), error: { code: 'missing', message: '' } }),
  )
}

/** Sets a position up whose first look proves nothing, and begins the search. */
async function begin() {
  setUp()
  glances.at(-1)?.resolve(ok(open))
  await soon()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  glances.length = searches.length = 0
  show(false)
  store.update((state) => ({ ...state, build: null, forecasting: false }))
})

test('a first look that settles it is enough', async () => {
  setUp()
  expect(proving()).toMatchObject({ searching: true, proof: null })
  glances[0].resolve(ok(won))
  await soon()
  expect(proving()).toMatchObject({ searching: false, proof: won })
  expect(searches).toEqual([])
})

test('one position gets one first look, whatever others do on its change', () => {
  first = () =>
    store.update((state) =>
      state.forecasting || !state.answer?.error || state.answer.fen !== currentFen(state)
        ? state
        : { ...state, forecasting: true },
    )
  setUp()
  first = () => {}
  expect(glances).toHaveLength(1)
})

test('otherwise a search runs for a time, and again on request', async () => {
  await begin()
  expect(searches).toMatchObject([{ fen: currentFen(store.state), seconds: PATIENCE, beside: false }])
  expect(PATIENCE).toBeGreaterThan(GLANCE.seconds)
  searches[0].resolve(ok(open))
  await soon()
  expect(proving()).toMatchObject({ searching: false, proof: open })
  searchOn()
  expect(searches).toHaveLength(2)
  expect(proving()).toMatchObject({ searching: true, proof: open })
})

/** @param {boolean} forecasting */
const setOutlook = (forecasting) => store.update((state) => ({ ...state, forecasting }))

test('a search gives way to a table that is due, until its build has taken a moment', async () => {
  setUp()
  setOutlook(true)
  glances[0].resolve(ok(open))
  await soon()
  expect(searches).toHaveLength(0) // whether a table is built is being found out
  store.update((state) => build.begin(state, ['KRvK'], 0, { fen: currentFen(state), start: '' }))
  setOutlook(false)
  await soon()
  expect(searches).toHaveLength(0)
  tablesChange()
  await vi.advanceTimersByTimeAsync(1500)
  expect(searches).toMatchObject([{ beside: true }])
})

test('it begins at once when no table is due any more', async () => {
  setUp()
  setOutlook(true)
  glances[0].resolve(ok(open))
  await soon()
  setOutlook(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(searches).toMatchObject([{ beside: false }])
})

test('it also gives way to the forecast of a build that needs a click, as that measures the machine', async () => {
  store.update((state) => ({ ...state, autobuild: false }))
  setUp()
  setOutlook(true)
  glances[0].resolve(ok(open))
  await soon()
  expect([searches.length, proving()?.inWorker]).toEqual([0, false])
  setOutlook(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([searches.length, proving()?.inWorker]).toEqual([1, true])
  store.update((state) => ({ ...state, autobuild: true }))
})

test('a running search gets new tables, and notice of a build', async () => {
  await begin()
  tablesChange()
  expect(refresh).toHaveBeenLastCalledWith(true)
  expect(searches).toHaveLength(1)
})

test('after small tables were built for it, a search begins again at its beginning', async () => {
  await begin()
  const small = ['KQvK']
  store.update((state) => build.begin(state, small, 0, { fen: currentFen(state), start: '', small }))
  store.update((state) => build.finish(state, { how: 'done' }, 1))
  expect(searches).toHaveLength(2)
  expect(proving()).toMatchObject({ searching: true })
})

test('one that has ended begins again when tables arrive, but not once it is settled', async () => {
  await begin()
  searches[0].resolve(ok(open))
  await soon()
  tablesChange()
  await soon()
  expect(searches).toMatchObject([{}, { beside: true }])
  searches[1].resolve(ok(won))
  await soon()
  tablesChange()
  await soon()
  expect(searches).toHaveLength(2)
})

test('in a hidden page it waits until someone looks', async () => {
  await begin()
  searches[0].resolve(ok(open))
  await soon()
  show(true)
  tablesChange()
  await soon()
  expect(searches).toHaveLength(1)
  show(false)
  await soon()
  expect(searches).toHaveLength(2)
  searches[1].resolve(ok(open))
  await soon()
  show(true)
  show(false)
  await soon()
  expect(searches).toHaveLength(2) // nothing was missed
})

test('late results of an earlier search are dropped', async () => {
  await begin()
  const [first] = searches
  await begin()
  expect(rest).toHaveBeenCalled()
  first.resolve(ok(won))
  await soon()
  expect(proving()).toMatchObject({ searching: true, proof: open })
})
