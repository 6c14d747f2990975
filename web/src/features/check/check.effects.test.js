import { beforeEach, expect, test, vi } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { comeBack, leave } from '../../engine/visit.js'

const { checks, builds, quick, failing } = vi.hoisted(() => ({
  /** @type {((result: object) => void)[]} */ checks: [],
  /** @type {string[][]} */ builds: [],
  /** @type {Set<string>} the classes that are quick to build */ quick: new Set(),
  /** @type {Set<string>} the classes whose build fails */ failing: new Set(),
}))

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}) }))
vi.mock('../../engine/check.js', () => ({
  startCheck: () => ({ result: new Promise((end) => checks.push(end)), stop: () => {} }),
}))
vi.mock('../builds/build.effects.js', () => ({
  build: async (/** @type {string[]} */ names) => {
    builds.push(names)
    if (names.some((name) => failing.has(name))) throw new Error('failed')
  },
  proposalOf: async (/** @type {string[]} */ names) => ({
    wanted: names,
    steps: names.map((name) => stepOf({ class: name, seconds: quick.has(name) ? 1 : 1000 })),
  }),
}))

const { store } = await import('../../shell/app.js')
const { buildMissing, checkAgain, checkGames, dropChecked } = await import('./check.effects.js')
const { chooseAutobuild } = await import('../builds/autobuild.js')
const { begin, finish } = await import('../builds/build.js')
const settle = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  dropChecked()
  checks.length = 0
  builds.length = 0
  quick.clear()
})

/** Checks games, and leaves the page before the check ends with the result. @param {object} result */
async function leftBefore(result) {
  checkGames(new Blob(['*']))
  leave()
  checks[0](result)
  await settle()
  comeBack()
  await settle()
  return [checks.length, store.state.checking?.how]
}

test('a check whose worker ended with the visit is repeated after the return', async () => {
  expect(await leftBefore({ ok: false, error: { code: 'died', message: '' } })).toEqual([2, 'checking'])
})

test('a finished check is not repeated', async () => {
  expect(await leftBefore({ ok: true, value: { games: [], bytes: 1, players: [], csv: '' } })).toEqual([1, 'done'])
})

/** Checks a game that lacks tables. @param {string[]} names */
async function lacking(...names) {
  const missing = names.map((name) => ({ class: name, positions: 1 }))
  const game = { ...GAME, missing }
  checks.at(-1)?.({ ok: true, value: { games: [game], bytes: 1, players: [], csv: '' } })
  await settle()
}

const GAME = {
  game: 1,
  line: 1,
  name: '',
  fen: '',
  pgn: '',
  goal: '',
  flaws: 0,
  positions: 0,
  beyond: 0,
  castles: false,
  missing: [],
  findings: [],
  moves: [],
}

test('missing tables that are quick are built without a click, once for the same games', async () => {
  quick.add('KRvK').add('KQvK')
  checkGames(new Blob(['*']))
  await lacking('KRvK', 'KQRvKQ')
  expect(builds).toEqual([['KRvK']])
  expect(store.state.checking?.building).toBe(false)
  checkAgain()
  await lacking('KQvK')
  expect(builds).toEqual([['KRvK']])
  dropChecked()
  checkGames(new Blob(['*']))
  await lacking('KQvK')
  expect(builds).toEqual([['KRvK'], ['KQvK']])
})

test('no missing table is built without a click if the user forbids it', async () => {
  quick.add('KRvK')
  store.update(chooseAutobuild, false)
  checkGames(new Blob(['*']))
  await lacking('KRvK')
  store.update(chooseAutobuild, true)
  expect(builds).toEqual([])
})

test('the missing tables wait for another build, and are then built once', async () => {
  quick.add('KRvK')
  store.update(begin, ['KQvK'], 0)
  checkGames(new Blob(['*']))
  await lacking('KRvK')
  checkAgain()
  await lacking('KRvK')
  expect([builds, store.state.checking?.building]).toEqual([[], false])
  store.update(finish, { how: 'done' }, 1)
  await settle()
  expect(builds).toEqual([['KRvK']])
})

test('the games are checked again with new tables, but not without a click after a long check', async () => {
  quick.add('KRvK')
  store.update((state) => ({ ...state, tables: /** @type {any} */ ([{ name: 'KRvK', present: true }]) }))
  const now = vi.spyOn(performance, 'now')
  for (const [ms, count] of [
    [5000, 2],
    [5001, 1],
  ]) {
    dropChecked()
    checks.length = 0
    now.mockReturnValue(0)
    checkGames(new Blob(['*']))
    now.mockReturnValue(ms)
    await lacking('KRvK')
    expect([ms, checks.length]).toEqual([ms, count])
  }
  await buildMissing(['KRvK'])
  expect(checks.length).toBe(2)
  now.mockRestore()
})

test('a build is announced only once it begins, and its costs are shown otherwise', async () => {
  checkGames(new Blob(['*']))
  const seen = /** @type {boolean[]} */ ([])
  const end = store.subscribe(({ checking }) => seen.push(!!checking?.building))
  await lacking('KQRvKQ', 'KQvKQ')
  end()
  expect([builds, seen.includes(true)]).toEqual([[], false])
  const { planning, ranking } = store.state.checking ?? {}
  expect([planning, ranking?.map(({ name, steps }) => [name, steps.length])]).toEqual([
    false,
    [
      ['KQRvKQ', 1],
      ['KQvKQ', 1],
    ],
  ])
})

test('the games are marked while their tables are built, which a second click does not repeat', async () => {
  checkGames(new Blob(['*']))
  await lacking('KQRvKQ')
  const first = buildMissing(['KQRvKQ'])
  expect(store.state.checking?.building).toBe(true)
  await buildMissing(['KQRvKQ'])
  await first
  expect([builds, store.state.checking?.building]).toEqual([[['KQRvKQ']], false])
  failing.add('KQRvKQ')
  await expect(buildMissing(['KQRvKQ'])).rejects.toThrow()
  expect(store.state.checking?.building).toBe(false)
})
