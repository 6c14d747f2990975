import { expect, test } from 'vitest'
import {
  defaultMemory,
  defaultWorkers,
  MEMORIES,
  nearestMemory,
  parseMemory,
  parseWorkers,
  workerChoices,
  lessMemory,
} from './workers.js'

test('by default one processor is left to the user, but of two both build', () => {
  expect([1, 2, 3, 4, 8, 64].map(defaultWorkers)).toEqual([1, 2, 2, 3, 7, 16])
})

test('as many can be chosen as there are processors, and what was chosen stays a choice', () => {
  expect(workerChoices(2, 1)).toEqual([1, 2])
  expect(workerChoices(1, 3)).toEqual([1, 2, 3])
  expect(workerChoices(64, 4)).toHaveLength(16)
})

test('only what makes sense is remembered', () => {
  expect([null, '', 'x', '0', '2.5', '99', '3'].map(parseWorkers)).toEqual([null, null, null, null, null, null, 3])
})

test('by default a quarter of the memory is used, if it is known, and 2 GiB are enough', () => {
  expect(
    [0.25, 1, 3, 8, 32].map((gigabytes) => defaultMemory({ gigabytes, processors: 4, touch: true }) / 2 ** 20),
  ).toEqual([128, 256, 768, 2048, 2048])
})

test('where the browser does not state the memory, a computer has 1 GiB for each processor, and a phone little', () => {
  /** @param {number} processors @param {boolean} touch */
  const ofUnknown = (processors, touch) => defaultMemory({ processors, touch }) / 2 ** 20
  expect([1, 2, 3, 4, 8, 64].map((processors) => ofUnknown(processors, false))).toEqual([
    256, 512, 768, 1024, 2048, 2048,
  ])
  expect([1, 4, 8].map((processors) => ofUnknown(processors, true))).toEqual([256, 256, 256])
})

test('memory is chosen in steps, and only a step is remembered', () => {
  expect(nearestMemory(1)).toBe(MEMORIES[0])
  expect(nearestMemory(2 ** 30 + 1)).toBe(2 ** 30)
  expect([null, '', '1', String(2 ** 30)].map(parseMemory)).toEqual([null, null, null, 2 ** 30])
})

test('where there was too little memory half is tried, as long as there is less to choose', () => {
  expect(lessMemory(2 ** 30)).toBe(2 ** 29)
  expect(lessMemory(192 * 2 ** 20)).toBe(128 * 2 ** 20)
  expect(lessMemory(128 * 2 ** 20)).toBeNull()
})
