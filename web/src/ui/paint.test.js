import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextPaint } from './paint.js'

/** @type {(() => void)[]} */
let frames = []
/** @type {number[]} */
let cancelled = []

beforeEach(() => {
  frames = []
  cancelled = []
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (/** @type {() => void} */ frame) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (/** @type {number} */ frame) => cancelled.push(frame))
})

afterEach(() => {
  vi.runAllTimers() // a paint before is forgotten
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('all callers continue in one task after the next frame', async () => {
  /** @type {string[]} */
  const seen = []
  nextPaint().then(() => seen.push('one'))
  nextPaint().then(() => seen.push('two'))
  await vi.advanceTimersByTimeAsync(10)
  expect([frames.length, seen]).toEqual([1, []])
  frames[0]()
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(1)
  nextPaint().then(() => seen.push('three'))
  expect(frames.length).toBe(2)
  frames[1]()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['one', 'two', 'three'])
})

test('callers in the task after a paint do not wait for another one', async () => {
  /** @type {string[]} */
  const seen = []
  const draw = async () => {
    await nextPaint()
    seen.push('parent')
    await nextPaint()
    seen.push('child')
  }
  draw()
  frames[0]()
  await vi.advanceTimersToNextTimerAsync()
  expect([frames.length, seen]).toEqual([1, ['parent', 'child']])
})

test('nothing waits for a page that is hidden, or long for a frame out of view', async () => {
  /** @type {string[]} */
  const seen = []
  nextPaint().then(() => seen.push('out of view'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(cancelled).toEqual([1])
  vi.stubGlobal('document', { hidden: true })
  nextPaint().then(() => seen.push('hidden'))
  await vi.advanceTimersByTimeAsync(0)
  expect([frames.length, seen]).toEqual([1, ['out of view', 'hidden']])
})
