import { expect, test } from 'vitest'
import { speedsBy } from './speed.js'

/** Returns times of pieces. Every nth one waits. @param {number} ms @param {number} every @param {number} wait */
const times = (ms, every = Infinity, wait = 0) =>
  Array.from({ length: 60 }, (_, i) => (i % every === every - 1 ? ms + wait : ms))

test('on a quiet machine all speeds are the same', () => {
  const { alone, together, best } = speedsBy(times(2.1), [times(2.1), times(2.1)])
  expect([alone, together, best]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5), expect.closeTo(0.5)])
})

test('waits for other programs count, except in the best speed', () => {
  const { alone, together, best } = speedsBy(times(1.05, 10, 10.5), [times(1.05, 5, 10.5), times(1.05, 10, 31.5)])
  expect(alone).toBeCloseTo((1 / 2) ** 0.85)
  expect(together).toBeCloseTo(((1 / 3 + 1 / 4) / 2) ** 0.85)
  expect(best).toBeCloseTo(1)
})

test('a single worker has one speed, and parallel workers are no faster', () => {
  expect(speedsBy(times(1.05), []).together).toBeCloseTo(1)
  expect(speedsBy(times(2.1), [times(1.05), times(1.05)]).together).toBeCloseTo(0.5 ** 0.85)
})
