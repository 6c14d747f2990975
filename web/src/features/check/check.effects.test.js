import { beforeEach, expect, test, vi } from 'vitest'
import { comeBack, leave } from '../../engine/visit.js'

const { checks } = vi.hoisted(() => ({
  /** @type {((result: object) => void)[]} */ checks: [],
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({}),
  startCheck: () => ({ result: new Promise((end) => checks.push(end)), stop: () => {} }),
}))
vi.mock('../builds/build.effects.js', () => ({ build: async () => {} }))

const { store } = await import('../../shell/app.js')
const { checkGames, dropChecked } = await import('./check.effects.js')
const settle = () => new Promise((done) => setTimeout(done))

beforeEach(() => {
  dropChecked()
  checks.length = 0
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
