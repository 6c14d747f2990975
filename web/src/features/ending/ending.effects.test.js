import { beforeEach, expect, test, vi } from 'vitest'
import { answered } from '../answer/answer.js'
import { currentFen, enter } from '../game/game.js'
import { failureOf, knownOf } from './ending.js'

/** The open questions to the stored endings, with functions that answer them. */
const { lookups, measures, runs } = vi.hoisted(() => ({
  /** @type {{fen: string, resolve: (result: unknown) => void}[]} */ lookups: [],
  /** @type {{fen: string, resolve: (result: unknown) => void}[]} */ measures: [],
  /** @type {unknown[]} the runs that were started */ runs: [],
}))

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({}),
  createShelf: () => ({
    /** @param {string} fen */
    known: (fen) => new Promise((resolve) => lookups.push({ fen, resolve })),
    /** @param {string} fen */
    measure: (fen) => new Promise((resolve) => measures.push({ fen, resolve })),
    plan: async () => ({ ok: false }),
    rest: () => {},
  }),
  /** @param {unknown} run */
  startEnding: (run) => {
    runs.push(run)
    return { result: new Promise(() => {}), stop: () => {} }
  },
}))
vi.mock('../../shell/remember.js', () => ({ remember: () => {}, remembered: () => 'yes' }))
vi.mock('../../shell/share.effects.js', () => ({ download: () => {} }))
vi.mock('../tables/storage.effects.js', () => ({ askToPersist: () => {}, measureStorage: async () => {} }))

const { store } = await import('../../shell/app.js')
const { announceEndings, lookUpAgain, pause, solve, startEndings } = await import('./ending.effects.js')
startEndings()

const settle = () => new Promise((done) => setTimeout(done))
const failure = { ok: false, error: { code: 'died', message: '' } }

/** @param {'win' | 'draw'} low @param {number} [plies] */
const bounds = (low, plies = 0) => ({
  ok: true,
  value: { fen: '', low, high: 'win', plies, moves: [], from: [], complete: false, held: false },
})

/** Puts a position with too many men for tables on the board. @param {string} fen */
function setUp(fen) {
  store.update(enter, fen)
  store.update((state) =>
    answered({ ...state, asking: true }, { fen: currentFen(state), error: { code: 'men', message: '' } }),
  )
}

let positions = 0
beforeEach(() => {
  lookups.length = measures.length = 0
  setUp(`8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - ${positions++} 1`)
})

test('a lookup from before a change does not overwrite a newer one', async () => {
  announceEndings()
  expect(lookups).toHaveLength(2)
  lookups[1].resolve(bounds('win'))
  await settle()
  lookups[0].resolve(bounds('draw'))
  await settle()
  expect(knownOf(store.state)?.low).toBe('win')
})

test('a lookup from before a change is no answer, and another one follows', async () => {
  announceEndings()
  lookups[0].resolve(bounds('draw'))
  await settle()
  expect(store.state.known).toBeNull()
  lookups[1].resolve(bounds('win'))
  await settle()
  expect(knownOf(store.state)?.low).toBe('win')
})

test('plies from before a change are dropped', async () => {
  lookups[0].resolve(bounds('win'))
  await settle()
  announceEndings()
  lookups[1].resolve(bounds('win'))
  await settle()
  measures[0].resolve(bounds('win', 3))
  await settle()
  expect(knownOf(store.state)?.plies).toBe(0)
  measures[1].resolve(bounds('win', 5))
  await settle()
  expect(knownOf(store.state)?.plies).toBe(5)
})

test('a failed lookup is noted, and can be repeated', async () => {
  lookups[0].resolve(failure)
  await settle()
  expect([knownOf(store.state), failureOf(store.state)?.code]).toEqual([null, 'died'])
  expect(store.state.endingOutlook?.fen).not.toBe(currentFen(store.state))
  lookUpAgain()
  expect(failureOf(store.state)).toBeUndefined()
  lookups[1].resolve(bounds('win'))
  await settle()
  expect([knownOf(store.state)?.low, failureOf(store.state)]).toEqual(['win', undefined])
})

test('the position on the board is looked up once', async () => {
  setUp(currentFen(store.state))
  expect(lookups).toHaveLength(1)
  lookups[0].resolve({ ok: true, value: null })
  await settle()
  expect([knownOf(store.state), failureOf(store.state)]).toEqual([null, undefined])
  setUp(currentFen(store.state))
  expect(lookups).toHaveLength(1)
})

test('a second click does not begin the same run again', async () => {
  solve('a', true)
  solve('a', true)
  await settle()
  solve('a', true)
  await settle()
  expect(runs).toEqual([{ fen: 'a', hold: true, mate: false }])
  solve('a', false)
  await settle()
  pause()
  solve('a', false)
  await settle()
  expect(runs.length).toBe(3)
  pause()
})
