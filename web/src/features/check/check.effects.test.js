import { beforeEach, expect, test, vi } from 'vitest'
import { comeBack, leave } from '../../engine/visit.js'

const { checks, builds, quick } = vi.hoisted(() => ({
  /** @type {((result: object) => void)[]} */ checks: [],
  /** @type {string[][]} */ builds: [],
  /** @type {Set<string>} the classes that are quick to build */ quick: new Set(),
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({}),
  startCheck: () => ({ result: new Promise((end) => checks.push(end)), stop: () => {} }),
}))
vi.mock('../builds/build.effects.js', () => ({
  build: async (/** @type {string[]} */ names) => void builds.push(names),
  quickOf: async (/** @type {string[]} */ names) => names.filter((name) => quick.has(name)),
}))

const { store } = await import('../../shell/app.js')
const { checkAgain, checkGames, dropChecked } = await import('./check.effects.js')
const { chooseAutobuild } = await import('../builds/autobuild.js')
const { begin, finish } = await import('../builds/build.js')
const settle = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  dropChecked()
  checks.length = 0
  builds.length = 0
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
  expect(await leftBefore({ ok: true, value: { games: [], bytes: 1, players: [], pgn: '', csv: '' } })).toEqual([
    1,
    'done',
  ])
})

/** Checks a game that lacks tables. @param {string[]} names */
async function lacking(...names) {
  const missing = names.map((name) => ({ class: name, positions: 1 }))
  const game = { ...GAME, missing }
  checks.at(-1)?.({ ok: true, value: { games: [game], bytes: 1, players: [], pgn: '', csv: '' } })
  await settle()
}

const GAME = {
  game: 1,
  line: 1,
  name: '',
  goal: '',
  flaws: 0,
  positions: 0,
  beyond: 0,
  castles: false,
  missing: [],
  findings: [],
  moves: [],
}

test('missing tables that are quick are built without a click, each once', async () => {
  quick.add('KRvK').add('KQvK')
  checkGames(new Blob(['*']))
  await lacking('KRvK', 'KQRvKQ')
  expect(builds).toEqual([['KRvK']])
  expect(store.state.checking?.building).toBe(false)
  checkAgain()
  await lacking('KRvK', 'KQvK')
  expect(builds).toEqual([['KRvK'], ['KQvK']])
  checkAgain()
  await lacking('KRvK', 'KQRvKQ')
  expect(builds.length).toBe(2)
  expect(store.state.checking?.building).toBe(false)
})

test('no missing table is built without a click if the user forbids it, or during another build', async () => {
  quick.add('KRvK')
  store.update(chooseAutobuild, false)
  checkGames(new Blob(['*']))
  await lacking('KRvK')
  store.update(chooseAutobuild, true)
  store.update(begin, ['KQvK'], 0)
  checkAgain()
  await lacking('KRvK')
  expect(builds).toEqual([])
  store.update(finish, { how: 'done' }, 1)
  checkAgain()
  await lacking('KRvK')
  expect(builds).toEqual([['KRvK']])
})
