import { afterEach, expect, test, vi } from 'vitest'
import { measureSpeed, speedsBy } from './speed.js'

/** Returns times of pieces. Every nth one waits. @param {number} ms @param {number} every @param {number} wait */
const times = (ms, every = Infinity, wait = 0) =>
  Array.from({ length: 60 }, (_, i) => (i % every === every - 1 ? ms + wait : ms))

/** @param {number[]} alone @param {number[][]} together */
function validBy(alone, together) {
  const speeds = speedsBy(alone, together)
  if (!speeds) throw new Error('not valid')
  return speeds
}

test('on a quiet machine all speeds are the same', () => {
  const { alone, together, best } = validBy(times(2.1), [times(2.1), times(2.1)])
  const half = expect.closeTo(0.5)
  expect([alone, together, best]).toEqual([half, half, { alone: half, together: half }])
})

test('waits for other programs count, except in the best speeds', () => {
  const { alone, together, best } = validBy(times(1.05, 10, 10.5), [times(1.05, 5, 10.5), times(1.05, 10, 31.5)])
  expect(alone).toBeCloseTo((1 / 2) ** 0.85)
  expect(together).toBeCloseTo(((1 / 3 + 1 / 4) / 2) ** 0.85)
  expect(best).toEqual({ alone: expect.closeTo(1), together: expect.closeTo(1) })
})

test('workers that always share a machine, or run on its small cores, are as slow in the best speed', () => {
  const shared = validBy(times(1.05), [times(2.1), times(2.1)])
  expect(shared.together).toBeCloseTo(0.5)
  expect(shared.best).toEqual({ alone: expect.closeTo(1), together: expect.closeTo(0.5) })
  const uneven = validBy(times(1.05), [times(1.05), times(1.05), times(4.2), times(4.2)])
  expect(uneven.best.together).toBeCloseTo((1 + 1 + 0.25 + 0.25) / 4)
  const busy = validBy(times(1.05), [times(2.1, 5, 10.5), times(2.1, 5, 10.5)])
  expect(busy.best.together).toBeCloseTo(0.5)
  expect(busy.together).toBeCloseTo(0.5 * 0.5 ** 0.85)
})

test('a single worker has one speed, and parallel workers are no faster', () => {
  expect(validBy(times(1.05), []).together).toBeCloseTo(1)
  expect(validBy(times(1.05), []).best.together).toBeCloseTo(1)
  expect(validBy(times(2.1), [times(1.05), times(1.05)]).together).toBeCloseTo(0.5 ** 0.85)
})

test('speeds without times, or out of all bounds, are no measurement', () => {
  expect(speedsBy([], [])).toBeNull()
  expect(speedsBy(times(1), [times(1), []])).toBeNull()
  expect(speedsBy(times(0), [])).toBeNull()
  expect(speedsBy(times(NaN), [])).toBeNull()
  expect(speedsBy(times(0.01), [])).toBeNull()
  expect(speedsBy(times(40), [])).toBeNull()
})

test('a machine that slept for a moment is not taken for a slow one', () => {
  const [first, ...rest] = times(1.05)
  expect(validBy([first + 60_000, ...rest], []).alone).toBeGreaterThan(0.2)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * Replaces workers. Returns those that were started and not ended, and the number of all.
 * @param {number[] | null} answer  to each measurement, or null for none
 */
function stubWorkers(answer) {
  const seen = { running: new Set(), all: 0 }
  class Stub {
    /** @type {((event: {data: number[]}) => void) | undefined} */
    onmessage
    constructor() {
      seen.running.add(this)
      seen.all++
      queueMicrotask(() => this.onmessage?.({ data: [] }))
    }
    postMessage() {
      if (answer) queueMicrotask(() => this.onmessage?.({ data: answer }))
    }
    terminate() {
      seen.running.delete(this)
    }
  }
  vi.stubGlobal('Worker', Stub)
  return seen
}

test('a measurement starts few workers, and ends them', async () => {
  const seen = stubWorkers(times(1.05))
  expect(await measureSpeed(12)).toMatchObject({ alone: expect.closeTo(1), together: expect.closeTo(1) })
  expect([seen.all, seen.running.size]).toEqual([4, 0])
})

test('workers that measure nothing, do not answer, or do not exist give no measurement', async () => {
  vi.useFakeTimers()
  stubWorkers([])
  expect(await measureSpeed(2)).toBeNull()
  const silent = stubWorkers(null)
  const late = measureSpeed(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(silent.running.size).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBeNull()
  expect(silent.running.size).toBe(0)
  vi.unstubAllGlobals()
  expect(await measureSpeed(2)).toBeNull()
})
