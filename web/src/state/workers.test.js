import { expect, test } from 'vitest'
import { defaultWorkers, parseWorkers, workerChoices } from './workers.js'

test('by default one processor is left to the user, and four are enough', () => {
  expect([1, 2, 3, 5, 64].map(defaultWorkers)).toEqual([1, 1, 2, 4, 4])
})

test('as many can be chosen as there are processors, and what was chosen stays a choice', () => {
  expect(workerChoices(2, 1)).toEqual([1, 2])
  expect(workerChoices(1, 3)).toEqual([1, 2, 3])
  expect(workerChoices(64, 4)).toHaveLength(16)
})

test('only what makes sense is remembered', () => {
  expect([null, '', 'x', '0', '2.5', '99', '3'].map(parseWorkers)).toEqual([null, null, null, null, null, null, 3])
})
