import { expect, test } from 'vitest'
import { timesOf } from './timing.js'

/**
 * Returns a clock with steps, and a piece of work. Reading the clock takes a microsecond.
 * @param {number} step  milliseconds
 * @param {(piece: number) => number} ms  of each piece
 */
function machine(step, ms) {
  const state = { now: 12.3456, pieces: 0 }
  const clock = () => Math.floor((state.now += 0.001) / step) * step
  const work = () => void (state.now += ms(state.pieces++))
  return { state, clock, work }
}

/** @param {number[]} times */
const mean = (times) => times.reduce((sum, time) => sum + time, 0) / times.length

test.each([0.005, 0.1, 1])(
  'a clock with steps of %d ms measures pieces that are shorter or longer than a step',
  (step) => {
    for (const ms of [0.3, 1.05, 2.6]) {
      const { clock, work } = machine(step, () => ms)
      const times = timesOf(60, work, clock)
      expect(times.length).toBeGreaterThanOrEqual(60)
      for (const time of times) expect(Math.abs(time / ms - 1), `${time} of ${ms}`).toBeLessThan(0.15)
      expect(Math.abs(mean(times) / ms - 1)).toBeLessThan(0.05)
    }
  },
)

test.each([0.005, 1])('with a clock of %d ms, a break counts by its time', (step) => {
  const { clock, work } = machine(step, (piece) => (piece % 20 === 7 ? 11 : 1))
  expect(mean(timesOf(200, work, clock))).toBeCloseTo(1.5, 0)
  const times = timesOf(200, work, clock).toSorted((a, b) => a - b)
  expect(Math.abs(times[50] - 1)).toBeLessThan(0.15)
})

test('a clock with steps of 100 ms measures nothing, and ends soon', () => {
  const { state, clock, work } = machine(100, () => 1.05)
  expect(timesOf(60, work, clock)).toEqual([])
  expect(state.now).toBeLessThan(1000)
})

test('a very slow machine ends a measurement early', () => {
  const { state, clock, work } = machine(1, () => 200)
  const times = timesOf(60, work, clock)
  expect(mean(times)).toBeCloseTo(200, -1)
  expect(state.now).toBeLessThan(1300)
})

test('a busy machine is measured for longer', () => {
  const [quiet, busy] = [machine(0.1, () => 1), machine(0.1, (piece) => (piece % 10 === 9 ? 11 : 1))]
  timesOf(60, quiet.work, quiet.clock)
  timesOf(60, busy.work, busy.clock)
  expect(quiet.state.now).toBeLessThan(100)
  expect(busy.state.now).toBeGreaterThan(400)
})
