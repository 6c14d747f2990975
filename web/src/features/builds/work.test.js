import { expect, test } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { behind, costOf, secondsFor, workOf } from './work.js'

const even = { alone: 1, together: 1 }
const unit = (/** @type {number} */ number, /** @type {number[]} */ ...needs) => ({
  number,
  positions: 500,
  needs,
  bytes: 0,
})

/** @param {number} workers */
const on = (workers) => ({ workers, memory: 1000 })

test('dependent tasks take their time with any number of workers', () => {
  const chain = workOf([
    stepOf({ class: 'KRPvKR', seconds: 8, positions: 2000, units: [unit(1), unit(2, 1), unit(3, 2), unit(4, 3)] }),
  ])
  expect(secondsFor(chain, on(4), even)).toBeCloseTo(costOf(chain))
  const apart = workOf([
    stepOf({ class: 'KRPvKR', seconds: 8, positions: 2000, units: [unit(1), unit(2), unit(3), unit(4)] }),
  ])
  expect(secondsFor(apart, on(4), even)).toBeCloseTo(costOf(apart) / 4)
})

test('parallel workers may be slower, and a single one is not', () => {
  const two = workOf([stepOf({ class: 'KQvK' }), stepOf({ class: 'KRvK' })])
  expect(secondsFor(two, on(2), { alone: 1, together: 0.5 })).toBeCloseTo(costOf(two))
  expect(secondsFor(two, on(1), { alone: 2, together: 0.5 })).toBeCloseTo(costOf(two) / 2)
  expect(secondsFor(two.slice(1), on(2), { alone: 1, together: 0.7 })).toBeCloseTo(costOf(two) / 2)
})

test('an empty build takes no time', () => {
  expect(secondsFor([], on(2), even)).toBe(0)
})

const [task] = workOf([stepOf({ class: 'KQRvKQ', positions: 1000 })])

/** @param {import('../../engine/types.js').Progress['step']} step @param {number} positions @param {number} [slices] */
const at = (step, positions, slices = 1) => ({
  class: 'KQRvKQ',
  step,
  slice: 0,
  slices,
  ply: 1,
  positions,
  wasmBytes: 1,
})

test('the done share of a task rises from step to step, and storing takes its share', () => {
  const times = [
    null,
    at('reading', 100),
    at('reading', 250),
    at('solving', 250),
    at('solving', 500),
    at('storing', 750),
    at('storing', 900),
    at('storing', 1000),
  ].map((progress) => behind(task, progress, 0))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect([times[0], times.at(-1)]).toEqual([0, 1])
  expect(times[5]).toBeLessThan(0.75)
})

test('a task with longer solving has a larger share of it', () => {
  const long = { ...task, read: 0.2, solved: 0.9 }
  expect(behind(long, at('solving', 250), 0)).toBeCloseTo(0.2)
  expect(behind(long, at('solving', 300), 0.8)).toBe(0.8)
  expect(behind(long, at('storing', 750), 0)).toBeCloseTo(0.9)
  expect(behind(long, at('storing', 1000), 0)).toBeCloseTo(1)
})

test('preparing is not part of the work', () => {
  expect(behind(task, at('preparing', 0), 0.5)).toBe(0)
  expect(behind(task, at('preparing', 0, 24), 0.5)).toBe(0)
})

test('during solving the expected share counts, and not during storing', () => {
  expect(behind(task, at('solving', 260), 0.5)).toBe(0.5)
  expect(behind(task, at('solving', 260), 5)).toBe(behind(task, at('storing', 750), 0))
  expect(behind(task, at('reading', 10), 5)).toBeLessThan(0.1)
})

test('with several slices the share is that of the positions, if they are not all stored at the end', () => {
  expect(behind(task, at('storing', 300, 24), 0.9)).toBe(0.3)
  const together = { ...task, group: task.positions, solved: 0.4 }
  expect(behind(together, at('reading', 375, 24), 0.9)).toBeCloseTo(0.2)
  expect(behind(together, at('storing', 750, 24), 0.9)).toBeCloseTo(0.4)
  expect(behind(together, at('storing', 875, 24), 0.9)).toBeCloseTo(0.7)
})
