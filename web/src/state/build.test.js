import { expect, test } from 'vitest'
import { advance, begin, elapsed, finish, fraction, secondsLeft, tick } from './build.js'
import { initialState } from './state.js'
import { titleOf } from './title.js'

const plan = { steps: [{ class: 'KQvK', positions: 1000 }, { class: 'KRvK', positions: 1000 }, { class: 'KPvK', positions: 8000 }], present: [] }
const T = 1_000_000

/** @param {string} name @param {number} positions */
const report = (name, positions) => /** @type {const} */ ({
  class: name, index: 0, count: 3, step: 'solving', slice: 0, slices: 1, ply: 1, positions, total: 10_000, wasmBytes: 64e6,
})

const begun = begin({ ...initialState(), buildEnd: { how: 'cancelled', wanted: [], done: [], seconds: 0 } }, ['KPvK'], plan, T)

/** @param {import('./state.js').State} state */
const buildOf = (state) => {
  if (!state.build) throw new Error('no build')
  return state.build
}

test('a build begins with all its work before it, and the last one forgotten', () => {
  expect(begun.buildEnd).toBeNull()
  expect(buildOf(begun)).toMatchObject({ total: 10_000, positions: 0, step: 'starting', done: [] })
  expect(secondsLeft(buildOf(begun))).toBeNull()
})

test('waiting for another tab is no work', () => {
  const waiting = advance(begun, { step: 'waiting' }, T + 9000)
  expect(buildOf(waiting).step).toBe('waiting')
  expect(elapsed(buildOf(advance(waiting, report('KQvK', 10), T + 10_000)))).toBe(0)
})

test('what comes before the class in hand is done, though reports were left out', () => {
  const state = advance(advance(begun, report('KQvK', 500), T), report('KPvK', 2000), T + 100)
  expect(buildOf(state).done).toEqual(['KQvK', 'KRvK'])
  expect(fraction(buildOf(state))).toBe(0.2)
})

test('the time left follows from the rate', () => {
  let state = begun
  for (let s = 0; s <= 4; s++) state = advance(state, report('KPvK', 1000 * s), T + 1000 * s)
  expect(buildOf(state).rate).toBeCloseTo(1000)
  expect(secondsLeft(buildOf(state))).toBeCloseTo(6)
})

test('silence makes the estimate grow', () => {
  let state = begun
  for (let s = 0; s <= 4; s++) state = advance(state, report('KPvK', 1000 * s), T + 1000 * s)
  const before = secondsLeft(buildOf(state)) ?? 0
  const after = secondsLeft(buildOf(tick(state, T + 6000))) ?? 0
  expect(after).toBeGreaterThan(before)
})

test('an end keeps what was finished', () => {
  const half = advance(begun, report('KRvK', 1500), T)
  expect(finish(half, { how: 'cancelled' }, T + 2000)).toMatchObject({
    build: null, buildEnd: { how: 'cancelled', wanted: ['KPvK'], done: ['KQvK'], seconds: 2 },
  })
  const built = { built: [{ class: 'KPvK', bytes: 5, seconds: 1 }], seconds: 1, wasmBytes: 1 }
  expect(finish(half, { how: 'done', built }, T).buildEnd?.done).toEqual(['KPvK'])
})

test('reports after the end change nothing', () => {
  const ended = finish(begun, { how: 'cancelled' }, T)
  expect(advance(ended, report('KQvK', 1), T)).toBe(ended)
  expect(tick(ended, T)).toBe(ended)
})

test('the tab tells how far a build is', () => {
  expect(titleOf(advance(begun, report('KPvK', 3456), T))).toBe('34% built · Matewright')
  expect(titleOf({ ...initialState(), page: 'tables' })).toBe('Tables · Matewright')
})
