import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { stepOf } from './engine/step.fixture.js'
import { FIRST_FEN } from './features/game/initial.js'

/** A machine with an engine: its tables, and the log of its calls. */
const machine = vi.hoisted(() => ({
  /** @type {Set<string>} */ tables: new Set(),
  /** @type {string[]} */ log: [],
}))

const TABLE = { men: 3, positions: 1000, needs: [], leads: [], units: 1, finished: 0, lone: 0 }
/** @param {string} text */
const note = (text) => machine.log.push(text)
/** @param {unknown} value */
const ok = async (value) => ({ ok: true, value })
/** @param {string} fen */
const classOf = (fen) => (/Q/.test(fen) ? 'KQvK' : 'KPvK')
/** @param {string} name */
const missing = (name) => ({ ok: false, error: { code: 'missing', message: '', class: name, missing: [name] } })
/** @param {string} fen @param {(name: string) => unknown} answer */
const ask = async (fen, answer) => {
  const name = classOf(fen)
  return machine.tables.has(name) ? ok(answer(name)) : missing(name)
}

vi.mock('./engine/engine.js', () => ({
  createProber: () => ({
    /** @param {string} fen @param {unknown} _ @param {(part: object) => void} report */
    answer: async (fen, _, report) => {
      note(`answer ${fen}`)
      const result = await ask(fen, (name) => ({
        fen,
        class: name,
        side: 'w',
        category: 'win',
        dtm: 9,
        moves: [],
        metrics: ['dtm'],
        by: 'dtm',
      }))
      if (!('value' in result)) return result
      report({ verdict: result.value })
      report({ line: { moves: [] } })
      return ok({ passed: { verdict: null } })
    },
    rules: () => ok({ moves: [], small: [] }),
    /** @param {string[]} texts */
    read: (texts) => ok(texts.map((fen) => ({ fen }))),
    classes: () => ok(['KPvK', 'KQvK'].map((name) => ({ ...TABLE, name, present: machine.tables.has(name) }))),
    /** @param {string} name */
    details: (name) => ok({ class: name }),
    sum: () => ok({ sum: 'sum' }),
    /** @param {string[]} names */
    startPlan: (names) =>
      note(`plan ${names}`) && {
        result: ok({ steps: names.map((name) => stepOf({ class: name, seconds: 1 })) }),
        stop: () => {},
      },
    /** @param {string} fen */
    prove: (fen) => note(`glance ${fen}`) && ok({ low: 'loss', high: 'win', moves: [] }),
  }),
  createSearcher: () => ({
    /** @param {string} fen */
    prove: (fen) => note(`search ${fen}`) && ok({ low: 'win', high: 'win', moves: [] }),
    refresh: () => {},
    rest: () => {},
  }),
  /** @param {unknown} _ @param {string[]} names */
  startBuild: (_, names) => ({
    outcome: Promise.resolve().then(() => {
      note(`build ${names}`)
      for (const name of names) machine.tables.add(name)
      return { how: 'done' }
    }),
    resize: () => {},
  }),
  createShelf: () => ({ rest: () => {}, plan: () => new Promise(() => {}) }),
  startEnding: () => ({ result: new Promise(() => {}), stop: () => {} }),
  startFind: () => ({ result: new Promise(() => {}), stop: () => {} }),
  startJudging: () => ({ result: new Promise(() => {}), stop: () => {} }),
}))
vi.mock('./engine/kept.js', () => ({ isKept: async () => true }))
vi.mock('./engine/locks.js', () => ({
  holdForever: () => {},
  whenFree: () => {},
  whenNobodyBuilds: async () => {},
  withJudgeLock: async () => {},
}))
vi.mock('virtual:pwa-register', () => ({ registerSW: () => async () => {} }))

/** A tab that was left with a position, a theme, and three workers. */
function openTab() {
  const stored = new Map(
    Object.entries({
      'matewright-theme': 'dark',
      'matewright-workers': '3',
      'matewright-streak': '4',
      'matewright-known': 'yes',
    }),
  )
  const location = new URL('https://example.org/?fen=8/8/8/4k3/8/4P3/8/4K3_w_-_-_0_1')
  /** @type {{state: any, addresses: string[]}} */
  const visited = { state: {}, addresses: [] }
  const go = (/** @type {unknown} */ state, /** @type {string} */ _, /** @type {string} */ address) => {
    visited.state = state
    visited.addresses.push(address)
  }
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false, title: '', documentElement: { dataset: {} } })
  const globals = {
    addEventListener: window.addEventListener.bind(window),
    document,
    window: globalThis,
    self: globalThis,
    top: globalThis,
    location,
    history: {
      get state() {
        return visited.state
      },
      pushState: go,
      replaceState: go,
    },
    localStorage: {
      getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
      removeItem: (/** @type {string} */ key) => stored.delete(key),
    },
    navigator: { onLine: true, hardwareConcurrency: 4 },
    scrollTo: () => {},
    matchMedia: () => ({ matches: false }),
    BroadcastChannel: class extends EventTarget {
      postMessage() {}
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return { stored, visited, document }
}

afterEach(() => vi.unstubAllGlobals())

/**
 * A visit: the position of the address, a second one, the page of a class, and back. The number of equal calls of the
 * engine depends on which of its answers comes first. It is left out, except for builds.
 * @param {number[]} order  of the effects
 */
async function visit(order) {
  vi.resetModules()
  machine.tables.clear()
  machine.log.length = 0
  const { stored, visited, document } = openTab()
  stored.set('matewright-speed', '0.1') // of an earlier version
  const { ALONE, EVERYWHERE, startEffects } = await import('./effects.js')
  const { store } = await import('./shell/app.js')
  const { enter } = await import('./features/game/game.js')
  const { BOARD, classPage } = await import('./shell/address.js')
  const { show } = await import('./shell/view.js')
  const effects = [...EVERYWHERE, ...ALONE]
  expect(effects).toHaveLength(COUNT)
  const settled = () => vi.advanceTimersByTimeAsync(5000)
  startEffects(order.map((place) => effects[place % effects.length]))
  await settled()
  const first = store.state
  store.update(enter, '8/8/8/4k3/8/8/4Q3/4K3 w - - 0 1')
  await settled()
  store.update(show, classPage('KQvK'))
  await settled()
  store.update(show, BOARD)
  await settled()
  const times = /^(startedAt|measuredAt|now|leftAt|seconds)$/
  const plain = (/** @type {unknown} */ value) =>
    JSON.parse(JSON.stringify(value, (key, each) => (times.test(key) ? undefined : each)))
  return plain({
    first,
    last: store.state,
    builds: machine.log.filter((each) => each.startsWith('build')),
    asked: [...new Set(machine.log)].sort(),
    stored: [...stored].filter(([key]) => !key.includes('queue')).sort(),
    visited,
    title: document.title,
  })
}

/** The number of effects of a page that is not in a frame. */
const COUNT = 24

test('the effects have the same result in any order', async () => {
  vi.useFakeTimers()
  const inOrder = Array.from({ length: COUNT }, (_, i) => i)
  const expected = await visit(inOrder)
  expect(expected).toMatchObject({ last: { theme: 'dark', workers: 3, answer: { probe: { class: 'KQvK' } } } })
  expect(expected.builds).toEqual(['build KPvK', 'build KQvK'])
  expect(expected.asked.some((/** @type {string} */ each) => each.includes(FIRST_FEN))).toBe(false)
  // A default is not a choice: it may be another one at the next visit.
  expect(expected.stored.map((/** @type {[string, string]} */ [key]) => key)).not.toContain('matewright-memory')
  expect(expected.stored.map((/** @type {[string, string]} */ [key]) => key)).not.toContain('matewright-speed')
  expect(await visit(inOrder.toReversed())).toEqual(expected)
  const orders = fc.shuffledSubarray(inOrder, { minLength: COUNT })
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      expect(await visit(order)).toEqual(expected)
    }),
    { numRuns: 10 },
  )
  vi.useRealTimers()
})
