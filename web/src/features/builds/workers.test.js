import { expect, test } from 'vitest'
import { REFERENCE } from '../../engine/speed.js'
import { initialState } from '../../shell/state.js'
import {
  defaultMemory,
  defaultWorkers,
  factorsOf,
  isComputing,
  MEMORIES,
  nearestMemory,
  parseMemory,
  parseWorkers,
  remeasured,
  usualSpeed,
  workerChoices,
  lessMemory,
} from './workers.js'

test('by default one processor stays free, except with two processors', () => {
  expect([1, 2, 3, 4, 8, 64].map(defaultWorkers)).toEqual([1, 2, 2, 3, 7, 16])
})

test('the choices go up to the number of processors, and include the chosen number', () => {
  expect(workerChoices(2, 1)).toEqual([1, 2])
  expect(workerChoices(1, 3)).toEqual([1, 2, 3])
  expect(workerChoices(64, 4)).toHaveLength(16)
})

test('invalid stored numbers are dropped', () => {
  expect([null, '', 'x', '0', '2.5', '99', '3'].map(parseWorkers)).toEqual([null, null, null, null, null, null, 3])
})

test('by default a quarter of the known memory is used, and at most 2 GiB', () => {
  expect(
    [0.25, 1, 3, 8, 32].map((gigabytes) => defaultMemory({ gigabytes, processors: 4, touch: true }) / 2 ** 20),
  ).toEqual([128, 256, 768, 2048, 2048])
})

test('without a report of the memory, computers have 1 GiB for each processor, and phones the minimum', () => {
  /** @param {number} processors @param {boolean} touch */
  const ofUnknown = (processors, touch) => defaultMemory({ processors, touch }) / 2 ** 20
  expect([1, 2, 3, 4, 8, 64].map((processors) => ofUnknown(processors, false))).toEqual([
    256, 512, 768, 1024, 2048, 2048,
  ])
  expect([1, 4, 8].map((processors) => ofUnknown(processors, true))).toEqual([256, 256, 256])
})

test('memory is chosen in steps, and only a step is read from storage', () => {
  expect(nearestMemory(1)).toBe(MEMORIES[0])
  expect(nearestMemory(2 ** 30 + 1)).toBe(2 ** 30)
  expect([null, '', '1', String(2 ** 30)].map(parseMemory)).toEqual([null, null, null, 2 ** 30])
})

test('after too little memory half is offered, if there is a smaller choice', () => {
  expect(lessMemory(2 ** 30)).toBe(2 ** 29)
  expect(lessMemory(192 * 2 ** 20)).toBe(128 * 2 ** 20)
  expect(lessMemory(128 * 2 ** 20)).toBeNull()
})

test('a measurement changes the speed, and not the factors that builds have found', () => {
  const state = { ...initialState(), speed: { alone: 1.2, together: 0.9 } }
  const busy = remeasured(state, { alone: 0.5, together: 0.25, best: { alone: 1, together: 0.5 } }, 7)
  expect(busy.speed).toEqual({ alone: 0.6, together: 0.225 })
  expect(factorsOf(busy)).toEqual(factorsOf(state))
  expect(busy.measuredAt).toBe(7)
  expect(usualSpeed(busy)).toEqual({ alone: 1.2, together: 0.45 })
  const quiet = remeasured(busy, REFERENCE, 9)
  expect(quiet.speed.alone).toBeCloseTo(1.2)
  expect(quiet.speed.together).toBeCloseTo(0.9)
})

test('a proof, an ending and a check compute, until they end', () => {
  const state = initialState()
  /** @param {object} some */
  const computes = (some) => isComputing({ ...state, ...some })
  expect(isComputing(state)).toBe(false)
  const inWorker = true
  expect([true, false].map((searching) => computes({ proving: { searching, inWorker } }))).toEqual([true, false])
  expect(computes({ proving: { searching: true, inWorker: false } })).toBe(false)
  expect([true, false].map((running) => computes({ solving: { running } }))).toEqual([true, false])
  expect(['checking', 'done'].map((how) => computes({ checking: { how } }))).toEqual([true, false])
})
