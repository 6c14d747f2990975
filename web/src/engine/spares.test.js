import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundSpares, endSpares, keepSpare, takeSpare } from './spares.js'

const MIB = 2 ** 20

/** Returns a worker that can only end. */
const worker = () =>
  /** @type {any} */ ({
    isOver: false,
    terminate() {
      this.isOver = true
    },
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  boundSpares(0)
  vi.useRealTimers()
})

test('a small worker does the next task, of whatever kind, and ends when none comes for a while', () => {
  const link = worker()
  keepSpare(link, 32 * MIB, 'KRvK')
  expect(takeSpare('KRPvKR')).toBe(link)
  expect(takeSpare('KRPvKR')).toBeNull()
  vi.advanceTimersByTime(3600_000)
  expect(link.isOver).toBe(false) // the worker has a task
  keepSpare(link, 32 * MIB, 'KRPvKR')
  vi.advanceTimersByTime(3600_000)
  expect([link.isOver, takeSpare('KRvK')]).toEqual([true, null])
})

test('one with much memory does the next task of its kind alone, and only if that begins right now', () => {
  const [link, late] = [worker(), worker()]
  keepSpare(link, 500 * MIB, 'KRPvKR')
  expect(takeSpare('KRvK')).toBeNull()
  expect(takeSpare('KRPvKR')).toBe(link)
  keepSpare(late, 500 * MIB, 'KRPvKR')
  vi.advanceTimersByTime(1)
  expect([late.isOver, takeSpare('KRPvKR')]).toEqual([true, null])
})

test('a worker of the same kind comes before others', () => {
  const [same, other] = [worker(), worker()]
  keepSpare(same, 32 * MIB, 'KRvKN')
  keepSpare(other, 32 * MIB, 'KRvK')
  expect(takeSpare('KRvKN')).toBe(same)
})

test('a worker that opens tables of other metrics does not serve, nor does one that has ended', () => {
  const link = worker()
  keepSpare(link, 32 * MIB, 'KRvK', ['dtz50'])
  expect(takeSpare('KRvK', ['dtm'])).toBeNull()
  expect(takeSpare('KRvK')).toBeNull()
  link.isOver = true
  expect(takeSpare('KRvK', ['dtz50'])).toBeNull()
})

test('the workers of some metrics can be ended', () => {
  const [dtz50, dtm] = [worker(), worker()]
  keepSpare(dtz50, 32 * MIB, 'KRvK', ['dtz50'])
  keepSpare(dtm, 32 * MIB, 'KRvK', ['dtm'])
  endSpares(['dtz50'])
  expect([dtz50.isOver, dtm.isOver]).toEqual([true, false])
})

test('if their memory is needed, the workers that have waited longest end', () => {
  const [first, second, third] = [worker(), worker(), worker()]
  for (const link of [first, second, third]) keepSpare(link, 30 * MIB, 'KRvK')
  boundSpares(60 * MIB)
  expect([first, second, third].map(({ isOver }) => isOver)).toEqual([true, false, false])
})
